"""GridGeometry: the positions of entries in a grid, without widgets or files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from textual.geometry import Region

GAP = 2
"""Cells between two entries in a row."""

LEAST_WIDTH, LEAST_PICTURE = 20, 7
"""Cells of the smallest file with its gap, and lines of its picture."""

LEAST_OF_TWO = 6
"""Lines of a picture where two rows would not fit otherwise."""

MOST_WIDTH = 46
"""Cells of the largest file, so that a single picture does not fill the screen."""

MOST_ROWS = 3
"""Rows of files that should be visible before the pictures grow."""

ROOM_FOR_FACTS = 11
"""Lines of a file from which one of them shows its facts."""

FACTS = 4
"""Cells by which a picture shrinks to make room for its facts."""

FOLDER_WIDTH, LOFTY = 22, 24
"""Cells of a folder with its gap, and lines of the grid from which folders are tiles."""


class FileShape(NamedTuple):
    """The layout of files: columns, lines of a picture, and lines of words below it."""

    columns: int
    picture: int
    words: int

    @property
    def height(self) -> int:
        """Lines of a file with the gap below."""
        return self.picture + self.words + 1


@dataclass(frozen=True)
class GridGeometry:
    """Folders first, side by side; below a rule, files as large as they fit.

    Each row is as high as its entries, with a gap below.
    """

    width: int
    """Cells of the terminal for all columns."""
    folders: int = 0
    files: int = 0
    room: int = 0
    """Visible lines; 0 makes everything as small as possible."""
    more: bool = False
    """Whether there are other pages: files have the same size on each."""

    @property
    def count(self) -> int:
        return self.folders + self.files

    # Folders

    @cached_property
    def folder_columns(self) -> int:
        return max(1, self.width // FOLDER_WIDTH)

    @property
    def folder_rows(self) -> int:
        return -(-self.folders // self.folder_columns)

    @property
    def folder_height(self) -> int:
        """Lines of a folder: a tile of three if that leaves room for the pictures."""
        lofty = self.room >= LOFTY and self.folder_rows * 4 <= self.room // 3
        return 3 if lofty else 1

    @property
    def _folder_pitch(self) -> int:
        return self.folder_height + (1 if self.folder_height > 1 else 0)

    @property
    def rule(self) -> int | None:
        """The line of the rule between folders and files; None if not needed.

        Tiles need none: they look different from pictures.
        """
        flat = self.folders and self.files and self.folder_height == 1
        return self.folder_rows if flat else None

    # Files

    @cached_property
    def shape(self) -> FileShape:
        """The layout of the files."""
        files = 0 if self.more else self.files
        return file_shape(self.width, max(0, self.room - self.top), files)

    @property
    def columns(self) -> int:
        """Files beside each other."""
        return self.shape.columns

    @property
    def rows(self) -> int:
        """Rows of folders and of files."""
        return self.folder_rows - (-self.files // self.columns)

    @property
    def top(self) -> int:
        """The line on which files begin: below the folders, and the rule."""
        if self.rule is None:
            return self.folder_rows * self._folder_pitch
        return self.rule + 1

    @property
    def height(self) -> int:
        """Lines of all entries, without a gap below the last ones."""
        rows = self.rows - self.folder_rows
        return self.top + rows * self.shape.height - 1 if rows else self.top

    # Entries

    def row_of(self, at: int) -> int:
        if at < self.folders:
            return at // self.folder_columns
        return self.folder_rows + (at - self.folders) // self.columns

    def in_row(self, row: int) -> range:
        """Return the entries of a row."""
        if row < self.folder_rows:
            first = row * self.folder_columns
            return range(first, min(first + self.folder_columns, self.folders))
        first = self.folders + (row - self.folder_rows) * self.columns
        return range(first, min(first + self.columns, self.count))

    def row_at(self, y: int) -> tuple[int, int]:
        """Return the row on a line, and which of the row's lines it is; the gap is the last."""
        if y >= self.top:
            row, line = divmod(y - self.top, self.shape.height)
            return self.folder_rows + row, line
        row = min(y // self._folder_pitch, self.folder_rows - 1)
        return row, y - row * self._folder_pitch

    def cell_width(self, row: int) -> int:
        """Columns of the terminal for an entry of a row, with its gap."""
        columns = self.folder_columns if row < self.folder_rows else self.columns
        return max(4, self.width // columns)

    def lines(self, row: int) -> int:
        """Lines of the entries of a row, without the gap below."""
        return self.folder_height if row < self.folder_rows else self.shape.height - 1

    def entry_at(self, x: int, y: int) -> int | None:
        """Return the entry at a point."""
        row, line = self.row_at(y)
        if row >= self.rows or line >= self.lines(row):
            return None
        entries = self.in_row(row)
        at = entries.start + x // self.cell_width(row)
        return at if at in entries else None

    def region_of(self, at: int) -> Region:
        row = self.row_of(at)
        width = self.cell_width(row)
        x = (at - self.in_row(row).start) * width
        if at < self.folders:
            return Region(x, row * self._folder_pitch, width, self.folder_height)
        y = self.top + (row - self.folder_rows) * self.shape.height
        return Region(x, y, width, self.lines(row))

    def name_line(self, at: int) -> int:
        """The line of an entry that has its name: in the middle of a folder, below a picture."""
        return self.folder_height // 2 if at < self.folders else self.shape.picture

    def name_of(self, at: int) -> Region:
        region = self.region_of(at)
        return Region(region.x, region.y + self.name_line(at), region.width, 1)

    def seen(self, top: int, height: int) -> range:
        """Return the entries that are at least partly within a range of lines."""
        first, line = self.row_at(top)
        if line >= self.lines(first) and first < self.rows - 1:
            first += 1  # Only the gap of the row above is left.
        last = min(self.row_at(top + height)[0], max(0, self.rows - 1))
        return range(self.in_row(first).start, self.in_row(last).stop)

    def top_for(self, at: int, top: int = 0) -> int:
        """Return the line to scroll to for an entry: `top` if it is seen whole, else a row's."""
        region = self.region_of(at)
        if region.y < top or region.height > self.room:
            return region.y
        if region.bottom <= top + self.room:
            return top
        tops = (self.region_of(self.in_row(row).start).y for row in range(self.rows))
        return next(y for y in tops if region.bottom <= y + self.room)

    @property
    def scrolled_height(self) -> int:
        """The height in which the last entries are seen below the top of a row."""
        if self.height <= self.room or not self.count:
            return self.height
        return max(self.height, self.top_for(self.count - 1) + self.room)

    def below(self, at: int, rows: int) -> int:
        """Return the entry that many rows further: the one below, if its row is long enough."""
        row = self.row_of(at)
        there = max(0, min(row + rows, self.rows - 1))
        if there == row:
            return at
        column = at - self.in_row(row).start
        before, width = self.cell_width(row), self.cell_width(there)
        if before != width:  # Files may have other columns than folders.
            column = (column * before + before // 2) // width
        entries = self.in_row(there)
        return min(entries.start + column, entries.stop - 1)


@lru_cache(64)
def file_shape(width: int, room: int, files: int) -> FileShape:
    """Return the layout with the largest pictures that leaves enough of the files in sight.

    All of them if they fit, else three rows or as many as fit; if that is one, files are as small
    as possible. 0 files means more than fit.
    """
    most = max(1, width // LEAST_WIDTH)
    if room + 1 < 2 * (LEAST_OF_TWO + 2):
        return FileShape(most, LEAST_PICTURE, 1)
    least = min(most, max(3, -(-width // MOST_WIDTH)))
    choices = (_with_columns(width, room, files, columns) for columns in range(least, most + 1))
    return max(choices, key=lambda shape: (_size(width, shape), shape.columns))


def _with_columns(width: int, room: int, files: int, columns: int) -> FileShape:
    most_rows = min(MOST_ROWS, max(2, (room + 1) // (LEAST_PICTURE + 2)))
    rows = min(most_rows, max(1, -(-files // columns))) if files else most_rows
    lines = (room + 1) // rows  # The gap below the last row need not be seen.
    words = 2 if lines >= ROOM_FOR_FACTS else 1
    # A cell is twice as high as it is wide: a picture is at most square.
    wanted = -(-(width // columns - GAP) // 2)
    return FileShape(columns, max(LEAST_OF_TWO, min(lines - words - 1, wanted)), words)


def _size(width: int, shape: FileShape) -> int:
    """Return the width in cells of a three-to-two picture in this layout, facts included."""
    facts = FACTS if shape.words > 1 else 0
    return min(width // shape.columns - GAP, 3 * shape.picture) + facts
