"""What the parts of a list table share: one store, one grid, and a way to speak."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from textual.actions import parse
from textual.binding import Binding
from textual.worker import Worker

from svc_tui.stores.listing.list_store import ListState, ListStore
from svc_tui.stores.unavailable_reason import (
    DEEDS,
    ONLY_READS,
    not_possible_message,
    permission_denied_message,
)
from svc_tui.text import clean
from svc_tui.widgets.base import SvcWidget, services
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.listing.query_labels import QueryLabels

if TYPE_CHECKING:
    from svc_tui.stores.session.snack_store import Kind


NOT_SET_UP = {
    "quick_edit": "This list has no quick edit. Press e to edit the record on its own page.",
    "quick_add": "This list has no quick edit. Press n to add a record on its own page.",
    "move": "The rows of this list have no order of their own, so none can be moved.",
    "staged": "Nothing waits to be sent: quick edits of this list are sent at once.",
    "filter": "This list has no filters. Press & to narrow the rows that are shown.",
    "tab": "This list has no tabs.",
}
"""What is said of keys that some lists have and others do not."""


def unsupported_reason(widget: SvcWidget, binding: Binding) -> str:
    """Return why a key of lists is not offered in this one; empty where it is."""
    _, action, parameters = parse(binding.action)
    said = NOT_SET_UP.get(action, "")
    return said if said and widget.check_action(action, parameters) is False else ""


class ListPart(SvcWidget):
    """A set of keys around a grid; `SvcListTable` is all of them together."""

    store: ListStore

    @property
    def grid(self) -> ListGrid:
        """The rows."""
        return self.query_one(ListGrid)

    @property
    def listed(self) -> ListState:
        """What the store holds now."""
        return self.store.state

    _load_worker: Worker[Any] | None = None
    """Brings what the keys typed next are meant for: the rows of a search, or all marks."""

    def load(self, work: Coroutine[Any, Any, Any]) -> Worker[Any]:
        """Ask the backend; whatever was being asked before is given up."""
        return self.run_worker(work, group="load", exclusive=True, exit_on_error=True)

    def say(self, words: str, kind: Kind = "info", seconds: float = 4.0) -> None:
        """Tell the operator: by the console's snack bar, else by the app's own toasts."""
        svc = services(self)
        if svc is not None:
            svc.snack.show(words, kind, seconds)
            return
        severity: Any = {"warning": "warning", "error": "error"}.get(kind, "information")
        self.app.notify(clean(words), severity=severity, timeout=seconds, markup=False)

    @property
    def wording(self) -> QueryLabels:
        """What people call what this list shows and asks for."""
        return QueryLabels()

    def open_row(self, key: str, typing: bool = False) -> None:
        """Say that the operator wants to see a record, or to type into it."""

    def show_rows(self) -> None:
        """Draw the rows again."""

    def refresh_markers(self) -> None:
        """Draw the marks again."""

    def show_status(self) -> None:
        """Draw the status line again."""

    def escape_clears(self) -> bool:
        """Whether Esc has something to take back here before it leaves the page."""
        return False

    def lacks(self, verb: str) -> str:
        """The sentence about a right that is missing here: `view`, `add`, `change`, `delete`."""
        svc = services(self)
        if svc is not None and svc.config.read_only:
            return not_possible_message(DEEDS[verb], ONLY_READS)
        if unable := getattr(self, "unable", {}).get(verb):
            return not_possible_message(DEEDS[verb], unable)
        if model := getattr(self, "model", ""):
            return permission_denied_message(DEEDS[verb], f"{verb}_{model}")
        return not_possible_message(DEEDS[verb], "you do not have the right to")

    def why_not(self, action: str, parameters: tuple[object, ...]) -> str:
        """Why an action is dim, in a sentence; every part says it of its own keys."""
        return "" if self.listed.rows else "There is no row here to do that with."

    def why_gone(self, binding: Binding) -> str:
        """Why a key is not even offered here."""
        return unsupported_reason(self, binding) if hasattr(self, "store") else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Every part says it of its own keys."""
        return True
