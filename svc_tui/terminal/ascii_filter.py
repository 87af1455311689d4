"""ASCII-only drawing: replace our signs by plain characters of the same width."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_SIGNS = {
    "✓": "v", "✗": "x", "·": ".", "•": "*", "…": "~", "—": "-", "–": "-", "▲": "^", "▼": "v",
    "◀": "<", "▶": ">", "▸": ">", "▾": "v", "›": ">", "‹": "<", "→": ">", "←": "<", "↑": "^",
    "↓": "v", "⏎": "|", "⌂": "~", "▤": "=", "▣": "#", "◫": "%", "◐": "~", "⏻": "q", "¶": "P",
    "★": "*", "☆": "-", "●": "*", "○": "o", "⚑": "!", "♦": "*", "◆": "*", "☰": "=", "✎": "e",
    "†": "+", "§": "S", "¤": "$", "☺": "@", "⚙": "*", "⌫": "<", "◌": "o", "‽": "?", "°": "o",
    "×": "x", "✕": "x", "◧": "%", "€": "E", "⚠": "!", "“": '"', "”": '"', "‘": "'", "’": "'",
}  # fmt: skip
"""Signs that our screens draw, each one cell wide."""


_KEYS = {
    "⏎": "enter", "⌫": "backspace", "↑": "up", "↓": "down", "←": "left", "→": "right",
}  # fmt: skip
"""Keys by their names: a sign in their place would be the name of another key."""


def key_in_words(name: str) -> str:
    """Return the name of a key without signs that ASCII lacks."""
    for sign, word in _KEYS.items():
        name = name.replace(sign, word)
    return name


_SYMBOLS = ((0x2190, 0x2200), (0x25A0, 0x2614), (0x2616, 0x2648), (0x2701, 0x27C0))
"""Arrows, geometric shapes, signs and dingbats, most of them one cell wide."""


def _table() -> dict[int, str]:
    """Signs, box lines and blocks; their replacements keep the shape."""
    # Any other arrow, shape or dingbat only marks something.
    table = {code: "*" for start, end in _SYMBOLS for code in range(start, end)}
    table |= {ord(sign): plain for sign, plain in _SIGNS.items()}
    for code in range(0x2500, 0x2580):
        table[code] = "+"
    for code in (0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x2574, 0x2576, 0x2550):
        table[code] = "-"
    for code in (0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x2575, 0x2577, 0x2551):
        table[code] = "|"
    for code in range(0x2580, 0x25A0):
        table[code] = "#"
    table |= {0x2581: "_", 0x2594: "-", 0x2595: "|", 0x258F: "|", 0x2591: ".", 0x2592: ":"}
    for code in range(0x2400, 0x2422):
        table[code] = "?"
    return table


_PLAIN = _table()


def in_ascii(text: str) -> str:
    """Return a text with ASCII in place of signs, each as wide as it was."""
    return text.translate(_PLAIN)


class AsciiFilter(LineFilter):
    """Used with `ascii = true`. Letters of other scripts stay: they are users' text."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The line with its signs in ASCII."""
        return [
            segment
            if segment.control or segment.text.isascii()
            else Segment(in_ascii(segment.text), segment.style)
            for segment in segments
        ]
