"""Draws the difference of two lines with as few bytes as it can."""

from __future__ import annotations

from collections.abc import Sequence

from svc_tui.terminal.abilities import Abilities
from svc_tui.terminal.cells import KEEP, Cell
from svc_tui.terminal.cursor import NOWHERE, way
from svc_tui.terminal.pen import PLAIN, Pen, change

Row = Sequence[Cell]

WORTH_ERASING = 9
"""Blanks that are cheaper to erase and to step over (ECH, CUF) than to write."""
WORTH_CLEARING = 3
"""Blanks at the end of a line that are cheaper to clear (EL) than to write."""


class Brush:
    """Knows its own place and pen on the terminal."""

    def __init__(self, abilities: Abilities, width: int, x: int, y: int) -> None:
        self.out: list[str] = []
        self.x, self.y = x, y
        self._pen: Pen = PLAIN
        self._abilities = abilities
        self._width = width

    def move(self, x: int, y: int) -> None:
        """Go to a cell."""
        self.out.append(way(self.x, self.y, x, y))
        self.x, self.y = x, y

    def take(self, pen: Pen) -> None:
        """Change the pen."""
        if pen != self._pen:
            self.out.append(change(self._pen, pen))
            self._pen = pen

    def line(self, y: int, shown: Row, wanted: Row) -> None:
        """Make one line of the terminal what it should be."""
        changed = _changed(shown, wanted)
        tail = self._tail(wanted)
        done = 0
        for x in changed:
            if x < done:
                continue
            if not wanted[x].width:  # The second half is drawn with the first.
                x -= 1
            self._step(x, y, wanted)
            done = self._draw(x, changed[-1], wanted, tail)

    def _step(self, x: int, y: int, wanted: Row) -> None:
        """Go on to a cell, over what is right already where that is cheaper."""
        if self.y == y and 0 <= self.x < x <= self.x + 5:
            between = wanted[self.x : x]
            text = "".join([each.text for each in between])
            if len(text.encode()) <= len(way(self.x, y, x, y)) and all(map(self._suits, between)):
                self.out.append(text)
                self.x = x
        self.move(x, y)

    def _draw(self, x: int, last: int, wanted: Row, tail: int) -> int:
        """Draw one cell, or blanks at once; returns the column after it."""
        if x >= tail and last - x >= WORTH_CLEARING:
            return self._clear(wanted[x])
        one = wanted[x]
        if one.text == " " and (end := self._blanks_until(x, last, wanted)) - x > WORTH_ERASING:
            return self._erase(one, end)
        width = one.width
        self._pen_for(one)
        if not one.sure:
            self._draw_unsure(one, width)
            return x + width
        self.out.append(one.text)
        self.x = self.x + width if x + width < self._width else NOWHERE
        return x + width

    def _draw_unsure(self, one: Cell, width: int) -> None:
        """Whatever its width on this terminal: no old sign stays beside it, no new one moves."""
        x = self.x
        self.out.append(" " * width)
        self.x = x + width if x + width < self._width else NOWHERE
        self.move(x, self.y)
        self.out.append(one.text)
        self.x = NOWHERE

    def _clear(self, one: Cell) -> int:
        """Blanks up to the end of the line."""
        self._pen_for(one)
        self.out.append("\x1b[K")
        return self._width

    def _erase(self, one: Cell, end: int) -> int:
        """Blanks in the middle of a line; the cursor stays where they begin."""
        self._pen_for(one)
        self.out.append(f"\x1b[{end - self.x}X")
        return end

    def _pen_for(self, one: Cell) -> None:
        """The pen of a cell, or for a blank the nearest that is as good."""
        if one.text == " " and one.pen.leaves_blanks_alone:
            self.take(self._pen.blank(one.pen.background))
        else:
            self.take(one.pen)

    def _suits(self, one: Cell) -> bool:
        """Whether a cell could be drawn with the pen as it is, and need not be asked about."""
        if one is KEEP or not one.sure:
            return False
        if one.text == " " and one.pen.leaves_blanks_alone:
            return self._pen.leaves_blanks_alone and self._pen.background == one.pen.background
        return one.pen == self._pen

    def _erasable(self, one: Cell) -> bool:
        if one.text != " " or not one.pen.leaves_blanks_alone:
            return False
        return self._abilities.erases_in_color or not one.pen.background

    def _tail(self, wanted: Row) -> int:
        """Where the blanks begin with which a line ends."""
        end = wanted[-1]
        start = len(wanted)
        if self._erasable(end):
            while start and wanted[start - 1] == end:
                start -= 1
        return start

    def _blanks_until(self, x: int, last: int, wanted: Row) -> int:
        """The column after equal blanks that could be erased."""
        one, end = wanted[x], x + 1
        if self._erasable(one):
            while end <= last and wanted[end] == one:
                end += 1
        return end


def _changed(shown: Row, wanted: Row) -> list[int]:
    """Columns to draw: those that differ, and all after a sign that may be wider than it should."""
    pairs = zip(shown, wanted, strict=True)
    changed = [x for x, (old, new) in enumerate(pairs) if old is not new and old != new]
    unsure = next((x for x in changed if not wanted[x].sure and wanted[x] is not KEEP), None)
    if unsure is not None:
        changed = [x for x in changed if x < unsure] + list(range(unsure, len(wanted)))
    return [x for x in changed if wanted[x] is not KEEP]
