"""Go from record to record in the order of the list that the user came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.rows import key_of

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

LAST = "This is the last record in the list."
FIRST = "This is the first record in the list."
GONE = "The list no longer shows this record, so there is no next one."


@dataclass(frozen=True)
class RecordWalk:
    """The keys of the page of a list, and the query by which other pages are read."""

    keys: tuple[str, ...]
    query: ListQuery
    pages: int = 1
    lookup: str = "id"
    first: int = 0
    """The number of the page's first record in the list, from 0."""
    count: int = 0
    """The number of records in the list; 0 if it is unknown."""

    def place(self, key: str) -> str:
        """The position of a record in the list, as `12 / 540`; "" if unknown."""
        if key not in self.keys or not self.count:
            return ""
        return f"{self.first + self.keys.index(key) + 1:,} / {self.count:,}"

    def beside(self, key: str, by: int) -> str | None:
        """The key of the next record on this page (1), or of the previous one (-1)."""
        if key not in self.keys:
            return None
        at = self.keys.index(key) + by
        return self.keys[at] if 0 <= at < len(self.keys) else None

    async def step(self, crud: Crud[Any], key: str, by: int) -> tuple[str | None, RecordWalk, str]:
        """Return the next key and the walk from it, or why there is none, in a sentence.

        Beyond the end of a page, the next page is read. Raises `ApiError`.
        """
        if (found := self.beside(key, by)) is not None:
            return found, self, ""
        if key not in self.keys:
            return None, self, GONE
        number = self.query.page + by
        if not 1 <= number <= self.pages:
            return None, self, LAST if by > 0 else FIRST
        query = self.query.at(number)
        page = await crud.list(**query.params())
        rows: list[Mapping[str, Any]] = page.results
        keys = tuple(found for row in rows if (found := key_of(row, self.lookup)))
        if not keys:
            return None, self, LAST if by > 0 else FIRST
        first = self.first + len(self.keys) if by > 0 else max(0, self.first - len(keys))
        count = page.count or self.count
        there = replace(self, keys=keys, query=query, first=first, count=count)
        return keys[0 if by > 0 else -1], there, ""
