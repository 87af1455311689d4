"""The only way for untrusted text to reach a widget.

Text from a backend, a file name or a paste is data: nothing in it is markup, and no character
moves, hides or reorders others. Characters that can't be shown are named. The rules are pure
Python; Textual and Rich are imported only by what builds something of theirs.
"""

from __future__ import annotations

import os
import re
import unicodedata
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal

    from rich.text import Text
    from textual.content import Content

MARKS_ON_ONE_BASE = 4
"""Maximum accents on a letter; a tower of them would cover the rows above."""

# Characters that a terminal acts on, that reorder or hide text, or that are invisible.
_HIDDEN = (
    "\x00-\x1f\x7f-\x9f"  # C0, DEL, C1
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # soft hyphen, fillers, Mongolian
    "\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"  # zero widths, separators, bidi
    "\u3164\ufeff\uffa0\ufff0-\ufffb\ufdd0-\ufdef\ufffe\uffff"  # fillers, BOM, annotations
    "\ud800-\udfff"  # half of a surrogate pair
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # layout of rare scripts
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"  # tags
)
_EMOJI = "\xa9\xae\u203c-\u3299\U0001f000-\U0001faff"
_JOINING = "\u0620-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17b3\u17b6-\u17ff\u1820-\u18af"
_HAN = "\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

_WESTERN = re.compile("[ -~\xa0-\xac\xae-\u02ff\u2010-\u2027\u2190-\u23ff\u2500-\u25ff]*")
"""Letters, punctuation and frames, none of which hides, joins or overlays others."""

_ESCAPED = (
    f"([{_HIDDEN}]"
    # A joiner stays between two emoji or two letters of a script that joins; elsewhere it hides
    # text.
    f"|\u200d(?!(?:(?<=[{_EMOJI}]\u200d)|(?<=[{_EMOJI}]\ufe0f\u200d))[{_EMOJI}]"
    f"|(?<=[{_JOINING}]\u200d)[{_JOINING}])"
    f"|\u200c(?!(?<=[{_JOINING}]\u200c)[{_JOINING}])"
    # A variation selector stays right after something that it can vary.
    f"|(?<![{_HAN}])[\ufe00-\ufe0d\U000e0100-\U000e01ef]"
    f"|(?<![#*0-9{_EMOJI}])[\ufe0e\ufe0f])"
    r"\1*"
)
_NEVER_PAINTED = re.compile(f"[{_HIDDEN}]")
_NEVER_TYPED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_PILE = re.compile(rf"[^\w\0-\u02ff]{{{MARKS_ON_ONE_BASE + 1},}}")
_LINE_START = re.compile(r"(?m)^[^\w\0-\u02ff]")


def clean(value: object, *, multiline: bool = False, limit: int = 4000) -> str:
    """Return untrusted text for drawing: at most `limit` characters, nothing hidden. Never raises.

    Controls become their pictures (`␛`), other hidden characters their names (`‹U+202E›`), a line
    end `⏎` unless `multiline`. Cleaning twice changes nothing. For display only, never to send.
    """
    text = _cropped(_read(value), limit)
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n")
    if not multiline:
        return _cropped(_seen(text.replace("\n", "⏎").replace("\t", " ")), limit)
    return _cropped("\n".join(map(_seen, text.replace("\t", "    ").split("\n"))), limit)


def cut(value: object, width: int) -> str:
    """Return one clean line in at most `width` terminal cells, with `…` if something was cut."""
    text = clean(value)
    if width < 1:
        return ""
    if text.isascii():
        return _cropped(text, width)
    from rich.cells import cell_len

    if cell_len(text) <= width:
        return text
    ends = range(len(text) + 1)
    end = bisect_right(ends, width - 1, key=lambda end: cell_len(text[:end])) - 1
    return text[:end].rstrip("\u200c\u200d") + "…"


def label(value: object, style: str = "", *, multiline: bool = False) -> Content:
    """Return clean text for any Textual widget; a `str` would be parsed as markup."""
    from textual.content import Content

    content = Content(clean(value, multiline=multiline))
    return content.stylize(style) if style else content


def cell(value: object, style: str = "", width: int | None = None) -> Text:
    """Clean text for tables and trees, which draw with Rich; cut to `width` terminal cells."""
    from rich.text import Text

    text = clean(value) if width is None else cut(value, width)
    return Text(text, style=style, no_wrap=True, end="")


def clean_styled(text: Text | Content) -> Text | Content:
    """Return a text with its styles, where nothing is hidden; `clean` has the rules."""
    plain = text.plain
    if plain.isascii() and plain.isprintable():
        return text
    cuts = sorted({at for found in _escaped().finditer(plain) for at in found.span()})
    from rich.text import Text

    if isinstance(text, Text):
        pieces = text.divide(cuts)
        for piece in pieces:
            piece.plain = clean(piece.plain)
        return text.blank_copy().join(pieces)
    from textual.content import Content

    parts = [Content(clean(one.plain), spans=[*one.spans]) for one in text.divide(cuts)]
    return Content("").join(parts)


def filename(path: str | bytes | os.PathLike[str]) -> str:
    """Return a local path as clean text; bytes that are not UTF-8 become `�`."""
    try:
        return clean(os.fsencode(path).decode("utf-8", "replace"))
    except (TypeError, UnicodeError):
        return clean(path)


def plural(count: int, one: str, many: str) -> str:
    """Return a count and its noun: `1 file`, `3 files`."""
    return f"{count} {one if count == 1 else many}"


LARGEST_SIZE = 2**80
"""Numbers of bytes above this are shown as they are: no file has that many."""


def human_size(size: float | Decimal) -> str:
    """Return a number of bytes for people: `0 B`, `1.5 KiB`."""
    if not -LARGEST_SIZE < size < LARGEST_SIZE:
        return f"{size} B"
    amount, power, units = float(size), 0, "KMGTPE"
    # Rounded before comparing, so that nothing reads `1024.0 KiB`.
    while abs(round(amount, 1)) >= 1024 and power < len(units):
        amount, power = amount / 1024, power + 1
    if not power:
        return f"{amount:.0f} B"
    return f"{amount:.1f} {units[power - 1]}iB"


def editable(text: str) -> str:
    """Text in a line that is being edited: nothing hidden, and just as many characters as before.

    The caret counts characters, so each control becomes one picture and the rest one `�`.
    """
    if text.isascii() and text.isprintable():
        return text
    return _NEVER_PAINTED.sub(_one_sign, text)


def typeable(text: str) -> str:
    """A pasted text without the controls that no key types; line ends become `\\n`, tabs stay."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.isprintable() else _NEVER_TYPED.sub("", text)


def may_be_painted(text: str) -> bool:
    """Whether a piece of a painted line is free of control sequences."""
    return _NEVER_PAINTED.search(text) is None


def without_controls(text: str) -> str:
    """Return a piece of a painted line without control sequences, as wide as it was measured."""
    from rich.cells import cell_len, set_cell_size

    painted = _NEVER_PAINTED.sub(lambda found: "�" * cell_len(found[0]), text)
    # A joiner would now join other characters than when the piece was measured.
    return set_cell_size(painted.replace("\u200d", ""), cell_len(text))


def has_words(value: object) -> bool:
    """Whether a value has its own string form, other than its class and address."""
    kind = type(value)
    return kind.__str__ is not object.__str__ or kind.__repr__ is not object.__repr__


def _read(value: object) -> str:
    try:
        if isinstance(value, bytes):
            return value.decode("utf-8", "replace")
        return str(value) if has_words(value) else f"‹{type(value).__name__}›"
    except Exception:
        return "‹unreadable›"


def _cropped(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: max(limit - 1, 0)] + "…"


def _seen(line: str) -> str:
    if _WESTERN.fullmatch(line):
        return line
    line = _escaped().sub(_name, _PILE.sub(_thinned, line))
    return _LINE_START.sub(_with_base, line)


@cache
def _escaped() -> re.Pattern[str]:
    return re.compile(_ESCAPED)


def _name(found: re.Match[str]) -> str:
    code, times = ord(found[1]), len(found[0])
    if code < 0x20 or code == 0x7F:
        return chr(0x2421 if code == 0x7F else 0x2400 + code) * times
    return f"‹U+{code:04X}›" if times == 1 else f"‹U+{code:04X}×{times}›"


def _one_sign(found: re.Match[str]) -> str:
    code = ord(found[0])
    return chr(0x2421 if code == 0x7F else 0x2400 + code) if code < 0x20 or code == 0x7F else "�"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me")


def _thinned(found: re.Match[str]) -> str:
    """Keep the first few accents of every base character in a run."""
    kept: list[str] = []
    marks = 0
    for character in found[0]:
        marks = marks + 1 if _is_mark(character) else 0
        if marks <= MARKS_ON_ONE_BASE:
            kept.append(character)
    return "".join(kept)


def _with_base(found: re.Match[str]) -> str:
    return "◌" + found[0] if _is_mark(found[0]) else found[0]
