"""A terminal that is exact about what it shows: cells, colours, attributes and links."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import pyte
from pyte.screens import Char
from wcwidth import wcwidth

_SPECIAL = re.compile(
    r"\x1b\]8;[^;]*;(?P<link>[^\x1b\x07]*)\x1b\\"
    r"|\x1b\[(?P<count>\d*)(?P<scroll>[STb])"
    r"|\x1b\[\?[\d;]*(?:[hl]|\$p)|\x1b\[[<>=][\d;]*u|\x1b\[[\d;]*[nct]"
    r"|\x1bP[^\x1b]*\x1b\\"
)
_OFF = {"22": "1 2", "23": "3", "24": "4 21", "25": "5 6", "27": "7", "28": "8", "29": "9"}
_OFF |= {"54": "51 52", "55": "53"}
_MARK = "|"
LINES_DRAWN = {"4", "5", "6", "7", "8", "9", "21", "51", "52", "53"}


class Glass(pyte.Screen):
    """pyte, with what it lacks: all attributes, links, scrolling, halves of wide characters.

    Attributes and links live in the name of the foreground, so that whatever moves or copies a
    cell takes them along.
    """

    def __init__(self, width: int, height: int) -> None:
        self.more: frozenset[str] = frozenset()
        self.link = ""
        super().__init__(width, height)
        self._fill()
        self.mode.discard(pyte.modes.DECAWM)
        self._stream = pyte.Stream(self)

    def feed(self, text: str) -> None:
        """Draw."""
        place = 0
        for found in _SPECIAL.finditer(text):
            self._stream.feed(text[place : found.start()])
            place = found.end()
            if found["link"] is not None:
                self.link = found["link"]
                self._style()
            elif found["scroll"] == "b":
                self._stream.feed(text[found.start() - 1] * int(found["count"]))
            elif found["scroll"]:
                self._scroll(int(found["count"] or 1), found["scroll"] == "S")
        self._stream.feed(text[place:])

    def _fill(self) -> None:
        """pyte erases only cells that it has heard of."""
        for y in range(self.lines):
            line = self.buffer[y]
            if len(line) < self.columns:
                for x in range(self.columns):
                    line[x] = line[x]

    def picture(self) -> list[list[tuple[str, ...]]]:
        """All that can be seen, and nothing that cannot: (text, colours, attributes, link)."""
        return [self.line(y) for y in range(self.lines)]

    def line(self, y: int) -> list[tuple[str, ...]]:
        """What can be seen of one line."""
        return [_seen(self.buffer[y][x]) for x in range(self.columns)]

    def select_graphic_rendition(self, *codes: int, **kwargs: Any) -> None:
        plain = self.cursor.attrs._replace(fg=self.cursor.attrs.fg.split(_MARK)[0])
        self.cursor.attrs = plain
        super().select_graphic_rendition(*codes, **kwargs)
        rest = iter(codes or (0,))
        for code in map(str, rest):
            if code in ("38", "48"):
                for _ in range(3 if next(rest) == 2 else 1):
                    next(rest)
            elif code == "0":
                self.more = frozenset()
            elif code in _OFF:
                self.more -= set(_OFF[code].split())
            elif code in LINES_DRAWN | {"1", "2", "3"}:
                self.more |= {code}
        self._style()

    def _style(self) -> None:
        style = _MARK.join((self.cursor.attrs.fg.split(_MARK)[0], ",".join(sorted(self.more))))
        self.cursor.attrs = self.cursor.attrs._replace(fg=style + _MARK + self.link)

    def draw(self, data: str) -> None:
        if data.isascii() and data.isprintable():
            self._blank_halves(min(self.cursor.x, self.columns - 1), len(data))
            super().draw(data)
            return
        for char in data:
            width = wcwidth(char)
            if width > 0:
                self._blank_halves(min(self.cursor.x, self.columns - 1), width)
                super().draw(char)
            elif width == 0:
                super().draw(char) if len(char.encode()) else None

    def _blank_halves(self, x: int, width: int) -> None:
        """Half of a wide character is no character."""
        line = self.buffer[self.cursor.y]
        if x and not line[x].data:
            line[x - 1] = line[x - 1]._replace(data=" ")
        after = x + width
        if after < self.columns and not line[after].data:
            line[after] = line[after]._replace(data=" ")

    def erase_in_line(self, *args: Any, **kwargs: Any) -> None:
        self._erasing(super().erase_in_line, *args, **kwargs)

    def erase_in_display(self, *args: Any, **kwargs: Any) -> None:
        self._erasing(super().erase_in_display, *args, **kwargs)

    def erase_characters(self, *args: Any, **kwargs: Any) -> None:
        self._erasing(super().erase_characters, *args, **kwargs)

    def _erasing(self, erase: Any, *args: Any, **kwargs: Any) -> None:
        """Erased cells have the background of the pen and nothing else of it."""
        self._fill()
        pen = self.cursor.attrs
        self.cursor.attrs = Char(" ", bg=pen.bg)
        erase(*args, **kwargs)
        self.cursor.attrs = pen

    def _scroll(self, count: int, up: bool) -> None:
        x, y = self.cursor.x, self.cursor.y
        top, bottom = self.margins or (0, self.lines - 1)
        self.cursor.y = bottom if up else top
        for _ in range(count):
            (self.index if up else self.reverse_index)()
        self.cursor.x, self.cursor.y = x, y


@lru_cache(10_000)
def _seen(cell: Char) -> tuple[str, ...]:
    color, more, link = (*cell.fg.split(_MARK), "", "")[:3]
    if cell.data == " " and not link and not set(more.split(",")) & LINES_DRAWN:
        return (" ", cell.bg)
    return (cell.data, color, cell.bg, more, link)
