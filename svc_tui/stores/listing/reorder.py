"""Moving a row by hand, across pages, with one request at the end (decisions 3: updateOrder)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError, Refused
from svc_tui.stores.listing.row_move import RowMove, with_position_of
from svc_tui.stores.record.draft import get_path
from svc_tui.stores.rows import Row, normalize_page

if TYPE_CHECKING:
    from svc_tui.stores.listing.list_store import ListStore


class Reorder:
    """What a list does while a row is held: shows the order as it would be, sends nothing."""

    def __init__(self, store: ListStore) -> None:
        self._store = store
        self._turn = 0
        self._sending = False

    def why_not(self) -> str | None:
        """Why rows can't be moved now; None when they can."""
        query = self._store.state.query
        if query.search:
            return "Rows can't be moved while searching: clear the search first."
        place = self._store.position_field
        if query.ordering not in ((), (place,)):
            if query.default_ordering in ((), (place,)):
                return "Rows can't be moved while the list is sorted by a column: end the sorting."
            return f"Rows can be moved only in the order of {place}: sort the list by it first."
        return self._why_not_in_order(place, asked=bool(query.ordering))

    def _why_not_in_order(self, place: str, *, asked: bool) -> str | None:
        """Why the places of the rows shown are not those that the backend keeps.

        Asked for no order, a backend gives its own; asked for one, it may not know it.
        """
        if self._store.crud is None:
            return None  # Rows that were given are moved as they stand.
        found = [get_path(row, place) for row in self._store.state.rows]
        places = [one for one in found if isinstance(one, int | float)]
        if places != sorted(places):
            why = "the backend did not sort them by it" if asked else "they are in another order"
            return f"Rows can be moved only in the order of {place}, and {why}."
        if not asked and len(places) < len(found):
            return f"Rows can be moved only in the order of {place}: sort the list by it first."
        return None

    def begin(self, key: str) -> bool:
        """Take a row up; False, and a note that says why, where that makes no sense."""
        store = self._store
        row, why = store.row(key), self.why_not()
        if row is None and why is None:
            why = "This row has no id, so it can't be moved."
        if why is not None or row is None or store.state.loading:
            store.change(note=why)
            return False
        start = store.state.first + store.state.keys.index(key)
        last = max(start, store.state.count - 1)
        store.change(moving=RowMove(key, row, start, start, last), note=None)
        return True

    async def move_to(self, position: int) -> None:
        """Hold the row over another position; a page that can't be had leaves it where it is."""
        if self._store.state.moving is None or self._sending:
            return
        self._turn += 1
        turn, held = self._turn, self._store.state.moving
        moving = held.to(position)
        try:
            shown = await self._shown(moving)
        except ApiError as error:
            if self._is_current(turn, held):
                self._store.change(note=f"That page could not be read. {error}")
            return
        if self._is_current(turn, held):
            self._show(moving, shown)

    async def drop(self) -> bool:
        """Send it; on failure the backend's order is back, with the reason as a note."""
        store, moving = self._store, self._store.state.moving
        if moving is None:
            return False
        if not moving.moved or self._sending:
            await self.cancel()
            return False
        try:
            reordered = await self._send(moving)
        except ApiError as error:
            if error.may_have_been_applied:
                store.source.changed()  # It may be another order: what is remembered says nothing.
                note = f"{error.what()} It is unknown whether it was moved: this is the order now."
            else:
                note = f"Not moved: the order is as before. {error}"
            await self._put_back(moving, note)
            return False
        if reordered:
            await store.refresh()
        else:
            store.change(moving=None)
        return True

    async def cancel(self) -> None:
        """Back to where it was; what is on its way to the backend is not called back."""
        if self._store.state.moving is not None and not self._sending:
            await self._put_back(self._store.state.moving, None)

    async def _send(self, moving: RowMove) -> bool:
        """The one request; True where the backend numbered all rows anew."""
        self._turn += 1
        self._sending = True
        try:
            there = await self._originals({moving.at})
            target = self._store.key_of(there[moving.at])
            if not target:
                raise Refused(detail="the row at that place has no id")
            return await self._store.source.update_order(moving.key, target)
        finally:
            self._sending = False

    def _is_current(self, turn: int, held: RowMove) -> bool:
        moving = self._store.state.moving
        return turn == self._turn and moving is not None and moving.key == held.key

    async def _put_back(self, moving: RowMove, note: str | None) -> None:
        """The page where the row stood, in the order that the backend has."""
        self._turn += 1
        store = self._store
        store.change(moving=None)
        await store.ask(store.state.query.at(moving.start // store.state.query.page_size + 1))
        if note is not None:
            store.change(note=note)

    async def _shown(self, moving: RowMove) -> list[Row]:
        """The page under the row held, in the order that a drop would leave."""
        size = self._store.state.query.page_size
        first = moving.at // size * size
        places = range(first, min(first + size, moving.last + 1))
        before = [moving.before(place) for place in places]
        there = await self._originals({*places, *before})
        field = self._store.position_field
        pairs = zip(before, places, strict=True)
        return [with_position_of(there[old], there[new], field) for old, new in pairs]

    async def _originals(self, positions: set[int]) -> dict[int, Row]:
        """The rows that the backend has at these positions; mostly from pages at hand."""
        query, moving = self._store.state.query, self._store.state.moving
        size, found = query.page_size, dict[int, Row]()
        for number in sorted({position // size for position in positions}):
            page = await self._store.source.page(query.at(number + 1))
            rows = normalize_page(page, query.at(number + 1), self._store.lookup).page.results
            found |= {number * size + index: row for index, row in enumerate(rows)}
        if moving is not None:
            found[moving.start] = moving.row
        return {position: found.get(position, {}) for position in positions}

    def _show(self, moving: RowMove, shown: list[Row]) -> None:
        store = self._store
        page = moving.at // store.state.query.page_size + 1
        store.change(
            query=store.state.query.at(page),
            rows=tuple(shown),
            keys=tuple(store.key_of(row) for row in shown),
            moving=moving,
            note=None,
        )
