"""Lists of the CMS: what it leaves out of a question without a word is found out and said."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svc_tui.api.camomilla.filters import containing, probe
from svc_tui.api.camomilla.records import properties
from svc_tui.api.errors import ApiError, Refused, ServerFailed
from svc_tui.api.urls import Repeat
from svc_tui.models.records import Page
from svc_tui.stores.query import ListQuery
from svc_tui.stores.rows import key_of
from svc_tui.text import clean, plural

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

TITLES = ("title", "name")
"""Where words are looked for in a collection that can't be searched."""


class CmsLists:
    """Asks for pages; remembers what the collection is able to do."""

    def __init__(self) -> None:
        self._heeded: dict[str, bool] = {}
        """Conditions, and whether the CMS took notice of them."""
        self._searches: bool | None = None
        """Whether the collection can be searched; None before that was tried."""

    async def ask(self, crud: Crud[Any], query: ListQuery) -> Page[Any]:
        """One page, with a note about everything that is not as it was asked for.

        Raises:
            ApiError: as the call does; `Refused` for what the CMS has no spelling for.
        """
        page, note = await self._searched(crud, query)
        notes = [note, await self._ignored(crud, query)] if page.count else [note]
        page, twice = _once_each(page)
        if query.page > page.pages:
            last = plural(page.pages, "page", "pages")
            notes.append(f"There {'is' if page.pages == 1 else 'are'} only {last}.")
        return replace(page, note=" ".join(filter(None, (*notes, twice))))

    # Searching

    async def _searched(self, crud: Crud[Any], query: ListQuery) -> tuple[Page[Any], str]:
        if query.search and not await self._can_search(crud):
            return await self._by_title(crud, query)
        return await crud.list(**query.params()), ""

    async def _can_search(self, crud: Crud[Any]) -> bool:
        """Searching for what is nowhere finds nothing, unless the search breaks or is ignored."""
        if self._searches is None:
            try:
                found = await crud.list(search=secrets.token_hex(12), page_size=1, fields="id")
                self._searches = found.count == 0
            except ServerFailed:
                self._searches = False
        return self._searches

    async def _by_title(self, crud: Crud[Any], query: ListQuery) -> tuple[Page[Any], str]:
        """The rows whose title holds the words; the next best thing."""
        metadata = await crud.metadata()
        known = properties(metadata) if metadata else {}
        fields = [name for name in TITLES if name in known][:1]
        if not fields:
            raise Refused(detail="the CMS can't search this collection, so use a filter instead")
        params = {key: value for key, value in query.params().items() if key != "search"}
        wanted = Repeat((containing(fields, query.search),))
        page = await crud.list(**params, fltr=wanted)
        words = f'"{clean(query.search)}"'
        return page, f"The CMS can't search here: shown is where the {fields[0]} contains {words}."

    # Filtering

    async def _ignored(self, crud: Crud[Any], query: ListQuery) -> str:
        """The filters that the CMS left out, as it does with all that it does not understand."""
        names = {**query.filters, **({query.tab_param: (query.tab,)} if query.tab else {})}
        lost = [name for name in names if not await self._is_heeded(crud, query, name)]
        if not lost:
            return ""
        which = f"{'filter' if len(lost) == 1 else 'filters'} {clean(', '.join(lost))}"
        return f"The CMS left the {which} out, so these rows are not narrowed by it."

    async def _is_heeded(self, crud: Crud[Any], query: ListQuery, name: str) -> bool:
        """Whether each condition of one filter matters to the CMS."""
        alone = replace(
            query,
            search="",
            tab=query.tab if name == query.tab_param else "",
            filters={name: query.filters[name]} if name in query.filters else {},
        )
        conditions = crud.dialect.params_of(alone.criteria()).get("fltr", ())
        for one in conditions:
            if one not in self._heeded:
                self._heeded[one] = await _matters(crud, one)
        return all(self._heeded[one] for one in conditions)


async def _matters(crud: Crud[Any], condition: str) -> bool:
    """Together with what never holds it finds nothing, unless both are left out."""
    try:
        found = await crud.list(fltr=Repeat((probe(condition),)), page_size=1, fields="id")
    except ApiError:
        return True  # The page itself could be had: nothing is known against the filter.
    return found.count == 0


def _once_each(page: Page[Any]) -> tuple[Page[Any], str]:
    """A row that fits a filter in several ways comes as often; once is enough."""
    rows: dict[str, Any] = {}
    for row in page.results:
        key = key_of(row) if isinstance(row, Mapping) else ""
        rows.setdefault(key or f"#{len(rows)}", row)
    more = len(page.results) - len(rows)
    if not more:
        return page, ""
    what = plural(more, "row that fits", "rows that fit")
    said = f"{what} the filter in several ways left out; the CMS counts them more than once."
    return replace(page, results=list(rows.values())), said
