"""What a terminal makes of a stream of bytes: its screens, its modes, its answers."""

from __future__ import annotations

import re
import unicodedata

import pyte
from wcwidth import wcwidth

_SEQUENCE = re.compile(
    rb"\x1b\[(?P<private>[<=>?]?)(?P<parameters>[0-9:;]*)(?P<final>[ -/]*[@-~])"
    rb"|\x1b[P_^X](?s:.*?)\x1b\\"  # pictures and other strings, which draw no text
)
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|[P_^X\]][^\x07\x1b]*\x1b?)?\Z")
_CURSOR, _WRAP, _ALTERNATE = 25, 7, 1049


class _Screen(pyte.Screen):
    """A screen that goes on after a character without width, where pyte drops the rest."""

    def draw(self, data: str) -> None:
        super().draw("".join(c for c in data if wcwidth(c) > 0 or unicodedata.combining(c)))


class Emulator:
    """An xterm of today without the kitty keyboard, as far as a console can notice."""

    def __init__(self, width: int, height: int) -> None:
        self.modes = {_CURSOR, _WRAP}
        """DEC private modes that are on."""
        self.keyboards = 0
        """How deep the stack of kitty keyboard flags is."""
        self._rest = b""
        self._main = self._shown = _Screen(width, height)
        self._stream = pyte.ByteStream(self._main)

    def feed(self, data: bytes) -> bytes:
        """Draw; returns what a terminal answers to the questions among the bytes."""
        data = self._rest + data
        unfinished = _UNFINISHED.search(data)
        end = unfinished.start() if unfinished else len(data)
        data, self._rest = data[:end], data[end:]
        answers, position = b"", 0
        for found in _SEQUENCE.finditer(data):
            self._stream.feed(data[position : found.start()])
            answers += self._obey(found)
            position = found.end()
        self._stream.feed(data[position:])
        return answers

    def lines(self) -> list[str]:
        """The rows on the screen, without the blanks at their ends."""
        columns = range(self._shown.columns)
        rows = (self._shown.buffer[y] for y in range(self._shown.lines))
        return ["".join(row[x].data for x in columns).rstrip() for row in rows]

    def resize(self, width: int, height: int) -> None:
        """Give both screens another size."""
        for screen in {id(s): s for s in (self._main, self._shown)}.values():
            screen.resize(height, width)

    def _obey(self, found: re.Match[bytes]) -> bytes:
        """One control sequence: note it, draw it where it draws, answer it where it asks."""
        private, parameters, final = found["private"], found["parameters"], found["final"]
        if private == b"?" and final in (b"h", b"l"):
            for mode in map(int, re.findall(rb"\d+", parameters)):
                self._set_mode(mode, final == b"h")
        elif final == b"u" and private in (b"<", b">"):
            self.keyboards += 1 if private == b">" else -1
        elif not private and final in (b"S", b"T"):
            self._scroll(int(parameters or b"1"), up=final == b"S")
        elif private in (b"", b"?") and b":" not in parameters and final in _DRAWN:
            self._stream.feed(found[0])
        return self._answer(private or b"", parameters or b"", final or b"")

    def _scroll(self, lines: int, *, up: bool) -> None:
        """Move the lines between the margins, which pyte itself cannot be told."""
        screen = self._shown
        x, y = screen.cursor.x, screen.cursor.y
        top, bottom = screen.margins or (0, screen.lines - 1)
        screen.cursor.y = bottom if up else top
        for _ in range(lines):
            (screen.index if up else screen.reverse_index)()
        screen.cursor.x, screen.cursor.y = x, y

    def _set_mode(self, mode: int, on: bool) -> None:
        """Note a mode; the alternate screen begins empty and leaves the main one as it was."""
        (self.modes.add if on else self.modes.discard)(mode)
        if mode == _ALTERNATE:
            size = self._main.columns, self._main.lines
            self._shown = _Screen(*size) if on else self._main
            self._stream = pyte.ByteStream(self._shown)

    def _answer(self, private: bytes, parameters: bytes, final: bytes) -> bytes:
        """The reply of a terminal without sixel that knows synchronized output."""
        if (private, final) == (b"?", b"$p"):
            return b"\x1b[?%b;%d$y" % (parameters, 2 if parameters == b"2026" else 0)
        cursor = self._shown.cursor
        return {
            (b"", b"", b"c"): b"\x1b[?62;22c",
            (b"", b"0", b"c"): b"\x1b[?62;22c",
            (b"", b"5", b"n"): b"\x1b[0n",
            (b"", b"6", b"n"): b"\x1b[%d;%dR" % (cursor.y + 1, cursor.x + 1),
            (b"", b"16", b"t"): b"\x1b[6;20;10t",
        }.get((private, parameters, final), b"")


_DRAWN = frozenset(bytes([final]) for final in b"@ABCDEFGHJKLMPXadefghlmr`")
"""What pyte understands; the rest would leave letters on its screen."""
