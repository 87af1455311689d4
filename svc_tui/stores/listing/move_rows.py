"""MoveRows: put records at other positions of their list, as `m` does in the console."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, NotFound
from svc_tui.api.write_subject import about_write
from svc_tui.models.location import Location
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.listing.reorder import LIST, POSITION
from svc_tui.stores.listing.row_move import RowMove
from svc_tui.stores.record.draft import get_path
from svc_tui.stores.runs.row_writers import (
    ALREADY,
    FOUND_WRITTEN,
    RequestPreview,
    RowResult,
    RowWork,
    WritesInOrder,
)
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.stores.record.history_store import Write


def moved_values(write: Write) -> dict[str, Any]:
    """Return the position that a move gave, and the query of its list; empty for other writes."""
    if not write.is_move:
        return {}
    return {one.path: one.after for one in write.values if one.path in (POSITION, LIST)}


def move_to_undo(write: Write) -> RowWork | None:
    """Return the work that puts a moved record back; None for other writes, or after that."""
    before = [one.before for one in write.values if one.path == POSITION]
    if write.undone or not write.is_move or not before:
        return None
    return RowWork(write.id, {**moved_values(write), POSITION: before[0]}, write.title)


FEW_PAGES = 4
"""Number of pages searched one by one instead of by halves."""


class MoveRows(WritesInOrder):
    """Writes the value `position` of a work: a number from 1, as the list counts its rows.

    The list shows every record, unless the value `list` has another query.
    """

    def __init__(self, open_list: Callable[[], ListStore]) -> None:
        self._open = open_list

    async def write(self, work: RowWork) -> RowResult:
        store = self._open()
        move = await self._move_of(work, store)
        if isinstance(move, RowResult):
            return move
        title = store.name_of(move.row)
        if not move.moved:
            return RowResult(work.key, title, "skipped", ALREADY)
        await store.move_to(move.at)
        moving = store.state.moving
        if moving is None or moving.at != move.at:
            return RowResult(work.key, title, "failed", store.state.note or "It was not moved.")
        with about_write(title=title):
            if await store.drop():
                return RowResult(work.key, title, "ok")
        error = _last_error(store)
        unknown = error is not None and error.may_have_been_applied
        why = store.state.note or "It was not moved."
        return RowResult(work.key, title, "unknown" if unknown else "failed", why, error)

    async def look(self, work: RowWork) -> RowResult | None:
        """Check whether the record has its position."""
        move = await self._move_of(work, self._open())
        if isinstance(move, RowResult):
            return move
        return None if move.moved else RowResult(work.key, work.title, "ok", FOUND_WRITTEN)

    async def preview(self, work: RowWork) -> RequestPreview:
        store = self._open()
        crud = store.crud
        path = "" if crud is None else crud.requested(crud.endpoint.action("update_order"))
        move = await self._move_of(work, store)
        if isinstance(move, RowResult):
            return RequestPreview("POST", path, move.title, problem=move.reason)
        change = (POSITION, move.start + 1, move.at + 1)
        problem = "" if move.moved else ALREADY
        return RequestPreview("POST", path, store.name_of(move.row), (change,), problem)

    async def moved_since(self, write: Write) -> bool:
        """Whether a record is no longer where a write put it."""
        move = await self._move_of(RowWork(write.id, moved_values(write)), self._open())
        return not isinstance(move, RowResult) and move.moved

    async def _move_of(self, work: RowWork, store: ListStore) -> RowMove | RowResult:
        """Pick up the row of a work and return its move, not dropped yet; or why it can't move."""
        query = store.state.query
        if LIST in work.changes:
            query = query.restored(Location.parse(work.changes[LIST]))
        await store.ask(query)
        if not await _open_page_of(work.key, store):
            words = f"There is no record {clean(work.key)} in this list."
            return RowResult(work.key, work.title, "failed", words)
        error = _last_error(store)
        if not store.state.current or not store.begin_move(work.key):
            why = store.state.error or store.state.note or "It can't be moved."
            return RowResult(work.key, work.title, "failed", why, error)
        assert store.state.moving is not None
        return store.state.moving.to(work.changes[POSITION] - 1)


def _last_error(store: ListStore) -> ApiError | None:
    return store.crud.sent.error if store.crud is not None else None


async def _open_page_of(key: str, store: ListStore) -> bool:
    """Go from the first page to that of a record; False if the list does not have the record.

    Also True if a page can't be loaded.
    """
    first, crud = store.state.query.at(1), store.crud
    if crud is None or store.state.pages < FEW_PAGES:
        return await _turn_pages(key, store)
    if key in store.state.keys or not store.state.current:
        return True
    try:
        place = get_path(await crud.detail(key), store.position_field)
    except NotFound:
        return False
    except ApiError:
        place = None
    if isinstance(place, int | float):
        await _halve_pages(key, place, store)
    if key in store.state.keys:
        return True
    await store.ask(first)
    return await _turn_pages(key, store)


async def _halve_pages(key: str, place: float, store: ListStore) -> None:
    """Look for a record by its position: each page halves those that are left."""
    low, high = 2, store.state.pages
    while low <= high and key not in store.state.keys:
        page = (low + high) // 2
        await store.go_to(page)
        there = [get_path(row, store.position_field) for row in store.state.rows]
        if not there or not all(isinstance(one, int | float) for one in there):
            return
        before, after = place < there[0], place > there[-1]
        if before == after:  # It should be here, or the rows have another order.
            return
        low, high = (low, page - 1) if before else (page + 1, high)


async def _turn_pages(key: str, store: ListStore) -> bool:
    """Look for a record page by page."""
    while store.state.current and key not in store.state.keys:
        page = store.state.query.page
        await store.go_to(page + 1)
        if store.state.query.page == page:
            return False
    return True
