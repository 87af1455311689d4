"""SvcListTable: the rows of one page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Any

from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.coordinate import Coordinate
from textual.message import Message
from textual.widgets import DataTable

from svc_tui.models.listing import ListColumn
from svc_tui.models.slots import Slots
from svc_tui.stores.listing import ListState
from svc_tui.text import cell
from svc_tui.widgets.listing.cells import drawn, shown, side, widths

ARROWS = {"": "", "+": " ▲", "-": " ▼"}


class SvcListTable(DataTable[Text]):
    """Rows under a cursor that stays on its record; says what the operator wants.

    Handed a `ListState`; it asks nobody for anything itself.
    """

    BINDINGS = [
        Binding("enter", "open", "Open", tooltip="Open this record.", id="list.open"),
        Binding("j", "cursor_down", "Down", show=False, id="list.down"),
        Binding("k", "cursor_up", "Up", show=False, id="list.up"),
        Binding("left,h", "column(-1)", "Column left", show=False, id="list.column_left"),
        Binding("right,l", "column(1)", "Column right", show=False, id="list.column_right"),
        Binding("s", "sort", "Sort", tooltip="Sort by the marked column.", id="list.sort"),
        Binding("home", "scroll_top", "Top", show=False, id="list.top"),
        Binding("end,G", "scroll_bottom", "Bottom", show=False, id="list.bottom"),
        Binding("ctrl+d", "half_page(1)", "Half page down", show=False, id="list.half_down"),
        Binding("ctrl+u", "half_page(-1)", "Half page up", show=False, id="list.half_up"),
    ]

    class Opened(Message):
        """The operator wants to see a record."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class SortWanted(Message):
        """The operator wants the list sorted by a column."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(
        self,
        columns: Sequence[ListColumn] = (),
        *,
        lookup: str = "id",
        slots: Slots | None = None,
        zone: tzinfo | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(cursor_type="row", **kwargs)
        self.list_columns = tuple(columns)
        self.lookup = lookup
        self.list_slots = slots or Slots()
        self.zone = zone
        self.keys: list[str] = []
        """The lookup values of the rows, in the order shown."""
        self.column = 0
        """The column that `s` sorts by."""
        self._drawn: tuple[object, ...] = ()
        self._wanted: str | None = None
        """The record that the cursor goes to with the next drawing."""
        self._list: ListState = ListState()

    def show(self, state: ListState, cursor: str | None = None) -> None:
        """Draw a page; the cursor goes to the record named, else stays on its own."""
        cursor = cursor or self._wanted or self.current
        self._list, self._wanted = state, cursor
        if not self.size.width:
            return  # Not laid out yet: the first resize draws, once and in columns that fit.
        drawing = (
            state.rows,
            state.query.ordering,
            self.column,
            self.size.width,
            self.list_columns,
        )
        if drawing == self._drawn:
            return
        self._drawn, self._wanted = drawing, None
        ids = [row.get(self.lookup) for row in state.rows]
        self.keys = ["" if id is None else str(id) for id in ids]
        with self.app.batch_update():
            self.clear(columns=True)
            self._draw_rows(state)
        if cursor in self.keys:
            self.move_cursor(row=self.keys.index(cursor), animate=False)

    @property
    def current(self) -> str | None:
        """The lookup value of the record under the cursor."""
        return self.keys[self.cursor_row] if 0 <= self.cursor_row < len(self.keys) else None

    def on_resize(self, event: events.Resize) -> None:
        """Fit the columns to the new width."""
        if self.list_columns:
            self.show(self._list)

    def action_open(self) -> None:
        """Enter."""
        if (key := self.current) is not None:
            self.post_message(self.Opened(key))

    def action_column(self, by: int) -> None:
        """Mark another column."""
        if self.list_columns:
            self.column = max(0, min(self.column + by, len(self.list_columns) - 1))
            self.show(self._list)

    def action_sort(self) -> None:
        """Sort by the marked column."""
        column = self.list_columns[self.column] if self.list_columns else None
        if column is not None and column.sortable:
            self.post_message(self.SortWanted(column.key))

    def action_half_page(self, by: int) -> None:
        """Half a screen up or down."""
        half = max(1, self.size.height // 2)
        self.move_cursor(row=self.cursor_row + by * half, animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What can't be done now is dim."""
        if action == "open" and not self.keys:
            return None
        if action == "sort":
            columns = self.list_columns
            return True if columns and columns[self.column].sortable else None
        return True

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """A click on the row under the cursor opens it."""
        event.stop()
        self.action_open()

    def _draw_rows(self, state: ListState) -> None:
        texts = [
            [shown(column, row, self.zone) for column in self.list_columns] for row in state.rows
        ]
        room = self.size.width - 2 * len(self.list_columns) - 1
        fitted = widths(self.list_columns, texts, room)
        for n, column in enumerate(self.list_columns):
            self.add_column(self._heading(n, column, fitted[n]), width=fitted[n])
        for row, cells in zip(state.rows, texts, strict=True):
            self.add_row(*self._cells(row, cells, fitted))

    def _cells(
        self, row: Mapping[str, Any], texts: Sequence[str], fitted: Sequence[int]
    ) -> list[Text]:
        parts = zip(self.list_columns, texts, fitted, strict=True)
        return [self._cell(column, row, text, width) for column, text, width in parts]

    def _cell(self, column: ListColumn, row: Mapping[str, Any], text: str, width: int) -> Text:
        """One cell: by its slot `cell.<key>`, else by its format."""
        fill = self.list_slots.get(f"cell.{column.key}")
        if fill is None:
            return drawn(column, text, width)
        filled = fill(item=row, value=row.get(column.key))
        return filled if isinstance(filled, Text) else cell(filled, width=width)

    def _heading(self, n: int, column: ListColumn, width: int) -> Text:
        ordering = self._list.query.ordering
        sign = next((name[:1] for name in ordering if name.lstrip("-") == column.key), "")
        arrow = ARROWS["" if not sign else "-" if sign == "-" else "+"]
        heading = cell(column.label, width=max(1, width - len(arrow))) + Text(arrow)
        if n == self.column and column.sortable:
            heading.stylize("underline")
        if side(column) == "right":
            heading = Text(" " * max(0, width - heading.cell_len)) + heading
        return heading

    def go_to_row(self, row: int) -> None:
        """Put the cursor on a row of the page."""
        self.cursor_coordinate = Coordinate(max(0, min(row, len(self.keys) - 1)), 0)
