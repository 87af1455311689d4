"""PageCache: the last drawn pages of a list, for going back and forth."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Any

from textual.widgets import DataTable

from svc_tui.models.listing import ListColumn
from svc_tui.textual_patches.table_pages import TablePage

KEPT = 4
"""Maximum number of cached pages."""

FRESH = 30.0
"""Seconds after which a page is redrawn: ages ("3 min ago") move on."""


@dataclass(eq=False)
class CachedPage:
    """A drawn page, and the values it was drawn from."""

    drawn_of: tuple[object, ...]
    """Everything that decides how it looks; if equal, it would be drawn the same."""
    table: TablePage
    since: float
    columns: tuple[ListColumn, ...] = ()
    column: int = 0
    signs: list[str] = field(default_factory=list)
    """The signs before each row; changed while drawing."""


class PageCache:
    """The pages of one table, the most recent last."""

    def __init__(self) -> None:
        self._pages: list[CachedPage] = []
        self._numbers = count(1)

    @property
    def seen(self) -> CachedPage | None:
        """The page that the table shows."""
        return self._pages[-1] if self._pages else None

    def turn(self, table: DataTable[Any], drawn_of: tuple[object, ...]) -> tuple[CachedPage, bool]:
        """Replace the visible page; return it, and whether it is new.

        A new one is empty, and keeps what is drawn until the next turn.
        """
        if self.seen is not None:
            self.seen.table.take(table)
        oldest = monotonic() - FRESH
        self._pages = [one for one in self._pages if one.since > oldest]
        page = next((one for one in self._pages if one.drawn_of == drawn_of), None)
        is_new = page is None
        if page is None:
            page = CachedPage(drawn_of, TablePage(next(self._numbers)), monotonic())
        else:
            self._pages.remove(page)
        keeps = TablePage.can_be_kept()
        self._pages = [*self._pages[1 - KEPT :], page] if keeps else []
        page.table.put(table)
        return page, is_new
