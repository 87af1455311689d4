"""Adapters for pages and answers that are not plain REST."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any

from svc_tui.api.dialects import Adapter as Adapter
from svc_tui.api.dialects.wire_lists import NextPages, query_pairs
from svc_tui.api.errors import InvalidResponse, guard_part
from svc_tui.api.page_sizes import ask_sized
from svc_tui.api.urls import check_made_query
from svc_tui.introspect.paging import paging_of
from svc_tui.models.arguments import Sync, call_name, checks_arguments
from svc_tui.models.records import PaginatedList
from svc_tui.stores.listing.list_query import ListQuery

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

PaginationParams = Callable[[int, int], Mapping[str, Any]]
"""Takes page and page size; returns the query parameters of that page."""

ResponseAdapter = Callable[[Any], tuple[Sequence[Any], int | None]]
"""Takes the JSON of an answer; returns its rows, and how many match, or None."""


def offset_params(page: int, page_size: int) -> dict[str, int]:
    """Return `limit` and `offset`."""
    return {"limit": page_size, "offset": (page - 1) * page_size}


@checks_arguments(pagination_params=(Sync, type(None)), response_adapter=(Sync, type(None)))
@dataclass(frozen=True)
class ListAdapter:
    """An adapter made of two functions; without them, plain REST."""

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
        with guard_part(f"function {call_name(self.pagination_params)} of the list adapter"):
            paging = self.pagination_params(query.page, query.page_size)
            check_made_query(paging)
        return {**query.selecting(), **paging}


def adapter_of(crud: Any, columns: Sequence[str] = ()) -> Adapter:
    """Return the adapter of a collection's dialect, or one that detects the paging.

    With `columns`, dialects that can leave out all other values do so.
    """
    dialect = getattr(crud, "dialect", None)
    if dialect is None or dialect.list_adapter is None:
        return PaginationDetector()
    own: Adapter = dialect.list_adapter(columns)
    return own


class OffsetAdapter(ListAdapter):
    """The adapter for `limit` and `offset`."""

    async def ask(self, crud: Crud[Any], query: ListQuery) -> PaginatedList[Any]:
        """Return one page in the size that the backend gives, so that no row is skipped."""
        return await ask_sized(crud, query, partial(super().ask, crud), by_rows=True)


LIMIT_OFFSET = OffsetAdapter(pagination_params=offset_params)
"""The adapter for `limit` and `offset`, which keeps nothing itself."""


def adapter_for(pagination: str | None) -> Adapter | None:
    """Return the adapter for a resource's `pagination`; None for plain REST."""
    if pagination == "cursor":
        return NextPages("cursor")
    return LIMIT_OFFSET if pagination == "offset" else None


class PaginationDetector:
    """Plain REST, until the link to the next page shows that the backend uses offsets or cursors.

    That costs nothing if the first page is loaded first, in the size that the backend gives.
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
        sent = crud.list_query(**query.params()) if page.next and not page.told else {}
        if kind is None and sent and _is_cursor(page.next, sent):
            kind = "cursor"
        found = adapter_for(kind)
        if kind is None or found is None or kind in query.params():
            return page
        self._kind, self._adapter = kind, found
        if query.page > 1 or len(page.results) != query.page_size:
            return await found.ask(crud, query)
        if isinstance(found, NextPages):
            return found.remember(page, query)
        return _numbered(page, query)


def _is_cursor(next: str, sent: Mapping[str, Any]) -> bool:
    """Whether a token names the next page, or an address with a parameter that was not sent."""
    if "?" in next:
        return not {name for name, _ in query_pairs(next)} <= sent.keys()
    address = next.startswith("/") or "://" in next
    return not address and not next.isdecimal() and next not in ("", "True")


def _numbered(page: PaginatedList[Any], query: ListQuery) -> PaginatedList[Any]:
    """Return an answer with its page number, which backends without page numbers do not send."""
    size = query.page_size
    count = max(page.count, (query.page - 1) * size + len(page.results) if page.results else 0)
    pages = max(1, ceil(count / size), query.page + page.at_least)
    return replace(page, count=count, page=query.page, pages=pages, page_size=size)


def _read(read: ResponseAdapter, body: Any, query: ListQuery) -> PaginatedList[Any]:
    try:
        rows, total = read(body)
        rows = list(rows)
        count = len(rows) if total is None else int(total)
    except Exception as error:
        words = f"the list adapter could not read it ({type(error).__name__})"
        raise InvalidResponse(200, "GET", "", words) from error
    more = total is None and len(rows) >= query.page_size
    page = PaginatedList(rows, count, query.page, at_least=more)
    return page if len(rows) == page.count > query.page_size else _numbered(page, query)
