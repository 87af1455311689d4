"""What Textual 8.2.8 does in vain when a page is put up; used by `compat`, and by our table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from textual._two_way_dict import TwoWayDict
from textual.cache import LRUCache
from textual.coordinate import Coordinate
from textual.events import ScreenResume
from textual.screen import Screen

from svc_tui.thinline.textual_version import textual_version

if TYPE_CHECKING:
    from textual.widgets import DataTable

TRIED = "8.2.8"


class GivenSizes:
    """Goes before `DataTable`, where every column is added with its width and rows are one line.

    In all versions up to 8.2.8 every cell of new rows is measured all the same, which takes as long
    as drawing a third of them.
    """

    def _update_dimensions(self, new_rows: Iterable[Any]) -> None:
        measured = new_rows if textual_version() != TRIED else ()
        # Of the table that goes after this; its import is too heavy for a base here.
        super()._update_dimensions(measured)  # type: ignore[misc]


class TablePage:
    """The columns and rows of a table, to be put back as they were drawn when they are seen again.

    Emptied and filled, a table forgets all lines that it has drawn. In 8.2.8 it files them under a
    number that grows with each change: pages whose numbers are far apart each keep their own.
    """

    FAR = 1 << 32
    LINES = 400
    """Lines that stay drawn, of all pages together; Textual's thousands are megabytes."""
    CELLS = 3000

    @classmethod
    def make_room(cls, table: DataTable[Any]) -> None:
        """Let a table keep what a few pages need, as it no longer forgets with every page."""
        if cls.can_be_kept():
            # By Textual's key, and by the one of `compat_table.draw_lines_once`.
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
        """Whether this Textual is known well enough; else a page is only ever drawn anew."""
        return textual_version() == TRIED

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
            table._highlight_cursor()  # Another record is there, which nobody would be told of.
        table.scroll_x = table.scroll_y = table.scroll_target_x = table.scroll_target_y = 0
        table.refresh()

    def take(self, table: DataTable[Any]) -> None:
        """Keep what the table shows now, before another page is put there."""
        self._columns = table.columns, table._column_locations
        self._rows = table.rows, table._row_locations, table._data
        self._count = table._update_count


def style_new_pages_once() -> None:
    """A screen that is shown for the first time has all its widgets styled a second time.

    In all versions up to 8.2.8. That is for screens that come back to the top, whose theme may have
    changed meanwhile; the widgets of a new one are styled as they are mounted.
    """
    resume = Screen._on_screen_resume

    def resumed(self: Screen[Any], event: ScreenResume) -> None:
        if not self.stack_updates:
            event.refresh_styles = False
        resume(self, event)

    setattr(Screen, resume.__name__, resumed)
