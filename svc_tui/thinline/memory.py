"""The cells on the terminal, the cells that are wanted, and the difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from svc_tui.thinline.capabilities import TerminalCapabilities
from svc_tui.thinline.cells import BLANK, KEEP, UNKNOWN, Cell
from svc_tui.thinline.cursor import NOWHERE
from svc_tui.thinline.diff import DiffRenderer
from svc_tui.thinline.overlays import Overlays
from svc_tui.thinline.scrolling import Scroll, scroll
from svc_tui.thinline.sgr import PLAIN, change

Lines = list[list[Cell]]
Way = tuple[str, Lines, list[int]]
"""The bytes of a frame, the cells that it begins with, and the lines that it draws."""


class ScreenState:
    """The cells of the terminal, and those that were painted last."""

    def __init__(self, abilities: TerminalCapabilities) -> None:
        self._abilities = abilities
        self.overlays = Overlays()
        self.resize(0, 0)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        return self._width, self._height

    def resize(self, width: int, height: int) -> None:
        """Begin with a terminal of this size, of which nothing is known."""
        self._width, self._height = width, height
        self._wanted: Lines = [[KEEP] * width for _ in range(height)]
        self._whole = False
        self.cursor = (NOWHERE, NOWHERE)
        """The column and line where the cursor is to be left."""
        self.forget()

    def forget(self) -> None:
        """Anything may be on the terminal: with the next frame all is drawn again."""
        self._shown: Lines = [[UNKNOWN] * self._width for _ in range(self._height)]
        self.overlays.forget()
        self._known = False
        self._dirty = set(range(self._height))
        self._at = (NOWHERE, NOWHERE)

    def discard_frame(self) -> None:
        """Forget the frame: the output of another program stays until it is painted over."""
        self._wanted = [[KEEP] * self._width for _ in range(self._height)]
        self._whole = False
        self.forget()
        self._dirty.clear()

    def place(self, y: int, x: int, cells: Sequence[Cell]) -> None:
        """Cells are painted; what hangs over the edge is not."""
        if not 0 <= y < self._height or not cells:
            return
        row, end = self._wanted[y], x + len(cells)
        if x < 0 or end > self._width:
            cells = _cut(cells, max(0, -x), self._width - x)
            x, end = max(0, x), max(0, x) + len(cells)
        if cells and row[x:end] != list(cells):
            row[x:end] = cells
            self._mend(row, x, end)
            self._dirty.add(y)

    def _mend(self, row: list[Cell], x: int, end: int) -> None:
        """Half of a wide sign is no sign: a terminal blanks the other half as well."""
        for right in (x, end):
            before = row[right - 1] if right else BLANK
            after = row[right] if right < self._width else BLANK
            if before.width == 2 and after.width:
                row[right - 1] = before.blanked
            elif not after.width and before.width != 2:
                row[right] = after.blanked

    def difference(self) -> str:
        """Return the bytes that turn the terminal's cells into those wanted; empty if they are."""
        self._whole = self._whole or not any(KEEP in row for row in self._wanted)
        if self.overlays:
            self._dirty |= self.overlays.doubt(self._shown, self._wanted)
        changed = self._changed(self._shown, sorted(self._dirty))
        self._dirty.clear()
        before = self._shown.copy()
        if not changed and self._at == self.cursor:
            return self.overlays.again(before, before)
        text, shown, drawn = min(self._ways(changed), key=_size)
        for y in drawn:
            shown[y] = self._seen(shown[y], self._wanted[y])
        self._shown, self._at = shown, self.cursor
        self._known = self._known or self._whole
        return text + self.overlays.again(before, shown)

    def _ways(self, changed: list[int]) -> Iterator[Way]:
        """The ways to the new cells that are worth a try."""
        if self._whole and not self._known:
            yield self._cleared()
            return
        # With pictures on it: some terminals move them along, and some do not.
        scrolls = self._whole and self._abilities.scrolls and not self.overlays
        move = scroll(self._shown, self._wanted, changed) if scrolls else None
        if move is None:
            yield self._drawn("", self._at, self._shown, changed), self._shown, changed
            return
        moved = self._scrolled(move)
        yield moved
        text = self._drawn("", self._at, self._shown, changed, at_most=_size(moved))
        if text:
            yield text, self._shown, changed

    def _scrolled(self, move: Scroll) -> Way:
        """Lines are moved by the terminal itself."""
        sources = [move.source(y) for y in range(self._height)]
        empty = [BLANK] * self._width
        shown = [empty if y is None else self._shown[y] for y in sources]
        changed = self._changed(shown, range(self._height))
        return self._drawn(move.sequence, (0, 0), shown, changed), shown, changed

    def _cleared(self) -> Way:
        """Everything is erased first, in the commonest color where the terminal can."""
        blanks = Counter(one for row in self._wanted for one in row if self._erasable(one))
        blank = blanks.most_common(1)[0][0] if blanks else BLANK
        shown = [[blank] * self._width for _ in range(self._height)]
        changed = self._changed(shown, range(self._height))
        pen = blank.pen
        start = f"{change(PLAIN, pen)}\x1b[2J{change(pen, PLAIN)}"
        return self._drawn(start, self._at, shown, changed), shown, changed

    def _drawn(
        self,
        start: str,
        at: tuple[int, int],
        shown: Lines,
        changed: list[int],
        at_most: int | None = None,
    ) -> str:
        """A frame: lines, then the cursor in its place and the plain pen.

        Empty where it is given up, because it takes more than so many bytes.
        """
        brush = DiffRenderer(self._abilities, self._width, *at)
        brush.out.append(start)
        size = seen = 0
        for y in changed:
            brush.line(y, shown[y], self._wanted[y])
            if at_most is not None:
                size, seen = size + sum(map(len, brush.out[seen:])), len(brush.out)
                if size > at_most:
                    return ""
        brush.finish()
        brush.take(PLAIN)
        if self.cursor != (NOWHERE, NOWHERE):
            brush.move(*self.cursor)
        return "".join(brush.out)

    def _seen(self, shown: list[Cell], wanted: list[Cell]) -> list[Cell]:
        """A line of the terminal after it was drawn."""
        if self._whole:
            return wanted.copy()
        return [old if new is KEEP else new for old, new in zip(shown, wanted, strict=True)]

    def _changed(self, shown: Lines, lines: Iterable[int]) -> list[int]:
        return [y for y in lines if shown[y] != self._wanted[y]]

    def _erasable(self, one: Cell) -> bool:
        plain = one.text == " " and one.pen.leaves_blanks_alone
        return plain and (self._abilities.erases_in_color or not one.pen.background)


def _size(way: Way) -> int:
    return len(way[0].encode())


def _cut(cells: Sequence[Cell], start: int, end: int) -> list[Cell]:
    """The middle of some cells, without halves of wide signs."""
    kept = list(cells[start : max(start, end)])
    if kept and not kept[0].width:
        kept[0] = kept[0].blanked
    if kept and kept[-1].width == 2:
        kept[-1] = kept[-1].blanked
    return kept
