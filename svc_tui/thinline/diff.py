"""Draws the difference of two lines with as few bytes as it can."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from svc_tui.thinline.capabilities import TerminalCapabilities
from svc_tui.thinline.cells import KEEP, Cell, differing, ground
from svc_tui.thinline.cursor import NOWHERE, move_sequence
from svc_tui.thinline.sgr import PLAIN, SgrStyle, change

Row = Sequence[Cell]

_NO: frozenset[str] = frozenset()

BRIDGED = 4
"""Columns further on: what lies between costs no more to draw again than to step over."""
WORTH_ERASING = 9
"""Blanks that are cheaper to erase and to step over (ECH, CUF) than to write."""
WORTH_CLEARING = 3
"""Blanks at the end of a line that are cheaper to clear (EL) than to write."""
SHORT_CHANGE = 20
"""Bytes that change one color of the pen; a longer change is worth coming back once for all."""


class DiffRenderer:
    """Draws lines, and keeps track of the cursor and the pen on the terminal."""

    def __init__(self, abilities: TerminalCapabilities, width: int, x: int, y: int) -> None:
        self.out: list[str] = []
        self.x, self.y = x, y
        self._pen: SgrStyle = PLAIN
        self._abilities = abilities
        self._width = width
        self._later: dict[SgrStyle, list[tuple[int, int, int, Row]]] = {}
        """Runs left for the end, by their pen: line, first column, column after the last, line."""

    def move(self, x: int, y: int) -> None:
        """Go to a cell."""
        if x != self.x or y != self.y:
            self.out.append(move_sequence(self.x, self.y, x, y))
            self.x, self.y = x, y

    def take(self, pen: SgrStyle) -> None:
        """Change the pen."""
        if pen != self._pen:
            self.out.append(change(self._pen, pen))
            self._pen = pen

    def line(self, y: int, shown: Row, wanted: Row) -> None:
        """Make one line of the terminal what it should be."""
        changed = differing(shown, wanted)
        sure = all([wanted[x].sure for x in changed])
        if not sure:
            changed = _with_all_after_doubt(changed, wanted)
        if not changed:
            return
        tail = self._tail(wanted)
        if changed[-1] - max(tail, changed[0]) < WORTH_CLEARING:
            tail = self._width
        for start, end in _runs(changed, wanted):
            if start >= tail:
                self._clear(max(start, tail), y, wanted)
                return
            for x, after in _pieces(start, min(end, tail), wanted):
                if sure and x > changed[0] and (pen := self._other_pen(x, y, wanted[x:after])):
                    self._later.setdefault(pen, []).append((y, x, after, wanted))
                else:
                    self._step(x, y, wanted)
                    self._run(x, after, wanted)
            if end > tail:
                self._clear(tail, y, wanted)
                return

    def finish(self) -> None:
        """Draw the runs that were left for the end, one pen after the other."""
        later, self._later = self._later, {}
        for runs in later.values():
            for y, start, end, wanted in runs:
                self._step(start, y, wanted)
                self._run(start, end, wanted)

    def _other_pen(self, x: int, y: int, cells: Row) -> SgrStyle | None:
        """Return the pen of a piece that is left for the end, as it is not the one in hand.

        For a column of them, as a frame or a scrollbar is, the pen is then changed once, not
        twice in every line. Where the cursor is at it already, a short change costs less than
        coming back. Blanks go with the text that is left on the same background.
        """
        first = next((each for each in cells if each.text != " "), cells[0])
        if self._suits(first):
            return None
        if (x, y) == (self.x, self.y) and len(change(self._pen, first.pen)) <= SHORT_CHANGE:
            return None
        if first.text != " ":
            return first.pen
        return next((pen for pen in self._later if ground(pen) == first.pen), first.pen)

    def _step(self, x: int, y: int, wanted: Row) -> None:
        """Go on to a cell, over what is right already where that is cheaper."""
        if self.y == y and 0 <= self.x < x <= self.x + 5:
            between = wanted[self.x : x]
            text = "".join([each.text for each in between])
            if len(text.encode()) <= len(move_sequence(self.x, y, x, y)) and all(
                map(self._suits, between)
            ):
                self.out.append(text)
                self.x = x
        self.move(x, y)

    def _run(self, x: int, end: int, wanted: Row) -> None:
        """Draw cells side by side."""
        y = self.y
        while x < end:
            one = wanted[x]
            if one.text == " " and (after := self._blanks_until(x, end, wanted)) > x:
                self.move(x, y)
                self._pen_for(one)
                self.out.append(f"\x1b[{after - x}X")
                x = after
            elif one.sure:
                self.move(x, y)
                self._pen_for(one)
                x = self._draw(x, end, wanted)
            else:
                self.move(x, y)
                self._pen_for(one)
                self._draw_unsure(one)
                x += one.width

    def _draw(self, x: int, end: int, wanted: Row) -> int:
        """Draw as far as the pen is right; returns the column after it."""
        pen, plain, start = self._pen, self._pen.leaves_blanks_alone, x
        drawn: list[str] = []
        ground = pen.background
        while x < end:
            text, style, width, sure = wanted[x]
            if text == " ":
                suits = style == pen or (plain and style == (_NO, "", ground, ""))
                if not suits:
                    break
                # Most blanks stand between words: those need no further look.
                far = x + WORTH_ERASING
                worth = start < x and far < end and wanted[far].text == " "
                if worth and self._blanks_until(x, end, wanted) > x:
                    break
            elif not sure or (style is not pen and style != pen):
                break
            drawn.append(text)
            x += width or 1
        line = "".join(drawn)
        self.out.append(_repeated().sub(_repeat, line) if self._abilities.repeats else line)
        self.x = x if x < self._width else NOWHERE
        return x

    def _draw_unsure(self, one: Cell) -> None:
        """Whatever its width on this terminal: no old sign stays beside it, no new one moves."""
        x = self.x
        self.out.append(" " * one.width)
        self.x = x + one.width if x + one.width < self._width else NOWHERE
        self.move(x, self.y)
        self.out.append(one.text)
        self.x = NOWHERE

    def _clear(self, x: int, y: int, wanted: Row) -> None:
        """Blanks up to the end of the line."""
        self.move(x, y)
        self._pen_for(wanted[x])
        self.out.append("\x1b[K")

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
        """Return the column where the blanks at the end of a line begin."""
        end = wanted[-1]
        start = len(wanted)
        if self._erasable(end):
            while start and wanted[start - 1] == end:
                start -= 1
        return start

    def _blanks_until(self, x: int, end: int, wanted: Row) -> int:
        """The column after equal blanks that are worth erasing; `x` where there are none."""
        one = wanted[x]
        if end - x <= WORTH_ERASING or wanted[x + WORTH_ERASING] != one:
            return x
        if not self._erasable(one):
            return x
        after = x + 1
        while after < end and wanted[after] == one:
            after += 1
        return after if after - x > WORTH_ERASING else x


@cache
def _repeated() -> re.Pattern[str]:
    """Match a narrow character six times or more; compiled only for a terminal with REP."""
    return re.compile("([ -\u10ff\u2000-\u2e7f])\\1{5,}")


def _repeat(found: re.Match[str]) -> str:
    """One character, and how often it comes again (REP)."""
    return f"{found[1]}\x1b[{len(found[0]) - 1}b"


def _runs(changed: Sequence[int], wanted: Row) -> Iterator[tuple[int, int]]:
    """Columns to draw in one go, as the first and the one after the last."""
    start = before = changed[0]
    for x in changed:
        if x > before + 1 and not (x <= before + BRIDGED and _alike(wanted[before : x + 1])):
            yield start, before + 1
            start = x
        before = x
    yield start, before + 1


def _pieces(start: int, end: int, wanted: Row) -> Iterator[tuple[int, int]]:
    """Yield the parts of a run that one pen draws."""
    pen = wanted[start].pen
    blank = ground(pen)
    for x in range(start + 1, end):
        text, style, _, _ = wanted[x]
        if style is pen or style == pen or (text == " " and style == blank):
            continue
        if pen != ground(style):
            yield start, x
            start = x
        pen, blank = style, ground(style)
    yield start, end


def _alike(cells: Row) -> bool:
    """Whether cells are drawn with one pen, a byte and a column each."""
    pen = cells[0].pen
    return all([one.sure and one.pen is pen and one.text.isascii() and one.width for one in cells])


def _with_all_after_doubt(changed: Sequence[int], wanted: Row) -> list[int]:
    """Columns to draw: all after a sign that may be wider than it should as well."""
    unsure = next((x for x in changed if not wanted[x].sure and wanted[x] is not KEEP), None)
    if unsure is not None:
        changed = [x for x in changed if x < unsure] + list(range(unsure, len(wanted)))
    return [x for x in changed if wanted[x] is not KEEP]
