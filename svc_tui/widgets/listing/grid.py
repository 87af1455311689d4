"""ListGrid: the rows of one page under a cursor that stays on its record."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from datetime import tzinfo
from typing import Any, Self

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.binding import Binding
from textual.content import Content
from textual.coordinate import Coordinate
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widgets import DataTable

from svc_tui.models.dotted_path import path_exists, value_at
from svc_tui.models.listing import ListColumn
from svc_tui.models.slots import Slots
from svc_tui.stores.rows import ChangedRow
from svc_tui.text import cell, clean
from svc_tui.textual_patches.hooks import stop_watching
from svc_tui.textual_patches.table_pages import GivenSizes, TablePage
from svc_tui.widgets.listing.cells import Styles, cut_cell, drawn, fitting, shown, side, widths
from svc_tui.widgets.listing.draggable_rows import DraggableRows
from svc_tui.widgets.listing.page_cache import PageCache
from svc_tui.widgets.panel import FramedPanel
from svc_tui.widgets.slots import slot_line

Row = Mapping[str, Any]

Marking = tuple[Container[str], range | None, str | None, Container[str]]
"""The marked keys, the lines of a range, the held key, the keys of staged rows."""

ARROWS = {"": "", "+": " ▲", "-": " ▼"}

MARK = "✓"
"""Before a marked row."""

RANGE = "+"
"""Before a row that a range would mark."""

MISSING = " ?"
"""After the label of a column that is empty in every row."""

STAGED = "*"
"""Before a row and its values that are not sent yet."""

HELD = "▸"
"""Before a row that is being moved."""


class ListGrid(GivenSizes, DraggableRows, FramedPanel):
    """A table that is passed rows, marks and a sort order, and reads no store itself.

    Moving the cursor paints only the cursor.
    """

    KEYS_ABOUT = "Moving and opening"

    COMPONENT_CLASSES = {
        "grid--marked",
        "status--good",
        "status--underway",
        "status--draft",
        "status--failed",
    }

    BINDINGS = [
        Binding("enter", "open", "Open", tooltip="Open this record.", id="list.open"),
        Binding("j", "cursor_down", "Down", show=False, id="list.down"),
        Binding("k", "cursor_up", "Up", show=False, id="list.up"),
        Binding("left,h", "column(-1)", "Column left", show=False, id="list.column_left"),
        Binding("right,l", "column(1)", "Column right", show=False, id="list.column_right"),
        Binding("home", "scroll_top", "Top", show=False, id="list.top"),
        Binding("end,G", "scroll_bottom", "Bottom", show=False, id="list.bottom"),
        Binding("ctrl+d", "half_page(1)", "Half page down", show=False, id="list.half_down"),
        Binding("ctrl+u", "half_page(-1)", "Half page up", show=False, id="list.half_up"),
    ]

    class Opened(Message):
        """The user wants to open a record."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class EdgeReached(Message):
        """The cursor should go below the last row (1), or above the first (-1)."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    class HeadingClicked(Message):
        """A column's heading was clicked."""

        def __init__(self, column: ListColumn) -> None:
            super().__init__()
            self.column = column

    class Resized(Message):
        """The room for rows changed."""

    class Fitted(Message):
        """More or fewer columns fit than before: the room or the values have changed."""

    def __init__(
        self,
        columns: Sequence[ListColumn] = (),
        *,
        position: str | None = None,
        slots: Slots | None = None,
        zone: tzinfo | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(cursor_type="row", **kwargs)
        self.list_columns = tuple(columns)
        """The chosen columns in order."""
        self.drawn_columns = self.list_columns
        """Those of them that fit."""
        self.position = position
        self.list_slots = slots or Slots()
        self.zone = zone
        self.keys = []
        self.column = 0
        """The column that `s` sorts by, among the visible ones."""
        self.is_pointed = False
        """Whether a column was gone to, so that its heading is underlined from then on."""
        self._rows: tuple[Row, ...] = ()
        self._ordering: tuple[str, ...] = ()
        self._markers: list[str] = []
        self._marking: Marking = ((), None, None, ())
        self._wanted: str | None = None
        """The record for the cursor after the next drawing."""
        self._painted: tuple[object, ...] = ()
        self._pages = PageCache()
        TablePage.make_room(self)
        self._status_styles: Styles = {}
        self._ground: Style | None = None
        """While lines are drawn: the style behind them."""
        self._tint: Style | None = None
        """The background of marked rows, without any if the sign is enough; None until needed."""

    # What is shown

    def show(
        self,
        rows: tuple[Row, ...],
        keys: Sequence[str],
        ordering: tuple[str, ...] = (),
        cursor: str | None = None,
    ) -> None:
        """Draw a page; the cursor goes to the record named, else stays on its own.

        `keys` identify the rows; "" for one that can't be opened or marked. If the cursor's record
        is gone, the cursor stays on its line.
        """
        cursor, line = cursor or self._wanted or self.current, self.cursor_row
        self._rows, self._ordering, self._wanted = rows, ordering, cursor
        if not self.size.width:
            self.keys = list(keys)
            return  # Not laid out yet: the first resize draws it once, with columns that fit.
        unsent = tuple(row.changed if isinstance(row, ChangedRow) else None for row in rows)
        look = (self.column, self.is_pointed, self.size.width, self.app.theme)
        painted = (rows, unsent, ordering, look, self.list_columns)
        self._wanted = None
        if painted == self._painted:
            return
        self._painted = painted
        self.keys = list(keys)
        with self.app.batch_update():
            self._turn_to(painted)
        self.go_to_row(self.keys.index(cursor) if cursor in self.keys else line)

    def _turn_to(self, painted: tuple[object, ...]) -> None:
        page, is_new = self._pages.turn(self, painted)
        if is_new:
            self._draw_rows()
            page.columns, page.column, page.signs = self.drawn_columns, self.column, self._markers
            return
        hidden = self.hidden
        self.drawn_columns, self.column, self._markers = page.columns, page.column, page.signs
        if hidden != self.hidden:
            self.post_message(self.Fitted())

    def sign(
        self,
        marked: Container[str],
        ranged: range | None,
        held: str | None,
        staged: Container[str] = (),
    ) -> None:
        """Put marks before rows; only changed signs are redrawn."""
        self._marking = (marked, ranged, held, staged)
        for line, key in enumerate(self.keys[: len(self._markers)]):
            mark = STAGED if key and key in staged else ""
            mark = MARK if key and key in marked else mark
            mark = RANGE if ranged is not None and line in ranged else mark
            mark = HELD if held is not None and key == held else mark
            if mark != self._markers[line]:
                self._markers[line] = mark
                self.update_cell_at(Coordinate(line, 0), self._front(line), update_width=False)
                self.refresh_row(line)

    @property
    def current(self) -> str | None:
        """The lookup value of the record under the cursor; None if it has none."""
        here = self.cursor_row
        return (self.keys[here] or None) if 0 <= here < len(self.keys) else None

    @property
    def cursor_line(self) -> int:
        """The line of the screen that the cursor is on."""
        line = self.cursor_row - self.scroll_offset.y + self.header_height * self.show_header
        return self.content_region.y + line

    @property
    def current_row(self) -> Row | None:
        """The record under the cursor."""
        here = self.cursor_row
        return self._rows[here] if 0 <= here < len(self._rows) else None

    @property
    def current_column(self) -> ListColumn | None:
        """The marked column."""
        return self.drawn_columns[self.column] if self.column < len(self.drawn_columns) else None

    @property
    def missing(self) -> tuple[ListColumn, ...]:
        """The columns that have a value in no row, and no slot."""
        return tuple(
            column
            for column in self.list_columns
            if self._rows
            and f"cell.{column.key}" not in self.list_slots
            and not any(path_exists(row, column.key) for row in self._rows)
        )

    @property
    def hidden(self) -> int:
        """The number of columns there is no room for."""
        return len(self.list_columns) - len(self.drawn_columns)

    def show_columns(self, columns: Sequence[ListColumn]) -> None:
        """Show other columns for the same rows."""
        self.list_columns = self.drawn_columns = tuple(columns)
        self.column = max(0, min(self.column, len(self.list_columns) - 1))
        self._show_again()

    def go_to_row(self, row: int) -> None:
        """Put the cursor on a row of the page."""
        if self.keys:
            self.move_cursor(row=max(0, min(row, len(self.keys) - 1)), animate=False)

    def validate_cursor_coordinate(self, value: Coordinate) -> Coordinate:
        """Do nothing: in an empty table, Textual's own would move the cursor to the heading."""
        row, column = super().validate_cursor_coordinate(value)
        return Coordinate(max(0, row), max(0, column))

    # Hearing

    def on_mount(self) -> None:
        """Draw with the colors of the theme, now and whenever it changes."""
        self.watch(self.app, "theme", self._theme_changed)

    def on_unmount(self) -> None:
        """Let the app forget the grid, and with it its rows."""
        stop_watching(self, self.app)

    def _theme_changed(self) -> None:
        # Few colors make no tint: there the whole line is in two, those of its states left out.
        few = self.has_pseudo_class("ansi")
        self.cursor_foreground_priority = "css" if few else "renderable"
        if self._rows:
            self.call_after_refresh(self._show_again)

    def on_resize(self, event: events.Resize) -> None:
        """Fit the columns to the new width."""
        self.post_message(self.Resized())
        if self.list_columns:
            self._show_again()

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Open the row under the cursor on a click."""
        event.stop()
        self.action_open()

    @on(DataTable.HeaderSelected)
    def _heading_clicked(self, event: DataTable.HeaderSelected) -> None:
        event.stop()
        if 0 < event.column_index <= len(self.drawn_columns):
            self.column, self.is_pointed = event.column_index - 1, True
            self.post_message(self.HeadingClicked(self.drawn_columns[self.column]))

    # Actions

    def action_open(self) -> None:
        """Open on Enter; a row that can't be opened has no key."""
        if self.current_row is not None:
            self.post_message(self.Opened(self.current or ""))

    def action_column(self, by: int) -> None:
        """Mark another column."""
        if self.drawn_columns:
            self.column = max(0, min(self.column + by, len(self.drawn_columns) - 1))
            self.is_pointed = True
            self._show_again()
            self.refresh_bindings()

    def action_cursor_down(self) -> None:
        """Go one row down; from the last one, to the next page."""
        if not self._leaves_page(1):
            super().action_cursor_down()

    def action_cursor_up(self) -> None:
        """Go one row up; from the first one, to the previous page."""
        if not self._leaves_page(-1):
            super().action_cursor_up()

    def action_page_down(self) -> None:
        """Go a screen down; from the last row, to the next page."""
        if not self._leaves_page(1):
            super().action_page_down()

    def action_page_up(self) -> None:
        """Go a screen up; from the first row, to the previous page."""
        if not self._leaves_page(-1):
            super().action_page_up()

    def action_half_page(self, by: int) -> None:
        if not self._leaves_page(by):
            self.go_to_row(self.cursor_row + by * max(1, self.size.height // 2))

    def _leaves_page(self, by: int) -> bool:
        """Post that the cursor should leave the page; False if it is not at that edge."""
        if not self.at_edge(by):
            return False
        self.post_message(self.EdgeReached(by))
        return True

    def at_edge(self, by: int) -> bool:
        """Whether the cursor is on the last row (1), or on the first (-1)."""
        return bool(self.keys) and self.cursor_row == (len(self.keys) - 1 if by > 0 else 0)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim what can't be done now."""
        return None if action == "open" and not self.keys else True

    # Drawing

    def refresh_row(self, row_index: int) -> Self:
        """Repaint only its line: Textual also paints the scroll bar with every step."""
        inside = self.scrollable_content_region
        y = row_index - self.scroll_offset.y + self.header_height * self.show_header
        if self.is_valid_row_index(row_index) and 0 <= y < inside.height:
            self.refresh(Region(0, y, inside.width, 1))
        return self

    def render_lines(self, crop: Region) -> list[Strip]:
        """All lines of a frame share one background; the table asks for it with every line."""
        self._ground = super().rich_style
        try:
            return super().render_lines(crop)
        finally:
            self._ground = None

    def render_line(self, y: int) -> Strip:
        """Tint the lines of marked rows, but for the one under the cursor."""
        strip, row = super().render_line(y), y + self.scroll_offset.y - self.header_height
        if y < self.header_height or row == self.cursor_row or row >= len(self._markers):
            return strip
        tint = self._marked_style if self._markers[row] in (MARK, RANGE) else Style()
        if not tint:
            return strip
        return Strip([Segment(text, (style or Style()) + tint) for text, style, _ in strip])

    @property
    def _marked_style(self) -> Style:
        if self._tint is None:
            few = self.has_pseudo_class("ansi") or self.app.no_color
            ground = self.get_component_rich_style("grid--marked").bgcolor
            self._tint = Style() if few else Style(bgcolor=ground)
        return self._tint

    def notify_style_update(self) -> None:
        """Read the tint of marks again: the theme may be another one."""
        super().notify_style_update()
        self._tint = None

    @property
    def rich_style(self) -> Style:
        """The background, to which all ancestors contribute."""
        return super().rich_style if self._ground is None else self._ground

    def _draw_rows(self) -> None:
        self._status_styles = {
            name.partition("--")[2]: Style(color=self.get_component_rich_style(name).color)
            for name in self.COMPONENT_CLASSES
            if name.startswith("status--")
        }
        self._markers = ["" for _ in self._rows]
        cells = [[self._filled(column, row) for column in self.list_columns] for row in self._rows]
        front = self._front_width()
        cells, fitted = self._fit(cells, self.size.width - front - 3)
        self.add_column(Text("  #" if front > 1 else "", "dim", end=""), width=front)
        missing = {column.key for column in self.missing}
        for n, column in enumerate(self.drawn_columns):
            heading = self._heading(n, column, fitted[n], column.key in missing)
            self.add_column(heading, width=fitted[n])
        for line, row_cells in enumerate(cells):
            self.add_row(self._front(line), *self._cells(row_cells, fitted))

    def _fit(
        self, cells: list[list[str | Text]], room: int
    ) -> tuple[list[list[str | Text]], list[int]]:
        """The cells of the visible columns, and the width of each."""
        texts = [[one if isinstance(one, str) else one.plain for one in line] for line in cells]
        kept, hidden = fitting(self.list_columns, texts, room), self.hidden
        self.drawn_columns = tuple(self.list_columns[n] for n in kept)
        self.column = max(0, min(self.column, len(kept) - 1))
        if hidden != self.hidden:
            self.post_message(self.Fitted())
        texts = [[line[n] for n in kept] for line in texts]
        fitted = widths(self.drawn_columns, texts, room - 2 * len(kept))
        return [[line[n] for n in kept] for line in cells], fitted

    def _front_width(self) -> int:
        """One cell for the mark, and as many as the longest place number needs."""
        return max([1, *(len(self._place(row)) + 2 for row in self._rows if self._place(row))])

    def _front(self, line: int) -> Text:
        mark, place = self._markers[line], self._place(self._rows[line])
        text = f"{mark or ' '} {place}" if place else mark
        return cell(text, "bold" if mark else "dim")

    def _place(self, row: Row) -> str:
        place = value_at(row, self.position) if self.position is not None else None
        return str(place)[:6] if isinstance(place, (int, float)) else ""

    def _show_again(self) -> None:
        self.show(self._rows, self.keys, self._ordering)
        self.sign(*self._marking)

    def _cells(self, cells: Sequence[str | Text], fitted: Sequence[int]) -> list[Text]:
        parts = zip(self.drawn_columns, cells, fitted, strict=True)
        styles = self._status_styles
        return [
            cut_cell(one, width) if isinstance(one, Text) else drawn(column, one, width, styles)
            for column, one, width in parts
        ]

    def _filled(self, column: ListColumn, row: Row) -> str | Text:
        """One cell: by its slot `cell.<key>` (given item and value), else by its format.

        A value that is not sent yet has a star before it, where a narrow column can't cut it off.
        """
        words = self._unsigned(column, row)
        if not isinstance(row, ChangedRow) or not row.differs_at(column.key):
            return words
        return Text(STAGED) + words if isinstance(words, Text) else f"{STAGED}{words}"

    def _unsigned(self, column: ListColumn, row: Row) -> str | Text:
        fill = self.list_slots.get(f"cell.{column.key}")
        if fill is None:
            return shown(column, row, self.zone)
        value = value_at(row, column.key)
        name = f"cell.{column.key}"
        # A copy: changes made by a function must not affect actions and deletes.
        filled = slot_line(name, fill, item=dict(row), value=value)
        if isinstance(filled, Text):
            return filled
        return clean(filled.plain if isinstance(filled, Content) else filled)

    def _heading(self, n: int, column: ListColumn, width: int, missing: bool) -> Text:
        """Its label, the arrow of its order, and its rank if several columns sort."""
        names = [name.lstrip("-") for name in self._ordering]
        arrow = MISSING if missing else ""
        if column.key in names:
            rank = names.index(column.key)
            arrow += ARROWS["-" if self._ordering[rank].startswith("-") else "+"]
            arrow += str(rank + 1) if len(names) > 1 else ""
        heading = cell(column.label, width=max(1, width - len(arrow))) + Text(arrow)
        if n == self.column and self.is_pointed:
            heading.stylize("underline")
        if side(column) == "right":
            heading = Text(" " * max(0, width - heading.cell_len)) + heading
        return heading
