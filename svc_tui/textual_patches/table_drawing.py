"""Patches that draw tables quicker; apart, as tables are a heavy import."""

from __future__ import annotations

from functools import wraps
from typing import Any

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.strip import Strip
from textual.widgets import DataTable

from svc_tui.textual_patches.replace import replace


def draw_short_cells() -> None:
    """A cell is laid out as any document: padded, wrapped, cropped and padded again.

    One line of text that fits into its column needs none of that. 38 % of drawing a new page.
    """
    render = DataTable._render_cell

    @wraps(render)
    def rendered(
        self: DataTable[Any],
        row_index: int,
        column_index: int,
        base_style: Style,
        width: int,
        cursor: bool = False,
        hover: bool = False,
    ) -> list[list[Segment]]:
        given = (row_index, column_index, base_style, width, cursor, hover)
        text = _short_text(self, row_index, column_index, width)
        if text is None:
            return render(self, *given)
        key: Any = (
            self._row_locations.get_key(row_index),
            self._column_locations.get_key(column_index),
            base_style,
            cursor,
            hover,
            self._show_hover_cursor,
            self._update_count,
            self._pseudo_class_state,
        )
        lines: list[list[Segment]] | None = self._cell_render_cache.get(key)
        if lines is None:
            lines = [_drawn(self, text, *given)]
            self._cell_render_cache[key] = lines
        return lines

    replace(DataTable, "_render_cell", rendered)


def _short_text(table: DataTable[Any], row: int, column: int, width: int) -> Text | None:
    """Return the text of a cell that is one line and fits; None for any other."""
    if row < 0 or column < 0:
        return None
    found = table._get_row_renderables(row)[1][column]
    if type(found) is not Text or found.justify not in (None, "default", "left"):
        return None
    key = table._row_locations.get_key(row)
    if key is None or table.rows[key].height != 1 or "\n" in found.plain or "\t" in found.plain:
        return None
    return found if found.cell_len <= width - 2 * table.cell_padding else None


def _drawn(
    table: DataTable[Any],
    text: Text,
    row: int,
    column: int,
    base: Style,
    width: int,
    cursor: bool,
    hover: bool,
) -> list[Segment]:
    """Return the line of a cell: blanks, the text, blanks."""
    fixed = row < table.fixed_rows or column < table.fixed_columns
    part, over = table._get_styles_to_render_cell(
        False,
        False,
        fixed,
        hover,
        cursor,
        table.show_cursor,
        table._show_hover_cursor,
        table.cursor_foreground_priority == "css",
        table.cursor_background_priority == "css",
    )
    under = base + Style.from_meta({"row": row, "column": column}) + part
    before, after = table.cell_padding, width - table.cell_padding - text.cell_len
    # Joined, the style of the whole text is one of its spans; alone, it would not be drawn.
    whole = Text("").join([text]) if text.style or text.spans else text
    drawn = whole.render(table.app.console, "")
    pieces = [Segment(" " * before), *drawn, Segment(" " * after)]
    return list(Segment.apply_style([one for one in pieces if one.text], under, over))


def draw_lines_once() -> None:
    """Each step of the cursor redraws all lines, also those that it neither leaves nor meets.

    The place of the cursor is a part of what a line is kept by. Lines kept here stand among
    Textual's own, and go with them. 48 % of scrolling by a line.
    """
    render = DataTable._render_line

    @wraps(render)
    def rendered(self: DataTable[Any], y: int, x1: int, x2: int, base_style: Style) -> Strip:
        if self.cursor_type != "row":
            return render(self, y, x1, x2, base_style)
        key: Any = (
            "row",
            y,
            x1,
            x2,
            self.size.width,
            _row_of_line(self, y) == self.cursor_coordinate.row,
            self.hover_coordinate,
            base_style,
            self.show_cursor,
            self._show_hover_cursor,
            self._update_count,
            self._pseudo_class_state,
        )
        strip = self._line_cache.get(key)
        if strip is None:
            strip = self._line_cache[key] = render(self, y, x1, x2, base_style)
        return strip

    replace(DataTable, "_render_line", rendered)


def _row_of_line(table: DataTable[Any], y: int) -> int | None:
    """Return the row of a line; None for the heading, and below the last row."""
    y -= table.header_height if table.show_header else 0
    offsets = table._y_offsets
    if not 0 <= y < len(offsets):
        return None
    return table._row_locations.get(offsets[y][0])
