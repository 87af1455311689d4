"""Sources of a list's rows: a backend page by page, fetched once, or given."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from svc_tui.api.dialects import Adapter
from svc_tui.api.errors import ApiError
from svc_tui.models.records import PaginatedList, wire_id
from svc_tui.stores.listing.ignored_params import (
    FingerprintCache,
    NotCounted,
    PageFingerprint,
    first_page,
    has_effect,
    ignored_summary,
    matching_key,
    parts_of,
    without,
)
from svc_tui.stores.listing.list_adapters import ListAdapter, adapter_of
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.offline_sources import HybridSource, OfflineSource

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

__all__ = ["HybridSource", "ListAdapter", "OfflineSource", "RowSource", "ServerSource"]

PAGES_KEPT = 7
"""Maximum number of cached pages, so that memory does not grow with the backend's rows."""

FRESH_FOR = 60.0
"""Seconds until a cached page is stale."""

SAME_ROWS = "The backend returns the same rows for page {}, so paging doesn't work."
"""The note if the page number is ignored."""

REST = 0.1
"""Seconds on a page before its neighbors are prefetched; a held key fetches none."""


@runtime_checkable
class RowSource(Protocol):
    """The source of a list's rows; each call raises kinds of `ApiError`."""

    async def page(self, query: ListQuery) -> PaginatedList[Any]:
        """Return the rows of this page, cached or fetched."""

    def has(self, query: ListQuery) -> bool:
        """Whether this page can be shown without a request."""

    async def ask(self, query: ListQuery) -> PaginatedList[Any]:
        """Return the current rows, bypassing the cache: for exports and actions."""

    async def count(self, query: ListQuery) -> int:
        """Return how many records match now.

        Raises:
            NotCounted: if the total is unknown.
        """

    async def delete(self, key: str) -> None:
        """Delete a record."""

    async def update_order(self, start: str, end: str) -> bool:
        """Move a record to the place of another; True if all rows were renumbered."""

    def changed(self) -> None:
        """Drop the cache: the records changed."""

    def close(self) -> None:
        """Cancel all requests."""


@dataclass
class _Flight:
    """A request in progress, and the number of its waiters; 0 for a prefetched page."""

    task: asyncio.Task[PaginatedList[Any]]
    waiting: int = 0


class ServerSource:
    """A backend that searches, filters, sorts and pages; neighboring pages are prefetched."""

    def __init__(
        self,
        crud: Crud[Any],
        adapter: Adapter | None = None,
        *,
        ahead: int = 1,
        kept: int = PAGES_KEPT,
        rest: float = REST,
        fresh_for: float = FRESH_FOR,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.crud = crud
        self.adapter: Adapter = adapter or adapter_of(crud)
        self.ahead = ahead
        self._kept, self._rest, self._fresh_for, self._clock = kept, rest, fresh_for, clock
        self._pages: OrderedDict[Hashable, tuple[float, PaginatedList[Any]]] = OrderedDict()
        self._flights: dict[Hashable, _Flight] = {}
        self._explorer: asyncio.Task[None] | None = None
        self._signs = FingerprintCache(fresh_for, clock)
        self._totals: dict[Hashable, int] = {}
        """The number of rows by query, for uncounted lists that were read to the end."""
        self._unpaged = False
        self._proving = asyncio.Lock()

    async def page(self, query: ListQuery) -> PaginatedList[Any]:
        """Return the rows of this page; there is at most one request for it at a time."""
        self._stay()
        if self._unpaged and query.page > 1:
            return await self._same_again(query)
        page = self._remembered(query)
        if page is None:
            page = await self._join(query)
        if self._unpaged and query.page > 1:
            return await self._same_again(query)
        page = self._concluded(query, page)
        self._look_ahead(query, page)
        return page

    def has(self, query: ListQuery) -> bool:
        """Whether this page is cached and fresh."""
        return self._remembered(query) is not None

    async def ask(self, query: ListQuery) -> PaginatedList[Any]:
        """Return the current rows; if the backend sends all at once, those of this page."""
        page = cut(await self.adapter.ask(self.crud, query), query)
        self._signs.note(query, page)
        return page

    async def count(self, query: ListQuery) -> int:
        """Request the smallest page; if that is not enough, a whole one.

        Raises:
            NotCounted: if the total is unknown.
        """
        page = await self.ask(first_page(query))
        if not page.told or page.at_least:  # One row tells nothing about an uncounted list.
            page = self._concluded(query, await self.ask(query.at(1)))
        if page.at_least:
            raise NotCounted(page.count)
        return page.count

    async def counted(self, query: ListQuery) -> int:
        """Return how many records match, from the cache if possible.

        Raises:
            NotCounted: if the total is unknown.
        """
        async with self._proving:  # A probe in progress may tell it.
            sign = self._signs.of(query)
            known = None if sign is None else sign.count
            return await self.count(query) if known is None else known

    # Ignored parameters

    @property
    def notes_ignored(self) -> bool:
        """Whether the adapter itself finds out what is ignored, and says so in its notes."""
        return hasattr(self.adapter, "ignored")

    def known_ignored(self, query: ListQuery) -> tuple[str, ...] | None:
        """Return the parts of a query that the backend ignores; None if not tried."""
        if self.notes_ignored:
            return None
        known = [(name, self._effect(name)) for name in parts_of(query)]
        if any(effects is None for _, effects in known):
            return None
        return tuple(name for name, effects in known if not effects)

    async def ignored(self, query: ListQuery) -> tuple[str, ...]:
        """Return the parts of a query that the backend ignores; tries unknown ones.

        Raises:
            ApiError: as the questions do.
        """
        own = getattr(self.adapter, "ignored", None)
        if own is not None:
            return tuple(await own(self.crud, query))
        async with self._proving:
            found = [name for name in parts_of(query) if not await self._is_effective(query, name)]
        return tuple(found)

    async def is_effective(self, query: ListQuery, name: str) -> bool:
        """Whether one part of a query has an effect, if that can be known."""
        if self.notes_ignored:
            return name not in await self.ignored(query)
        async with self._proving:
            return await self._is_effective(query, name)

    def _effect(self, name: str) -> bool | None:
        return self.crud.effects.get((self.crud.endpoint.collection, name))

    async def _is_effective(self, query: ListQuery, name: str) -> bool:
        known = self._effect(name)
        if known is not True and self._makes_a_difference(query, name):
            known = self.crud.effects[self.crud.endpoint.collection, name] = True
        if known is None:
            known = await has_effect(query, name, self._sign)
            if known is not None:
                self.crud.effects[self.crud.endpoint.collection, name] = known
        return known is not False

    def _makes_a_difference(self, query: ListQuery, name: str) -> bool:
        """Whether cached pages show that a part of a query has an effect."""
        with_it, bare = self._signs.of(query.at(1)), self._signs.of(without(query, name))
        return with_it is not None and bare is not None and with_it.differs(bare)

    async def _sign(self, query: ListQuery) -> PageFingerprint:
        """Return the fingerprint of a query, with the smallest page if it is not cached."""
        if (known := self._signs.of(query)) is not None:
            return known
        return PageFingerprint.of(query, await self.ask(first_page(query)))

    async def delete(self, key: str) -> None:
        """Delete a record, and drop the cache."""
        await self.crud.delete(key)
        self.changed()

    async def update_order(self, start: str, end: str) -> bool:
        """Move a record to the place of another."""
        reordered = await self.crud.update_order(wire_id(start), wire_id(end))
        self.changed()
        return reordered

    def changed(self) -> None:
        """Drop all pages; requests in progress are answered, but not cached."""
        self._stay()
        for flight in self._flights.values():
            if not flight.waiting:
                flight.task.cancel()
        self._flights = {}
        self._pages.clear()
        self._signs.forget()
        self._totals.clear()
        self._unpaged = False

    def close(self) -> None:
        """Cancel all requests."""
        self.changed()

    def _remembered(self, query: ListQuery) -> PaginatedList[Any] | None:
        at, page = self._pages.get(question_key(query), (0.0, None))
        if page is None or self._clock() - at > self._fresh_for:
            return None
        self._pages.move_to_end(question_key(query))
        return page

    def _remember(self, query: ListQuery, page: PaginatedList[Any]) -> None:
        self._pages[question_key(query)] = (self._clock(), page)
        self._pages.move_to_end(question_key(query))
        while len(self._pages) > self._kept:
            self._pages.popitem(last=False)

    async def _join(self, query: ListQuery) -> PaginatedList[Any]:
        """Wait for the one request for this page; cancel it with its last caller."""
        flight = self._flights.get(question_key(query)) or self._start(query)
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if not flight.waiting and not flight.task.done():
                self._give_up(question_key(query), flight)

    def _give_up(self, key: Hashable, flight: _Flight) -> None:
        """Forget a request before it is cancelled, so that no caller joins it."""
        if self._flies(key, flight.task):
            del self._flights[key]
        flight.task.cancel()

    def _start(self, query: ListQuery) -> _Flight:
        # Not made by the loop: from Python 3.12 on, tasks of an app begin at once, and this one
        # looks for itself in `_flights`.
        flight = _Flight(asyncio.Task(self._fetch(query)))
        self._flights[question_key(query)] = flight
        flight.task.add_done_callback(_heard)
        return flight

    async def _fetch(self, query: ListQuery) -> PaginatedList[Any]:
        """Fetch and cache a page, unless the records have changed since."""
        key, me = question_key(query), asyncio.current_task()
        try:
            whole = await self.adapter.ask(self.crud, query)
            page = cut(whole, query)
            if not page.told and page.page > 1 and not page.at_least:
                page = await self._counted_from_first(query, page)
            if self._flies(key, me) and not self._is_the_same_again(query, page):
                self._learn_total(query, page)
                self._remember_neighbours(query, whole)
                self._remember(query, page)
                self._signs.note(query, page)
            return page
        finally:
            if self._flies(key, me):
                del self._flights[key]

    # Conclusions from neighboring pages

    async def _counted_from_first(
        self, query: ListQuery, page: PaginatedList[Any]
    ) -> PaginatedList[Any]:
        """Return a short uncounted page as the whole list, if it repeats the first."""
        first = self._pages.get(question_key(query.at(1)))
        rows = first[1].results if first else None
        if rows is None:
            rows = cut(await self.adapter.ask(self.crud, query.at(1)), query.at(1)).results
        if rows != page.results or not rows:
            return page
        return replace(page, count=len(rows), page=1, pages=1)

    def _is_the_same_again(self, query: ListQuery, page: PaginatedList[Any]) -> bool:
        """Whether a page repeats the rows of the previous one, so that its number is ignored."""
        if page.page != query.page or query.page == 1 or not page.results:
            return False
        before = self._pages.get(question_key(query.at(query.page - 1)))
        same = before is not None and before[1].results == page.results
        self._unpaged = self._unpaged or same
        return same

    async def _same_again(self, query: ListQuery) -> PaginatedList[Any]:
        """Return the first page instead of one that would repeat its rows."""
        first = await self.page(query.at(1))
        note = " ".join(filter(None, (first.note, SAME_ROWS.format(query.page))))
        return replace(first, note=note)

    def _learn_total(self, query: ListQuery, page: PaginatedList[Any]) -> None:
        """Remember the number of rows at the end of an uncounted list."""
        if page.told or page.at_least or query.page == 1 or page.page != query.page:
            return
        before = self._pages.get(question_key(query.at(query.page - 1)))
        if page.results or (before is not None and before[1].results):
            self._totals[matching_key(query)] = page.count

    def _concluded(self, query: ListQuery, page: PaginatedList[Any]) -> PaginatedList[Any]:
        """Return a page with the total and the number of pages that others proved."""
        if self._unpaged and page.page == 1:
            return replace(page, pages=1)
        total = self._totals.get(matching_key(query))
        if total is None or not page.at_least:
            return page
        pages = max(1, ceil(total / (page.page_size or query.page_size)))
        return replace(page, count=total, pages=pages, at_least=False)

    def _flies(self, key: Hashable, task: asyncio.Task[Any] | None) -> bool:
        flight = self._flights.get(key)
        return flight is not None and flight.task is task

    def prime(self, query: ListQuery, whole: PaginatedList[Any]) -> None:
        """Cache an answer that was loaded already; it may have all rows."""
        self._remember_neighbours(query, whole)
        self._remember(query, cut(whole, query))

    def _remember_neighbours(self, query: ListQuery, whole: PaginatedList[Any]) -> None:
        """Cache the neighboring pages of an answer with all rows."""
        if sent_whole(whole, query):
            for near in self._neighbours(query, cut(whole, query)):
                self._remember(near, cut(whole, near))

    def _look_ahead(self, query: ListQuery, page: PaginatedList[Any]) -> None:
        wanted = [near for near in self._neighbours(query, page) if not self.has(near)]
        if wanted:
            self._explorer = asyncio.ensure_future(self._explore(wanted))
            self._explorer.add_done_callback(_heard)

    async def _explore(self, wanted: list[ListQuery]) -> None:
        """Prefetch one page after another; failures are ignored."""
        await asyncio.sleep(self._rest)
        for near in wanted:
            if not self.has(near) and question_key(near) not in self._flights:
                try:
                    await self._join(near)
                except ApiError:
                    return

    def _neighbours(self, query: ListQuery, page: PaginatedList[Any]) -> list[ListQuery]:
        """Return the next pages, then those before."""
        if page.page != query.page:
            return []
        query = as_given(query, page)
        steps = range(1, self.ahead + 1)
        numbers = [*(query.page + n for n in steps), *(query.page - n for n in steps)]
        return [query.at(number) for number in numbers if 1 <= number <= page.pages]

    def _stay(self) -> None:
        """Stop prefetching, as the user went elsewhere."""
        if self._explorer is not None:
            self._explorer.cancel()
            self._explorer = None


def question_key(query: ListQuery) -> Hashable:
    """Return the cache key of a query."""
    params = query.params()
    return tuple((name, str(params[name])) for name in sorted(params))


def as_given(query: ListQuery, page: PaginatedList[Any]) -> ListQuery:
    """Return the query with the backend's page size, if it gives fewer rows."""
    size = len(page.results)
    fewer = page.page == 1 and size == page.page_size and 0 < size < query.page_size
    return replace(query, page_size=size) if fewer and page.pages > 1 else query


def sent_whole(page: PaginatedList[Any], query: ListQuery) -> bool:
    """Whether a backend sent all its rows although one page was requested."""
    more = page.at_least and (page.told or page.pages > 1)
    return len(page.results) == page.count > query.page_size and not more


def cut(page: PaginatedList[Any], query: ListQuery) -> PaginatedList[Any]:
    """Return the requested page from an answer with all rows; any other answer unchanged."""
    if not sent_whole(page, query):
        return page
    size, first = query.page_size, (query.page - 1) * query.page_size
    rows = page.results[first : first + size]
    pages = max(1, ceil(page.count / size))
    return replace(page, results=rows, page=query.page, pages=pages, page_size=size)


async def unknown_match(source: RowSource, query: ListQuery) -> str:
    """Return why it is unknown which records match, as half a sentence; "" if it is known.

    Raises:
        ApiError: as the questions do.
    """
    ignored = getattr(source, "ignored", None)
    names = await ignored(query) if ignored is not None else ()
    if not names:
        return ""
    return f"the backend ignores {ignored_summary(query, names)}, so the matches are unknown"


def _heard(task: asyncio.Task[Any]) -> None:
    if not task.cancelled():
        task.exception()
