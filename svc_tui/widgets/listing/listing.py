"""SvcList: tabs, filters, table and actions around one ListStore."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, ClassVar, TypeAlias, Unpack

from textual import events, on
from textual.app import ComposeResult
from textual.widget import Widget

from svc_tui.models.arguments import Address, ListOf, checks_arguments
from svc_tui.models.listing import ListColumn
from svc_tui.models.slots import check_slots
from svc_tui.stores.listing.action_types import DELETE, Action
from svc_tui.stores.listing.date_spans import today_in
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListState, ListStore
from svc_tui.stores.listing.selection import Selection
from svc_tui.widgets.base import WIDEST, SvcWidget, services
from svc_tui.widgets.choice_menu import Entry
from svc_tui.widgets.command import Blocked, Command, CommandHost, Controller, bindings_of
from svc_tui.widgets.listing.actions import SvcListActions
from svc_tui.widgets.listing.exporting import Exporting
from svc_tui.widgets.listing.filter_values import active_filters, values_of
from svc_tui.widgets.listing.filters import SvcListFilters
from svc_tui.widgets.listing.host import NO_ROWS
from svc_tui.widgets.listing.options import ListKeywords, ListOptions
from svc_tui.widgets.listing.table import SvcListTable
from svc_tui.widgets.listing.tabs import SvcListTabs
from svc_tui.widgets.listing.view_label import ViewLabel
from svc_tui.widgets.listing.views import ViewOpened, Views
from svc_tui.widgets.shell.effective_bindings import bound_key

NO_FILTERS = Blocked(
    "This list has no filters. Press & to filter the loaded rows by text.", hidden=True
)
NO_TABS = Blocked("This list has no tabs.", hidden=True)


@checks_arguments(endpoint=Address, columns=ListOf((ListColumn, str)))
class SvcList(SvcWidget, CommandHost):
    """The content of a list page; works by itself.

    It creates a store for `endpoint`; `mode="hybrid"` loads once, `rows=` sends nothing, and a
    given `store=` is used as it is. Slots: head, dtable.toolbar, dtable.empty, dtable.loading,
    `cell.<key>`, `filter.<value>`, qedit.extra. To load again, call `reload()`: Textual's
    `refresh()` only repaints.
    """

    DEFAULT_CSS = """
    SvcList { height: 1fr; width: 1fr; }
    SvcList.-low SvcListTabs, SvcList.-low .status { display: none; }
    """

    GROUP: ClassVar[str] = "Filters, tabs, actions"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.filter",
            "f",
            "Filter",
            lambda self: self.query_one(SvcListFilters).action_open(),
            lambda self: None if self.filters else NO_FILTERS,
            "Choose what to filter by.",
            shown=True,
        ),
        Command(
            "list.actions",
            "x",
            "Actions",
            lambda self: self.open_actions(),
            lambda self: self.without_actions(),
            "Run an action on this row or marked rows.",
            shown=True,
        ),
        Command(
            "list.tab",
            "right_curly_bracket",
            "Next tab",
            lambda self: self.query_one(SvcListTabs).turn(1),
            lambda self: None if self.tabs else NO_TABS,
            key_display="}",
            help="Show the next tab.",
        ),
        Command(
            "list.tab_back",
            "left_curly_bracket",
            "Previous tab",
            lambda self: self.query_one(SvcListTabs).turn(-1),
            lambda self: None if self.tabs else NO_TABS,
            key_display="{",
            help="Show the previous tab.",
        ),
    )

    BINDINGS = [*bindings_of(Exporting, Views), *(one.binding for one in COMMANDS)]

    Opened: TypeAlias = SvcListTable.Opened
    NewWanted: TypeAlias = SvcListTable.NewWanted
    RowsChanged: TypeAlias = SvcListTable.RowsChanged
    ViewOpened: TypeAlias = ViewOpened

    def __init__(
        self,
        endpoint: str = "",
        columns: Sequence[ListColumn | str] = (),
        **given: Unpack[ListKeywords],
    ) -> None:
        keywords: dict[str, Any] = {**given, "endpoint": endpoint, "columns": columns}
        options = ListOptions.taken_from(keywords)
        super().__init__(**keywords)
        self.options = options.checked(self)
        check_slots(type(self), self.slots)
        self.needs_services = options.store is None and options.rows is None
        self.filters, self.tabs = tuple(options.filters), tuple(options.tabs)
        view_label = ViewLabel(svc=self._svc)
        beside: list[Widget] = [view_label]
        if self.filters:
            today, slots = today_in(options.zone), self.slots
            beside.append(SvcListFilters(self.filters, today=today, slots=slots, svc=self._svc))
        self._table = SvcListTable(
            **options.of_table(query=options.query or _first_query(options)),
            beside=beside,
            slots=self.slots,
            svc=self._svc,
        )
        self._table.tab_names = {tab.value: tab.text for tab in self.tabs}
        self.views = Views(self._table, view_label, self.post_message)
        self.exporting = Exporting(self._table)
        self._counted_at: datetime | None = None
        """When the rows arrived for which the tabs were last counted."""

    def compose(self) -> ComposeResult:
        """Head, tabs, table; the actions come when there is a store."""
        yield from self.fill("head")
        if self.tabs:
            tabs = SvcListTabs(self.tabs, slots=self.slots)
            tabs.can_focus = False  # `{` and `}` switch them from anywhere in the list.
            yield tabs
        yield self._table

    def controllers(self) -> Iterable[Controller]:
        """Return the features that have keys, this list included."""
        return (self.exporting, self.views, self)

    @property
    def table(self) -> SvcListTable:
        """The table."""
        return self._table

    @property
    def store(self) -> ListStore:
        """The rows and the query; available once there are services."""
        return self._table.store

    def reload(self) -> None:
        """Reload the page."""
        self._table.reload()

    async def run_bulk_action(self, action: Action, selection: Selection) -> None:
        """Run a confirmed action; show its progress and the result of each row."""
        if self._actions.running:
            self.table.say(self._actions.running_words, "warning", 6)
            return
        await self._actions.run_bulk_action(action, selection)

    # Hearing

    @on(SvcListTable.Ready)
    def _begin(self, event: SvcListTable.Ready) -> None:
        """Listen to the store, and offer the actions for its rows."""
        event.stop()
        options, store = self.options, self.store
        bulk = options.edit_fields if options.bulk_fields is None else options.bulk_fields
        self.listen(store)
        self.mount(
            actions := SvcListActions(
                actions=options.actions,
                lookup=store.lookup,
                title_field=store.title_field,
                source=store.source,
                query=store.state.query,
                page_permissions=options.page_permissions,
                model=options.model,
                unable=options.unable,
                edit_fields=bulk if store.crud is not None else (),
                languages=options.languages,
                registry=options.registry,
                quiet=True,
                base=options.detail_base,
                labels=lambda: self.table.labels,
                slots=self.slots,
                svc=self._svc,
            )
        )
        actions.name_of = partial(store.name_of, longest=WIDEST)
        actions.show_progress = self.table.status.show_action
        if options.view is not None and services(self) is not None:
            self.views.follow_named(*options.view)
        self._show_state(store.state)

    @on(SvcListTable.ColumnsChosen)
    def _columns_chosen(self, event: SvcListTable.ColumnsChosen) -> None:
        event.stop()
        self.views.refresh()

    @on(ViewLabel.Clicked)
    def _views_wanted(self, event: ViewLabel.Clicked) -> None:
        event.stop()
        self.views.open_menu()

    @on(ListStore.Changed)
    def _changed(self, event: ListStore.Changed) -> None:
        if event.store is self.store:
            self._show_state(self.store.state)

    def _show_state(self, state: ListState) -> None:
        query = state.query
        for tabs in self.walk_children(SvcListTabs):
            tabs.model_value = query.tab
            tabs.counts = state.tab_counts
            tabs.narrowed = bool(query.search or query.filters)
        for chips in self.walk_children(SvcListFilters):
            chips.model_value = active_filters(
                self.filters, query.filters, chips.named, query.today()
            )
        self.views.refresh()
        for actions in self.walk_children(SvcListActions):
            actions.query_of_list = query
            actions.selection = state.selection
        self._count_tabs(state)

    def _count_tabs(self, state: ListState) -> None:
        uncounted = [tab.value for tab in self.tabs if tab.value not in state.tab_counts]
        counting = any(work.group == "counts" and work.is_running for work in self.workers)
        if uncounted and state.current and not counting and state.loaded_at != self._counted_at:
            self._counted_at = state.loaded_at
            self.run_worker(self.store.counts(uncounted), group="counts", exclusive=True)

    @on(SvcListTabs.ModelValueChanged)
    def _tab_chosen(self, event: SvcListTabs.ModelValueChanged) -> None:
        self._table.load(self.store.select_tab(event.value))

    @on(SvcListFilters.ModelValueChanged)
    def _filters_chosen(self, event: SvcListFilters.ModelValueChanged) -> None:
        """Count all tabs in one request."""
        query = self.store.state.query.unfiltered()
        for one in event.value:
            query = query.filtered(one.value, values_of(one))
        self._table.load(self.store.ask(query))

    @on(SvcListTable.DeleteWanted)
    def _delete_marked(self, event: SvcListTable.DeleteWanted) -> None:
        event.stop()
        self._actions.start(DELETE, self.store.state.selection)

    @on(SvcListActions.ActionCompleted)
    def _completed(self, event: SvcListActions.ActionCompleted) -> None:
        """Unmark finished rows; failed and untried rows stay marked."""
        done, left = event.state.finished_keys, event.actions.store.failed_rows
        whole = self.store.state.selection.everything is not None
        if whole and event.state.outcomes and (done or left):
            self.store.mark_only(left)
        elif done:
            self.store.unmark(done)
        self.reload()

    @on(SvcListActions.MoreWanted)
    async def _more(self, event: SvcListActions.MoreWanted) -> None:
        event.stop()
        await self.action_command(event.value)

    def on_resize(self, event: events.Resize) -> None:
        """Leave the room to the rows if hardly any line is left."""
        self.set_class(event.size.height < 6, "-low")

    def key_escape(self, event: events.Key) -> None:
        """Stop the running task before Esc does anything else."""
        self._stop_running(event)

    def key_ctrl_c(self, event: events.Key) -> None:
        """Stop the running task, or the load."""
        self._stop_running(event, reading=True)

    def _stop_running(self, event: events.Key, *, reading: bool = False) -> None:
        stopped = any(actions.cancel() for actions in self.query(SvcListActions))
        stopped = stopped or self.exporting.stop()
        if reading and not stopped and self._table.has_store:
            stopped = self.store.stop()
        if stopped:
            event.stop()
            event.prevent_default()

    # Commands

    def open_actions(self) -> None:
        """Open the menu for the marked rows; without any, for the row under the cursor."""
        self._table.marking.take_range()
        selection, grid = self.store.state.selection, self._table.grid
        title = ""
        if not selection and grid.current is not None and grid.current_row is not None:
            selection = Selection({grid.current: grid.current_row})
            title = f"Actions for {self._actions.store.title(grid.current_row)}"
        key = bound_key(self.app, "list.export", "X")
        more = [
            Entry("list.export", "Export to a file…", note=self.exporting.what, key=key),
            Entry("list.views", "Saved views…", key=bound_key(self.app, "list.views", "V")),
        ]
        offered = [one for one in more if self.blocked(one.value) is None]
        self._actions.open_menu(selection, offered, title)

    def action_named_view(self, words: str) -> None:
        """Run the words after `:view`: `NAME` opens a view, `save NAME` saves the list."""
        self.views.run(words)

    def without_actions(self) -> Blocked | None:
        """Return why there is no menu of actions now."""
        for actions in self.walk_children(SvcListActions):
            if actions.running:
                return Blocked(actions.running_words)
        if services(self) is None:
            return Blocked("Actions need services.")
        return None if self._table.listed.rows else NO_ROWS

    def blocked(self, id: object) -> Blocked | None:
        """Return why a command can't be run now; none can before there is a store."""
        return super().blocked(id) if self._table.has_store else NO_ROWS

    @property
    def _actions(self) -> SvcListActions:
        return self.query_one(SvcListActions)


def _first_query(options: ListOptions) -> ListQuery:
    """Return the query of the default tab, else of the first one."""
    values = [tab.value for tab in options.tabs]
    known = options.default_tab in values
    tab = (options.default_tab if known else next(iter(values), "")) or ""
    today, param = today_in(options.zone), options.tab_query_param
    return ListQuery(tab=tab, tab_param=param, default_tab=tab, today=today)
