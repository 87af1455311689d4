"""Sources of rows that are all in memory: given, or fetched once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Any

from svc_tui.api.change_count import ChangeCount
from svc_tui.api.dialects import REST, Adapter
from svc_tui.api.errors import NotFound
from svc_tui.api.urls import Endpoint
from svc_tui.models.records import PaginatedList, wire_id
from svc_tui.stores.listing.ignored_params import NotCounted
from svc_tui.stores.listing.list_adapters import adapter_of
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.memory_query import filter_and_sort, ordered
from svc_tui.stores.listing.row_move import with_position_of
from svc_tui.stores.record.patch_payload import replaced
from svc_tui.stores.rows import Row, as_row, key_of

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

FETCHED_AT_ONCE = 100
"""Page size when everything is fetched."""

MOST_ROWS = 20_000
"""Maximum number of rows in memory; a longer list must be paged by its backend."""


class OfflineSource:
    """Searches, filters, sorts, pages and moves rows in memory; nothing is ever sent."""

    def __init__(
        self,
        rows: Iterable[Any],
        *,
        lookup: str = "id",
        searched: Sequence[str] | None = None,
        position_field: str = "position",
    ) -> None:
        self.rows: list[Row] = [as_row(row) for row in rows]
        """Every row, in the order that moving changes."""
        self.lookup = lookup
        self.searched = searched
        """Dotted paths that are searched; None for every value of the row."""
        self.position_field = position_field

    async def page(self, query: ListQuery) -> PaginatedList[Any]:
        """Return the rows of this page; beyond the end, of the last one."""
        return self._cut(query)

    def has(self, query: ListQuery) -> bool:
        """Return True: all rows are in memory."""
        return True

    async def ask(self, query: ListQuery) -> PaginatedList[Any]:
        """Return the same as `page`."""
        return self._cut(query)

    async def count(self, query: ListQuery) -> int:
        """Return how many rows match."""
        return len(filter_and_sort(self.rows, query, self.searched))

    async def delete(self, key: str) -> None:
        """Remove a row.

        Raises: NotFound: there is none with this key.
        """
        kept = [row for row in self.rows if key_of(row, self.lookup) != key]
        if len(kept) == len(self.rows):
            raise NotFound(None, "DELETE", key)
        self.rows = kept

    async def update_order(self, start: str, end: str) -> bool:
        """Move one row to the place of the other, in the whole list."""
        rows = ordered(self.rows, (self.position_field,))
        keys = [key_of(row, self.lookup) for row in rows]
        if start not in keys or end not in keys:
            raise NotFound(None, "POST", "update_order")
        places = list(rows)
        rows.insert(keys.index(end), rows.pop(keys.index(start)))
        pairs = zip(rows, places, strict=True)
        self.rows = [with_position_of(row, place, self.position_field) for row, place in pairs]
        return False

    def row(self, key: str) -> Row:
        """Return the row of this key.

        Raises:
            NotFound: there is none.
        """
        for row in self.rows:
            if key_of(row, self.lookup) == key:
                return row
        raise NotFound(None, "GET", key)

    def put(self, row: Row, key: str | None = None) -> None:
        """Replace the row of this key; without a key, add one at the end."""
        if key is None:
            self.rows = [*self.rows, row]
            return
        old = self.row(key)
        self.rows = [row if one is old else one for one in self.rows]

    def changed(self) -> None:
        """Do nothing: there is no cache."""

    def close(self) -> None:
        """Do nothing: there are no requests."""

    def _cut(self, query: ListQuery) -> PaginatedList[Any]:
        rows = filter_and_sort(self.rows, query, self.searched)
        size = query.page_size
        pages = max(1, ceil(len(rows) / size))
        page = min(query.page, pages)
        return PaginatedList(rows[(page - 1) * size : page * size], len(rows), page, pages, size)


class OfflineRecords:
    """Given rows as a collection of records that can be read and written."""

    dialect = REST
    sends_plain_forms = False
    endpoint = Endpoint("/rows/")
    """Rows in memory have no address; ids are checked as those of a backend are."""

    def __init__(self, source: OfflineSource) -> None:
        self.source = source
        self.sent = ChangeCount()

    async def detail_with_etag(self, id: int | str) -> tuple[Row, str | None]:
        """Return one record; rows in memory have no tags."""
        return self.source.row(str(id)), None

    async def create(self, data: Row) -> Row:
        """Create a record; if it has no id, it gets the next whole number."""
        lookup = self.source.lookup
        numbers = [int(key) for key in map(self._key, self.source.rows) if key.isdecimal()]
        row = {lookup: max(numbers, default=0) + 1, **data}
        self.source.put(row)
        return row

    async def partial_update(self, id: int | str, diff: Row, if_match: str | None = None) -> Row:
        """Change the given values of a record."""
        row = replaced(self.source.row(str(id)), diff)
        self.source.put(row, str(id))
        return row

    async def delete(self, id: int | str, if_match: str | None = None) -> None:
        """Delete a record."""
        await self.source.delete(str(id))

    def _key(self, row: Row) -> str:
        return key_of(row, self.source.lookup)


class HybridSource:
    """Fetches everything once, then works in memory; changes go to the backend as well."""

    def __init__(
        self,
        crud: Crud[Any],
        adapter: Adapter | None = None,
        *,
        lookup: str = "id",
        searched: Sequence[str] | None = None,
        position_field: str = "position",
    ) -> None:
        self.crud = crud
        self.adapter: Adapter = adapter or adapter_of(crud)
        self._local = OfflineSource(
            (), lookup=lookup, searched=searched, position_field=position_field
        )
        self._whole = False
        self._cut = False
        """Whether the backend may have more rows than it gave."""
        self._fetching = asyncio.Lock()

    async def page(self, query: ListQuery) -> PaginatedList[Any]:
        """Return the rows of this page; the first call fetches everything."""
        await self._fetch()
        page = await self._local.page(query)
        # Rows that did not fit into memory still exist.
        return replace(page, at_least=True) if self._cut else page

    def has(self, query: ListQuery) -> bool:
        """Whether everything has been fetched."""
        return self._whole

    async def ask(self, query: ListQuery) -> PaginatedList[Any]:
        """Return the same as `page`."""
        return await self.page(query)

    async def count(self, query: ListQuery) -> int:
        """Return how many rows match."""
        await self._fetch()
        count = await self._local.count(query)
        if self._cut:
            raise NotCounted(count)
        return count

    async def delete(self, key: str) -> None:
        """Delete a record on the backend, then here."""
        try:
            await self.crud.delete(key)
        finally:  # Fetching again shows what really happened.
            self.changed()

    async def update_order(self, start: str, end: str) -> bool:
        """Move a record on the backend, then here."""
        reordered = await self.crud.update_order(wire_id(start), wire_id(end))
        await self._local.update_order(start, end)
        return reordered

    def changed(self) -> None:
        """Fetch everything again, next time."""
        self._whole = False

    def close(self) -> None:
        """Do nothing: each request has a caller that waits for it."""

    async def _fetch(self) -> None:
        async with self._fetching:
            if not self._whole:
                self._local.rows = await self._everything()
                self._whole = True

    async def _everything(self) -> list[Row]:
        """Return all rows, page after page; a backend without pages gives all at once."""
        rows: list[Row] = []
        query, before = ListQuery(page_size=FETCHED_AT_ONCE), None
        self._cut = False
        while len(rows) < MOST_ROWS:
            page = await self.adapter.ask(self.crud, query)
            if page.results == before:  # It ignores the page number and repeats the same rows.
                self._cut = page.at_least
                break
            rows += [as_row(row) for row in page.results]
            if not page.results or (len(rows) >= page.count and not page.at_least):
                break
            query, before = query.at(query.page + 1), page.results
        self._cut = self._cut or len(rows) >= MOST_ROWS
        return rows[:MOST_ROWS]
