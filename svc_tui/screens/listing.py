"""A resource's list."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.binding import Binding
from textual.widget import Widget
from textual.widgets import DataTable

from svc_tui.models.location import NEW, Location
from svc_tui.models.records import TRANSLATIONS, PaginatedList
from svc_tui.routing.router import HistoryEntry
from svc_tui.screens.list_opening import opened_store
from svc_tui.screens.page import SvcPage
from svc_tui.screens.page_permissions import model_of, resource_permissions, unable_here
from svc_tui.stores.listing.list_store import ListState, ListStore
from svc_tui.stores.listing.location_check import notice_of, order_hint, understood, unread_parts
from svc_tui.stores.listing.resource_query import fits_screen
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.record_walk import RecordWalk
from svc_tui.stores.rows import Row, key_of
from svc_tui.stores.runs.differences import keyed_rows
from svc_tui.stores.runs.run_result import RunResult
from svc_tui.stores.session.discovery_store import DiscoveryStore
from svc_tui.stores.session.snack_store import LEFT, UNDONE
from svc_tui.textual_patches.hooks import hold_keys, seconds_since_last_key
from svc_tui.widgets.command import Controller, bindings_of
from svc_tui.widgets.listing.choice_labels import labelled
from svc_tui.widgets.listing.comparing import Comparing
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.listing.listing import SvcList
from svc_tui.widgets.listing.many_rows import ManyRows
from svc_tui.widgets.listing.options import ListOptions
from svc_tui.widgets.listing.records import location_of
from svc_tui.widgets.listing.row_sending import RowSending
from svc_tui.widgets.listing.table import SvcListTable
from svc_tui.widgets.listing.working import Working
from svc_tui.widgets.panel import name_panel

if TYPE_CHECKING:
    from svc_tui.models.resource import Resource
    from svc_tui.stores.listing.action_types import Action
    from svc_tui.stores.listing.location_check import Unread

QUIET = 0.5
"""Seconds without a key before a page may be reloaded: actions started by keys are over by then."""


class ListPage(SvcPage):
    """`/<resource>`: its query is the location's query.

    What the list does not know of it is left out, and reported.
    """

    READS: ClassVar[Collection[str]] = ()
    """Names in the query of its location that a subclass reads itself: they are left as they are.
    """

    BINDINGS = [
        Binding(
            "u", "undo", "Undo", show=False, id="list.undo",
            tooltip="Undo your last step on this page.",
        ),
        *bindings_of(ManyRows, Working, Comparing),
    ]  # fmt: skip

    AUTO_FOCUS = "ListGrid"
    """Set at once: a later focus would paint all rows a second time."""

    _unread: tuple[Unread, ...] = ()  # A subclass may have a content of its own.
    _settled = True
    """Whether all filters were known when the location was read."""

    def __init__(self, visit: HistoryEntry, *, resource: Resource, **props: Any) -> None:
        super().__init__(visit, **props)
        self.resource = resource

    def content(self) -> list[Widget]:
        """The list around its store."""
        resource = self.resource
        self._check_location(self.visit.location)
        here = understood(self.visit.location, self._unread)
        self.store = opened_store(self.svc, resource, self.visit, here, self._shown())
        line = self.visit.memory.pop("line", "")
        if not line:
            # Loaded now, before the page is laid out: a quick answer is part of the first paint.
            query = self.store.state.query
            at_hand = self.store.source.has(query)
            load = self.store.ask(query) if at_hand else self.store.refresh()
            self.run_worker(load, group="load", exclusive=True)
        fields = (*resource.edit_fields, *resource.fields, *resource.sidebar_fields)
        options = ListOptions.of_resource(
            resource,
            columns=labelled(resource.columns, resource.filters, fields),
            fields=fields,
            store=self.store,
            actions=(*resource.actions, *self._publication_steps()),
            bulk_fields=resource.edit_fields or (*resource.fields, *resource.sidebar_fields),
            detail_base=resource.record_base,
            zone=self.svc.config.zone,
            page_permissions=resource_permissions(self.svc, resource),
            model=model_of(resource),
            unable=unable_here(self.svc, resource),
            remembered_as=resource.name,
            fit=fits_screen(resource, self.svc.config.page_size),
            cursor=self.visit.memory.get("cursor"),
            query_line=line,
            view=self.visit.memory.get("view"),
        )
        self.list = SvcList(**vars(options), slots=self.slots)
        labels, sent = lambda: self.table.labels, self._rows_sent
        self.many_rows = ManyRows(self, RowSending(self, self.svc, resource, labels, sent))
        self.working = Working(self)
        self.comparing = Comparing(self, self._keyed_rows, labels, lambda: self.list.reload())
        return [self.list]

    def _check_location(self, location: Location) -> None:
        """Find what the list does not know of a location, and report it."""
        known = self._known_resource()
        late = known is not None and known.name == self.resource.name and known != self.resource
        self._settled = not (late or self.svc.discovery.is_learning(self.resource))
        self._unread = unread_parts(self.resource, location, self.READS, settled=self._settled)
        hint = ""
        if self._settled and "ordering" not in self.READS:
            hint = order_hint(self.resource, location)
        if said := f"{notice_of(self._unread)} {hint}".strip():
            self.svc.snack.show(said, "warning", 8, until=(LEFT,))

    async def _keyed_rows(self, source: ServerSource, key: str, profile: str) -> Mapping[str, Row]:
        """Return what the list shows in a profile, by a key."""
        query = self.store.state.query.with_fixed_dates()
        return await keyed_rows(source, query, self.resource.lookup, key, profile)

    def action_diff(self, words: str) -> None:
        """Run the arguments of `:diff`: a profile, and optionally the key to match by."""
        self.ask(self.comparing.compare(words))

    def action_plan(self, path: str) -> None:
        """Write what the last comparison would copy as a plan."""
        self.ask(self.comparing.plan_last(path))

    def action_pipe(self, line: str) -> None:
        """Run the arguments of `:pipe`: a command."""
        if (blocked := self.many_rows.without_command()) is None:
            self.many_rows.begin(self.many_rows.pipe(line))
        else:
            self.svc.snack.show(blocked.reason, "warning", 6)

    def action_work(self, words: str) -> None:
        """Run the arguments of `:work`: a field, and optionally a language."""
        self.working.run(words)

    def controllers(self) -> Iterable[Controller]:
        """Return the features that need the whole resource."""
        return (self.many_rows, self.working, self.comparing)

    @property
    def table(self) -> SvcListTable:
        """The rows."""
        return self.list.table

    def _rows_sent(self, result: RunResult) -> None:
        """Show rows that were changed outside an action."""
        if self.is_attached:
            self.store.unmark([one.key for one in result.of("ok")])
            self.list.reload()

    def key_escape(self, event: events.Key) -> None:
        """Stop the running task, before Esc does anything else."""
        if self.many_rows.stop():
            event.stop()
            event.prevent_default()

    def main(self) -> Widget | None:
        """The rows."""
        return next(iter(self.list.table.query(ListGrid)), None)

    @property
    def coming(self) -> bool:
        """Whether the searched rows are still loading."""
        return self.list.table.coming

    def on_mount(self) -> None:
        """Follow the store, which may already have rows."""
        if not self.list.is_attached:  # A slot replaces the content.
            return
        name_panel(self.list.table.grid, self.resource.label)
        self.listen(self.store)
        self.listen(self.svc.discovery)
        if not self._settled:  # It may have been learnt since this page was made.
            self.call_after_refresh(self._take_learnt)
        self._follow(self.store.state)
        if number := self.visit.memory.pop("undo", 0):
            self.ask(self._undo(number))

    def signed_in_again(self) -> None:
        """Load a list that could not be loaded; release changes staged by another user."""
        self.list.table.staging.release_drafts()
        self.list.table.signed_in_again()

    @on(ListStore.Changed)
    def _changed(self, event: ListStore.Changed) -> None:
        if event.store is self.store:
            self._follow(self.store.state)

    def _follow(self, state: ListState) -> None:
        """Keep the query in the location and the marks in the visit."""
        self.visit.memory["selection"] = state.selection
        if state.loaded_at is not None and not self._shown_once:
            self._shown_once = True
            self.call_after_refresh(self.svc.discovery.notify_rows_shown)
        if not state.loading:
            self._describe_query(state)

    def _describe_query(self, state: ListState) -> None:
        router = self.svc.router
        located = state.query.located(understood(router.state.location, self._unread))
        if router.visit is self.visit and located != router.state.location:
            router.describe(located)

    def action_undo(self) -> None:
        """Undo the user's last write or action here; asks first.

        If changes were discarded since, restore those in their form.
        """
        if self.svc.undo_restores_discarded:
            self.ask(self.svc.restore_last_discarded())
            return
        self.ask(self._undo())

    async def _undo(self, number: int = 0) -> None:
        from svc_tui.widgets.record.opening import move_rows
        from svc_tui.widgets.record.undo import undo_last

        resource = self.resource
        if await undo_last(
            self.svc,
            resource,
            run_bulk_action=self.list.run_bulk_action,
            open_moves=partial(move_rows, self.svc, resource) if resource.draggable else None,
            number=number,
        ):
            self.svc.snack.end(UNDONE)
            await self.store.refresh()

    @on(DataTable.RowHighlighted)
    def _cursor_moved(self) -> None:
        """Remember the row in the visit, so that the cursor is there when coming back."""
        if isinstance(grid := self.main(), ListGrid):
            self.visit.memory["cursor"] = grid.current

    @on(SvcList.ViewOpened)
    def _view_opened(self, event: SvcList.ViewOpened) -> None:
        view = event.view
        self.visit.memory["view"] = None if view is None else (view.name, view.team)

    @on(SvcListTable.Opened)
    def _open(self, event: SvcListTable.Opened) -> None:
        self.visit.memory["cursor"] = event.key
        state = self.store.state
        self._describe_query(state)  # Rows in another order may still be loading.
        walk = RecordWalk(
            state.keys,
            state.shown or state.query,
            state.pages,
            self.resource.lookup,
            first=state.first,
            count=0 if state.at_least else state.count,
        )
        memory = {"walk": walk, "list": self.visit.memory, "typing": event.typing}
        self.ask(self._go_to(event, self.store.row(event.key), memory))

    async def _go_to(
        self, event: SvcListTable.Opened, row: Row | None, memory: dict[str, Any]
    ) -> None:
        """Open a record by its lookup, which may only just have been discovered."""
        router, key = self.svc.router, event.key
        here = router.state.location.path
        lookup = await self.svc.discovery.lookup_of(self.resource)
        if router.state.location.path != here:
            return  # The user has gone elsewhere.
        if row is not None and lookup != self.resource.lookup:
            key = key_of(row, lookup)
            memory["walk"] = None
            event.location = None
        location = event.location or location_of(self.resource.record_base, key)
        await router.push(location, memory=memory)

    @on(SvcListTable.NewWanted)
    def _new(self) -> None:
        self.go(str(Location(self.resource.record_base).child(NEW)))

    # Discoveries while the rows are shown

    @on(DiscoveryStore.Learnt)
    def _schema_updated(self, event: DiscoveryStore.Learnt) -> None:
        """Show them as soon as nothing is being edited or running."""
        if event.name in ("", self.resource.name):
            self._take_learnt()

    def _take_learnt(self) -> None:
        if self._waiting_to_renew or self.svc.router.visit is not self.visit:
            return
        self._waiting_to_renew = self._known_resource() != self.resource
        if self._waiting_to_renew:
            self._renew_when_quiet()
        elif not (self._settled or self.svc.discovery.is_learning(self.resource)):
            self._check_again()

    def _check_again(self) -> None:
        """Report what the list does not know, as its filters are known by now."""
        if self.svc.router.visit is self.visit:
            self._check_location(self.svc.router.state.location)
            self._follow(self.store.state)

    _waiting_to_renew = _shown_once = False

    def _known_resource(self) -> Resource | None:
        """Return the resource with everything discovered; None if its route is gone."""
        found = self.svc.router.find(self.svc.router.state.location.path)
        resource: Resource | None = found[0].props.get("resource") if found else None
        return resource

    def _renew_when_quiet(self) -> None:
        if not self.is_mounted or self.svc.router.visit is not self.visit:
            return
        if not self._is_quiet():
            self.set_timer(QUIET, self._renew_when_quiet)
            return
        state, grid, memory = self.store.state, self.main(), self.visit.memory
        lookup = (self._known_resource() or self.resource).lookup
        if isinstance(grid, ListGrid):
            row = grid.current_row
            memory["cursor"] = grid.current if row is None else key_of(row, lookup)
        if self.svc.fetch.accessor in (None, TRANSLATIONS):  # Otherwise the rows must be reloaded.
            page = PaginatedList(
                results=list(state.rows), count=state.count, page=state.query.page,
                pages=state.pages, page_size=state.query.page_size, at_least=state.at_least,
            )  # fmt: skip
            memory["rows"] = (state.query.params(), page)
        self._mark_by(lookup)
        hold_keys(self.app)
        self.ask(self.svc.router.replace(self.svc.router.state.location, memory=memory))

    def _mark_by(self, lookup: str) -> None:
        """Keep the marks if rows have another key now."""
        selection = self.store.state.selection
        if lookup != self.resource.lookup and selection.everything is None:
            marked = {key_of(row, lookup): row for row in selection.rows.values()}
            self.visit.memory["selection"] = Selection(marked)

    def _is_quiet(self) -> bool:
        """Whether nothing is open, typed, carried, staged or running here."""
        state, table = self.store.state, self.list.table
        at_work = any(one.node is table and one.is_running for one in self.workers)
        return (
            self.is_current
            # Otherwise what it opens would be closed.
            and seconds_since_last_key(self.app) >= QUIET
            and not at_work  # Requests such as marking everything end here.
            and isinstance(self.focused, ListGrid)
            and not state.loading
            and state.error is None
            and state.moving is None
            and not table.copying.active  # The second key would be a command of its own.
            and not self.svc.router.going
            and not self.svc.busy
        )

    @property
    def signs(self) -> str:
        """The meaning of the signs in the rows, for the help."""
        if all(one.format != "publishing" for one in self.resource.columns):
            return ""
        from svc_tui.stores.record.publication_store import LEGEND

        return LEGEND

    def _shown(self) -> tuple[str, ...]:
        """The paths that columns, keys and moves need; custom handlers need whole rows."""
        resource = self.resource
        if not resource.columns or any(one.handler for one in resource.actions):
            return ()
        keys = [column.key for column in resource.columns]
        keys += [resource.title_field] if resource.title_field else []
        # A key that no row has would cost a second, larger request for every page.
        return (*keys, resource.lookup, *((resource.position_field,) * resource.draggable))

    def _publication_steps(self) -> tuple[Action, ...]:
        """Return the additional actions of CMS pages; a declared one with its id replaces one."""
        if not self.svc.has_lifecycle(self.resource):
            return ()
        from svc_tui.stores.record.publication_steps import STEPS

        own = {action.id for action in self.resource.actions}
        return tuple(step for step in STEPS if step.id not in own)
