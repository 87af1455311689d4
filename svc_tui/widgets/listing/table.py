"""SvcListTable: search, rows and status line around one ListStore."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Any, Literal

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import FilterDescriptor, ListColumn
from svc_tui.stores.listing.date_spans import today_in
from svc_tui.stores.listing.list_query import ListQuery, strange_default
from svc_tui.stores.listing.list_store import ListState, ListStore
from svc_tui.text import label
from svc_tui.widgets.base import key_hint, services
from svc_tui.widgets.key_mode import KeyMode
from svc_tui.widgets.listing.choice_labels import choices_of, labelled
from svc_tui.widgets.listing.copying import CopyingKeys
from svc_tui.widgets.listing.filters import SvcListFilters
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.listing.marking import MarkingKeys
from svc_tui.widgets.listing.moving import MovingKeys
from svc_tui.widgets.listing.narrowing import NarrowingKeys
from svc_tui.widgets.listing.paging import PagingKeys
from svc_tui.widgets.listing.previewing import BACK, PreviewingKeys
from svc_tui.widgets.listing.query_labels import QueryLabels
from svc_tui.widgets.listing.records import RecordKeys
from svc_tui.widgets.listing.search import SearchLine
from svc_tui.widgets.listing.searching import SearchingKeys
from svc_tui.widgets.listing.staging import StagingKeys
from svc_tui.widgets.listing.status import placeholder_for, status_line
from svc_tui.widgets.listing.store_factory import create_list_store
from svc_tui.widgets.listing.table_messages import TableMessages

if TYPE_CHECKING:
    from svc_tui.models.registry import FieldRegistry
    from svc_tui.stores.listing.list_adapters import Adapter

NO_SERVICES = "This list needs services to ask for its rows: hand in svc=Svc(…), or rows=[…]."
"""What stands in the place of rows where nobody can be asked for them."""

Mode = Literal["server", "hybrid"]


class SvcListTable(
    RecordKeys,
    SearchingKeys,
    PagingKeys,
    MarkingKeys,
    NarrowingKeys,
    MovingKeys,
    StagingKeys,
    CopyingKeys,
    PreviewingKeys,
    TableMessages,
):
    """A list's rows, usable alone (toolkit: SvcListTable). Its faces: loading, empty, failed, rows.

    It makes its own store of `endpoint`; `mode="hybrid"` asks once and works in memory, `rows=`
    sends nothing at all, and a `store=` handed in is used as it is. The specification's exposed
    `refresh()` is `reload()` here, as Textual's `refresh()` means to paint again.
    """

    DEFAULT_CSS = """
    SvcListTable { height: 1fr; width: 1fr; }
    SvcListTable > .head { height: 1; }
    SvcListTable > .head > .search { width: 1fr; min-width: 16; }
    SvcListTable > .head > SvcListFilters { max-width: 75%; }
    SvcListTable > .body { height: 1fr; }
    SvcListTable > .body > ListGrid { height: 1fr; width: 1fr; }
    SvcListTable > .body.-below, SvcListTable > .body.-whole { layout: vertical; }
    SvcListTable > .body.-whole > ListGrid { height: 2; }
    SvcListTable > .body > RowPreview { display: none; }
    SvcListTable > .body > RowPreview.-shown { display: block; }
    SvcListTable > .body.-below > RowPreview { width: 1fr; height: 40%; }
    SvcListTable > .body.-whole > RowPreview { width: 1fr; height: 1fr; }
    SvcListTable > .narrow { display: none; }
    SvcListTable > .narrow.-shown { display: block; }
    SvcListTable > .face { height: auto; display: none; }
    SvcListTable > .face.-shown { display: block; }
    SvcListTable > .status { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    KEYS_ABOUT = "Records"

    BINDINGS = [
        Binding("escape", "escape", "Clear", show=False, id="list.escape"),
    ]

    class Ready(Message):
        """There are services, and with them a store."""

    def __init__(
        self,
        endpoint: str = "",
        columns: Sequence[ListColumn] = (),
        *,
        lookup: str = "id",
        searchable: bool = True,
        draggable: bool = False,
        position_field: str = "position",
        edit_fields: Sequence[FieldDescriptor] = (),
        stage: bool = False,
        languages: Sequence[str] | None = None,
        registry: FieldRegistry | None = None,
        detail_base: str | None = None,
        store: ListStore | None = None,
        rows: Sequence[Mapping[str, Any]] | None = None,
        mode: Mode = "server",
        adapter: Adapter | None = None,
        query: ListQuery | None = None,
        filters: Sequence[FilterDescriptor] = (),
        zone: tzinfo | None = None,
        may_add: bool = True,
        may_change: bool = True,
        may_delete: bool = True,
        model: str = "",
        unable: Mapping[str, str] | None = None,
        remembered_as: str = "",
        cursor: str | None = None,
        query_line: str = "",
        beside: Sequence[Widget] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.endpoint = endpoint
        self.all_columns = labelled(columns, filters, edit_fields)
        self.lookup = lookup
        self.searchable = searchable
        self.draggable = draggable
        self.position_field = position_field
        self.edit_fields = tuple(edit_fields)
        self.stage = stage
        self.languages = languages
        self.registry = registry
        self.detail_base = detail_base
        self.filters = tuple(filters)
        self.zone = zone
        self.may_add, self.may_change, self.may_delete = may_add, may_change, may_delete
        self.model = model
        self.unable = dict(unable or {})
        """Why the backend cannot `add`, `change` or `delete` here, whoever asks."""
        """The backend's name of the records, as its rights have it (`article`)."""
        self.remembered_as = remembered_as
        self.beside = tuple(beside)
        """Widgets that stand in the line of the search."""
        self.tab_names: Mapping[str, str] = {}
        """What the tabs around it are called, by their values."""
        self._given = store
        self._rows, self._mode, self._query = rows, mode, query
        self._adapter = adapter
        self._cursor = cursor
        self._line = query_line
        """A typed query that is run in the place of the first request."""
        self._said = self._face = ""
        self._busy = ""
        self._proven_at: datetime | None = None
        """When the rows came of which it was last tried whether they are narrowed."""
        self._view_words: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """Search line, toolbar, faces, rows and preview, status."""
        with Horizontal(classes="head"):
            yield from self.search_widgets()
            yield from self.beside
        yield from self.fill("dtable.toolbar")
        yield from self.narrow_widgets()
        yield Static(classes="face words")
        for face in ("empty", "loading"):
            if f"dtable.{face}" in self.slots:
                yield Vertical(*self.fill(f"dtable.{face}"), classes=f"face -{face}")
        with Horizontal(classes="body"):
            position = self.position_field if self.draggable else None
            yield ListGrid(self.all_columns, position=position, slots=self.slots, zone=self.zone)
        yield Static(classes="status")

    def on_mount(self) -> None:
        """Begin as soon as there are services, or at once with a store or rows of one's own."""
        if self._given is not None or self._rows is not None:
            self._begin()
        elif services(self) is None and not hasattr(self.app, "when_booted"):
            self._set_placeholder(NO_SERVICES, failed=True)
        else:
            self.when_booted(self._begin)

    def on_unmount(self) -> None:
        """Ask for nothing ahead any more."""
        if hasattr(self, "store"):
            self.store.close()

    @property
    def listed(self) -> ListState:
        """What the store holds now; nothing yet before there is one."""
        return self.store.state if hasattr(self, "store") else ListState()

    def _begin(self) -> None:
        self.store = self._given or create_list_store(
            services(self),
            self.endpoint,
            lookup=self.lookup,
            rows=self._rows,
            mode=self._mode,
            adapter=self._adapter,
            query=self._first_query(),
            filters=self.filters,
            position_field=self.position_field,
        )
        self.listen(self.store)
        self.begin_staging()
        if kept := self.kept_columns():
            self.choose_columns(kept)
        if words := strange_default(self.filters, self.listed.query.today()):
            self.say(words, "warning", 8)
        self.post_message(self.Ready())
        self.call_after_refresh(self.begin_preview)
        self.call_after_refresh(self._look_first)
        self._show_state(self.store.state)
        state = self.store.state
        # A store that is handed in may have been answered, by rows or by an error, before this.
        asked = state.loading or state.loaded_at is not None or state.error is not None
        if not self._line and not asked:
            self.reload()

    def _first_query(self) -> ListQuery:
        """The query to begin with; rows that can be moved stand in the order that is kept."""
        query = self._query or ListQuery(today=today_in(self.zone))
        if not self.draggable or query.ordering:
            return query
        place = (self.position_field,)
        return replace(query, ordering=place, default_ordering=query.default_ordering or place)

    # Hearing

    @on(ListStore.Changed)
    def _changed(self, event: ListStore.Changed) -> None:
        if event.store is self.store:
            self._show_state(self.store.state)

    def _show_state(self, state: ListState) -> None:
        if state.loaded_at is not None:
            if not self.all_columns:
                self._guess_columns(state)
            rows, keys = self.narrowed_rows(state)
            self.grid.show(
                self.rows_as_staged(rows, keys), keys, state.query.ordering, self._cursor
            )
            self._cursor = None
            self.tell_missing_columns()
            self.preview_follows()
        self.guard_move()
        self._update_placeholder(state)
        self.refresh_markers()
        self.search_follows(state.query)
        self.post_changes(state)
        if state.note:
            self.say(state.note, "warning", 6)
            self.store.dismiss_note()
        self._shown = state
        if self.store.unproven and state.loaded_at != self._proven_at:
            self._proven_at = state.loaded_at
            self.run_worker(self.store.prove(), group="prove", exclusive=True)
        self.refresh_bindings()

    def show_rows(self) -> None:
        """Draw what the store holds."""
        self._show_state(self.store.state)

    def _look_first(self) -> None:
        """Where an app focuses whatever comes first: letters are keys here, not yet text."""
        if isinstance(self.screen.focused, SearchLine):
            self.grid.focus()
        line, self._line = self._line, ""
        if line and not self.run_line(line):
            self.reload()  # What was typed stands in the line, and the rows are there meanwhile.

    def _guess_columns(self, state: ListState) -> None:
        """Nobody said what to show: the first page decides."""
        from svc_tui.introspect.columns import guessed_columns

        if columns := guessed_columns(state.rows, self.lookup):
            self.all_columns = labelled(columns, self.filters, self.edit_fields)
            self.grid.list_columns = self.grid.drawn_columns = self.all_columns
            if kept := self.kept_columns():
                self.choose_columns(kept)

    def _update_placeholder(self, state: ListState) -> None:
        """What is said instead of rows, or about old ones."""
        words, kind = placeholder_for(state, self.may_add, self.filters)
        if self.narrowed and kind == "rows" and not self.grid.keys:
            words = f"No row of this page holds “{self.narrowed}”. Press 0 to see them all."
        words = key_hint(words, self.screen.focused)
        line = self.query_one(".face.words", Static)
        faces = [one for one in self.children if one.has_class("face") and one is not line]
        custom = any(one.has_class(f"-{kind}") for one in faces)
        self._set_placeholder("" if custom else words, failed=kind == "failed")
        for face in faces:
            face.set_class(face.has_class(f"-{kind}"), "-shown")
        self.grid.set_class(state.old, "-stale")

    def _set_placeholder(self, words: str, *, failed: bool = False) -> None:
        """Say something in the place of the rows, or above old ones."""
        line = self.query_one(".face.words", Static)
        if words != self._face:
            self._face = words
            line.update(label(words))
        line.set_class(bool(words), "-shown")
        line.set_class(failed, "-failed")

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _typing_changed(self) -> None:
        """Typing begins or ends: the keys that the sentence names are other ones now."""
        if self._face not in ("", NO_SERVICES):
            self._update_placeholder(self.listed)

    def refresh_markers(self) -> None:
        """Marks and the status line, as they are now."""
        state = self.listed
        held = state.moving.key if state.moving is not None else None
        self.grid.sign(state.selection, self.ranged(), held, self.waiting)
        self.show_status()

    def _also_said(self) -> Sequence[str]:
        """What the status line says besides: what waits, the way back, a view that was changed."""
        if words := self.staged_words():
            return words
        return BACK if self.preview_place == "whole" else self._view_words

    def show_view_status(self, *words: str) -> None:
        """Show in the status line that a saved view was changed: at length, and shorter."""
        if words != self._view_words:
            self._view_words = words
            self.show_status()

    @property
    def wording(self) -> QueryLabels:
        """What people call what this list shows and asks for."""
        fields = {one.key: one.label for one in self.edit_fields if one.label}
        columns = {one.key: one.label for one in self.all_columns}
        chips = next(iter(self.walk_children(SvcListFilters)), None)
        named = chips.named if chips is not None else None
        choices = choices_of(self.filters, self.edit_fields)
        choices |= {one.key: one.choices for one in self.all_columns if one.choices}
        crud = self.store.crud if hasattr(self, "store") else None
        return QueryLabels(
            {**fields, **columns},
            self.filters,
            self.tab_names,
            named,
            choices,
            crud.own_query if crud is not None else {},
        )

    def show_status(self) -> None:
        """The status line, painted only where its words changed."""
        state, hidden = self.listed, self.grid.hidden
        if not hasattr(self, "store"):
            return  # Nothing is known of any rows yet.
        words = self.search_words() or self._busy
        if not words:
            room, narrowed = self.size.width, self.narrowed
            words = status_line(
                state,
                self.mood(),
                hidden,
                width=room,
                narrowed=narrowed,
                wording=self.wording,
                also=self._also_said(),
            )
        if words != self._said:
            self._said = words
            self.query_one(".status", Static).update(label(words), layout=False)

    def show_progress(self, words: str) -> None:
        """Show how far something is in the status line; empty when it is over."""
        self._busy = f" {words}" if words else ""
        self.show_status()

    def mood(self) -> str:
        """What the next key is for, where it is not for what it usually is."""
        return "copying" if self.copying else "ranging" if self._anchor is not None else ""

    def on_key(self, event: events.Key) -> None:
        """While a row is carried, and after `y`, keys have another meaning."""
        if not self.grid.has_focus:
            return
        copying = self.copying
        if copying:
            self.copy_key(event)
        if copying or (self.is_moving and self.move_key(event)):
            event.stop()
            event.prevent_default()

    def key_mode(self) -> KeyMode | None:
        """Return the mode in which the rows take keys; None where letters are commands."""
        if not self.grid.has_focus:
            return None
        return self.copy_mode() if self.copying else self.move_mode() if self.is_moving else None

    def on_resize(self, event: events.Resize) -> None:
        """As much of the status line as there is room for."""
        self.show_status()

    @on(ListGrid.Fitted)
    def _columns_fitted(self, event: ListGrid.Fitted) -> None:
        event.stop()
        self.show_status()

    # Actions

    def action_escape(self) -> None:
        """Take one thing back: a preview, an open range, the marks, what narrows the page."""
        if self.preview_place == "whole":
            self.action_preview()
        elif self.marking_open:
            self.clear_marks()
        else:
            self.widen()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What can't be done now is dim or gone."""
        if not hasattr(self, "store"):
            return None
        if action == "escape":
            return self.escape_clears()
        return super().check_action(action, parameters)
