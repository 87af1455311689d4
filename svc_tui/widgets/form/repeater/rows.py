"""ItemRows: one widget that draws the lines of all closed items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget


class RowLine(NamedTuple):
    """One line of a closed item: whose it is, and which of its lines."""

    key: int
    part: int


class ItemRows(Widget):
    """Lines that are drawn when visible."""

    ALLOW_SELECT = False
    """The mouse drags items here instead of selecting text."""

    COMPONENT_CLASSES = {"rows--cursor"}

    DEFAULT_CSS = """
    ItemRows { height: auto; width: 100%; }
    ItemRows > .rows--cursor { background: $primary; color: $background; }
    """

    class Clicked(Message):
        """An item was clicked."""

        def __init__(self, key: int) -> None:
            super().__init__()
            self.key = key

    def __init__(
        self, drawn: Callable[[RowLine, int], Content], is_here: Callable[[int], bool]
    ) -> None:
        super().__init__()
        self._drawn = drawn
        self._is_here = is_here
        self.row_lines: Sequence[RowLine] = ()

    def take(self, row_lines: Sequence[RowLine]) -> None:
        """Replace the lines."""
        if len(row_lines) != len(self.row_lines):
            self.refresh(layout=True)
        self.row_lines = row_lines
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.row_lines)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if y >= len(self.row_lines) or not width:
            return Strip.blank(width, self.rich_style)
        line = self.row_lines[y]
        here = line.part == 0 and self._is_here(line.key)
        # A partial style would have no background if that is opaque.
        style = self.get_visual_style("rows--cursor") if here else self.visual_style
        content = self._drawn(line, width)
        return Visual.to_strips(self, content, width, 1, style, pad=True)[0]

    def row_of(self, key: int) -> int | None:
        """Return the row on which an item begins."""
        return next((y for y, line in enumerate(self.row_lines) if line == (key, 0)), None)

    def redraw(self, *keys: int | None) -> None:
        """Draw the first lines of some items again."""
        found = (self.row_of(key) for key in keys if key is not None)
        lines = [Region(0, y, self.size.width, 1) for y in found if y is not None]
        if lines:
            self.refresh(*lines)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if event.y < len(self.row_lines):
            self.post_message(self.Clicked(self.row_lines[event.y].key))
