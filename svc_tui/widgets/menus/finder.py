"""SvcMenuFinder: the search line above a tree."""

from __future__ import annotations

from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from svc_tui.models.arguments import checks_arguments
from svc_tui.text import label
from svc_tui.widgets.base import WIDGET
from svc_tui.widgets.text_line import TextLine


@checks_arguments(**WIDGET)
class SvcMenuFinder(Horizontal):
    """Hidden until opened; shows how many entries match."""

    DEFAULT_CSS = """
    SvcMenuFinder { height: 1; width: 100%; display: none; }
    SvcMenuFinder > Input { width: 1fr; }
    SvcMenuFinder > Static { width: auto; padding: 0 1; }
    """

    BINDINGS = [
        Binding(
            "escape", "give_up", "All entries", tooltip="Show all entries again.", id="menus.unfind"
        ),
        Binding(
            "down,enter",
            "leave",
            "To the tree",
            tooltip="Go to the matching entries.",
            id="menus.found",
        ),
    ]

    class Changed(Message):
        """The search text changed; empty shows all entries."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    class Left(Message):
        """The user went back to the tree."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = ""

    def compose(self) -> ComposeResult:
        yield Static("/", classes="muted")
        yield TextLine(placeholder="Title or address", compact=True, select_on_focus=False)
        yield Static(classes="muted count")

    def begin(self) -> None:
        """Show it and focus the input."""
        self.display = True
        self.query_one(Input).focus()

    def say(self, found: int, total: int) -> None:
        """Show how many entries match."""
        self.query_one(".count", Static).update(label(f"{found or 'none'} of {total}"))

    def action_give_up(self) -> None:
        """Show all entries again."""
        self.clear()
        self.post_message(self.Left())

    def clear(self) -> None:
        """Look for nothing any more."""
        typed = self.query_one(Input)
        with self.prevent(Input.Changed):
            typed.value = ""
        self.display = False
        self._take("")

    def action_leave(self) -> None:
        """Go to the tree, which keeps showing the matches."""
        if not self.words:
            self.display = False
        self.post_message(self.Left())

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._take(event.value.strip())

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_leave()

    def _take(self, words: str) -> None:
        if words != self.words:
            self.words = words
            self.post_message(self.Changed(words))
