"""Read everything that matches, page by page, with an end whatever a backend says."""

from __future__ import annotations

from collections.abc import AsyncIterator
from math import ceil
from typing import Any

from svc_tui.api.errors import ApiError
from svc_tui.models.records import PaginatedList
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_sources import RowSource
from svc_tui.stores.rows import as_row, key_of

ROWS_AT_ONCE = 100
"""Page size; no more rows than this are in memory."""

CUT_OFF = "The backend reports {:,} rows but returned {:,}, so reading stopped there."
"""The note if rows are missing at the end."""

CHANGED = "The list changed while it was read ({}): rows may be missing or duplicated."
"""The note if pages do not fit together."""

MOST_UNCOUNTED = 10**6
"""Maximum number of rows read from an uncounted list."""

ENDLESS = "The backend returned {:,} rows without a count but says there are more: reading stopped."
"""The note if a list may never end."""

MOST_COMPARED = 500
"""Maximum number of matching records to compare by id; beyond it, only their number is."""


class PageReader:
    """All pages of a query, one in memory at a time.

    It ends at the last page, and also if a page has nothing new, is beyond the backend's count, or
    follows very many uncounted rows; `note` then says so.
    """

    def __init__(
        self,
        source: RowSource,
        query: ListQuery,
        lookup: str = "id",
        *,
        at_once: int = ROWS_AT_ONCE,
    ) -> None:
        self._source, self._lookup = source, lookup
        self._query = query.sized(at_once)
        self._seen: set[int] = set()
        self._before: frozenset[str] = frozenset()
        """The ids on the page before."""
        self._last = 0
        self.note = ""

    async def pages(self) -> AsyncIterator[PaginatedList[Any]]:
        """Yield page after page.

        Raises:
            ApiError: as the questions do.
        """
        read = first = counted = 0
        moved = ""
        while True:
            page = await self._source.ask(self._query)
            if page.told and not page.at_least:
                counted = counted or page.count
                moved = moved or self._moved(page, counted)
            if page.results and not self._is_news(page):
                self.note = (
                    f"Page {self._query.page} returned rows that were already read, "
                    "so reading stopped before it."
                )
                return
            yield page
            read += len(page.results)
            if self._query.page == 1 and page.told and page.results:
                # Later pages show less about the size that the backend really gives.
                first = ceil(page.count / len(page.results))
            if self._query.page >= max(page.pages, first) or not page.results:
                if page.told and not page.at_least and read < page.count:
                    self.note = CUT_OFF.format(page.count, read)
                self.note = self.note or moved
                return
            if page.at_least and read >= MOST_UNCOUNTED:
                self.note = ENDLESS.format(read)
                return
            if not page.at_least and self._query.page >= self._counted_pages(page):
                self.note = (
                    f"The backend reports {page.count:,} rows but says there are more, "
                    "so reading stopped there."
                )
                return
            self._query = self._query.at(self._query.page + 1)

    def _moved(self, page: PaginatedList[Any], counted: int) -> str:
        """Return that rows came or went while pages were read; "" if nothing shows it."""
        keys = frozenset(key_of(as_row(entry), self._lookup) for entry in page.results) - {""}
        again, self._before = self._before & keys, keys
        if page.count != counted:
            return CHANGED.format(f"{counted:,} rows at first, {page.count:,} later")
        return CHANGED.format("a row was duplicated") if again else ""

    def _is_news(self, page: PaginatedList[Any]) -> bool:
        """Whether a page is new; of uncounted rows, whether one of them is."""
        rows = [as_row(entry) for entry in page.results]
        marks = {hash(key_of(row, self._lookup) or repr(row)) for row in rows}
        if not page.at_least:
            marks = {hash(frozenset(marks))}  # One number per page, to save memory.
        news = not marks <= self._seen
        self._seen |= marks
        return news

    def _counted_pages(self, page: PaginatedList[Any]) -> int:
        """Return the number of pages, of the size that the backend really gives."""
        if self._query.page == 1:
            self._last = ceil(page.count / len(page.results))
        return max(self._last, ceil(page.count / self._query.page_size))


async def keys_of(
    source: RowSource, query: ListQuery, count: int, lookup: str = "id"
) -> frozenset[str] | None:
    """Return the ids of matching records; None if there are too many, or not unique."""
    if not 0 < count <= MOST_COMPARED:
        return None
    found: set[str] = set()
    try:
        async for page in PageReader(source, query, lookup).pages():
            found |= {key_of(as_row(entry), lookup) for entry in page.results}
            if len(found) > count:
                return None
    except ApiError:
        return None
    return frozenset(found) if len(found) == count and "" not in found else None
