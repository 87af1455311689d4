"""Lists of the CMS: find out which parts of a query it silently ignores, and report it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svc_tui.api.dialects.camomilla.filters import containing, probe
from svc_tui.api.dialects.camomilla.records import properties, relations_of
from svc_tui.api.errors import ApiError, NotSent, ServerError
from svc_tui.api.urls import Repeat
from svc_tui.introspect.languages import lang_info
from svc_tui.models.records import TITLE_KEYS, TRANSLATIONS, PaginatedList, ResourceMetadata
from svc_tui.text import clean, plural

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.stores.listing.list_query import ListQuery

OF_A_RELATION = ("id", *TITLE_KEYS, "file", "thumbnail", "mime_type")
"""Keys of a related record to show in a cell; requested whole, only its id would come."""

TITLES = ("title", "name")
"""Fields to search in a collection without search."""


class CmsLists:
    """Requests pages; remembers what the collection supports."""

    def __init__(self, columns: Sequence[str] = ()) -> None:
        self.columns = tuple(columns)
        """The dotted paths of the visible columns; none means everything."""
        self._effects: dict[str, bool] = {}
        """Conditions, and whether they have an effect."""
        self._unsortable: set[str] = set()
        """Names that the CMS fails to sort by."""
        self._title = ""
        """The field to search if the collection has no search."""
        self._searches: bool | None = None
        """Whether the collection can be searched; None if not tried yet."""

    async def ask(self, crud: Crud[Any], query: ListQuery) -> PaginatedList[Any]:
        """Return one page, with a note about every deviation from the request.

        Raises:
            ApiError: as the call does; `NotSent` for what the CMS has no spelling for.
        """
        (page, note), disorder = await self._sorted(crud, query)
        if self._lost(page):
            self.columns = ()  # Some keys come only with whole rows.
            (page, note), disorder = await self._sorted(crud, query)
        notes = [note, disorder, *([await self._ignored(crud, query)] if page.count else [])]
        page, twice = _once_each(page)
        if query.page > page.pages:
            last = plural(page.pages, "page", "pages")
            notes.append(f"There {'is' if page.pages == 1 else 'are'} only {last}.")
        notes.append(_other_case(query.search) if not page.count else "")
        return replace(page, note=" ".join(filter(None, (*notes, twice))))

    async def _fields(self, crud: Crud[Any]) -> str | None:
        """Return the keys to request of each row; None for everything."""
        metadata = await crud.metadata() if self.columns else None
        return None if metadata is None else ",".join(trimmed(self.columns, metadata))

    def _lost(self, page: PaginatedList[Any]) -> bool:
        """Whether a column is in no row although it was requested."""
        rows = [row for row in page.results if isinstance(row, Mapping)]
        heads = {path.partition(".")[0] for path in self.columns}
        return bool(rows) and any(all(head not in row for row in rows) for head in heads)

    # Sorting

    async def _sorted(
        self, crud: Crud[Any], query: ListQuery
    ) -> tuple[tuple[PaginatedList[Any], str], str]:
        """Return the page in the requested order, if the CMS supports it."""
        try:
            found = await self._searched(crud, self._sortable(query))
        except ServerError:
            if not await self._learn_unsortable(crud, self._sortable(query)):
                raise
            found = await self._searched(crud, self._sortable(query))
        lost = [name for name in map(_bare, query.ordering) if name in self._unsortable]
        words = clean(", ".join(lost))
        return found, f"The CMS can't sort by {words}, so that was ignored." if lost else ""

    def _sortable(self, query: ListQuery) -> ListQuery:
        known = tuple(name for name in query.ordering if _bare(name) not in self._unsortable)
        return query if known == query.ordering else replace(query, ordering=known)

    async def _learn_unsortable(self, crud: Crud[Any], query: ListQuery) -> bool:
        """Try the names one by one; whether one of them made the query fail."""
        broken = set()
        for name in query.ordering:
            try:
                await crud.list(ordering=[name], page_size=1, fields="id")
            except ServerError:
                broken.add(_bare(name))
        if broken:
            await crud.list(
                page_size=1, fields="id"
            )  # Raises if the CMS also fails without any ordering.
        self._unsortable |= broken
        return bool(broken)

    # Searching

    async def _searched(self, crud: Crud[Any], query: ListQuery) -> tuple[PaginatedList[Any], str]:
        if query.search and not await self._can_search(crud):
            return await self._by_title(crud, query)
        return await crud.list(**query.params(), fields=await self._fields(crud)), ""

    async def _can_search(self, crud: Crud[Any]) -> bool:
        """Whether a search has an effect: a random word must find nothing."""
        if self._searches is None:
            try:
                found = await crud.list(search=secrets.token_hex(12), page_size=1, fields="id")
                self._searches = found.count == 0
            except ServerError:
                self._searches = False
        return self._searches

    async def _by_title(self, crud: Crud[Any], query: ListQuery) -> tuple[PaginatedList[Any], str]:
        """Return the rows whose title contains the words."""
        metadata = await crud.metadata()
        known = properties(metadata) if metadata else {}
        self._title = next((name for name in TITLES if name in known), "")
        if not self._title:
            raise NotSent(detail="the CMS can't search this collection, so use a filter instead")
        params = self._titled(crud, query.params())
        page = await crud.list(**params, fields=await self._fields(crud))
        where = f"where the {self._title} contains “{clean(query.search)}”"
        return page, f"The CMS can't search here, so the list shows rows {where}."

    def _titled(self, crud: Crud[Any], params: Mapping[str, Any]) -> dict[str, Any]:
        """Return the query with a condition on the title in place of the search."""
        rest = {key: value for key, value in params.items() if key != "search"}
        own = [value for key, value in crud.endpoint.params if key == "fltr"]
        return {**rest, "fltr": Repeat((*own, containing([self._title], params["search"])))}

    def selecting(self, crud: Crud[Any], query: ListQuery) -> dict[str, Any]:
        """Return the params that select the matching rows, as far as the collection is known."""
        params = self._sortable(query).selecting()
        return self._titled(crud, params) if "search" in params and self._title else params

    # Filtering

    async def _ignored(self, crud: Crud[Any], query: ListQuery) -> str:
        lost = await self.ignored(crud, query)
        if not lost:
            return ""
        called = [query.labels.get(name, name) for name in lost]
        which = f"{'filter' if len(lost) == 1 else 'filters'} {clean(', '.join(called))}"
        it = "it" if len(lost) == 1 else "them"
        return f"The CMS ignored the {which}: rows that don't match {it} are also shown."

    async def ignored(self, crud: Crud[Any], query: ListQuery) -> tuple[str, ...]:
        """Return the names of the filters and the tab that the CMS ignores."""
        names = {**query.filters, **({query.tab_param: (query.tab,)} if query.tab else {})}
        lost = [name for name in names if not await self._is_effective(crud, query, name)]
        return tuple(lost)

    async def _is_effective(self, crud: Crud[Any], query: ListQuery, name: str) -> bool:
        """Whether each condition of a filter has an effect."""
        alone = replace(
            query,
            search="",
            tab=query.tab if name == query.tab_param else "",
            filters={name: query.filters[name]} if name in query.filters else {},
        )
        conditions = crud.dialect.params_of(alone.criteria()).get("fltr", ())
        for one in conditions:
            if one not in self._effects:
                self._effects[one] = await _matters(crud, one)
        return all(self._effects[one] for one in conditions)


def _other_case(words: str) -> str:
    """Return a hint after an empty search: on SQLite, É and é differ for the CMS."""
    odd = [one for one in words if not one.isascii() and _has_two_cases(one)]
    if not odd:
        return ""
    pairs = ", ".join(dict.fromkeys(f"{one.upper()} and {one.lower()}" for one in odd[:3]))
    return f"This CMS may treat {clean(pairs)} as different letters: try both."


def _has_two_cases(letter: str) -> bool:
    """Whether a letter has single upper and lower case letters, unlike ß and SS."""
    small, large = letter.lower(), letter.upper()
    return small != large and len(small) == len(large) == 1


def _bare(name: str) -> str:
    return name.removeprefix("-")


def trimmed(columns: Sequence[str], metadata: ResourceMetadata) -> tuple[str, ...]:
    """Return the CMS's names for columns, with the keys that identify a row."""
    relations, found = relations_of(metadata), ["id", *TITLE_KEYS]
    info = lang_info(metadata.extra)
    for path in columns:
        head, _, inside = path.partition(".")
        if path == TRANSLATIONS and "published_at" in info.fields:
            # Requested whole, they are left out; a cell shows where a page is published.
            found += [f"published_at_{lang}" for lang in info.languages]
            found.append("deleted_at")
            continue
        if head == TRANSLATIONS and inside.count(".") == 1:
            lang, _, name = inside.partition(".")
            found.append(f"{name}_{lang}")
        elif head not in relations:
            found.append(head)
        elif inside:
            found.append(f"{head}__{inside.replace('.', '__')}")
        else:
            found += [f"{head}__{name}" for name in OF_A_RELATION]
    return tuple(dict.fromkeys(found))


async def _matters(crud: Crud[Any], condition: str) -> bool:
    """Whether a condition finds nothing together with one that is never true."""
    try:
        found = await crud.list(fltr=Repeat((probe(condition),)), page_size=1, fields="id")
    except ApiError:
        return True  # The page itself was answered, so the filter is not to blame.
    return found.count == 0


def _once_each(page: PaginatedList[Any]) -> tuple[PaginatedList[Any], str]:
    """Return a page without duplicates: a row that matches a filter several times is repeated."""
    rows: dict[str, Any] = {}
    for row in page.results:
        key = row.get("id") if isinstance(row, Mapping) else None
        rows.setdefault(f"#{len(rows)}" if key in (None, "") else str(key), row)
    more = len(page.results) - len(rows)
    if not more:
        return page, ""
    what = plural(more, "duplicate row", "duplicate rows")
    return replace(page, results=list(rows.values())), f"{what} hidden. The CMS counts duplicates."
