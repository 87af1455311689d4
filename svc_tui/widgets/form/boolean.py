"""Yes or no."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.app import RenderResult
from textual.binding import Binding
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from svc_tui.text import label
from svc_tui.widgets.form.field import SvcField


class Tick(Widget, can_focus=True):
    """One line that Space turns over."""

    DEFAULT_CSS = "Tick { height: 1; }"

    BINDINGS = [
        Binding("space", "turn", "Turn over", tooltip="Yes or no.", id="form.turn"),
        Binding("enter", "finish", "Next field", show=False, id="form.turn_next"),
    ]

    ticked: reactive[bool | None] = reactive(None)
    """Yes, no, or nobody said."""

    class Turned(Message):
        """Somebody turned it over."""

    class Finished(Message):
        """Enter."""

    def __init__(self, ticked: bool | None) -> None:
        super().__init__()
        self.set_reactive(Tick.ticked, ticked)

    def render(self) -> RenderResult:
        """A sign and its word."""
        words = {True: "[x] yes", False: "[ ] no", None: "[-] not said"}
        return label(words[self.ticked])

    def action_turn(self) -> None:
        """The other one."""
        self.ticked = not self.ticked
        self.post_message(self.Turned())

    def action_finish(self) -> None:
        """On to the next field."""
        self.post_message(self.Finished())

    def on_click(self, event: events.Click) -> None:
        """A click turns it over too."""
        event.stop()
        self.focus()
        self.action_turn()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Letters are no commands here: who types through a form must not delete it."""
        return key != "space" and character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        """Letters do nothing."""
        if event.key != "space" and event.is_printable:
            event.stop()


class BooleanField(SvcField):
    """A truth value."""

    editor: Tick | None

    def make_editor(self) -> Tick:
        """The line to turn over."""
        return Tick(_truth(self.value))

    def put(self, value: Any) -> None:
        """Show another value."""
        if self.editor is not None:
            self.editor.ticked = _truth(value)

    def content(self) -> bool | None:
        """What it says."""
        return self.editor.ticked if self.editor is not None else None

    def on_tick_turned(self, event: Tick.Turned) -> None:
        """It was turned over."""
        event.stop()
        self.edited()

    def on_tick_finished(self, event: Tick.Finished) -> None:
        """Enter."""
        event.stop()
        self.post_message(self.Finished(self))


def _truth(value: Any) -> bool | None:
    return None if value is None else bool(value)
