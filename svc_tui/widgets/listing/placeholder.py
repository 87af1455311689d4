"""Placeholder: a sentence in place of a list's rows, or about outdated rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from textual.css.query import DOMQuery
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.models.listing import FilterDescriptor
from svc_tui.stores.listing.filter_choices import unknown_choice
from svc_tui.stores.listing.list_store import ListState
from svc_tui.text import label, plural
from svc_tui.widgets.base import key_hint
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.listing.options import TableOptions


class PlaceholderHost(Protocol):
    """A table, as its placeholder uses it."""

    options: TableOptions

    @property
    def grid(self) -> ListGrid: ...
    @property
    def screen(self) -> Screen[object]: ...
    def query(self, selector: str) -> DOMQuery[Widget]: ...
    def query_children(self, selector: str) -> DOMQuery[Widget]: ...


class Placeholder:
    """Shows that rows are loading, that there are none, or an error; a slot may replace it."""

    def __init__(self, host: PlaceholderHost) -> None:
        self._host = host
        self.words = ""
        """The sentence that is shown."""
        self._shown: tuple[str, Static | None] = "", None

    def update(self, state: ListState, narrowed: str) -> None:
        """Show the sentence for a state; `narrowed` is the text that narrows the page's rows."""
        host, options = self._host, self._host.options
        words, kind = placeholder_for(state, options.may_add, options.filters)
        if narrowed and kind == "rows" and not host.grid.keys:
            words = f"No row on this page contains “{narrowed}”. Press 0 to see all."
        above = host.query_children(".words").first(Static)
        inside = host.query(".body > .words").first(Static)
        line, other = (inside, above) if not host.grid.keys else (above, inside)
        slots = [one for one in host.query_children(".face") if one is not above]
        for slot in slots:
            slot.set_class(slot.has_class(f"-{kind}"), "-shown")
        if any(slot.has_class(f"-{kind}") for slot in slots):
            words = ""
        words = key_hint(words, host.screen)
        if (words, line) != self._shown:
            self.words = words
            self._shown = words, line
            line.update(label(words))
        other.set_class(False, "-shown")
        line.set_class(bool(words), "-shown")
        line.set_class(kind == "failed", "-failed")
        host.grid.set_class(state.old, "-stale")


def placeholder_for(
    state: ListState, may_add: bool, filters: Sequence[FilterDescriptor] = ()
) -> tuple[str, str]:
    """Return the sentence instead of rows or about old ones, and the kind of placeholder it is.

    A location may have a value that none of the `filters` has: nothing can match then.
    """
    if state.error is not None:
        old = " The rows below may be out of date." if state.rows else ""
        bad = " Press 0 to clear the filters." if state.rejected else ""
        return f"{state.error} Press r to try again.{bad}{old}", "failed"
    if state.old:
        return "Stopped. The rows below may be out of date. Press r to reload.", "failed"
    if state.stopped and not state.current:
        return "Stopped before any rows loaded. Press r to load them.", "failed"
    if state.loaded_at is None:
        return "Loading…", "loading"
    if state.rows:
        return "", "rows"
    query = state.query
    if query.search or query.filters:
        strange = unknown_choice(filters, query.filters)
        why = f" because {strange}" if strange else ""
        return f"Nothing matches{why}. Press 0 to clear search and filters.", "empty"
    if query.tab:
        return "Nothing on this tab. Press { or } for another tab.", "empty"
    if state.count and query.page == 1:
        rows = plural(state.count, "row", "rows")
        return f"The backend reports {rows}, but returned none. Press r to try again.", "empty"
    return "Nothing here yet." + (" Press n to create the first one." if may_add else ""), "empty"
