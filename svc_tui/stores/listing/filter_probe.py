"""Find out by requests what a collection can filter and sort by."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from svc_tui.api.dialects import Dialect, Exchange, Span
from svc_tui.api.errors import ApiError, NotFound, ValidationFailed
from svc_tui.api.responses import raise_for_status, read_page
from svc_tui.api.urls import Endpoint, grouped, query_of
from svc_tui.models.records import PaginatedList

if TYPE_CHECKING:  # Declarations are pydantic models, which startup does not wait for.
    import httpx

    from svc_tui.api.fetch import SvcFetch
    from svc_tui.introspect.filters import Candidate
    from svc_tui.models.listing import FilterDescriptor

AT_ONCE = 4
"""Concurrent requests about one collection."""

REFUSED = -1
"""The count of a value that the backend refused."""


class FilterProbe:
    """Checks whether a filter or an order of a collection has an effect, one row at a time."""

    def __init__(self, fetch: SvcFetch, dialect: Dialect, endpoint: str, count: int) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._endpoint = Endpoint.parse(endpoint)
        self._count = count
        self._turns = asyncio.Semaphore(AT_ONCE)
        self.failed = False
        """Whether a request failed, so that a second try may succeed."""

    async def sorts(self, key: str, lookup: str) -> bool:
        """Whether ascending and descending differ; equal rows prove nothing."""
        if self._count < 2:
            return False
        up, down = [await self._rows(ordering=[f"{sign}{key}"], page_size=2) for sign in ("", "-")]
        if up is None or down is None:
            return False
        return bool(up) and [_identity(one, lookup) for one in up] != [
            _identity(one, lookup) for one in down
        ]

    async def form(self, candidate: Candidate, rows: Sequence[Any] = ()) -> FilterDescriptor | None:
        """Return the first form of a filter that has an effect; None if none has."""
        for one in candidate.forms:
            if await self._understands(one, candidate, rows):
                return one
        return None

    async def is_effective(self, one: FilterDescriptor) -> bool:
        """Whether a declared filter has an effect; True if that is unknown."""
        name = (one.from_param or one.value) if one.datepicker else one.value
        nowhere = "9999-12-30" if one.datepicker else "svc-tui-asks"
        together = one.datepicker and not one.from_param
        asked: list[Any] = [str(choice.value) for choice in one.choices[:3]]
        asked += [Span((nowhere, "9999-12-31")) if together else nowhere, "0"]
        for value in asked:
            count = await self._counted({name: value})
            if count is None or count != self._count:
                return True
        return False

    async def _understands(
        self, one: FilterDescriptor, candidate: Candidate, rows: Sequence[Any]
    ) -> bool:
        """Whether one form of a filter has an effect; tries existing values before refused ones."""
        if one.datepicker:
            first = one.from_param or one.value
            value = candidate.impossible if one.from_param else f"{candidate.impossible},9999-12-31"
            # It is a valid day, so a backend that refuses it does not filter by days.
            return await self._counted({first: value}) == 0
        if one.choices and one.multiple:
            return await self._joins(one)
        if not candidate.impossible:
            return await self._divides(one)
        values = [str(choice.value) for choice in one.choices[:2]] or _values_of(one, rows)
        refused = bool(values)
        for value in values:
            count = await self._counted({one.value: value})
            if count is not None and 0 <= count < self._count:
                return True
            refused = refused and count == REFUSED
        if refused:
            return False  # These values exist, so it is the filter that is refused.
        return await self._narrows({one.value: candidate.impossible})

    async def _narrows(self, filters: Mapping[str, str]) -> bool:
        """Whether an impossible value finds nothing, or is refused."""
        count = await self._counted(filters)
        return count is not None and (count == 0 or count == REFUSED)

    async def _joins(self, one: FilterDescriptor) -> bool:
        """Whether two choices joined by a comma find what both find, and not all."""
        values = [str(choice.value) for choice in one.choices[:2]]
        if len(values) < 2:
            return False  # A single choice can't be joined.
        single = [await self._counted({one.value: value}) for value in values]
        if None in single or REFUSED in single or all(count == self._count for count in single):
            return False
        both = await self._counted({one.value: values})
        return both == sum(count for count in single if count is not None)

    async def _divides(self, one: FilterDescriptor) -> bool:
        """Whether the choices together find all records, and none of them alone does."""
        parts = [await self._counted({one.value: str(choice.value)}) for choice in one.choices]
        known = [part for part in parts if part is not None and part >= 0]
        return len(known) == len(parts) and 0 < sum(known) <= self._count

    async def _counted(self, filters: Mapping[str, Any]) -> int | None:
        """Return how many records match; `REFUSED` for a 400, None if that is unknown."""
        page = await self._page(filters=filters, page_size=1)
        return page if page is None or isinstance(page, int) else _count(page)

    async def _rows(self, **asked: Any) -> Sequence[Any] | None:
        page = await self._page(**asked)
        return None if page is None or isinstance(page, int) else page.results

    def _read(
        self, response: httpx.Response, query: Mapping[str, Any], size: int
    ) -> PaginatedList[Any]:
        path = self._endpoint.collection
        memory = self._fetch.memory.setdefault(path, {})
        exchange = Exchange("GET", path, headers=response.headers, memory=memory)
        asked = {**query, "page": "1", "page_size": str(size)}
        return read_page(
            raise_for_status(response), asked, lambda body: self._dialect.list_of(body, exchange)
        )

    async def _page(self, **asked: Any) -> PaginatedList[Any] | int | None:
        async with self._turns:
            try:
                params = self._dialect.list_query(page=1, **asked)
                query = query_of({**grouped(self._endpoint.params), **params})
                response = await self._fetch(
                    "GET", self._endpoint.collection, params=query, hooks=False
                )
                return self._read(response, query, asked["page_size"])
            except (ValidationFailed, NotFound):
                return REFUSED
            except (ApiError, ValueError):
                self.failed = True
                return None


def _values_of(one: FilterDescriptor, rows: Sequence[Any]) -> list[str]:
    """Return a value of some record; of a related record, what a filter sends for it."""
    for row in rows:
        value = row.get(one.value) if isinstance(row, Mapping) else None
        value = value[0] if isinstance(value, list) and value else value
        value = value.get(one.item_value) if isinstance(value, Mapping) else value
        if isinstance(value, (int, str)) and not isinstance(value, bool) and value != "":
            return [str(value)]
    return []


def _count(page: PaginatedList[Any]) -> int | None:
    if page.at_least:
        return None
    return page.count


async def in_time(questions: Sequence[Any], until: float | None) -> list[Any]:
    """Return the answers in order; None for late or failed ones."""
    tasks = [asyncio.ensure_future(one) for one in questions]
    if not tasks:
        return []
    try:
        await asyncio.wait(tasks, timeout=None if until is None else max(0, until - monotonic()))
    finally:
        late = [task for task in tasks if not task.done()]
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
    return [
        None if task.cancelled() or task.exception() is not None else task.result()
        for task in tasks
    ]


def _identity(row: Any, lookup: str) -> str:
    return str(row.get(lookup, row)) if isinstance(row, Mapping) else str(row)
