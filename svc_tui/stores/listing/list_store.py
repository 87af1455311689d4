"""The rows of a collection, one page at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import ceil
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, InvalidResponse, NotFound, Unauthorized, ValidationFailed
from svc_tui.models.arguments import checks_arguments
from svc_tui.models.location import Location
from svc_tui.models.records import PaginatedList
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.listing.ignored_params import ignored_sentence, parts_of
from svc_tui.stores.listing.list_query import ListQuery, Values
from svc_tui.stores.listing.list_state import ListState
from svc_tui.stores.listing.page_reader import keys_of
from svc_tui.stores.listing.query_errors import (
    refused_filters,
    refuses_page_size,
    rejection_message,
)
from svc_tui.stores.listing.reorder import Reorder
from svc_tui.stores.listing.row_sources import RowSource, ServerSource, as_given, unknown_match
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.listing.tab_counts import TabCounts
from svc_tui.stores.record.server_changes import differing_paths
from svc_tui.stores.record.write_result import is_there, of_deletion
from svc_tui.stores.rows import Row, as_row, key_of, normalize_page, row_name
from svc_tui.text import cut, plural

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

__all__ = ["ListState", "ListStore"]

_Answer = tuple[ListQuery, PaginatedList[Any], str | None]
"""The answered query, the page, and a note about what was changed."""

OTHER_ROWS = "The list now shows different rows, so "
"""Begins the note on what is still marked of everything that was."""


@checks_arguments()
class ListStore(Store[ListState]):
    """Loads pages; a response to an outdated query is ignored."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """The rows, the query, the selection or the loading flag changed."""

        state: ListState

    def __init__(
        self,
        source: RowSource | Crud[Any],
        *,
        lookup: str = "id",
        title_field: str | None = None,
        query: ListQuery | None = None,
        position_field: str = "position",
    ) -> None:
        super().__init__(ListState(query or ListQuery()))
        self.source = source if isinstance(source, RowSource) else ServerSource(source)
        self.lookup = lookup
        self.title_field = title_field
        self.label_of: Callable[[Row], str] = lambda row: ""
        """Returns the label that the list shows for another record in the place of a title."""
        self.position_field = position_field
        self._asked = 0
        self._asking: asyncio.Task[_Answer] | None = None
        """The current load."""
        self._reorder = Reorder(self)
        self._counts = TabCounts(self)

    @property
    def crud(self) -> Crud[Any] | None:
        """The collection behind the rows; None for rows that were given."""
        return getattr(self.source, "crud", None)

    def key_of(self, row: Row) -> str:
        """Return what identifies a row, as text; "" for one without its lookup value."""
        return key_of(row, self.lookup)

    def name_of(self, row: Row, longest: int = 60) -> str:
        """Return the name of a row for messages, in at most so many cells."""
        name = cut(self.label_of(row), longest)
        return name or row_name(row, self.lookup, self.title_field, longest)

    def row(self, key: str) -> Row | None:
        """Return the row of this key on the page that is shown."""
        keys = self.state.keys
        return self.state.rows[keys.index(key)] if key and key in keys else None

    async def whole(self, key: str) -> Row:
        """Return the whole record of a row on this page.

        Raises:
            ApiError: it could not be read.
        """
        return self.row(key) or {} if self.crud is None else await self.crud.detail(key)

    # Loading

    def refresh(self) -> Coroutine[Any, Any, None]:
        """Load the current page again.

        What is cached is dropped at once: another load may replace this one before it begins.
        """
        self.source.changed()
        self._counts.forget()
        return self._reload()

    async def _reload(self) -> None:
        await self._load(self.state.query)

    async def go_to(self, page: int) -> None:
        """Load another page; beyond the last one, the last."""
        await self._load(self.state.query.at(min(page, self.state.pages)))

    async def search(self, text: str) -> None:
        """Search for words; send nothing if they have not changed."""
        if text.strip() != self.state.query.search:
            await self._load(self.state.query.searching(text))

    async def sort_by(self, key: str, add: bool = False) -> None:
        """Sort by a column: ascending, descending, off; with `add`, keep the others."""
        await self._load(self.state.query.sorted_by(key, add))

    async def show(self, page_size: int) -> None:
        """Change the number of rows on a page."""
        await self._load(self.state.query.sized(page_size))

    async def select_tab(self, tab: str) -> None:
        """Select a tab; marks stay."""
        await self._load(self.state.query.on_tab(tab))

    async def filter(self, name: str, values: Values) -> None:
        """Change the values of a filter; none removes it. Marks stay."""
        await self._load(self.state.query.filtered(name, tuple(values)))

    async def restore(self, location: Location) -> None:
        """Show the query of a location."""
        await self._load(self.state.query.restored(location))

    async def ask(self, query: ListQuery) -> None:
        """Show a query, with all its changes in one request."""
        await self._load(query)

    async def counts(self, tabs: Iterable[str]) -> None:
        """Count the records of each tab, one after another; rows never wait for it."""
        await self._counts.ask(tabs)

    @property
    def unproven(self) -> bool:
        """Whether it is still unknown if the query filtered the visible rows."""
        known = getattr(self.source, "known_ignored", None)
        narrowed = self.state.current and self.state.rows and parts_of(self.state.query)
        return bool(narrowed) and known is not None and known(self.state.query) is None

    async def prove(self) -> None:
        """Find out which parts of the query the backend ignores.

        Known parts are not tried again, and rows never wait for it.
        """
        query, ignored = self.state.query, getattr(self.source, "ignored", None)
        if ignored is None:
            return
        try:
            names = tuple(await ignored(query))
        except ApiError:
            return  # Unknown, so there is no message.
        if self.state.query.matches_as(query) and names != self.state.ignored:
            self.change(ignored=names, note=self._not_narrowed(query, names))

    def _not_narrowed(self, query: ListQuery, names: Collection[str]) -> str | None:
        """Return the sentence about what the backend ignores, unless its adapter says it."""
        if not names or self.crud is None or getattr(self.source, "notes_ignored", False):
            return None
        return ignored_sentence(query, names)

    def close(self) -> None:
        """Stop prefetching, and ignore late responses."""
        self._asked += 1
        self._counts.forget()
        self.source.close()

    def stop(self) -> bool:
        """Cancel the current load; return False if there is none."""
        asking = self._asking
        if asking is None or asking.done() or not self.state.loading:
            return False
        self._asking = None
        return asking.cancel()

    def dismiss_note(self) -> None:
        """Remove the note."""
        self.change(note=None)

    # Selection

    def toggle(self, key: str) -> None:
        """Mark a row of this page, or unmark it."""
        if (row := self.row(key)) is not None:
            self.change(selection=self.state.selection.toggled(key, row))

    def select_rows(self, keys: Iterable[str]) -> None:
        """Mark these rows of this page too."""
        rows = self._marked_by_key()
        wanted = {key: rows[key] for key in keys if key in rows}
        self.change(selection=self.state.selection.with_rows(wanted))

    def invert_page(self, keys: Collection[str] | None = None) -> None:
        """Invert the marks of this page.

        With `keys`, only of those rows, as a page may be narrowed.
        """
        rows = self._marked_by_key()
        meant = {key: row for key, row in rows.items() if keys is None or key in keys}
        self.change(selection=self.state.selection.inverted(meant))

    async def select_all(self) -> bool:
        """Mark everything that matches, on all pages; the query is fixed as it is now."""
        query = self.state.query
        try:
            why = await unknown_match(self.source, query)
            count = 0 if why else await self.source.count(query)
            keys = await keys_of(self.source, query, count, self.lookup)
        except ApiError as error:
            self.change(note=f"Not everything could be marked. {error}")
            return False
        if not self.state.query.matches_as(query):
            return False  # The list shows other rows by now.
        if why:
            self.change(note=f"Not everything can be marked: {why}.")
            return False
        self.change(selection=self.state.selection.of_everything(query, count, keys))
        return True

    def unmark(self, keys: Iterable[str]) -> None:
        """Unmark these rows, as an action is done with them."""
        self.change(selection=self.state.selection.without(keys))

    def mark_only(self, rows: Mapping[str, Row]) -> None:
        """Mark these rows, on any page, and no others."""
        self.change(selection=Selection(rows))

    def clear_selection(self) -> None:
        """Unmark all rows."""
        self.change(selection=Selection())

    def mark_again(self, selection: Selection) -> None:
        """Restore earlier marks besides the current ones; "everything" only if it still fits."""
        rows = {**selection.rows, **self.state.selection.rows}
        self.change(selection=replace(selection, rows=rows).under(self.state.query))

    # Changes

    async def delete(self, key: str) -> bool:
        """Delete one record and reload the page; return False if it was already gone.

        Raises:
            ApiError: the backend refused, the record is still there, or the outcome is unknown
                (`may_have_been_applied`).
        """
        try:
            await self.source.delete(key)
        except ApiError as error:
            if not (error.may_have_been_applied or isinstance(error, NotFound)):
                raise
            await self.refresh()
            there = await self._is_there(key)
            if there is not False:
                raise of_deletion(error, there) from None
            self._unmark_gone(key)
            return not isinstance(error, NotFound)
        self._unmark_gone(key)
        await self.refresh()
        return True

    def _unmark_gone(self, key: str) -> None:
        if key in self.state.selection.rows:
            self.unmark([key])

    def lists(self, key: str) -> bool:
        """Whether the last load returned this record; False where it was not answered."""
        return self.state.reloaded and key in self.state.keys

    async def _is_there(self, key: str) -> bool | None:
        """Whether a record still exists, by the reloaded rows or by a request."""
        if self.lists(key):
            return True
        if self.crud is None:
            return False if self.state.reloaded else None
        return await is_there(self.crud, key)

    async def changed_since(self, key: str, row: Row) -> tuple[str, ...] | None:
        """Return the keys of a row's changed values; None if its page no longer has it.

        The page is read again, as a record may have another shape than a row.

        Raises:
            ApiError: the page could not be read.
        """
        page = await self.source.ask(self.state.query)
        rows = {self.key_of(one): one for one in map(as_row, page.results)}
        if key not in rows:
            return None
        return tuple(dict.fromkeys(way[0] for way in differing_paths(row, rows[key])))

    @property
    def unmovable_reason(self) -> str | None:
        """Why rows can't be moved now, in a sentence; None if they can."""
        return self._reorder.unmovable_reason()

    def begin_move(self, key: str) -> bool:
        """Start to move a row of this page; return False, with a note, if that is not possible."""
        return self._reorder.begin(key)

    async def move_to(self, position: int) -> None:
        """Move the held row to an absolute position, from 0, and show its page."""
        await self._reorder.move_to(position)

    async def drop(self) -> bool:
        """Drop the row where it is held; return whether the backend accepted it."""
        return await self._reorder.drop()

    async def cancel_move(self) -> None:
        """Put the row back where it was."""
        await self._reorder.cancel()

    # Requests

    def _marked_by_key(self) -> dict[str, Row]:
        pairs = zip(self.state.keys, self.state.rows, strict=True)
        return {key: row for key, row in pairs if key}

    async def _load(self, query: ListQuery) -> None:
        self._asked += 1
        asked, at_hand = self._asked, self.source.has(query)
        if not at_hand:  # A cached page is shown in one change, without a flicker.
            self._follow(query)
            self.change(query=query, loading=True, stopped=False, moving=None)
        asking = self._asking = asyncio.ensure_future(self._page(query))
        try:
            answered, page, note = await asking
        except ApiError as error:
            if asked == self._asked:
                self._follow(query)
                self._failed(query, error)
        except BaseException:
            task = asyncio.current_task()
            # The caller may have been cancelled too, as by a newer query.
            by_stop = asking is not self._asking and not (task and task.cancelling())
            asking.cancel()
            if asked == self._asked:
                self.change(loading=False, stopped=True)
            if not by_stop:
                raise
        else:
            if asked == self._asked:
                self._follow(answered)  # Not earlier: the tabs would be counted by the old query.
                self._take(answered, page, note, at_hand)

    def _follow(self, query: ListQuery) -> None:
        """Drop counts and "everything marked" if other records match."""
        if query.matches_as(self.state.query):
            return
        self._counts.follow(query)
        if self.state.selection.everything is not None:
            marked = self.state.selection.counted_by_hand()
            left = "nothing is marked"
            if marked:
                left = f"only {plural(len(marked), 'is', 'are')} still marked"
            note = f"{OTHER_ROWS}{left}. Press A to mark all that match."
            self.change(selection=marked, note=note)

    async def _page(self, query: ListQuery) -> _Answer:
        """Return the page, or the nearest that the backend gives, and what was changed."""
        try:
            page = await self.source.page(query)
        except (NotFound, InvalidResponse) as error:
            redirected = error.status is not None and 300 <= error.status < 400
            if query.page == 1 or not (redirected or isinstance(error, NotFound)):
                raise
            self.source.changed()  # The list has become shorter, so cached pages are stale.
            first = await self.source.page(query.at(1))
            note = f"Page {query.page:,} could not be read, so this is page 1. {error.what()}"
            return query, first, note
        except ValidationFailed as error:
            if query.page_size == query.default_size or not refuses_page_size(error):
                raise
            usual = query.sized(query.default_size)
            note = f"The backend refuses {query.page_size} rows per page, so the default is used."
            return usual, await self.source.page(usual), note
        if page.results or not page.count or query.page == 1:
            return query, page, None
        if page.told:  # An uncounted list ends where its rows do: nothing has changed.
            self.source.changed()
        last = ceil(page.count / query.page_size)
        nearest = last if page.told and last < query.page else 1
        return query, await self.source.page(query.at(nearest)), None

    def _failed(self, query: ListQuery, error: ApiError) -> None:
        self.change(
            query=query,
            loading=False,
            stopped=False,
            error=rejection_message(error, query),
            rejected=refused_filters(error, query),
            expired=isinstance(error, Unauthorized),
        )

    def _known_ignored(self, query: ListQuery) -> tuple[str, ...]:
        """Return what is known to be ignored, without a request."""
        known = getattr(self.source, "known_ignored", lambda query: ())(query)
        if known is not None:
            return tuple(known)
        same = self.state.shown is not None and query.matches_as(self.state.shown)
        return self.state.ignored if same else ()

    def _is_elsewhere(self, query: ListQuery, page: int) -> bool:
        """Whether another page was returned than was asked for, and not as the shown one ended."""
        shown = self.state.shown
        return page < query.page and (shown is None or shown.page != query.page)

    def _take(
        self, query: ListQuery, page: PaginatedList[Any], note: str | None, at_hand: bool
    ) -> None:
        found = normalize_page(page, query, self.lookup)
        given = as_given(query, page)
        if given.page_size != query.page_size:
            most = plural(given.page_size, "row", "rows")
            size = f"The backend returns at most {most} per page."
            note = " ".join(filter(None, (note, size)))
        if not (note or found.note) and self._is_elsewhere(query, page.page):
            note = f"Page {query.page:,} does not exist, so this is page {page.page:,}."
        keep = self.state.note if (self.state.note or "").startswith(OTHER_ROWS) else None
        ignored = self._known_ignored(query)
        anew = self.state.shown is None or not query.matches_as(self.state.shown)
        lost = self._not_narrowed(query, ignored) if anew else None
        notes = " ".join(filter(None, (note, found.note, lost))) or keep
        rows = tuple(found.page.results)
        self.change(
            query=given.at(page.page),
            rows=rows,
            keys=found.keys,
            count=found.page.count,
            at_least=page.at_least,
            pages=found.page.pages,
            loading=False,
            shown=given.at(page.page),
            stopped=False,
            prefetched=at_hand,
            error=None,
            rejected=(),
            ignored=ignored,
            expired=False,
            note=notes,
            moving=None,
            loaded_at=datetime.now(UTC),
            selection=self.state.selection.renewed(dict(zip(found.keys, rows, strict=True))),
        )
