"""ViewLabel: the name of the open saved view, with a star if the list differs from it."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcWidget

LONGEST = 20
"""Cells of the name next to search and chips."""


class ViewLabel(SvcWidget):
    """`‹Open work*›`; a click opens the saved views. Hidden while none is open."""

    DEFAULT_CSS = """
    ViewLabel { height: 1; width: auto; display: none; }
    ViewLabel.-shown { display: block; }
    """

    called: reactive[str] = reactive("", layout=True)
    """The view's name; empty while none is open."""
    changed: reactive[bool] = reactive(False, layout=True)
    """Whether the list shows something else now."""

    class Clicked(Message):
        """The user wants the saved views."""

    def render(self) -> Content:
        """Return the name, cut before the star."""
        star = "*" if self.changed else ""
        words = f" ‹{cut(self.called, LONGEST)}{star}› "
        return label(words, "$text-warning" if self.changed else "$accent")

    def watch_called(self) -> None:
        """Take room only while there is text."""
        self.set_class(bool(self.called), "-shown")

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Clicked())
