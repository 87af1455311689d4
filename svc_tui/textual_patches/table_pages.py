"""Pages of a table that are put back as they were drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from textual._two_way_dict import TwoWayDict
from textual.cache import LRUCache
from textual.coordinate import Coordinate

from svc_tui.textual_patches.speed import is_fast

if TYPE_CHECKING:
    from textual.widgets import DataTable


class GivenSizes:
    """Goes before `DataTable` where every column is added with its width and rows are one line.

    Textual measures every cell of new rows all the same, which takes a third of the time that
    drawing them takes.
    """

    def _update_dimensions(self, new_rows: Iterable[Any]) -> None:
        measured = () if is_fast() else new_rows
        # Of the table that goes after this; its import is too heavy for a base here.
        super()._update_dimensions(measured)  # type: ignore[misc]


class TablePage:
    """The columns and rows of a table, to be put back with all lines that were drawn of them.

    Emptied and filled, a table forgets all drawn lines. Textual files them under a number that
    grows with each change: pages whose numbers are far apart each keep their own. Going back to a
    page takes a fifth of the time that drawing it takes.
    """

    FAR = 1 << 32
    LINES = 400
    """Lines that stay drawn, of all pages together; Textual's thousands are megabytes."""
    CELLS = 3000

    @classmethod
    def make_room(cls, table: DataTable[Any]) -> None:
        """Let a table keep what a few pages need, as it no longer forgets with every page."""
        if is_fast():
            table._line_cache = LRUCache(2 * cls.LINES)
            table._row_render_cache = LRUCache(cls.LINES)
            table._row_renderable_cache = LRUCache(cls.LINES)
            table._cell_render_cache = LRUCache(cls.CELLS)

    def __init__(self, number: int) -> None:
        self._columns: Any = ({}, TwoWayDict({}))
        self._rows: Any = ({}, TwoWayDict({}), {})
        self._count = number * self.FAR

    @staticmethod
    def can_be_kept() -> bool:
        """Whether pages may be put back; else each is redrawn."""
        return is_fast()

    def put(self, table: DataTable[Any]) -> None:
        """Show this page from its top; a new one is empty."""
        if not self.can_be_kept():
            table.clear(columns=True)
            return
        table.columns, table._column_locations = self._columns
        table.rows, table._row_locations, table._data = self._rows
        table._update_count = self._count
        table._require_update_dimensions = True
        table._new_rows.clear()
        table._updated_cells.clear()
        top, before = Coordinate(0, 0), table.cursor_coordinate
        table.cursor_coordinate = table.hover_coordinate = top
        if before == top:
            table._highlight_cursor()  # Another record is there, and no watcher would be called.
        table.scroll_x = table.scroll_y = table.scroll_target_x = table.scroll_target_y = 0
        table.refresh()

    def take(self, table: DataTable[Any]) -> None:
        """Keep what the table shows now, before another page is put there."""
        self._columns = table.columns, table._column_locations
        self._rows = table.rows, table._row_locations, table._data
        self._count = table._update_count
