"""What a save would send, field by field."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from svc_tui.stores.draft import MISSING, Draft, dig, leaves
from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.form.places import Place
from svc_tui.widgets.form.summary import NOTHING, summary

WIDTH = 400
"""Characters of a value that are shown."""


class Change(NamedTuple):
    """One value, before and after."""

    words: str
    before: Any
    after: Any


def changes_of(draft: Draft, form: Sequence[Place]) -> list[Change]:
    """The changed values in the form's order; what lies inside a field is told as the field."""
    found: dict[str, str] = {}
    for path in leaves(draft.diff()):
        place = next((one for one in form if f"{path}.".startswith(f"{one.path}.")), None)
        found[place.path if place else path] = place.words if place else path
    return [
        Change(words, dig(draft.original, path, MISSING), dig(draft.current, path, MISSING))
        for path, words in found.items()
    ]


class ChangesDialog(SvcModal):
    """Field, old value, new value. Esc or `=` close it."""

    DEFAULT_CSS = """
    ChangesDialog { align: center middle; }
    ChangesDialog > .dialog { width: 90%; max-width: 100; height: auto; max-height: 90%; }
    ChangesDialog .changes { height: auto; max-height: 16; }
    ChangesDialog .change { height: auto; margin-bottom: 1; }
    """

    BINDINGS = [("equals_sign,q,enter", "close", "Close")]

    def __init__(self, changes: Iterable[Change], how: str) -> None:
        super().__init__()
        self.changes = tuple(changes)
        self.how = how

    def compose(self) -> ComposeResult:
        """Title, the changes, how it is sent."""
        with Vertical(classes="dialog"):
            yield Static("What a save would send", classes="title")
            with VerticalScroll(classes="changes"):
                for change in self.changes:
                    yield Static(drawn(change), classes="change")
                if not self.changes:
                    yield Static("Nothing: no value differs from what was loaded.")
            yield Static(label(self.how), classes="muted")


def drawn(change: Change) -> Content:
    """Three lines: the name, what was, what will be."""
    before, after = (
        NOTHING if value is MISSING else cut(summary(value), WIDTH)
        for value in (change.before, change.after)
    )
    return (
        label(change.words, "bold")
        + label(f"\n- {before}", "$text-error", multiline=True)
        + label(f"\n+ {after}", "$text-success", multiline=True)
    )
