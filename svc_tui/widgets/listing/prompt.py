"""Prompt: one line of input."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from svc_tui.text import label
from svc_tui.widgets.base import CANCEL, SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.text_line import TextLine


class Prompt(SvcModal):
    """Resolves to the typed text; None on Esc. A proposed value can be replaced or edited."""

    DEFAULT_CSS = """
    Prompt { align: center middle; }
    Prompt > .dialog { width: 66; height: auto; }
    Prompt .about { height: auto; }
    """

    BINDINGS = [CANCEL]

    enter_word = "Accept"

    def __init__(self, heading: str, what: str, value: str = "", hint: str = "") -> None:
        super().__init__()
        self.heading = heading
        self.what = what
        self.value = value
        self.hint = hint

    def compose(self) -> ComposeResult:
        """Title, line, what to know about it, keys."""
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self.heading))
            yield TextLine(self.value, placeholder=self.what, compact=True)
            yield from self.more()
            if self.hint:
                yield Static(label(self.hint), classes="about muted")
            yield DialogHint("Enter accepts · Esc cancels")

    def more(self) -> Iterable[Widget]:
        """Yield further inputs."""
        return ()

    def answer(self, typed: str) -> Any:
        """Return the result of the prompt."""
        return typed

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        event.stop()
        self.take()

    def take(self) -> None:
        """Close with the answer; None if nothing was typed."""
        if typed := self.query_one(Input).value.strip():
            self.close(self.answer(typed))
