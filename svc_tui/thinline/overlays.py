"""Pictures that are drawn over cells, and that the terminal cannot tell from what is below them.

Sixels are pixels: written text erases them, and scrolling may or may not move them. So each has a
background of cells, which is painted like any other text; if the whole background is on the
terminal, uncovered, the picture is drawn again whenever one of its cells was written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from svc_tui.thinline.cells import UNKNOWN, Cell

Lines = list[list[Cell]]


class Overlay(NamedTuple):
    """A picture, and the cells that are under it."""

    y: int
    x: int
    ground: tuple[tuple[Cell, ...], ...]
    drawing: str
    """The sequence that draws it from its upper left cell on."""

    def is_uncovered_in(self, lines: Sequence[Sequence[Cell]]) -> bool:
        """Whether these lines show its whole ground: nothing covers a part of it."""
        if self.y < 0 or self.x < 0 or self.y + len(self.ground) >= len(lines):
            return False  # A picture on the last line would scroll the terminal.
        return all(
            tuple(lines[y][self.x : self.x + len(row)]) == row
            for y, row in enumerate(self.ground, self.y)
        )


class Overlays:
    """Those that are wanted, and those that are on the terminal."""

    def __init__(self) -> None:
        self.wanted: dict[object, Overlay] = {}
        self.shown: dict[object, Overlay] = {}

    def __bool__(self) -> bool:
        return bool(self.wanted or self.shown)

    def doubt(self, shown: Lines, wanted: Lines) -> set[int]:
        """Forget the cells under pictures that have to go; return their lines."""
        doubted: set[int] = set()
        for key, stamp in tuple(self.shown.items()):
            if self.wanted.get(key) == stamp and stamp.is_uncovered_in(wanted):
                continue
            del self.shown[key]
            for y, row in enumerate(stamp.ground, stamp.y):
                if y < len(shown):
                    end = min(stamp.x + len(row), len(shown[y]))
                    shown[y][stamp.x : end] = [UNKNOWN] * (end - stamp.x)
                    doubted.add(y)
        return doubted

    def again(self, before: Lines, now: Lines) -> str:
        """Return the bytes that draw the pictures whose ground has changed on the terminal."""
        out = []
        for key, stamp in self.wanted.items():
            if not stamp.is_uncovered_in(now):
                continue
            if self.shown.get(key) != stamp or not stamp.is_uncovered_in(before):
                out.append(f"\x1b[{stamp.y + 1};{stamp.x + 1}H{stamp.drawing}")
                self.shown[key] = stamp
        return f"\x1b7{''.join(out)}\x1b8" if out else ""

    def forget(self) -> None:
        """Anything may be on the terminal."""
        self.shown.clear()
