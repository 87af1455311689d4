"""The buttons of a detail page: save, save and continue, back, delete."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Button

from svc_tui.models.arguments import checks_arguments
from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcWidget

SAVE, CONTINUE, BACK, DELETE = "save", "savecontinue", "back", "delete"


class Reason(Widget):
    """The reason for a dimmed button; if room is short, only the permission's name is shown."""

    words = reactive("")

    def render(self) -> Content:
        room = self.size.width - 1
        whole = cell_len(self.words) <= room
        said = self.words if whole else self.words.replace("needs permission ", "no ", 1)
        return label(f" {cut(said, room)}" if said else "")


@checks_arguments()
class SvcDetailButtons(SvcWidget):
    """One line; each button is a slot (`button-save`, …). A dimmed one says why."""

    DEFAULT_CSS = """
    SvcDetailButtons { height: 1; width: 100%; }
    SvcDetailButtons > Horizontal { height: 1; }
    SvcDetailButtons Button { width: auto; min-width: 4; }
    SvcDetailButtons Reason { width: 1fr; height: 1; }
    """

    class Wanted(Message):
        """A button was pressed: `save`, `savecontinue`, `back` or `delete`."""

        def __init__(self, what: str) -> None:
            super().__init__()
            self.what = what

    def __init__(self, *, save_key: str = "", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._save_key = save_key
        """The label of the key that also saves."""

    def compose(self) -> ComposeResult:
        words = {
            CONTINUE: (f"Save  {self._save_key}".strip(), "Save and stay here."),
            SAVE: ("Save and close", "Save and go back to the list."),
            BACK: ("Back", "Go back to the list."),
            DELETE: ("Delete", "Delete this record. Asks first."),
        }
        variants = {CONTINUE: "primary", DELETE: "error"}
        with Horizontal():
            for what, (text, tooltip) in words.items():
                if what == DELETE:
                    yield Reason(classes="muted")
                button = Button(label(text), compact=True, tooltip=tooltip, classes=what)
                button.variant = variants.get(what, "default")
                yield from self.fill(f"button-{what}", button)

    def show(self, *, may_save: bool, may_delete: bool, why: str, nothing: bool = False) -> None:
        """Show what can be done now, and why the rest can't; without a record, only Back."""
        for what, may in ((SAVE, may_save), (CONTINUE, may_save), (DELETE, may_delete)):
            for button in self.query(f".{what}").results(Button):
                button.disabled = not may
                button.display = not nothing
        for line in self.query(Reason):
            line.words = "" if nothing else why

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        for what in (SAVE, CONTINUE, BACK, DELETE):
            if event.button.has_class(what):
                event.stop()
                self.post_message(self.Wanted(what))
