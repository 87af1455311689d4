"""Find out whether a backend ignores a search, a tab or a filter.

A parameter that makes no difference may match everything, or be ignored. A value that matches
nothing tells the two apart: if it returns the same rows too, the parameter is ignored.
"""

from __future__ import annotations

import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from svc_tui.api.errors import ApiError, NotSent, ValidationFailed
from svc_tui.models.records import PaginatedList
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.record.draft import MISSING, get_path
from svc_tui.text import clean

SEARCH = "search"
"""The name of the search among the parts of a query."""

NO_SUCH_NUMBER = "2147483647"
"""A number that is unlikely to be an id, and that every backend can parse."""

OPPOSITE = {"true": "false", "false": "true", "yes": "no", "no": "yes"}
"""Values with one opposite: it matches what the other does not."""

NO_SUCH_DAYS = ("9998-12-30", "9998-12-31")
"""Days on which nothing has happened yet."""

REMEMBERED = 40
"""The number of queries whose results are remembered."""


class NotCounted(ApiError):
    """The backend does not count the matching records; there are `at_least` so many."""

    def __init__(self, at_least: int) -> None:
        super().__init__()
        self.at_least = at_least

    def what(self) -> str:
        return f"The backend does not say how many records match: at least {self.at_least:,}."

    def next_step(self) -> str:
        return ""


@dataclass(frozen=True)
class PageFingerprint:
    """The first page of a query, in enough detail to distinguish it from that of another."""

    count: int | None
    """Number of matching records; None if the backend does not count."""
    first: Any
    """The first row; None if there is none."""
    ordering: tuple[str, ...]
    at: float = 0.0
    """The time it was seen."""

    @classmethod
    def of(cls, query: ListQuery, page: PaginatedList[Any], at: float = 0.0) -> PageFingerprint:
        """Return the fingerprint of a first page."""
        first = page.results[0] if page.results else None
        return cls(None if page.at_least else page.count, first, query.ordering, at)

    def differs(self, other: PageFingerprint) -> bool:
        """Whether the queries certainly match different records."""
        if self.count is not None and other.count is not None:
            return self.count != other.count
        return (self.count is None) != (other.count is None) or self.first != other.first

    @property
    def empty(self) -> bool:
        """Whether nothing matches."""
        return self.first is None


class FingerprintCache:
    """The fingerprints of one collection's queries; forgotten when records change."""

    def __init__(self, fresh_for: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._fresh_for, self._clock = fresh_for, clock
        self._known: OrderedDict[Hashable, PageFingerprint] = OrderedDict()

    def note(self, query: ListQuery, page: PaginatedList[Any]) -> None:
        """Remember a first page."""
        if query.page == 1 and (page.results or not page.count):
            self._known[matching_key(query)] = PageFingerprint.of(query, page, self._clock())
            self._known.move_to_end(matching_key(query))
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)

    def of(self, query: ListQuery) -> PageFingerprint | None:
        """Return the fingerprint of a query, if it is remembered and fresh."""
        sign = self._known.get(matching_key(query))
        if sign is None or self._clock() - sign.at > self._fresh_for:
            return None
        # Without a count, the first rows are compared, which another order would change.
        return sign if sign.count is not None or sign.ordering == query.ordering else None

    def forget(self) -> None:
        """Forget everything, as the records changed."""
        self._known.clear()


def parts_of(query: ListQuery) -> tuple[str, ...]:
    """Return the names of the narrowing parts of a query: the search, the tab, filters."""
    names = [SEARCH] if query.search else []
    names += [query.tab_param] if query.tab else []
    names += [name for name in query.filters if not query.tab or name != query.tab_param]
    return tuple(names)


def alone(query: ListQuery, name: str) -> ListQuery:
    """Return a query narrowed by one of its parts only, on its first page."""
    for other in parts_of(query):
        query = query if other == name else without(query, other)
    return query.at(1)


def without(query: ListQuery, name: str) -> ListQuery:
    """Return the query without one of its parts, on its first page."""
    if name == SEARCH and query.search:
        return query.searching("")
    if query.tab and name == query.tab_param:
        return query.on_tab("")
    return query.filtered(name, ())


def impossible_query(query: ListQuery, name: str) -> ListQuery:
    """Return the query with a value of one part that nothing matches."""
    nothing = secrets.token_hex(8)
    if name == SEARCH and query.search:
        return query.searching(nothing)
    if query.tab and name == query.tab_param:
        return query.on_tab(NO_SUCH_NUMBER if query.tab.isdecimal() else nothing)
    if name in query.spans:
        return query.filtered(name, NO_SUCH_DAYS)
    values = query.filters.get(name, ())
    opposite = OPPOSITE.get(values[0].lower()) if len(values) == 1 else None
    numbers = all(value.isdecimal() for value in values)
    return query.filtered(name, (opposite or (NO_SUCH_NUMBER if numbers else nothing),))


async def has_effect(
    query: ListQuery, name: str, sign: Callable[[ListQuery], Awaitable[PageFingerprint]]
) -> bool | None:
    """Whether a part of a query has an effect; None if that can't be known now.

    `sign` fingerprints the matches of a query. The part is tested by itself, as others may narrow
    the list to the same rows: with it, without it, and with a value that nothing matches.

    Raises:
        ApiError: as `sign` does of the first two.
    """
    lone = alone(query, name)
    with_it, bare = await sign(lone), await sign(without(lone, name))
    if with_it.differs(bare):
        return True
    if bare.empty:
        return None
    try:
        return (await sign(impossible_query(lone, name))).differs(bare)
    except (ValidationFailed, NotSent):
        return True  # A refused value was not ignored.
    except ApiError:
        return None


def ignored_summary(query: ListQuery, names: Iterable[str]) -> str:
    """Return the names of what a backend ignores: `the search and the filter Status`."""
    found = []
    for name in names:
        if name == SEARCH and query.search:
            found.append("the search")
        elif query.tab and name == query.tab_param:
            found.append("the tab")
        else:
            found.append(f"the filter {query.labels.get(name, name)}")
    return " and ".join(found)


def ignored_sentence(query: ListQuery, names: Collection[str]) -> str:
    """Return the sentence about what a backend ignores."""
    it = "it" if len(names) == 1 else "them"
    what = ignored_summary(query, names)
    return f"The backend ignores {what}: rows that don't match {it} are also shown."


def order_problem(rows: Sequence[Mapping[str, Any]], name: str) -> str:
    """Return why rows do not seem to be sorted by a name, such as `-title`; "" if they may be."""
    path = name.removeprefix("-")
    found = [get_path(row, path.replace("__", "."), MISSING) for row in rows]
    if rows and all(one is MISSING for one in found):
        return f"No row has {clean(path)}. The backend may ignore --order."
    values = [one for one in found if one is not MISSING and one is not None]
    values = values[::-1] if name.startswith("-") else values
    texts = all(isinstance(one, str) for one in values)
    if not texts and not all(isinstance(one, int | float) for one in values):
        return ""
    kinds: list[Callable[[Any], Any]] = [lambda value: value]
    kinds += [str.casefold, _bare] if texts else []
    runs = [value for n, value in enumerate(values) if n == 0 or value != values[n - 1]]
    together = len(set(values)) == len(runs) < len(values)
    if together or any(keys == sorted(keys) for keys in ([*map(kind, values)] for kind in kinds)):
        return ""
    return f"These rows are not sorted by {clean(path)}. The backend may ignore --order."


def _bare(text: str) -> str:
    """A text by only its letters and digits, without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(filter(str.isalnum, apart))


def first_page(query: ListQuery) -> ListQuery:
    """Return the smallest request that shows what a query matches."""
    return replace(query, page=1, page_size=1)


def matching_key(query: ListQuery) -> Hashable:
    """Return a key of the matching rows, whatever their order and pages."""
    return tuple(sorted((name, str(value)) for name, value in query.criteria().items()))
