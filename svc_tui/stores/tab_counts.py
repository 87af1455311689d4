"""How many records stand on each tab: asked for in passing, dropped when the list moves on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError
from svc_tui.stores.query import ListQuery

if TYPE_CHECKING:
    from svc_tui.stores.listing import ListStore


class TabCounts:
    """Counts one tab after another, with the smallest page there is."""

    def __init__(self, store: ListStore) -> None:
        self._store = store
        self._task: asyncio.Task[int] | None = None
        self._round = 0

    async def ask(self, tabs: Iterable[str]) -> None:
        """Count the tabs that are not counted yet; ends early when the list moves on."""
        self._stop()
        mine = self._round
        for tab in tabs:
            if tab in self._store.state.tab_counts:
                continue
            count = self._shown(tab)
            if count is None:
                count = await self._count(self._store.state.query.on_tab(tab))
            if mine != self._round:
                return
            if count is not None:
                known = self._store.state.tab_counts
                self._store.change(tab_counts={**known, tab: count})

    def follow(self, query: ListQuery) -> None:
        """Other filters or words mean other numbers; another tab does not."""
        if not query.on_tab("").matches_as(self._store.state.query.on_tab("")):
            self.forget()

    def forget(self) -> None:
        """The numbers are no longer true."""
        self._stop()
        self._store.change(tab_counts={})

    def _shown(self, tab: str) -> int | None:
        """The number of the tab that is on the screen, which needs no asking."""
        state = self._store.state
        there = state.current and tab == state.query.tab and not state.at_least
        return state.count if there else None

    async def _count(self, query: ListQuery) -> int | None:
        """One number; None where it can't be had, or nobody wants it any more."""
        task = self._task = asyncio.ensure_future(self._store.source.count(query))
        try:
            # Waited for, not awaited: ending the question must not end who asked.
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
