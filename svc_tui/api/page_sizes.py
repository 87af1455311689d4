"""Request pages in sizes that a backend supports, as learned from its answers."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, ValidationFailed
from svc_tui.models.records import PaginatedList

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

MOST_ROWS = 10**6
"""The default page size."""

USUAL_MOST = 20
"""The size to try if a larger one is refused, and the refusal names none."""

Ask = Callable[[Any], Awaitable[PaginatedList[Any]]]
"""Takes a `ListQuery`; returns its page."""


@dataclass(frozen=True)
class PageSize:
    """The page sizes that a collection returned."""

    least: int = 0
    most: int = MOST_ROWS
    proven: int = 0
    """Maximum rows returned when no fewer were requested."""


class PageSizes:
    """The page sizes that collections returned; `on_change` is called with each."""

    def __init__(self) -> None:
        self._known: dict[str, PageSize] = {}
        self._ends: dict[str, int] = {}
        self.on_change: Callable[[str, PageSize], object] | None = None

    def load(self, kept: Mapping[str, PageSize]) -> None:
        """Replace all known sizes with the saved ones."""
        self._known, self._ends = dict(kept), {}

    def of(self, collection: str) -> PageSize:
        """Return what is known about a collection."""
        return self._known.get(collection, PageSize())

    def fitting(self, collection: str, size: int) -> int:
        """Return the size to request instead of another."""
        known = self.of(collection)
        return max(known.least, min(size, known.most))

    def note(self, collection: str, **seen: int) -> None:
        """Keep what an answer showed."""
        known = self.of(collection)
        if (found := replace(known, **seen)) == known:
            return
        self._known[collection] = found
        if self.on_change is not None and (found.least, found.most) != (known.least, known.most):
            self.on_change(collection, found)

    def ends_at(self, collection: str, rows: int) -> bool:
        """Whether a list with so many rows was shown to end there."""
        return self._ends.get(collection) == rows

    def note_end(self, collection: str, rows: int) -> None:
        """Remember that nothing came after so many rows."""
        self._ends[collection] = rows


async def ask_sized(
    crud: Crud[Any], query: Any, ask: Ask, *, by_rows: bool = False, learns: bool = True
) -> PaginatedList[Any]:
    """Return one page of a `ListQuery`, in the size nearest to its own that the backend gives.

    Without `learns`, only a refused size is changed. With `by_rows`, pages start at an offset, so
    that a smaller page would skip rows: a page that starts elsewhere is then requested again.

    Raises:
        ApiError: as `ask` does.
    """
    sizes, place = crud.page_sizes, crud.endpoint.collection
    size = sizes.fitting(place, query.page_size)
    try:
        page = await ask(replace(query, page_size=size))
    except ValidationFailed as refused:
        size = _smaller(refused, size)
        if not size:
            raise
        try:
            page = await ask(replace(query, page_size=size))
        except ApiError:
            raise refused from None
        sizes.note(place, most=size, least=0)
    rows = len(page.results)
    if learns and rows < size and _has_more(page, query.page, size, by_rows=by_rows):
        # The count may be newer than the rows: only two answers alike show a limit.
        again = await ask(replace(query, page_size=size))
        page, learns = again, len(again.results) == rows
    if learns:
        _learn(sizes, place, page, query.page, size, by_rows=by_rows)
    fitting = sizes.fitting(place, query.page_size)
    if by_rows and fitting != size:
        return await ask(replace(query, page_size=fitting))
    if by_rows and query.page == 1 and _may_be_cut(sizes, place, page, size):
        return await _proven(sizes, place, page, query, ask)
    return page


def _learn(
    sizes: PageSizes, place: str, page: PaginatedList[Any], number: int, size: int, *, by_rows: bool
) -> None:
    """Learn the page size from a page that has others after it."""
    rows = len(page.results)
    if rows >= size:
        sizes.note(place, proven=max(rows, sizes.of(place).proven))
    if not _has_more(page, number, size, by_rows=by_rows):
        return
    known = sizes.of(place)
    if rows < size:
        sizes.note(place, most=rows, least=min(known.least, rows))
    elif rows > size and number == 1:
        sizes.note(place, least=rows, most=max(known.most, rows))


def _has_more(page: PaginatedList[Any], number: int, size: int, *, by_rows: bool) -> bool:
    """Whether the backend's count says that rows come after those of a page."""
    rows, before = len(page.results), (number - 1) * size if by_rows else 0
    counted = bool(rows) and page.told and page.count > before + rows
    return counted and (number == 1 or by_rows)


def _may_be_cut(sizes: PageSizes, place: str, page: PaginatedList[Any], size: int) -> bool:
    """Whether the rows of an uncounted list may be limited by the backend."""
    rows = len(page.results)
    short = 0 < rows < size and size > sizes.of(place).proven
    return short and not page.told and not page.at_least and not sizes.ends_at(place, rows)


async def _proven(
    sizes: PageSizes, place: str, page: PaginatedList[Any], query: Any, ask: Ask
) -> PaginatedList[Any]:
    """Return the first page after requesting the following rows, which show whether it is cut."""
    rows = len(page.results)
    after = await ask(replace(query, page=2, page_size=rows))
    if not after.results or after.results == page.results:
        sizes.note_end(place, rows)
        return page
    sizes.note(place, most=rows)
    return replace(page, count=rows, pages=2, page_size=rows, at_least=True)


def _smaller(refused: ValidationFailed, size: int) -> int:
    """Return the largest size in a refusal that is below the requested one; 0 for none."""
    words = " ".join([refused.detail, *(one for said in refused.errors.values() for one in said)])
    named = [int(one) for one in re.findall(r"(?<![\w.])\d{1,6}(?![\w.]*\w)", words, re.ASCII)]
    return max((one for one in (*named, USUAL_MOST) if 0 < one < size), default=0)
