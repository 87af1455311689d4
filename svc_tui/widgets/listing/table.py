"""SvcListTable: search, rows and status line around one ListStore."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import DataTable, Input, Static
from textual.worker import Worker

from svc_tui.models.arguments import Address, ListOf, checks_arguments
from svc_tui.models.listing import ListColumn
from svc_tui.stores.listing.date_spans import today_in
from svc_tui.stores.listing.fitted_pages import with_fitted_size
from svc_tui.stores.listing.list_query import ListQuery, strange_default
from svc_tui.stores.listing.list_store import ListState, ListStore
from svc_tui.stores.listing.staged_store import StagedStore
from svc_tui.stores.session.snack_store import LEFT, UNDONE
from svc_tui.text import clean
from svc_tui.widgets.base import SvcWidget, services, when_booted
from svc_tui.widgets.command import Blocked, CommandHost, Controller, bindings_of
from svc_tui.widgets.focusing import focus_now
from svc_tui.widgets.key_mode import KeyMode
from svc_tui.widgets.letters import is_typing
from svc_tui.widgets.listing import table_messages as messages
from svc_tui.widgets.listing.columns import Columns
from svc_tui.widgets.listing.copying import Copying
from svc_tui.widgets.listing.editing import Editing
from svc_tui.widgets.listing.field_words import FieldWords
from svc_tui.widgets.listing.filters import SvcListFilters
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.listing.host import NO_ROWS
from svc_tui.widgets.listing.list_labels import ListLabels, labels_of
from svc_tui.widgets.listing.marking import Marking
from svc_tui.widgets.listing.moving import Moving
from svc_tui.widgets.listing.narrowing import Narrowing, NarrowLine
from svc_tui.widgets.listing.options import TableKeywords, TableOptions
from svc_tui.widgets.listing.paging import Paging
from svc_tui.widgets.listing.placeholder import Placeholder
from svc_tui.widgets.listing.previewing import Previewing
from svc_tui.widgets.listing.records import Records
from svc_tui.widgets.listing.relation_columns import RelationColumns
from svc_tui.widgets.listing.search import SearchLine
from svc_tui.widgets.listing.searching import Searching
from svc_tui.widgets.listing.staging import Staging
from svc_tui.widgets.listing.status_line import StatusLine
from svc_tui.widgets.listing.store_factory import create_list_store

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.stores.session.snack_store import Kind
    from svc_tui.widgets.listing.quick_edit import SvcListQuickEdit


@checks_arguments(endpoint=Address, columns=ListOf((ListColumn, str)))
class SvcListTable(SvcWidget, CommandHost):
    """A list's rows; works by itself.

    Shows loading, empty and error states. It creates a store for `endpoint`; `mode="hybrid"` loads
    once and works in memory, `rows=` sends nothing, a `store=` is used as it is. `reload()` loads
    the page again.
    """

    DEFAULT_CSS = """
    SvcListTable { height: 1fr; width: 1fr; }
    SvcListTable > .head { height: 1; }
    SvcListTable > .head > .search { width: 1fr; min-width: 16; }
    SvcListTable > .head > SvcListFilters { max-width: 75%; }
    SvcListTable > .body { height: 1fr; layers: default words; }
    SvcListTable > .body > ListGrid { height: 1fr; width: 1fr; }
    SvcListTable > .body.-below, SvcListTable > .body.-whole { layout: vertical; }
    SvcListTable > .body.-whole > ListGrid { height: 2; }
    SvcListTable > .body > RowPreview { display: none; }
    SvcListTable > .body > RowPreview.-shown { display: block; }
    SvcListTable > .body.-below > RowPreview { width: 1fr; max-width: 100%; height: 40%; }
    SvcListTable > .body.-whole > RowPreview { width: 1fr; max-width: 100%; height: 1fr; }
    SvcListTable > .narrow { display: none; }
    SvcListTable .face { height: auto; display: none; }
    SvcListTable > .body > .face { layer: words; margin-top: 1; }
    SvcListTable > .narrow.-shown, SvcListTable .face.-shown { display: block; }
    SvcListTable > .status { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    KEYS_ABOUT = "Records"
    BINDINGS = [
        *bindings_of(
            Previewing, Copying, Editing, Staging, Moving,
            Narrowing, Marking, Paging, Searching, Records,
        ),
        Binding("escape", "escape", "Clear", show=False, id="list.escape",
                tooltip="Clear preview, search, filters or marks."),
    ]  # fmt: skip

    Ready: TypeAlias = messages.Ready
    Opened: TypeAlias = messages.Opened
    NewWanted: TypeAlias = messages.NewWanted
    DeleteWanted: TypeAlias = messages.DeleteWanted
    ColumnsChosen: TypeAlias = messages.ColumnsChosen
    SelectionChanged: TypeAlias = messages.SelectionChanged
    SelectionQueryChanged: TypeAlias = messages.SelectionQueryChanged
    RowsChanged: TypeAlias = messages.RowsChanged

    store: ListStore
    """The rows and the query; available once there are services."""

    def __init__(
        self,
        endpoint: str = "",
        columns: Sequence[ListColumn | str] = (),
        *,
        beside: Sequence[Widget] = (),
        **given: Unpack[TableKeywords],
    ) -> None:
        keywords: dict[str, Any] = {**given, "endpoint": endpoint, "columns": columns}
        options = TableOptions.taken_from(keywords)
        super().__init__(**keywords)
        self.options = options.checked(self)
        self.needs_services = self.options.store is None and self.options.rows is None
        self.beside = tuple(beside)
        self.tab_names: Mapping[str, str] = {}
        self.columns = Columns(self)
        self.previewing = Previewing(self)
        self.copying = Copying(self)
        self.staging = Staging(self, lambda key: self.editing.edit(key))
        self.editing: Editing = Editing(self, self.staging)
        self.moving = Moving(self)
        self.narrowing = Narrowing(self)
        self.marking = Marking(self)
        self.paging = Paging(self, self.columns)
        self.searching = Searching(self, self.narrowing)
        self.records = Records(self)
        self.relations = RelationColumns(self)
        fields = (*self.options.fields, *self.options.edit_fields)
        self.words = FieldWords(fields, self.relations.titles, lambda: self.services)
        self._messages = messages.StateMessages(self)
        self._cursor, self._line = self.options.cursor, self.options.query_line
        self.placeholder = Placeholder(self)
        self.status = StatusLine(self)
        self._proven_at: datetime | None = None
        self._awaited: Worker[Any] | None = None
        self._drawn: ListState | None = None

    def compose(self) -> ComposeResult:
        """Search line, toolbar, placeholders, rows and preview, status."""
        with Horizontal(classes="head"):
            yield from self.searching.compose()
            yield from self.beside
        yield from self.fill("dtable.toolbar")
        yield from self.narrowing.compose()
        yield Static(classes="face words")
        for face in ("empty", "loading"):
            if f"dtable.{face}" in self.slots:
                yield Vertical(*self.fill(f"dtable.{face}"), classes=f"face -{face}")
        options = self.options
        with Horizontal(classes="body"):
            yield ListGrid(
                self.columns.declared,
                position=options.position_field if options.draggable else None,
                slots=self.slots,
                zone=options.zone,
            )
            yield Static(classes="face words")
        yield Static(classes="status")

    def controllers(self) -> Iterable[Controller]:
        """Return the features that have keys."""
        return (
            self.previewing, self.copying, self.editing, self.staging, self.moving,
            self.narrowing, self.marking, self.paging, self.searching, self.records,
        )  # fmt: skip

    def on_mount(self) -> None:
        """Begin as soon as there are services, or at once with a store or rows of one's own."""
        if not self.needs_services:
            self._begin()
        else:
            when_booted(self, self._begin)

    def on_unmount(self) -> None:
        """Stop prefetching, and stop asking before the page is left."""
        self.staging.end()
        if self.has_store:
            self.store.close()

    def _begin(self) -> None:
        options = self.options
        self.store = options.store or _store_of(self.services, options)
        self.store.label_of = self.relations.title_of
        self.listen(self.store)
        self.staging.begin()
        self.columns.restore()
        if words := strange_default(options.filters, self.listed.query.today()):
            self.say(words, "warning", 8)
        self.post_message(self.Ready())
        self.call_after_refresh(self.previewing.begin)
        self.call_after_refresh(self.paging.begin)
        self.call_after_refresh(self._focus_rows)
        self._show_state(state := self.store.state)
        # A given store may already have rows or an error.
        asked = state.loading or state.loaded_at is not None or state.error is not None
        if not self._line and not asked:
            self.reload()

    def _focus_rows(self) -> None:
        if isinstance(self.screen.focused, SearchLine) and not self.searching.begun:
            focus_now(self.grid)
        line, self._line = self._line, ""
        if line and not self.searching.run(line):
            self.reload()  # The typed text is in the line, and the rows are there already.

    # The host of its features

    @property
    def has_store(self) -> bool:
        return hasattr(self, "store")

    @property
    def services(self) -> Svc | None:
        return services(self)

    @property
    def grid(self) -> ListGrid:
        """The rows on the screen."""
        return self.query_one(ListGrid)

    @property
    def body(self) -> Widget:
        """The container of the rows and the preview."""
        return self.query_one(".body")

    @property
    def room(self) -> int:
        """The number of lines for rows, without temporary lines above them."""
        above = [one for one in self.children if one.has_class("-shown")]
        return self.grid.size.height + sum(one.size.height for one in above)

    @property
    def listed(self) -> ListState:
        """The state of the store; empty while there is none."""
        return self.store.state if self.has_store else ListState()

    @property
    def labels(self) -> ListLabels:
        """The labels of what this list shows and asks for."""
        chips = next(iter(self.walk_children(SvcListFilters)), None)
        crud = self.store.crud if self.has_store else None
        found = labels_of(
            self.options,
            self.columns.declared,
            self.tab_names,
            chips.named if chips is not None else None,
            crud.own_query if crud is not None else {},
            self.services,
        )
        return replace(found, choices={**self.relations.titles.choices, **found.choices})

    def load(self, work: Coroutine[Any, Any, Any]) -> Worker[Any]:
        """Run a load in a worker; cancel one that is still running."""
        return self.run_worker(work, group="load", exclusive=True, exit_on_error=True)

    def load_ahead(self, work: Coroutine[Any, Any, Any], group: str = "load") -> None:
        """Load rows that the next keys are meant for; cancel other loads of the group."""
        self._awaited = self.run_worker(work, group=group, exclusive=True, exit_on_error=True)

    @property
    def coming(self) -> bool:
        """Whether those rows are still loading, so that Enter or `d` would hit another record.

        Also true until a quick edit is on the screen.
        """
        if self.editing.coming:
            return True
        if self._awaited is None:
            return False
        return not self._awaited.is_finished or self._drawn is not self.listed

    def reload(self) -> None:
        """Reload the page."""
        self.paging.reload()

    def signed_in_again(self) -> None:
        """Load what could not be loaded without a sign-in."""
        if self.has_store and self.store.state.expired:
            self.reload()

    def say(
        self, words: str, kind: Kind = "info", seconds: float = 4.0, *, here: bool = False
    ) -> None:
        """Show a toast of the console or of the app.

        With `here`, it stays until the page is left, or what it tells of is undone.
        """
        if (svc := self.services) is not None:
            svc.snack.show(words, kind, seconds, until=(LEFT, UNDONE) if here else ())
            return
        notify_plainly(self, words, kind, seconds)

    def open_row(self, key: str, typing: bool = False) -> None:
        """Post that the operator wants to see a record, or to type into it."""
        self.records.open(key, typing)

    def show_form(self, form: Widget) -> None:
        """Mount a form over the list, replacing the last one."""
        self.query(type(form)).remove()
        self.mount(form)

    # Drawing

    @on(ListStore.Changed)
    @on(StagedStore.Changed)
    def _store_changed(self, event: ListStore.Changed | StagedStore.Changed) -> None:
        if event.store is self.store or event.store is self.staging.store:
            self.show_rows()

    def show_rows(self) -> None:
        """Draw the rows in the store."""
        self._show_state(self.store.state)

    def _show_state(self, state: ListState) -> None:
        if state.loaded_at is not None:
            self.columns.guess(state.rows)
            rows, keys = self.narrowing.rows_of(state)
            if self.searching.is_answered(state) and self.grid.current not in keys:
                self._cursor = self._cursor or next(iter(keys), None)
            self.relations.name(rows)
            self.grid.show(self.staging.over(rows, keys), keys, state.query.ordering, self._cursor)
            self._cursor = None
            self.paging.land(state)
            self.columns.tell_missing()
            self.relations.learn(rows)
            self.previewing.follow()
        self.moving.guard()
        self.placeholder.update(state, self.narrowing.words)
        self.refresh_markers()
        self.searching.follow(state.query)
        self._messages.post_changes(self.store)
        if state.note:
            self.say(state.note, "warning", 6, here=True)
            self.store.dismiss_note()
        self._drawn = state
        if self.store.unproven and state.loaded_at != self._proven_at:
            self._proven_at = state.loaded_at
            self.run_worker(self.store.prove(), group="prove", exclusive=True)
        self.refresh_bindings()

    def refresh_markers(self) -> None:
        """Draw the marks in front of the rows, and the status line."""
        state = self.listed
        held = state.moving.key if state.moving is not None else None
        self.grid.sign(state.selection, self.marking.ranged(), held, self.staging.waiting)
        self.status.draw()

    def refresh_mode(self) -> None:
        """Redraw the marks and the footer, as the keys have changed their meaning."""
        self.refresh_markers()
        self.refresh_bindings()

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Pass keys to the feature for which they have another meaning now."""
        if not self.grid.has_focus:
            return
        copying = self.copying.active
        if copying:
            self.copying.press(event)
        if copying or (self.moving.active and self.moving.press(event)):
            event.stop()
            event.prevent_default()

    def key_mode(self) -> KeyMode | None:
        """Return the mode in which the rows take keys; None if letters are commands."""
        if not self.grid.has_focus:
            return None
        carried = self.moving.mode() if self.moving.active else None
        return self.copying.mode() if self.copying.active else carried

    def action_escape(self) -> None:
        """Undo one thing: an open range, the preview, narrowing, search, the marks.

        Nothing while another page is about to appear: the rows are as they were on return.
        """
        if (svc := self.services) is not None and svc.router.leaves(self.screen):
            return
        if self.marking.anchor is not None:
            self.marking.close_range()
        elif self.previewing.place:
            self.previewing.toggle()
        elif self.narrowing.words:
            self.searching.widen()
        elif self.searching.asked:
            self.searching.peel()
        else:
            self.searching.unmark()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer Esc while there is something to clear."""
        if action == "escape" and self.has_store:
            if is_typing(self.screen.focused):
                return False
            narrowed = self.narrowing.words or self.searching.asked
            return bool(self.previewing.place or self.marking.clearable or narrowed)
        return super().check_action(action, parameters) if self.has_store else None

    def blocked(self, id: object) -> Blocked | None:
        """Return why a command can't be run now; none can before there is a store."""
        return super().blocked(id) if self.has_store else NO_ROWS

    # Hearing its parts

    @on(SearchLine.Typed)
    def _search_typed(self, event: SearchLine.Typed) -> None:
        event.stop()
        self.searching.typed(event.text, event.cursor)

    @on(SearchLine.Searched)
    def _searched(self, event: SearchLine.Searched) -> None:
        event.stop()
        self.searching.search(event.text)

    @on(SearchLine.Asked)
    def _search_asked(self, event: SearchLine.Asked) -> None:
        event.stop()
        self.searching.run(event.text)

    @on(SearchLine.Left)
    def _search_left(self, event: SearchLine.Left) -> None:
        event.stop()
        self.searching.leave()

    @on(Input.Changed, "NarrowLine")
    def _narrow_typed(self, event: Input.Changed) -> None:
        event.stop()
        self.narrowing.typed(event.value)

    @on(NarrowLine.Left)
    def _narrow_left(self, event: NarrowLine.Left) -> None:
        event.stop()
        self.narrowing.leave()

    @on(ListGrid.Opened)
    def _row_opened(self, event: ListGrid.Opened) -> None:
        event.stop()
        self.open_row(event.key)

    @on(ListGrid.EdgeReached)
    def _edge_reached(self, event: ListGrid.EdgeReached) -> None:
        event.stop()
        if self.marking.anchor is None:  # A range lies within one page.
            self.paging.flow(event.by)

    @on(ListGrid.HeadingClicked)
    def _heading_clicked(self, event: ListGrid.HeadingClicked) -> None:
        event.stop()
        self.paging.sort(event.column)

    @on(ListGrid.Dragged)
    def _row_dragged(self, event: ListGrid.Dragged) -> None:
        event.stop()
        self.moving.drag(event)

    @on(ListGrid.Resized)
    def _grid_resized(self, event: ListGrid.Resized) -> None:
        event.stop()
        if self.has_store:
            self.paging.resized()

    @on(ListGrid.Fitted)
    def _columns_fitted(self, event: ListGrid.Fitted) -> None:
        event.stop()
        self.status.draw()

    @on(DataTable.RowHighlighted)
    def _cursor_moved(self) -> None:
        self.marking.follow_cursor()
        self.previewing.follow()

    def on_svc_list_quick_edit_saved(self) -> None:
        self.reload()

    def on_svc_list_quick_edit_staged(self, event: SvcListQuickEdit.Staged) -> None:
        """Stage the edit; one that restores the old value is no longer staged."""
        event.stop()
        self.staging.store.stage(event.staged)

    def on_svc_list_quick_edit_next_wanted(self, event: SvcListQuickEdit.NextWanted) -> None:
        """Edit the next record."""
        event.stop()
        self.editing.edit_next(event.key)

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _typing_changed(self, event: events.DescendantFocus | events.DescendantBlur) -> None:
        if self.placeholder.words:
            self.placeholder.update(self.listed, self.narrowing.words)
        if isinstance(event, events.DescendantBlur):
            self.searching.blurred(event.widget)

    def on_resize(self) -> None:
        """Show as much of the status line and the preview as there is room for."""
        self.status.move()
        if self.has_store:
            self.previewing.resized()


def _store_of(svc: Svc | None, options: TableOptions) -> ListStore:
    """Create the store; rows that can be moved are sorted by their position at first."""
    query = options.query or ListQuery(today=today_in(options.zone))
    if options.draggable and not query.ordering:
        place = (options.position_field,)
        first = query.default_ordering or place
        query = replace(query, ordering=place, default_ordering=first)
    preferences = svc.preferences if svc is not None else None
    query = with_fitted_size(query, preferences, options.remembered_as, options.fit)
    return create_list_store(
        svc,
        options.endpoint,
        lookup=options.lookup,
        title_field=options.title_field,
        rows=options.rows,
        mode=options.mode,
        adapter=options.adapter,
        query=query,
        filters=options.filters,
        position_field=options.position_field,
    )


def notify_plainly(widget: Widget, words: str, kind: Kind, seconds: float) -> None:
    """Show a toast in the app, outside a console."""
    severity: Any = {"warning": "warning", "error": "error"}.get(kind, "information")
    widget.app.notify(clean(words), severity=severity, timeout=seconds, markup=False)
