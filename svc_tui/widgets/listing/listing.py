"""SvcList: search, table and status line around one ListStore."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input, Static

from svc_tui.models.listing import ListColumn, ListTabItem
from svc_tui.models.slots import Slots
from svc_tui.stores.listing import ListState, ListStore
from svc_tui.stores.query import PAGE_SIZES
from svc_tui.text import label, plural
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.listing.table import SvcListTable

SEARCH_PAUSE = 0.35
"""Seconds of rest before typed words are searched for (reference 2.22)."""


class SvcList(SvcWidget):
    """A list page's content (toolkit: SvcList). Its faces: loading, empty, failed, rows."""

    DEFAULT_CSS = """
    SvcList { height: 1fr; width: 1fr; }
    SvcList > .head { height: 1; }
    SvcList > .head > .search { width: 1fr; }
    SvcList > .tabs { height: 1; }
    SvcList > SvcListTable { height: 1fr; }
    SvcList > .face { height: auto; display: none; }
    SvcList > .face.-shown { display: block; }
    SvcList > .status { height: 1; }
    """

    BINDINGS = [
        Binding("slash", "search", "Search", key_display="/", tooltip="Search.", id="list.search"),
        Binding("n", "new", "New", tooltip="A new record.", id="list.new"),
        Binding("d", "delete", "Delete", tooltip="Delete it; asks first.", id="list.delete"),
        Binding("full_stop", "page(1)", "Next", key_display=".", id="list.next"),
        Binding("comma", "page(-1)", "Previous", show=False, key_display=",", id="list.previous"),
        Binding(
            "right_square_bracket", "tab(1)", "Next tab", show=False, key_display="]", id="list.tab"
        ),
        Binding(
            "left_square_bracket",
            "tab(-1)",
            "Previous tab",
            show=False,
            key_display="[",
            id="list.tab_back",
        ),
        Binding(
            "r,ctrl+r",
            "refresh_list",
            "Refresh",
            show=False,
            tooltip="Ask again.",
            id="list.refresh",
        ),
        Binding(
            "z", "page_size", "Page size", show=False, tooltip="More or fewer rows.", id="list.size"
        ),
        Binding("0", "clear", "Clear search", show=False, id="list.clear"),
    ]

    class Opened(Message):
        """The operator wants to see a record."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class NewWanted(Message):
        """The operator wants a new record."""

    class DeleteWanted(Message):
        """The operator wants a record deleted."""

        def __init__(self, key: str, title: str) -> None:
            super().__init__()
            self.key = key
            self.title = title

    def __init__(
        self,
        store: ListStore,
        columns: Sequence[ListColumn],
        *,
        tabs: Sequence[ListTabItem] = (),
        searchable: bool = True,
        slots: Slots | None = None,
        zone: tzinfo | None = None,
        may_add: bool = True,
        may_delete: bool = True,
        cursor: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(slots=slots, **kwargs)
        self.store = store
        self.columns = tuple(columns)
        self.tabs = tuple(tabs)
        self.searchable = searchable
        self.zone = zone
        self.may_add = may_add
        self.may_delete = may_delete
        self._cursor = cursor
        self._pause: Timer | None = None

    def compose(self) -> ComposeResult:
        """Head, tabs, table, faces, status."""
        yield from self.fill("head")
        if self.tabs:
            yield Static(classes="tabs")
        with Horizontal(classes="head"):
            if self.searchable:
                search = self.store.state.query.search
                yield Input(search, placeholder="/ to search", compact=True, classes="search")
        yield from self.fill("dtable.toolbar")
        yield Static(classes="face")
        yield SvcListTable(self.columns, lookup=self.store.lookup, slots=self.slots, zone=self.zone)
        yield Static(classes="status")

    def on_mount(self) -> None:
        """Hear the store, and show what it has."""
        self.listen(self.store)
        self._show_state(self.store.state)

    @property
    def table(self) -> SvcListTable:
        """The table."""
        return self.query_one(SvcListTable)

    def refresh_rows(self) -> None:
        """Ask for the page again (toolkit: the exposed `refresh()`)."""
        self.action_refresh_list()

    @on(ListStore.Changed)
    def _changed(self, event: ListStore.Changed) -> None:
        if event.store is self.store:
            self._show_state(event.state)

    def _show_state(self, state: ListState) -> None:
        if state.loaded_at is not None:
            self.table.show(state, self._cursor)
            self._cursor = None
        self._show_face(state)
        self._show_tabs(state)
        self.query_one(".status", Static).update(label(_status(state)))
        self.refresh_bindings()

    def _show_face(self, state: ListState) -> None:
        """What is said instead of rows, or about old ones."""
        face = self.query_one(".face", Static)
        words, kind = _face(state, self.may_add)
        face.update(label(words))
        face.set_class(bool(words), "-shown")
        face.set_class(kind == "failed", "-failed")

    def _show_tabs(self, state: ListState) -> None:
        for line in self.query(".tabs").results(Static):
            parts = []
            for tab in self.tabs:
                count = f" {tab.count}" if tab.count is not None else ""
                here = tab.value == state.query.tab
                parts.append(label(f" {tab.text}{count} ", "reverse" if here else ""))
            line.update(label(" ").join(parts))

    @on(Input.Changed, ".search")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if self._pause is not None:
            self._pause.stop()
        text = event.value
        self._pause = self.set_timer(SEARCH_PAUSE, lambda: self._load(self.store.search(text)))

    @on(Input.Submitted, ".search")
    def _searched(self, event: Input.Submitted) -> None:
        event.stop()
        if self._pause is not None:
            self._pause.stop()
        self._load(self.store.search(event.value))
        self.table.focus()

    @on(SvcListTable.Opened)
    def _opened(self, event: SvcListTable.Opened) -> None:
        event.stop()
        self.post_message(self.Opened(event.key))

    @on(SvcListTable.SortWanted)
    def _sort(self, event: SvcListTable.SortWanted) -> None:
        event.stop()
        self._load(self.store.sort_by(event.key))

    def action_search(self) -> None:
        """Type words."""
        self.query_one(".search", Input).focus()

    def action_clear(self) -> None:
        """Forget the words."""
        self.query_one(".search", Input).value = ""
        self._load(self.store.search(""))

    def action_new(self) -> None:
        """A new record."""
        self.post_message(self.NewWanted())

    def action_delete(self) -> None:
        """Delete the record under the cursor; whoever hears this asks first."""
        if (key := self.table.current) is not None:
            row = self.store.row(key) or {}
            title = str(row.get(self.columns[0].key, key)) if self.columns else key
            self.post_message(self.DeleteWanted(key, title))

    def action_page(self, by: int) -> None:
        """The next or the previous page."""
        self._load(self.store.go_to(self.store.state.query.page + by))

    def action_tab(self, by: int) -> None:
        """Another tab."""
        values = [tab.value for tab in self.tabs]
        here = self.store.state.query.tab
        at = values.index(here) if here in values else 0
        self._load(self.store.select_tab(values[(at + by) % len(values)]))

    def action_page_size(self) -> None:
        """The next of the page sizes on offer."""
        larger = [size for size in PAGE_SIZES if size > self.store.state.query.page_size]
        self._load(self.store.show(larger[0] if larger else PAGE_SIZES[0]))

    def action_refresh_list(self) -> None:
        """Ask again."""
        self._load(self.store.refresh())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What can't be done now is dim or gone."""
        state = self.store.state
        if action == "page":
            to = state.query.page + int(str(parameters[0]))
            return True if 1 <= to <= state.pages else None
        if action == "tab":
            return bool(self.tabs)
        if action == "search":
            return self.searchable
        if action == "clear":
            return bool(state.query.search)
        if action == "new":
            return True if self.may_add else None
        if action == "delete":
            return True if self.may_delete and state.rows else None
        return True

    def _load(self, work: Any) -> None:
        self.run_worker(work, group="load", exclusive=True, exit_on_error=True)


def _face(state: ListState, may_add: bool) -> tuple[str, str]:
    if state.error is not None:
        old = " The rows below are from before." if state.rows else ""
        return f"{state.error} Press r to try again.{old}", "failed"
    if state.loaded_at is None:
        return "Loading…", "loading"
    if state.rows:
        return "", ""
    if state.query.search or state.query.filters or state.query.tab:
        return "Nothing matches. Press 0 to clear the search, [ or ] for another tab.", "empty"
    return "Nothing here yet." + (" Press n to make the first one." if may_add else ""), "empty"


def _status(state: ListState) -> str:
    """Where one is in the list, and what made it so short."""
    query = state.query
    first = (query.page - 1) * query.page_size + 1
    last = first + len(state.rows) - 1
    parts = [
        f"{first}-{last} of {state.count}" if state.rows else plural(state.count, "row", "rows")
    ]
    parts.append(f"page {query.page}/{state.pages}")
    if query.search:
        parts.append(f'search "{query.search}"')
    if query.ordering:
        parts.append("sorted by " + ", ".join(query.ordering))
    if state.loading and state.loaded_at is not None:
        parts.append("loading…")
    return " " + " · ".join(parts)
