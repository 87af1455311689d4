"""Loading: a word in place of a widget that is loading."""

from __future__ import annotations

from textual import on
from textual.events import InputEvent
from textual.widgets import Static


class Loading(Static):
    """Replaces Textual's indicator, which is painted sixteen times a second."""

    DEFAULT_CSS = """
    Loading {
        width: 100%;
        height: 100%;
        min-height: 1;
        content-align: center middle;
        color: $text-muted;
    }
    Loading.-textual-loading-indicator {
        layer: _loading;
        background: $boost;
        dock: top;
    }
    """

    def __init__(self) -> None:
        super().__init__("Loading…", markup=False)

    @on(InputEvent)
    def _ignore_input(self, event: InputEvent) -> None:
        event.stop()
        event.prevent_default()
