"""DraggableRows: a table whose rows can be dragged by their place number."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import DataTable


class DraggableRows(DataTable[Text]):
    """Posts where a row is dragged to; does not move it."""

    class Dragged(Message):
        """A row was dragged to another row's place; the button may still be down."""

        def __init__(self, key: str, here: int, dropped: bool) -> None:
            super().__init__()
            self.key = key
            """The dragged row; it may have moved to another line, or be gone."""
            self.here = here
            self.dropped = dropped

    keys: list[str]
    """The lookup values of the rows, in the order shown."""
    position: str | None = None
    """The key of a row's place, shown next to its mark; None if rows have no order."""
    _pulled: str | None = None
    _pulled_to: int | None = None
    _pulling = False

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Start dragging a row by its place number."""
        line, column = _spot(event)
        taken = self.position is not None and column == 0
        if taken and line is not None and line < len(self.keys):
            self._pulled, self._pulled_to = self.keys[line], line

    def on_mouse_move(self, event: events.MouseMove) -> None:
        line, _ = _spot(event)
        if self._pulled is None or line is None or line == self._pulled_to:
            return
        self._pulled_to, self._pulling = line, True
        self.capture_mouse()  # The button may be released anywhere.
        self.post_message(self.Dragged(self._pulled, line, dropped=False))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        key, here, pulling = self._pulled, self._pulled_to, self._pulling
        self._pulled, self._pulled_to, self._pulling = None, None, False
        if key is not None and here is not None and pulling:
            self.release_mouse()
            event.stop()
            self.post_message(self.Dragged(key, here, dropped=True))


def _spot(event: events.MouseEvent) -> tuple[int | None, int | None]:
    meta = event.style.meta
    line, column = meta.get("row"), meta.get("column")
    return (line if isinstance(line, int) and line >= 0 else None), column
