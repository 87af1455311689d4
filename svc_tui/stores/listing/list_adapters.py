"""Adapters that ask for pages and read answers in other ways than plain REST."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from svc_tui.api.dialects import Adapter as Adapter
from svc_tui.api.errors import InvalidResponse
from svc_tui.api.page_sizes import ask_sized
from svc_tui.introspect.paging import paging_of
from svc_tui.models.list_shape import next_of, rows_of
from svc_tui.models.records import PaginatedList
from svc_tui.stores.listing.list_query import ListQuery

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

PaginationParams = Callable[[int, int], Mapping[str, Any]]
"""Takes page and page size; returns the query parameters of that page."""

ResponseAdapter = Callable[[Any], tuple[Sequence[Any], int | None]]
"""Takes the JSON of an answer; returns its rows, and how many match; None without a count."""


QUESTIONS_KEPT = 8
"""The number of queries whose cursors are kept: a list, its counts, an export."""


def offset_params(page: int, page_size: int) -> dict[str, int]:
    """Return `limit` and `offset`."""
    return {"limit": page_size, "offset": (page - 1) * page_size}


@dataclass(frozen=True)
class ListAdapter:
    """An adapter of two functions; without them, plain REST."""

    pagination_params: PaginationParams | None = None
    """The replacement of `page` and `page_size`."""
    response_adapter: ResponseAdapter | None = None
    """Reads an answer of any other shape."""

    async def ask(self, crud: Crud[Any], query: ListQuery) -> PaginatedList[Any]:
        """Return one page.

        Raises:
            ApiError: as the call does; `InvalidResponse` where the adapter can't read the answer.
        """
        params = self.params(query)
        if self.response_adapter is not None:
            return _read(self.response_adapter, await crud.list_raw(**params), query)
        page = await crud.list(**params)
        return page if self.pagination_params is None else _numbered(page, query)

    def params(self, query: ListQuery) -> dict[str, Any]:
        """Return all query parameters of a page."""
        if self.pagination_params is None:
            return query.params()
        return {**query.selecting(), **self.pagination_params(query.page, query.page_size)}


def adapter_of(crud: Any, columns: Sequence[str] = ()) -> Adapter:
    """Return the adapter of a collection's dialect, or one that detects the paging.

    With `columns`, a dialect that can leaves out what is in none of them.
    """
    dialect = getattr(crud, "dialect", None)
    if dialect is None or dialect.list_adapter is None:
        return PaginationDetector()
    own: Adapter = dialect.list_adapter(columns)
    return own


class OffsetAdapter(ListAdapter):
    """The adapter for `limit` and `offset`."""

    async def ask(self, crud: Crud[Any], query: ListQuery) -> PaginatedList[Any]:
        """Return one page, in the size that the backend gives, so that no row is passed over."""
        return await ask_sized(crud, query, partial(super().ask, crud), by_rows=True)


LIMIT_OFFSET = OffsetAdapter(pagination_params=offset_params)
"""The adapter for `limit` and `offset`, which keeps nothing itself."""


def adapter_for(pagination: str | None) -> Adapter | None:
    """Return the adapter for a resource's `pagination`; None for plain REST."""
    if pagination == "cursor":
        return CursorAdapter()
    return LIMIT_OFFSET if pagination == "offset" else None


class CursorAdapter:
    """The adapter for cursors: each page's cursor comes with the page before.

    A page whose cursor is not known (a kept location, a jump) is answered with the first one.
    """

    def __init__(self, param: str = "cursor") -> None:
        self._param = param
        self._cursors: dict[Hashable, dict[int, str]] = {}

    async def ask(self, crud: Crud[Any], query: ListQuery) -> PaginatedList[Any]:
        """Return one page, from a remembered cursor."""
        known = self._known(query)
        cursor = known.get(query.page)
        query = query if cursor else query.at(1)
        params = {**query.selecting(), "page_size": query.page_size, self._param: cursor}
        rows, more = _rows_and_next(await crud.list_raw(**params))
        return self.remember_cursors(rows, more, query)

    def remember_cursors(
        self, rows: Sequence[Any], more: str, query: ListQuery
    ) -> PaginatedList[Any]:
        """Return these rows as the page asked for; keep the cursor in `more` for the next."""
        known = self._known(query)
        if following := dict(parse_qsl(urlsplit(more).query)).get(self._param, ""):
            known[query.page + 1] = following
        seen = (query.page - 1) * query.page_size + len(rows)
        pages = query.page + bool(following)
        size = query.page_size
        return PaginatedList(list(rows), seen, query.page, pages, size, at_least=bool(following))

    def _known(self, query: ListQuery) -> dict[int, str]:
        """Return the cursors of this query; those of the newest few queries are kept."""
        asked = tuple(sorted((name, str(value)) for name, value in query.selecting().items()))
        key = (asked, query.page_size)
        known = self._cursors[key] = self._cursors.pop(key, {})
        while len(self._cursors) > QUESTIONS_KEPT:
            del self._cursors[next(iter(self._cursors))]
        return known


class PaginationDetector:
    """Plain REST, until the link to a next page shows that the backend uses offsets or cursors.

    That costs nothing where the first page is asked for first, in the size that the backend gives.
    """

    def __init__(self) -> None:
        self._kind: str | None = None
        self._adapter: Adapter = ListAdapter()

    async def ask(self, crud: Crud[Any], query: ListQuery) -> PaginatedList[Any]:
        """Return one page; the first answer is checked for its kind of paging."""
        if self._kind is not None:
            return await self._adapter.ask(crud, query)
        page = await ask_sized(crud, query, partial(self._adapter.ask, crud), learns=False)
        kind = paging_of({"results": [], "count": 0, "next": page.next})
        found = adapter_for(kind)
        if kind is None or found is None or kind in query.params():
            return page
        self._kind, self._adapter = kind, found
        if query.page > 1 or len(page.results) != query.page_size:
            return await found.ask(crud, query)
        if isinstance(found, CursorAdapter):
            return found.remember_cursors(page.results, page.next, query)
        return _numbered(page, query)


def _numbered(page: PaginatedList[Any], query: ListQuery) -> PaginatedList[Any]:
    """Return an answer with its page number, which a backend without page numbers can't tell."""
    size = query.page_size
    count = max(page.count, (query.page - 1) * size + len(page.results) if page.results else 0)
    pages = max(1, ceil(count / size), query.page + page.at_least)
    return replace(page, count=count, page=query.page, pages=pages, page_size=size)


def _read(read: ResponseAdapter, body: Any, query: ListQuery) -> PaginatedList[Any]:
    try:
        rows, total = read(body)
        rows = list(rows)
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise _unreadable(f"the list adapter could not read it ({type(error).__name__})") from error
    more = total is None and len(rows) >= query.page_size
    page = PaginatedList(rows, len(rows) if total is None else total, query.page, at_least=more)
    return page if len(rows) == page.count > query.page_size else _numbered(page, query)


def _rows_and_next(body: Any) -> tuple[list[Any], str]:
    if (rows := rows_of(body)) is None:
        raise _unreadable("it should hold results and next")
    return rows, next_of(body) or ""


def _unreadable(why: str) -> InvalidResponse:
    return InvalidResponse(200, "GET", "", why)
