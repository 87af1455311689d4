"""Move a row by hand, across pages, with one request at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from svc_tui.api.errors import ApiError, NotSent
from svc_tui.api.write_subject import about_write
from svc_tui.models.location import Location
from svc_tui.stores.listing.row_move import RowMove, with_position_of
from svc_tui.stores.record.draft import get_path
from svc_tui.stores.rows import Row, normalize_page

if TYPE_CHECKING:
    from svc_tui.stores.listing.list_query import ListQuery
    from svc_tui.stores.listing.list_state import ListState
    from svc_tui.stores.listing.row_sources import RowSource


POSITION, LIST = "position", "list"
"""What the log says of a move: the place in the list before and after, from 1; and the query of a
list that did not show every record."""


class ReorderHost(Protocol):
    """The list whose rows are moved."""

    source: RowSource
    lookup: str
    position_field: str
    """The field that the backend orders rows by."""

    @property
    def state(self) -> ListState:
        """The state of the list."""

    @property
    def crud(self) -> object | None:
        """The collection behind the rows; None for rows that were given."""

    def row(self, key: str) -> Row | None:
        """Return the row of this key on the page that is shown."""

    def key_of(self, row: Row) -> str:
        """Return what identifies a row, as text."""

    def change(self, **changes: object) -> None:
        """Move to the next state."""

    async def refresh(self) -> None:
        """Ask again for what is shown."""

    async def ask(self, query: ListQuery) -> None:
        """Show what a query says."""


class Reorder:
    """A move of a row: shows the new order, and sends it when the row is dropped."""

    def __init__(self, store: ReorderHost) -> None:
        self._store = store
        self._turn = 0
        self._sending = False

    def unmovable_reason(self) -> str | None:
        """Return why rows can't be moved now; None when they can."""
        query = self._store.state.query
        if query.search:
            return "Rows can't be moved while searching: clear the search first."
        place = self._store.position_field
        if query.ordering not in ((), (place,)):
            if query.default_ordering in ((), (place,)):
                return (
                    "Rows can't be moved while the list is sorted by a column. Clear the sorting."
                )
            return f"Rows can only be moved when sorted by {place}. Sort the list first."
        return self._out_of_order_reason(place, asked=bool(query.ordering))

    def _out_of_order_reason(self, place: str, *, asked: bool) -> str | None:
        """Return why the visible rows are not in the backend's own order.

        Without an ordering, a backend uses its own; with one, it may not know it.
        """
        if self._store.crud is None:
            return None  # Given rows are in the order that moving changes.
        found = [get_path(row, place) for row in self._store.state.rows]
        places = [one for one in found if isinstance(one, int | float)]
        if places != sorted(places):
            why = "the backend didn't sort them" if asked else "they are in another order"
            return f"Rows can only be moved when sorted by {place}, but {why}."
        if not asked and len(places) < len(found):
            return f"Rows can only be moved when sorted by {place}. Sort the list first."
        return None

    def begin(self, key: str) -> bool:
        """Start to move a row; False, with a note, if that makes no sense."""
        store = self._store
        row, why = store.row(key), self.unmovable_reason()
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
        """Hold the row at another position; if its page can't be loaded, it stays where it is."""
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
        """Send the move; on failure show the backend's order, with the reason as a note."""
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
                store.source.changed()  # The order may have changed, so cached pages are stale.
                note = (
                    f"{error.what()} It is unknown whether it was moved: this is the current order."
                )
            else:
                note = f"Not moved: the order is unchanged. {error}"
            await self._put_back(moving, note)
            return False
        if reordered:
            await store.refresh()
        else:
            store.change(moving=None)
        return True

    async def cancel(self) -> None:
        """Put the row back; a move that is being sent is not cancelled."""
        if self._store.state.moving is not None and not self._sending:
            await self._put_back(self._store.state.moving, None)

    async def _send(self, moving: RowMove) -> bool:
        """Send the move; True if the backend renumbered all rows."""
        self._turn += 1
        self._sending = True
        try:
            there = await self._originals({moving.at})
            target = self._store.key_of(there[moving.at])
            if not target:
                raise NotSent(detail="the row at that position has no id")
            before = {POSITION: moving.start + 1}
            with about_write(before=before, after=self._logged(moving), whole_before=True):
                return await self._store.source.update_order(moving.key, target)
        finally:
            self._sending = False

    def _logged(self, moving: RowMove) -> dict[str, Any]:
        query = self._store.state.query
        narrowed = {LIST: str(query.at(1).located(Location()))} if query.criteria() else {}
        return {POSITION: moving.at + 1, **narrowed}

    def _is_current(self, turn: int, held: RowMove) -> bool:
        moving = self._store.state.moving
        return turn == self._turn and moving is not None and moving.key == held.key

    async def _put_back(self, moving: RowMove, note: str | None) -> None:
        """Show the page where the row was, in the backend's order."""
        self._turn += 1
        store = self._store
        store.change(moving=None)
        await store.ask(store.state.query.at(moving.start // store.state.query.page_size + 1))
        if note is not None:
            store.change(note=note)

    async def _shown(self, moving: RowMove) -> list[Row]:
        """Return the page under the held row, in the order that a drop would produce."""
        size = self._store.state.query.page_size
        first = moving.at // size * size
        places = range(first, min(first + size, moving.last + 1))
        before = [moving.before(place) for place in places]
        there = await self._originals({*places, *before})
        field = self._store.position_field
        pairs = zip(before, places, strict=True)
        return [with_position_of(there[old], there[new], field) for old, new in pairs]

    async def _originals(self, positions: set[int]) -> dict[int, Row]:
        """Return the backend's rows at these positions, mostly from cached pages."""
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
