"""GridGeometry: the places of the entries of a grid, without widgets or files."""

from __future__ import annotations

from dataclasses import dataclass

from textual.geometry import Region

LEAST_WIDTH, HEIGHT = 20, 9
"""Cells of one file: its picture, a line with its name, and a gap on the right and below."""


@dataclass(frozen=True)
class GridGeometry:
    """Folders first, a line each and side by side; below a gap, files as high as pictures."""

    width: int
    """Cells of the terminal for all columns."""
    folders: int = 0
    files: int = 0

    @property
    def count(self) -> int:
        return self.folders + self.files

    @property
    def columns(self) -> int:
        return max(1, self.width // LEAST_WIDTH)

    @property
    def cell_width(self) -> int:
        """Columns of the terminal for an entry."""
        return max(4, self.width // self.columns)

    @property
    def folder_rows(self) -> int:
        return -(-self.folders // self.columns)

    @property
    def rows(self) -> int:
        """Rows of folders and of files."""
        return self.folder_rows - (-self.files // self.columns)

    @property
    def top(self) -> int:
        """The line on which files begin: below the folders, and a gap."""
        return self.folder_rows + 1 if self.folders else 0

    @property
    def height(self) -> int:
        return self.top + (self.rows - self.folder_rows) * HEIGHT

    def row_of(self, at: int) -> int:
        if at < self.folders:
            return at // self.columns
        return self.folder_rows + (at - self.folders) // self.columns

    def in_row(self, row: int) -> range:
        """Return the entries of a row."""
        if row < self.folder_rows:
            first = row * self.columns
            return range(first, min(first + self.columns, self.folders))
        first = self.folders + (row - self.folder_rows) * self.columns
        return range(first, min(first + self.columns, self.count))

    def row_at(self, y: int) -> tuple[int, int]:
        """Return the row on a line, and which of the row's lines it is."""
        if y < self.top:
            return (y, 0) if y < self.folder_rows else (y, HEIGHT)
        row, line = divmod(y - self.top, HEIGHT)
        return self.folder_rows + row, line

    def region_of(self, at: int) -> Region:
        row = self.row_of(at)
        x = (at - self.in_row(row).start) * self.cell_width
        if at < self.folders:
            return Region(x, row, self.cell_width, 1)
        y = self.top + (row - self.folder_rows) * HEIGHT
        return Region(x, y, self.cell_width, HEIGHT)

    def name_line(self, at: int) -> int:
        """The line of an entry that holds its name, below the picture."""
        return 0 if at < self.folders else HEIGHT - 2

    def name_of(self, at: int) -> Region:
        region = self.region_of(at)
        return Region(region.x, region.y + self.name_line(at), region.width, 1)

    def seen(self, top: int, height: int) -> range:
        """Return the entries that are at least partly within some lines."""
        first = self.row_at(top)[0]
        last = min(self.row_at(top + height)[0], max(0, self.rows - 1))
        return range(self.in_row(first).start, self.in_row(last).stop)

    def below(self, at: int, rows: int) -> int:
        """Return the entry so many rows further, in the same column where its row is that long."""
        row = self.row_of(at)
        there = max(0, min(row + rows, self.rows - 1))
        if there == row:
            return at
        entries = self.in_row(there)
        return min(entries.start + at - self.in_row(row).start, entries.stop - 1)
