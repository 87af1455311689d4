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
        held = await self._held(store, work)
        if isinstance(held, RowResult):
            return held
        title = store.name_of(held.row)
        if not held.moved:
            return RowResult(work.key, title, "skipped", ALREADY)
        await store.move_to(held.at)
        moving = store.state.moving
        if moving is None or moving.at != held.at:
            return RowResult(work.key, title, "failed", store.state.note or "It was not moved.")
        with about_write(title=title):
            if await store.drop():
                return RowResult(work.key, title, "ok")
        error = store.crud.sent.error if store.crud is not None else None
        unknown = error is not None and error.may_have_been_applied
        why = store.state.note or "It was not moved."
        return RowResult(work.key, title, "unknown" if unknown else "failed", why, error)

    async def look(self, work: RowWork) -> RowResult | None:
        """Check whether the record has its position."""
        held = await self._held(self._open(), work)
        if isinstance(held, RowResult):
            return held
        return None if held.moved else RowResult(work.key, work.title, "ok", FOUND_WRITTEN)

    async def preview(self, work: RowWork) -> RequestPreview:
        store = self._open()
        crud = store.crud
        path = "" if crud is None else crud.requested(crud.endpoint.action("update_order"))
        held = await self._held(store, work)
        if isinstance(held, RowResult):
            return RequestPreview("POST", path, held.title, problem=held.reason)
        change = (POSITION, held.start + 1, held.at + 1)
        problem = "" if held.moved else ALREADY
        return RequestPreview("POST", path, store.name_of(held.row), (change,), problem)

    async def moved_since(self, write: Write) -> bool:
        """Whether a record is no longer where a write put it."""
        held = await self._held(self._open(), RowWork(write.id, moved_values(write)))
        return not isinstance(held, RowResult) and held.moved

    async def _held(self, store: ListStore, work: RowWork) -> RowMove | RowResult:
        """Pick up a row to drop it at its new position; or return why that is impossible."""
        query = store.state.query
        if LIST in work.changes:
            query = query.restored(Location.parse(work.changes[LIST]))
        await store.ask(query)
        if not await self._finds(store, work.key):
            words = f"There is no record {clean(work.key)} in this list."
            return RowResult(work.key, work.title, "failed", words)
        error = store.crud.sent.error if store.crud is not None else None
        if not store.state.current or not store.begin_move(work.key):
            why = store.state.error or store.state.note or "It can't be moved."
            return RowResult(work.key, work.title, "failed", why, error)
        assert store.state.moving is not None
        return store.state.moving.to(work.changes[POSITION] - 1)

    async def _finds(self, store: ListStore, key: str) -> bool:
        """Show the page that has a record, starting from the first; False if there is none.

        If rows have their position, each request halves the pages; else page by page. Also True if
        a page can't be loaded.
        """
        first = store.state.query.at(1)
        if store.crud is None or store.state.pages < FEW_PAGES:
            return await self._walks(store, key)
        if key in store.state.keys or not store.state.current:
            return True
        field = store.position_field
        try:
            place = get_path(await store.crud.detail(key), field)
        except NotFound:
            return False
        except ApiError:
            place = None
        low, high = 2, store.state.pages
        while isinstance(place, int | float) and low <= high and key not in store.state.keys:
            page = (low + high) // 2
            await store.go_to(page)
            there = [get_path(row, field) for row in store.state.rows]
            if not there or not all(isinstance(one, int | float) for one in there):
                break
            low = page + 1 if place > there[-1] else low
            high = page - 1 if place < there[0] else high
            if there[0] <= place <= there[-1]:
                break
        if key in store.state.keys:
            return True
        await store.ask(first)
        return await self._walks(store, key)

    async def _walks(self, store: ListStore, key: str) -> bool:
        while store.state.current and key not in store.state.keys:
            page = store.state.query.page
            await store.go_to(page + 1)
            if store.state.query.page == page:
                return False
        return True
