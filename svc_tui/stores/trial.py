"""What a collection filters and sorts by: no backend says, so each is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from svc_tui.api.answers import raise_for_status, read_page
from svc_tui.api.dialect import Dialect, Span
from svc_tui.api.errors import ApiError, NotFound, ValidationFailed
from svc_tui.api.urls import Endpoint, grouped, query_of
from svc_tui.models.records import Page

if TYPE_CHECKING:  # Declarations are pydantic models, which a start-up does not wait for.
    from svc_tui.api.fetch import SvcFetch
    from svc_tui.introspect.filters import Candidate
    from svc_tui.models.listing import FilterDescriptor

AT_ONCE = 4
"""Requests in flight while a collection is being learnt."""

REFUSED = -1
"""Stands for a count where the backend answered that the value cannot be."""


class Trial:
    """Asks one collection whether it understands a filter or an order, one row at a time."""

    def __init__(self, fetch: SvcFetch, dialect: Dialect, endpoint: str, count: int) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._endpoint = Endpoint.parse(endpoint)
        self._count = count
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def sorts(self, key: str, rows: Sequence[Any], lookup: str) -> bool:
        """Whether ascending and descending differ; rows that are all alike prove nothing."""
        if self._count < 2:
            return False
        up, down = [await self._rows(ordering=[f"{sign}{key}"], page_size=2) for sign in ("", "-")]
        if up is None or down is None:
            return False
        return bool(up) and [_identity(one, lookup) for one in up] != [
            _identity(one, lookup) for one in down
        ]

    async def form(self, candidate: Candidate) -> FilterDescriptor | None:
        """The first form of a filter that the backend understands; None where it knows none."""
        for one in candidate.forms:
            if await self._understands(one, candidate):
                return one
        return None

    async def heeds(self, one: FilterDescriptor) -> bool:
        """Whether a declared filter makes any difference; True where nobody can tell."""
        name = (one.from_param or one.value) if one.datepicker else one.value
        nowhere = "9999-12-30" if one.datepicker else "svc-tui-asks"
        together = one.datepicker and not one.from_param
        asked: list[Any] = [Span((nowhere, "9999-12-31")) if together else nowhere, "0"]
        asked += [str(choice.value) for choice in one.choices[:3]]
        counts = [await self._counted({name: value}) for value in asked]
        return any(count is None or count != self._count for count in counts)

    async def _understands(self, one: FilterDescriptor, candidate: Candidate) -> bool:
        if one.datepicker:
            first = one.from_param or one.value
            value = candidate.impossible if one.from_param else f"{candidate.impossible},9999-12-31"
            return await self._narrows({first: value})
        if one.choices and one.multiple:
            # Two choices find as much as both on their own; one is as good as a backend says.
            if not await self._narrows({one.value: candidate.impossible}):
                return False
            return await self._joins(one)
        if candidate.impossible:
            return await self._narrows({one.value: candidate.impossible})
        return await self._divides(one)

    async def _narrows(self, filters: Mapping[str, str]) -> bool:
        """Whether something impossible finds nothing, or is refused."""
        count = await self._counted(filters)
        return count is not None and (count == 0 or count == REFUSED)

    async def _joins(self, one: FilterDescriptor) -> bool:
        """Whether two choices joined by a comma find what either of them finds."""
        values = [str(choice.value) for choice in one.choices[:2]]
        if len(values) < 2:
            return True
        single = [await self._counted({one.value: value}) for value in values]
        both = await self._counted({one.value: values})
        return None not in (*single, both) and both == sum(n for n in single if n is not None)

    async def _divides(self, one: FilterDescriptor) -> bool:
        """Whether the choices, one after another, find all records and not each of them all."""
        parts = [await self._counted({one.value: str(choice.value)}) for choice in one.choices]
        known = [part for part in parts if part is not None and part >= 0]
        return len(known) == len(parts) and 0 < sum(known) <= self._count

    async def _counted(self, filters: Mapping[str, Any]) -> int | None:
        """How many records pass; `REFUSED` for a 400, None where nobody can tell."""
        page = await self._page(filters=filters, page_size=1)
        return page if page is None or isinstance(page, int) else _count(page)

    async def _rows(self, **asked: Any) -> Sequence[Any] | None:
        page = await self._page(**asked)
        return None if page is None or isinstance(page, int) else page.results

    async def _page(self, **asked: Any) -> Page[Any] | int | None:
        async with self._turns:
            try:
                params = self._dialect.list_params(page=1, **asked)
                query = query_of({**grouped(self._endpoint.params), **params})
                response = await self._fetch(
                    "GET", self._endpoint.collection, params=query, hooks=False
                )
                return read_page(raise_for_status(response), query, self._dialect.list_answer)
            except (ValidationFailed, NotFound):
                return REFUSED
            except (ApiError, ValueError):
                return None


def _count(page: Page[Any]) -> int | None:
    """The number of records, where the answer tells it."""
    if page.at_least:
        return None
    return page.count


async def in_time(questions: Sequence[Any], until: float | None) -> list[Any]:
    """The answers in their order; None for those that did not come in time, or failed."""
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
