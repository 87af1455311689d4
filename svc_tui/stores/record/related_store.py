"""The records that a relation can refer to: searched, paged, named, created."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, Forbidden, InvalidResponse, NotFound
from svc_tui.stores.base import Store, StoreChanged

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

Row = Mapping[str, Any]

AT_ONCE = 6
"""Maximum number of concurrent requests for records by id."""

MOST_ASKED = 60
"""Maximum number of ids whose names are loaded one by one; others are shown as ids."""

MOST_PICKS = 5
"""Maximum number of remembered picks."""


@dataclass(frozen=True)
class RelatedState:
    """The state of a picker."""

    search: str = ""
    rows: tuple[Row, ...] = ()
    """The pages read so far, in order."""
    page: int = 0
    """The last page that was read."""
    pages: int = 1
    count: int = 0
    """The total number of matching records."""
    loading: bool = False
    loaded: bool = False
    problem: str | None = None
    """Why the newest rows could not be loaded; earlier rows stay."""
    known: Mapping[str, Row] = field(default_factory=dict)
    """Every record seen so far, by its id as text."""
    nameless: frozenset[str] = frozenset()
    """Ids that could not be loaded."""
    without_id: int = 0
    """Entries of the pages read so far that can't be chosen: they have no id."""
    searched_here: bool = False
    """Whether the backend can't search, so that the rows were narrowed here."""

    @property
    def more(self) -> bool:
        """Whether there is another page."""
        return self.loaded and self.page < self.pages


class RelatedStore(Store[RelatedState]):
    """A collection for a relation; its rows are plain objects."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """Records were loaded, or could not be."""

        state: RelatedState

    def __init__(self, crud: Crud[Any], *, item_value: str = "id", item_text: str = "name") -> None:
        super().__init__(RelatedState())
        self.crud = crud
        self.item_value = item_value
        self.item_text = item_text
        self._turn = 0
        self._all: list[str] | None = None
        """The ids of the first page without a search, once known."""

    async def find(self, search: str = "") -> None:
        """Load the first page of matches; an answer to an older search is ignored."""
        search = search.strip()
        self._turn += 1
        self.change(search=search, loading=True, problem=None, page=0)
        await self._read(1, ())

    async def more(self) -> None:
        """Load the next page; after a failure, the same one again."""
        state = self.state
        if state.loading or (state.loaded and not state.more and state.problem is None):
            return
        self._turn += 1
        self.change(loading=True, problem=None)
        await self._read(state.page + 1, state.rows if state.page else ())

    async def _read(self, number: int, before: Sequence[Row]) -> None:
        turn, search = self._turn, self.state.search
        try:
            page = await self.crud.list(page=number, search=search or None)
        except ApiError as error:
            if turn == self._turn:
                rows = self.state.rows if before else ()
                self.change(loading=False, problem=why(error), rows=rows)
            return
        except BaseException:
            if turn == self._turn:
                self.change(loading=False)
            raise
        if turn != self._turn:
            return
        found = [row for row in page.results if isinstance(row, Mapping) and self.key(row)]
        lost = len(page.results) - len(found) + (self.state.without_id if before else 0)
        here = bool(search) and page.pages <= 1 and await self._ignores(search, found)
        if turn != self._turn:
            return
        if not search and number == 1:
            self._all = [self.key(row) for row in found]
        rows = self._joined(before, self._narrowed(found, search) if here else found)
        self.change(
            rows=rows,
            page=number,
            pages=page.pages,
            count=len(rows) if here else max(page.count - lost, len(rows)),
            without_id=lost,
            known=self._known(found),
            loading=False,
            loaded=True,
            searched_here=here,
        )

    async def _ignores(self, search: str, found: Sequence[Row]) -> bool:
        """Whether a backend answers a search with everything, as static files do."""
        if all(search.casefold() in str(list(row.values())).casefold() for row in found):
            return False
        if self._all is None:
            try:
                rows = (await self.crud.list(page=1)).results
            except ApiError:
                return False
            self._all = [self.key(row) for row in rows if isinstance(row, Mapping)]
        return self._all == [self.key(row) for row in found]

    def _narrowed(self, rows: Iterable[Row], search: str) -> list[Row]:
        words = search.casefold()
        return [row for row in rows if words in str(row.get(self.item_text, row)).casefold()]

    def _joined(self, before: Sequence[Row], found: Iterable[Row]) -> tuple[Row, ...]:
        """Return both pages joined; a row that is on both appears once."""
        seen = {self.key(row) for row in before}
        return (*before, *(row for row in found if self.key(row) not in seen))

    # Names

    def key(self, value: Any) -> str:
        """The id of a record, or an id, as text; "" if there is none."""
        key = value.get(self.item_value) if isinstance(value, Mapping) else value
        return "" if key is None else str(key)

    def row(self, value: Any) -> Row | None:
        """The record of an id, where it was seen."""
        return self.state.known.get(self.key(value))

    async def learn(self, values: Iterable[Any]) -> None:
        """Load the records of those ids that are not known yet."""
        state = self.state
        wanted = dict.fromkeys(
            self.key(one)
            for one in values
            if not isinstance(one, Mapping) and one not in (None, "")
        )
        asked = [key for key in wanted if key not in state.known and key not in state.nameless]
        if len(asked) > 1 and not state.loaded:
            await self.find()  # One page may name many.
            asked = [key for key in asked if key not in self.state.known]
        gate = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._learn_one(key, gate) for key in asked[:MOST_ASKED]))

    async def _learn_one(self, key: str, gate: asyncio.Semaphore) -> None:
        async with gate:
            try:
                row = await self.crud.detail(key)
            except ApiError as error:
                # No record, or another one; the rest is asked for again, and the id stands for it.
                if isinstance(error, NotFound) or type(error) is InvalidResponse:
                    self.change(nameless=self.state.nameless | {key})
                return
        if self.key(row) not in ("", key):  # It is another record, whose name would be wrong.
            self.change(nameless=self.state.nameless | {key})
            return
        self.change(known={**self.state.known, key: row})

    def remember(self, row: Row) -> None:
        """Add a record that was created elsewhere, as the first one."""
        rest = tuple(one for one in self.state.rows if self.key(one) != self.key(row))
        self.change(rows=(row, *rest), count=self.state.count + 1, known=self._known([row]))

    def _known(self, rows: Iterable[Row]) -> dict[str, Row]:
        return {**self.state.known, **{self.key(row): row for row in rows}}


def why(error: ApiError) -> str:
    """Why a list could not be loaded; the selection stays."""
    if isinstance(error, Forbidden):
        return "You don't have permission to see this list (403). Your choice is kept."
    if isinstance(error, NotFound):
        return "This list does not exist on the server (404). Your choice is kept."
    return f"{error} Your choice is kept."


def recently(before: Mapping[str, Any], endpoint: str, picked: Sequence[Any]) -> dict[str, Any]:
    """Return the recent picks by endpoint, these ids first; drop values that are not lists."""
    old = before.get(endpoint)
    ids = [one for one in picked if isinstance(one, (str, int))]
    kept = old if isinstance(old, list) else []
    rest = [one for one in kept if isinstance(one, (str, int)) and one not in ids]
    return {**before, endpoint: [*ids, *rest][:MOST_PICKS]}


@dataclass(frozen=True)
class Picks:
    """The choice in a picker: ids in order, one or several."""

    keys: tuple[str, ...] = ()
    multiple: bool = False

    def toggled(self, key: str) -> Picks:
        """Add this one, or remove it if it was chosen."""
        if not self.multiple:
            return replace(self, keys=(key,))
        rest = tuple(one for one in self.keys if one != key)
        return replace(self, keys=rest if len(rest) < len(self.keys) else (*self.keys, key))

    def moved(self, at: int, by: int) -> Picks:
        """Move one up or down; at the end it stays."""
        to = at + by
        if not (0 <= at < len(self.keys) and 0 <= to < len(self.keys)):
            return self
        keys = list(self.keys)
        keys.insert(to, keys.pop(at))
        return replace(self, keys=tuple(keys))
