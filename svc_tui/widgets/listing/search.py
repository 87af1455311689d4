"""SearchLine: words to search for, and filters such as `status:draft`."""

from __future__ import annotations

from typing import Any

from textual import on
from textual.binding import Binding
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input

from svc_tui.widgets.text_line import TextLine

PAUSE = 0.35
"""Seconds without typing before the search starts."""


class SearchLine(TextLine):
    """Plain words are searched after a pause; a line with filters waits for Enter."""

    BINDINGS = [
        Binding(
            "tab",
            "complete",
            "Complete",
            show=False,
            id="search.complete",
            tooltip="Complete the name of a filter or its value.",
        ),
        Binding(
            "enter", "submit", "Search", id="search.run", tooltip="Search, and go to the rows."
        ),
        Binding(
            "escape", "leave", "To the rows", id="search.escape", tooltip="Go back to the rows."
        ),
        Binding(
            "down", "leave", "To the rows", show=False, tooltip="Go to the rows.", id="search.leave"
        ),
    ]

    class Typed(Message):
        """The line changed; a handler may show completions."""

        def __init__(self, text: str, cursor: int) -> None:
            super().__init__()
            self.text = text
            self.cursor = cursor

    class Searched(Message):
        """Search for these words."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Asked(Message):
        """Enter was pressed: run this line with its filters."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Left(Message):
        """The user has finished typing."""

    def __init__(self, value: str = "", **kwargs: Any) -> None:
        hint = "/ to search"
        super().__init__(value, placeholder=hint, compact=True, select_on_focus=False, **kwargs)
        self.completions: tuple[str, ...] = ()
        """Whole lines that Tab can complete this one to, the best one first."""
        self._pause: Timer | None = None
        self._known = value

    def put(self, text: str) -> None:
        """Show other words without searching."""
        if text != self.value:
            self._known = text
            with self.prevent(Input.Changed):
                self.value = text
            self.cursor_position = len(text)

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        if event.value == self._known:
            return
        self._known = event.value
        self._rest()
        self.post_message(self.Typed(event.value, self.cursor_position))
        if ":" not in event.value:
            words = event.value
            self._pause = self.set_timer(PAUSE, lambda: self.post_message(self.Searched(words)))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._rest()
        self.post_message(self.Asked(event.value))

    def action_complete(self) -> None:
        """Use the best completion; without one, Tab goes to the rows."""
        if not self.completions:
            self.post_message(self.Left())
            return
        self.value = self.completions[0]
        self.cursor_position = len(self.value)

    def action_leave(self) -> None:
        self.post_message(self.Left())

    def _rest(self) -> None:
        if self._pause is not None:
            self._pause.stop()
            self._pause = None
