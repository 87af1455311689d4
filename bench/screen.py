"""An emulated terminal: what a person would see, and what the terminal answers."""

from __future__ import annotations

import re

import pyte

SIZE = (120, 36)
"""Columns and rows of every terminal of a run."""

_QUESTION = re.compile(rb"\x1b\[(?:(?P<device>0?c)|\?(?P<mode>\d+)\$p|(?P<cursor>6n))")
_SEQUENCE = re.compile(
    rb"\x1b\[(?P<private>[<=>?]?)(?P<numbers>[\d;:]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    rb"|\x1b[P_^\]][^\x07\x1b]*(?:\x07|\x1b\\)"
)
_CUT = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|[P_^\]][^\x07\x1b]*\x1b?)?\Z")
_DRAWN = frozenset(b"@ABCDEFGHJKLMPXadefghlmr")
_SYNCHRONIZED = b"2026"


def answers(output: bytes) -> bytes:
    """Return the answers of a terminal with synchronized output and without kitty keys."""
    replies = []
    for asked in _QUESTION.finditer(output):
        if asked["device"]:
            replies.append(b"\x1b[?62;22c")
        elif asked["cursor"]:
            replies.append(b"\x1b[1;1R")
        else:
            known = 2 if asked["mode"] == _SYNCHRONIZED else 0
            replies.append(b"\x1b[?%b;%d$y" % (asked["mode"], known))
    return b"".join(replies)


class Screen:
    """Fed with output, holds the picture; a synchronized update shows only when it ends."""

    def __init__(self, size: tuple[int, int] = SIZE) -> None:
        self.modes: set[int] = set()
        """Private modes that were switched on and not off again, without cursor and wrapping."""
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._rest = b""
        self._last = b" "

    @property
    def complete(self) -> bool:
        """Whether the picture can be seen: no synchronized update is under way."""
        return 2026 not in self.modes

    @property
    def text(self) -> str:
        """The rows of the picture."""
        return "\n".join(self._screen.display)

    @property
    def blank(self) -> bool:
        """Whether nothing is to be seen."""
        return not self.text.strip()

    def feed(self, output: bytes) -> None:
        """Draw."""
        output = self._rest + output
        cut = _CUT.search(output)
        end = cut.start() if cut else len(output)
        output, self._rest = output[:end], output[end:]
        place = 0
        for found in _SEQUENCE.finditer(output):
            self._draw(output[place : found.start()])
            self._obey(found)
            place = found.end()
        self._draw(output[place:])

    def _draw(self, text: bytes) -> None:
        if text:
            self._last = text.decode(errors="replace")[-1].encode()
            self._stream.feed(text)

    def _obey(self, found: re.Match[bytes]) -> None:
        """One sequence; repeating and scrolling are spelled out, as the emulator lacks them."""
        private, numbers, final = found["private"], found["numbers"] or b"", found["final"]
        if private == b"?" and final in (b"h", b"l"):
            self._switch(numbers, final == b"h")
        elif private or final is None or found["between"] or b":" in numbers:
            return
        elif final == b"b":
            self._stream.feed(self._last * int(numbers or 1))
        elif final in (b"S", b"T"):
            self._scroll(int(numbers or 1), up=final == b"S")
        elif final in (bytes([one]) for one in _DRAWN):
            self._stream.feed(found[0])

    def _switch(self, numbers: bytes, on: bool) -> None:
        for mode in map(int, re.findall(rb"\d+", numbers)):
            if mode not in (7, 25):
                (self.modes.add if on else self.modes.discard)(mode)
            if mode == 1049:
                self._screen.reset()

    def _scroll(self, lines: int, *, up: bool) -> None:
        screen, (x, y) = self._screen, (self._screen.cursor.x, self._screen.cursor.y)
        top, bottom = screen.margins or (0, screen.lines - 1)
        screen.cursor.y = bottom if up else top
        for _ in range(lines):
            (screen.index if up else screen.reverse_index)()
        screen.cursor.x, screen.cursor.y = x, y
