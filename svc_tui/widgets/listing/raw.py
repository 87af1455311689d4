"""RawRow: a row as the backend sent it, or one value of it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from svc_tui.text import label
from svc_tui.widgets.base import SvcModal

PIECE = 2000
"""Characters of a line that are made into text at once."""

MOST = 200_000
"""Characters that are drawn; wrapping more of them would hold the terminal up."""


class RawRow(SvcModal):
    """Text to scroll through; `y` copies all of it, however much is drawn."""

    DEFAULT_CSS = """
    RawRow { align: center middle; }
    RawRow > .dialog { width: 90%; height: 90%; }
    RawRow VerticalScroll { height: 1fr; }
    RawRow .json { height: auto; }
    """

    BINDINGS = [
        Binding("q,Y,f3", "close", "Close", id="raw.close"),
        Binding("y", "copy", "Copy", tooltip="All of it.", id="raw.copy"),
    ]

    def __init__(self, json: str, heading: str = "Raw JSON") -> None:
        super().__init__()
        self.json = json
        self.heading = heading

    def compose(self) -> ComposeResult:
        """Line by line and piece by piece, so that no length of it is cut."""
        lines = self.json[:MOST].split("\n")
        left = len(self.json) - MOST
        more = f"{left:,} more characters are not drawn: y copies them too · " if left > 0 else ""
        with Vertical(classes="dialog"):
            yield Static(label(self.heading), classes="title")
            with VerticalScroll():
                yield Static(Content("\n").join(map(_whole, lines)), classes="json")
            yield Static(label(f"{more}y copies · Esc closes"), classes="hint muted")

    def on_mount(self) -> None:
        """Arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def action_copy(self) -> None:
        """Send it to the terminal's clipboard."""
        self.app.copy_to_clipboard(self.json.encode("utf-8", "replace").decode())
        hint = self.query_one(".hint", Static)
        hint.update(label("Sent to the terminal's clipboard."))


def _whole(line: str) -> Content:
    """A line of any length as text."""
    pieces = [line[at : at + PIECE] for at in range(0, len(line), PIECE)]
    return Content("").join(label(piece) for piece in pieces)
