"""RawRow: a row as the backend sent it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from svc_tui.text import label
from svc_tui.widgets.base import SvcModal


class RawRow(SvcModal):
    """JSON to scroll through; `y` copies all of it."""

    DEFAULT_CSS = """
    RawRow { align: center middle; }
    RawRow > .dialog { width: 90%; height: 90%; }
    RawRow VerticalScroll { height: 1fr; }
    RawRow .json { height: auto; }
    """

    BINDINGS = [
        Binding("q,Y", "close", "Close", id="raw.close"),
        Binding("y", "copy", "Copy", tooltip="All of it.", id="raw.copy"),
    ]

    def __init__(self, json: str) -> None:
        super().__init__()
        self.json = json

    def compose(self) -> ComposeResult:
        """Line by line, so that no length of it is cut."""
        lines = Content("\n").join(label(line, multiline=True) for line in self.json.split("\n"))
        with Vertical(classes="dialog"):
            yield Static("Raw JSON", classes="title")
            with VerticalScroll():
                yield Static(lines, classes="json")
            yield Static(label("y copies · Esc closes"), classes="hint muted")

    def on_mount(self) -> None:
        """Arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def action_copy(self) -> None:
        """Send it to the terminal's clipboard."""
        self.app.copy_to_clipboard(self.json.encode("utf-8", "replace").decode())
        hint = self.query_one(".hint", Static)
        hint.update(label("Sent to the terminal's clipboard."))
