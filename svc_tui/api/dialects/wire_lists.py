"""Request the pages of a wire's lists."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from svc_tui.api.page_sizes import ask_sized
from svc_tui.models.records import PaginatedList
from svc_tui.text import plural

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

QUERIES_KEPT = 8
"""Maximum number of queries with remembered pages: a list, its counts, an export."""

LACKS = {
    "search": "This backend has no search, so all rows are shown.",
    "ordering": "This backend can't sort, so the rows are in its own order.",
}
"""Messages about parts of a query without a parameter in a wire."""


UNREACHABLE = "The backend reports {} more, but no next page: check `pagination`."
"""The message about rows behind a page without a cursor or link to them."""


class Pages:
    """Pages that can be requested in any order, by number or offset."""

    def __init__(
        self, lacks: Sequence[str] = (), *, by_rows: bool = False, most: int | None = None
    ) -> None:
        self._lacks = tuple(lacks)
        """Parts of a query that this wire can't express."""
        self._by_rows, self._most = by_rows, most

    async def ask(self, crud: Crud[Any], query: Any) -> PaginatedList[Any]:
        """Return one page; says what of the query could not be requested."""
        size = min(query.page_size, self._most or query.page_size)

        async def ask(query: Any) -> PaginatedList[Any]:
            return await crud.list(**query.params())

        sized = replace(query, page_size=size)
        page = await ask_sized(crud, sized, ask, by_rows=self._by_rows)
        return self._noted(page, query)

    def _noted(self, page: PaginatedList[Any], query: Any) -> PaginatedList[Any]:
        said = [LACKS[name] for name in self._lacks if query.params().get(name)]
        return replace(page, note=" ".join(filter(None, (page.note, *said)))) if said else page


class Ranges(Pages):
    """Pages by the header `Range`."""

    def __init__(self, unit: str, lacks: Sequence[str] = ()) -> None:
        super().__init__(lacks)
        self._unit = unit

    async def ask(self, crud: Crud[Any], query: Any) -> PaginatedList[Any]:
        """Return the rows from and to."""
        from svc_tui.api.crud import FetchConfig

        first = (query.page - 1) * query.page_size
        header = f"{self._unit}={first}-{first + query.page_size - 1}"
        config = FetchConfig(headers={"Range": header})
        page = await crud.list(config=config, **query.params())
        return self._noted(numbered(page, query), query)


class NextPages(Pages):
    """Pages that the previous page links to, by an address or a token.

    For an unknown page (a saved location, a jump), the first one is returned.
    """

    def __init__(self, param: str, lacks: Sequence[str] = ()) -> None:
        super().__init__(lacks)
        self._param = param
        self._known: dict[Hashable, dict[int, tuple[str, int]]] = {}
        """By query and page: the page's link, and the rows before it."""

    async def ask(self, crud: Crud[Any], query: Any) -> PaginatedList[Any]:
        """Return one page, by the cursor or link in the one before."""
        known = self._of(query)
        more, _ = known.get(query.page, ("", 0))
        query = query if more else query.at(1)
        asked = {key: value for key, value in query.params().items() if key != "page"}
        if not more:
            page = await crud.list(**asked)
        elif "?" in more:  # An address; tokens may contain "=" and "/", as base64 does.
            page = await crud.matching(query_pairs(more)).list()
        else:
            first = crud.list_query(**asked)
            pairs = [(key, one) for key, value in first.items()
                     for one in ([value] if isinstance(value, str) else value)]  # fmt: skip
            page = await crud.matching([*pairs, (self._param, more)]).list()
        return self.remember(page, query)

    def remember(self, page: PaginatedList[Any], query: Any) -> PaginatedList[Any]:
        """Return an answer as the requested page; remember its link to the next one."""
        known = self._of(query)
        seen = known.get(query.page, ("", 0))[1] + len(page.results)
        if page.next:
            known[query.page + 1] = page.next, seen
        lost = page.count - seen if page.told and not page.next else 0
        said = UNREACHABLE.format(plural(lost, "row", "rows")) if lost > 0 else ""
        found = replace(
            page,
            note=" ".join(filter(None, (page.note, said))),
            count=page.count if page.told else seen,
            page=query.page,
            pages=query.page + bool(page.next),
            page_size=query.page_size,
            at_least=bool(page.next) and not page.told,
        )
        return self._noted(found, query)

    def _of(self, query: Any) -> dict[int, tuple[str, int]]:
        """Return the links of this query; those of the newest few queries are kept."""
        key = (*sorted((name, str(one)) for name, one in query.selecting().items()),
               query.page_size)  # fmt: skip
        known = self._known[key] = self._known.pop(key, {})
        while len(self._known) > QUERIES_KEPT:
            del self._known[next(iter(self._known))]
        return known


def query_pairs(address: str) -> list[tuple[str, str]]:
    """Return the query of an address, even of an invalid one."""
    return parse_qsl(address.partition("?")[2].partition("#")[0])


def numbered(page: PaginatedList[Any], query: Any) -> PaginatedList[Any]:
    """Return an answer as the requested page; one with all rows stays as it is."""
    size = query.page_size
    if len(page.results) > size and len(page.results) == page.count:
        return page
    before = (query.page - 1) * size
    count = max(page.count, before + len(page.results) if page.results else 0)
    pages = max(1, ceil(count / size), query.page + (page.at_least or bool(page.next)))
    return replace(page, count=count, page=query.page, pages=pages, page_size=size)
