"""The number of records on each tab: counted in the background, dropped with the list."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from svc_tui.api.errors import ApiError
from svc_tui.stores.listing.list_query import ListQuery

if TYPE_CHECKING:
    from svc_tui.stores.listing.list_state import ListState
    from svc_tui.stores.listing.row_sources import RowSource

AnswerT = TypeVar("AnswerT")


class TabCountsHost(Protocol):
    """The list whose tabs are counted."""

    source: RowSource

    @property
    def state(self) -> ListState:
        """The state of the list."""

    def change(self, **changes: object) -> None:
        """Move to the next state."""


class TabCounts:
    """Counts one tab after another, with the smallest possible page."""

    def __init__(self, store: TabCountsHost) -> None:
        self._store = store
        self._task: asyncio.Task[Any] | None = None
        self._round = 0

    async def ask(self, tabs: Iterable[str]) -> None:
        """Count the tabs that are not counted yet; ends early when the list moves on."""
        self._stop()
        if self._store.state.at_least:
            return  # A backend that does not count rows does not count those of a tab.
        mine = self._round
        doubtful: dict[str, int] = {}
        for tab in tabs:
            if tab in self._store.state.tab_counts:
                continue
            count = self._shown(tab)
            if count is None:
                count = await self._ended(self._counted(self._store.state.query.on_tab(tab)))
            if mine != self._round:
                return
            if count is None:
                continue
            known = self._store.state.tab_counts
            if alike := [other for other, number in known.items() if number == count]:
                doubtful[tab or alike[0]] = count
            if not (tab and alike):
                self._show(tab, count)
        for tab, count in doubtful.items():
            # The same number as another tab's may be the number of all records.
            effective = await self._ended(self._is_effective(self._store.state.query.on_tab(tab)))
            if mine != self._round:
                return
            if effective:
                self._show(tab, count)
            elif effective is not None:  # All tabs share the parameter, so none narrows anything.
                known = self._store.state.tab_counts
                self._store.change(tab_counts={one: known[one] for one in known if not one})
                return

    def _show(self, tab: str, count: int) -> None:
        known = self._store.state.tab_counts
        self._store.change(tab_counts={**known, tab: count})

    def follow(self, query: ListQuery) -> None:
        """Forget the numbers if filters or the search differ; another tab keeps them."""
        if not query.on_tab("").matches_as(self._store.state.query.on_tab("")):
            self.forget()

    def forget(self) -> None:
        """Drop all numbers."""
        self._stop()
        self._store.change(tab_counts={})

    def _shown(self, tab: str) -> int | None:
        """Return the number of the current tab, which is known already."""
        state = self._store.state
        there = state.current and tab == state.query.tab and not state.at_least
        return state.count if there else None

    async def _counted(self, query: ListQuery) -> int:
        source = self._store.source
        count: int = await getattr(source, "counted", source.count)(query)
        return count

    async def _is_effective(self, query: ListQuery) -> bool:
        """Whether the tab has an effect, so that its number is not that of all records."""
        is_effective = getattr(self._store.source, "is_effective", None)
        return is_effective is None or bool(await is_effective(query, query.tab_param))

    async def _ended(self, question: Coroutine[Any, Any, AnswerT]) -> AnswerT | None:
        """Return the answer; None if it fails or is cancelled."""
        task = asyncio.ensure_future(question)
        self._task = task
        try:
            # Waited for, not awaited: cancelling it must not cancel the caller.
            await asyncio.wait({task})
        finally:
            task.cancel()
        if task.cancelled():
            return None
        with suppress(ApiError):
            return task.result()
        return None

    def _stop(self) -> None:
        self._round += 1
        if self._task is not None:
            self._task.cancel()
