"""SvcList: tabs, filters, table and actions around one ListStore."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, Any

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import FilterDescriptor, ListColumn, ListTabItem
from svc_tui.stores.listing.action_types import DELETE, Action
from svc_tui.stores.listing.date_spans import today_in
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListState, ListStore
from svc_tui.stores.listing.selection import Selection
from svc_tui.widgets.base import services
from svc_tui.widgets.listing.actions import SvcListActions
from svc_tui.widgets.listing.base import unsupported_reason
from svc_tui.widgets.listing.exporting import ExportKeys
from svc_tui.widgets.listing.filter_values import active_filters, values_of
from svc_tui.widgets.listing.filters import SvcListFilters
from svc_tui.widgets.listing.menu import Entry
from svc_tui.widgets.listing.table import Mode, SvcListTable
from svc_tui.widgets.listing.tabs import SvcListTabs
from svc_tui.widgets.listing.view_label import ViewLabel
from svc_tui.widgets.listing.views import ViewKeys

if TYPE_CHECKING:
    from svc_tui.models.registry import FieldRegistry
    from svc_tui.stores.listing.list_adapters import Adapter


class SvcList(ViewKeys, ExportKeys):
    """A list page's content, usable alone (toolkit: SvcList).

    It makes its own store of `endpoint`; `mode="hybrid"` asks once, `rows=` sends nothing, and a
    `store=` handed in is used as it is. Slots: head, dtable.toolbar, dtable.empty, dtable.loading,
    `cell.<key>`, `filter.<value>`, qedit.extra. The specification's exposed `refresh()` is
    `reload()` here, as Textual's `refresh()` means to paint again.
    """

    DEFAULT_CSS = """
    SvcList { height: 1fr; width: 1fr; }
    SvcList.-low SvcListTabs, SvcList.-low .status { display: none; }
    """

    KEYS_ABOUT = "Filters, tabs, actions"

    BINDINGS = [
        Binding("f", "filter", "Filter", tooltip="Choose filters.", id="list.filter"),
        Binding("x", "actions", "Actions", tooltip="For this row or marks.", id="list.actions"),
        Binding(
            "right_square_bracket", "tab(1)", "Next tab", show=False, key_display="]", id="list.tab"
        ),
        Binding(
            "left_square_bracket",
            "tab(-1)",
            "Tab before",
            show=False,
            key_display="[",
            id="list.tab_back",
        ),
    ]

    Opened = SvcListTable.Opened
    NewWanted = SvcListTable.NewWanted
    RowsChanged = SvcListTable.RowsChanged

    def __init__(
        self,
        endpoint: str = "",
        columns: Sequence[ListColumn] = (),
        *,
        lookup: str = "id",
        filters: Sequence[FilterDescriptor] = (),
        actions: Sequence[Action] = (),
        tabs: Sequence[ListTabItem] = (),
        default_tab: str | None = None,
        tab_query_param: str = "tab",
        searchable: bool = True,
        draggable: bool = False,
        position_field: str = "position",
        edit_fields: Sequence[FieldDescriptor] = (),
        stage: bool = False,
        bulk_fields: Sequence[FieldDescriptor] | None = None,
        languages: Sequence[str] | None = None,
        registry: FieldRegistry | None = None,
        detail_base: str | None = None,
        store: ListStore | None = None,
        rows: Sequence[Mapping[str, Any]] | None = None,
        mode: Mode = "server",
        adapter: Adapter | None = None,
        query: ListQuery | None = None,
        zone: tzinfo | None = None,
        page_permissions: Collection[str] | None = None,
        model: str = "",
        unable: Mapping[str, str] | None = None,
        remembered_as: str = "",
        cursor: str | None = None,
        query_line: str = "",
        view: tuple[str, bool] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.filters, self.actions, self.tabs = tuple(filters), tuple(actions), tuple(tabs)
        self.bulk_fields = tuple(edit_fields if bulk_fields is None else bulk_fields)
        """What can be changed in many rows at once; those of quick edit, unless said."""
        self.page_permissions = page_permissions
        """The page's own rights (`view`, `add`, `change`, `delete`); None allows all."""
        self.remembered_as = remembered_as
        self._open_view = view
        """The name of the saved view that is open from the start, and whether it is the team's."""
        chips = (
            (SvcListFilters(self.filters, today=today_in(zone), slots=self.slots, svc=self._svc),)
            if self.filters
            else ()
        )
        may = ("view", "add", "change", "delete") if page_permissions is None else page_permissions
        self._table = SvcListTable(
            endpoint,
            columns,
            lookup=lookup,
            searchable=searchable,
            draggable=draggable,
            position_field=position_field,
            edit_fields=edit_fields,
            stage=stage,
            languages=languages,
            registry=registry,
            detail_base=detail_base,
            store=store,
            rows=rows,
            mode=mode,
            adapter=adapter,
            query=query or _first_query(self.tabs, default_tab, tab_query_param, zone),
            filters=self.filters,
            zone=zone,
            may_add="add" in may,
            may_change="change" in may,
            may_delete="delete" in may,
            model=model,
            unable=unable,
            remembered_as=remembered_as,
            cursor=cursor,
            query_line=query_line,
            beside=(ViewLabel(svc=self._svc), *chips),
            slots=self.slots,
            svc=self._svc,
        )
        self._table.tab_names = {tab.value: tab.text for tab in self.tabs}

    def compose(self) -> ComposeResult:
        """Head, tabs, table; the actions come when there is a store."""
        yield from self.fill("head")
        if self.tabs:
            tabs = SvcListTabs(self.tabs, slots=self.slots)
            tabs.can_focus = False  # `[` and `]` turn them from wherever one is in the list.
            yield tabs
        yield self._table

    @property
    def table(self) -> SvcListTable:
        """The table."""
        return self._table

    @property
    def store(self) -> ListStore:
        """The rows and the query; there as soon as there are services."""
        return self._table.store

    def reload(self) -> None:
        """Ask for the page again (toolkit: the exposed `refresh()`)."""
        self._table.reload()

    async def run_bulk_action(self, action: Action, selection: Selection) -> None:
        """Run an action that was agreed to; says how far it is and what came of each row."""
        if (running := self._actions).running:
            self.table.say(self.why_not("actions", ()), "warning", 6)
            return
        await running.run_bulk_action(action, selection)

    # Hearing

    @on(SvcListTable.Ready)
    def _begin(self, event: SvcListTable.Ready) -> None:
        """There is a store: hear it, and offer what can be done with its rows."""
        event.stop()
        self.listen(self.store)
        self.mount(
            SvcListActions(
                actions=self.actions,
                lookup=self.store.lookup,
                source=self.store.source,
                query=self.store.state.query,
                page_permissions=self.page_permissions,
                edit_fields=self.bulk_fields if self.store.crud is not None else (),
                languages=self.table.languages,
                registry=self.table.registry,
                quiet=True,
                base=self.table.detail_base,
                wording=lambda: self.table.wording,
                slots=self.slots,
                svc=self._svc,
            )
        )
        if self._open_view is not None and services(self) is not None:
            self.follow_view_named(*self._open_view)
        self._show_state(self.store.state)

    @on(SvcListTable.ColumnsChosen)
    def _columns_chosen(self, event: SvcListTable.ColumnsChosen) -> None:
        event.stop()
        self.show_view()

    @on(ListStore.Changed)
    def _changed(self, event: ListStore.Changed) -> None:
        if event.store is self.store:
            self._show_state(self.store.state)

    def _show_state(self, state: ListState) -> None:
        for tabs in self.walk_children(SvcListTabs):
            tabs.model_value = state.query.tab
            tabs.counts = state.tab_counts
        for chips in self.walk_children(SvcListFilters):
            named = chips.named
            chips.model_value = active_filters(
                self.filters, state.query.filters, named, state.query.today()
            )
        self.show_view()
        for actions in self.walk_children(SvcListActions):
            actions.query_of_list = state.query
            actions.selection = state.selection
        uncounted = [tab.value for tab in self.tabs if tab.value not in state.tab_counts]
        counting = any(work.group == "counts" and work.is_running for work in self.workers)
        if uncounted and state.current and not counting and state.loaded_at != self._counted_at:
            self._counted_at = state.loaded_at
            self.run_worker(self.store.counts(uncounted), group="counts", exclusive=True)

    _counted_at: Any = None

    @on(SvcListTabs.ModelValueChanged)
    def _tab_chosen(self, event: SvcListTabs.ModelValueChanged) -> None:
        self._table.load(self.store.select_tab(event.value))

    @on(SvcListFilters.ModelValueChanged)
    def _filters_chosen(self, event: SvcListFilters.ModelValueChanged) -> None:
        """All of them at once, in one request."""
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
        """What is done needs no mark any more; what failed, or was not tried, keeps it."""
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
        await self.run_action(event.value)

    def on_resize(self, event: events.Resize) -> None:
        """Where hardly any line is left, the rows have it."""
        self.set_class(event.size.height < 6, "-low")

    def key_escape(self, event: events.Key) -> None:
        """Esc stops what is running, before it means anything else."""
        self._stop_running(event)

    def key_ctrl_c(self, event: events.Key) -> None:
        """So does Ctrl+C, and it gives up waiting for rows."""
        self._stop_running(event, reading=True)

    def _stop_running(self, event: events.Key, *, reading: bool = False) -> None:
        stopped = any(actions.cancel() for actions in self.query(SvcListActions))
        stopped = stopped or self.stop_export()
        if reading and not stopped and hasattr(self._table, "store"):
            stopped = self.store.stop()
        if stopped:
            event.stop()
            event.prevent_default()

    # Actions

    def action_filter(self) -> None:
        """The filter panel."""
        self.query_one(SvcListFilters).action_open()

    def action_tab(self, by: int) -> None:
        """Another tab."""
        self.query_one(SvcListTabs).turn(by)

    def action_actions(self) -> None:
        """For the marks; without any, for the row under the cursor."""
        selection = self.store.state.selection
        grid = self._table.grid
        title = ""
        if not selection and grid.current is not None and grid.current_row is not None:
            selection = Selection({grid.current: grid.current_row})
            title = f"Actions for {self._actions.store.title(grid.current_row)}"
        more = [Entry("export", "Export to a file…", "X"), Entry("views", "Saved views…", "V")]
        offered = [one for one in more if self.check_action(one.value, ())]
        self._actions.open_menu(selection, offered, title)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What this list does not have is not offered."""
        if not hasattr(self._table, "store"):
            return None
        if action == "filter":
            return bool(self.filters)
        if action == "tab":
            return bool(self.tabs)
        if action == "actions":
            running = any(actions.running for actions in self.walk_children(SvcListActions))
            able = self._table.listed.rows and services(self) is not None
            return True if able and not running else None
        return super().check_action(action, parameters)

    def why_gone(self, binding: Binding) -> str:
        """Why a key of the whole list is not even offered."""
        return unsupported_reason(self, binding) if hasattr(self._table, "store") else ""

    def why_not(self, action: str, parameters: tuple[object, ...]) -> str:
        """Why a key of the whole list is dim."""
        running = next((one for one in self.query(SvcListActions) if one.running), None)
        if action == "actions" and running is not None:
            return f"{running.name_of_running} is still running: wait for it, or stop it with Esc."
        if action == "actions" and services(self) is None:
            return "Actions need services to ask with."
        if action == "export" and self.exporting:
            return "A file is being written already: wait for it, or stop it with Ctrl+C."
        return self._table.why_not(action, parameters)

    @property
    def _actions(self) -> SvcListActions:
        return self.query_one(SvcListActions)


def _first_query(
    tabs: Sequence[ListTabItem], default_tab: str | None, tab_param: str, zone: tzinfo | None
) -> ListQuery:
    """A list opens on its default tab, else on its first one (reference 2.5)."""
    values = [tab.value for tab in tabs]
    first = default_tab if default_tab in values else next(iter(values), "")
    tab, today = first or "", today_in(zone)
    return ListQuery(tab=tab, tab_param=tab_param, default_tab=tab, today=today)
