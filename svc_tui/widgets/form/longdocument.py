"""LongDocument: text in which a key costs the same in one line and in a megabyte."""

from __future__ import annotations

from rich.cells import cell_len
from textual.document._document import Document, EditResult, Location
from textual.document._wrapped_document import WrappedDocument
from textual.expand_tabs import get_tab_widths
from textual.geometry import Size


class LongDocument(Document):
    """Textual's document; it measures only the lines that an edit has changed, not all of them.

    Each line keeps its own end, where Textual would give all of them the same one.
    """

    def __init__(self, text: str) -> None:
        super().__init__("")
        self._newline = Document(text).newline if text else "\n"
        self._lines, self._ends = parted(text)
        self._widths: list[int] = []
        """Cells of each line; empty before they are first read."""
        self._tab_width = 0

    def get_size(self, tab_width: int) -> Size:
        """Return the cells of the longest line, and the number of lines."""
        if not self._widths or tab_width != self._tab_width:
            self._tab_width = tab_width
            self._widths = [cells(line, tab_width) for line in self._lines]
        return Size(max(self._widths), len(self._lines))

    def replace_range(self, start: Location, end: Location, text: str) -> EditResult:
        (top, left), (bottom, right) = sorted((start, end))
        gone = self.get_text_range(start, end)
        if top >= len(self._lines):  # After the last line, which then needs a line end.
            self._ends[-1] = self._ends[-1] or self._newline
        before = self._lines[top][:left] if top < len(self._lines) else ""
        there = bottom < len(self._lines)
        after, after_end = (self._lines[bottom][right:], self._ends[bottom]) if there else ("", "")
        lines, ends = parted(text)
        lines[0] = before + lines[0]
        column = len(lines[-1])
        lines[-1] += after
        ends[-1] = after_end
        self._lines[top : bottom + 1] = lines
        self._ends[top : bottom + 1] = ends
        result = EditResult((top + len(lines) - 1, column), gone)
        if self._widths:
            changed = self._lines[top : result.end_location[0] + 1]
            self._widths[top : bottom + 1] = [cells(line, self._tab_width) for line in changed]
        return result

    @property
    def text(self) -> str:
        return "".join(map("".join, zip(self._lines, self._ends, strict=True)))

    def get_text_range(self, start: Location, end: Location) -> str:
        """Return the text between two places, with the line ends that it came with."""
        (top, left), (bottom, right) = sorted((start, end))
        if top == bottom:
            return self._lines[top][left:right] if top < len(self._lines) else ""
        pairs = zip(self._lines[top:bottom], self._ends[top:bottom], strict=True)
        found = [line + line_end for line, line_end in pairs]
        last = self._lines[bottom][:right] if bottom < len(self._lines) else ""
        return "".join([*found, last])[left:]


def parted(text: str) -> tuple[list[str], list[str]]:
    """Return the lines of a text and their line ends; that of the last one is empty."""
    whole = text.splitlines(keepends=True)
    lines = text.splitlines()
    ends = [one[len(line) :] for one, line in zip(whole, lines, strict=True)]
    if not lines or ends[-1]:
        lines.append("")
        ends.append("")
    return lines, ends


class LongWrapped(WrappedDocument):
    """Textual's view of a document in rows; unwrapped text is not scanned."""

    def wrap(self, width: int, tab_width: int | None = None) -> None:
        """Wrap all lines at a width; at 0 each line is one row."""
        if width:
            super().wrap(width, tab_width)
            return
        self._width = 0
        self._tab_width = tab_width or self._tab_width
        lines = self.document.lines
        self._wrap_offsets = [[] for _ in lines]
        self._offset_to_line_info = [(at, 0) for at in range(len(lines))]
        self._line_index_to_offsets = [[at] for at in range(len(lines))]
        self._tab_width_cache = [self._tabs_of(line) for line in lines]

    def _tabs_of(self, line: str) -> list[int]:
        if "\t" not in line:
            return []
        return [width for _, width in get_tab_widths(line, self._tab_width)]

    @property
    def height(self) -> int:
        """Rows; Textual asks for them with every line that it draws."""
        return len(self._offset_to_line_info)


def cells(line: str, tab_width: int) -> int:
    """Return the cells of a line on a terminal."""
    if line.isascii() and "\t" not in line:
        return len(line)
    return cell_len(line.expandtabs(tab_width))
