"""The state of a list, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_move import RowMove
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.rows import Row


@dataclass(frozen=True)
class ListState:
    """The rows of one page, the query behind them, and the progress of loading."""

    query: ListQuery = field(default_factory=ListQuery)
    rows: tuple[Row, ...] = ()
    keys: tuple[str, ...] = ()
    """The id of each row as text; "" for one that can be neither opened nor marked."""
    count: int = 0
    """Records that match the query, on all pages."""
    at_least: bool = False
    """Whether the backend does not count: there are more than `count`."""
    pages: int = 1
    loading: bool = False
    prefetched: bool = False
    """Whether the rows were prefetched, so that no request was needed."""
    shown: ListQuery | None = None
    """The query of the rows, their count and the number of pages; None before any came."""
    stopped: bool = False
    """Whether the last load was cancelled."""
    error: str | None = None
    """Why the last load failed, in a sentence; the rows are then older."""
    rejected: tuple[str, ...] = ()
    """The filters that the backend did not accept."""
    ignored: tuple[str, ...] = ()
    """The parts of the query that the backend ignores, by name: `search`, a tab's or a filter's."""
    expired: bool = False
    """Whether it failed because the session had ended."""
    note: str | None = None
    """A note about something odd, corrected or refused; the list still works."""
    loaded_at: datetime | None = None
    selection: Selection = field(default_factory=Selection)
    moving: RowMove | None = None
    """The row that is being moved; the rows are then shown as after a drop."""
    tab_counts: Mapping[str, int] = field(default_factory=dict)
    """The number of records on each tab, if known."""

    @property
    def current(self) -> bool:
        """Whether rows, count and pages are those of the query."""
        failed = self.error is not None or (self.stopped and self.shown != self.query)
        return self.loaded_at is not None and not self.loading and not failed

    @property
    def reloaded(self) -> bool:
        """Whether the last load was answered, so that these rows are its own."""
        return self.current and not self.stopped

    @property
    def old(self) -> bool:
        """Whether a load failed or was stopped, so that older rows are shown."""
        return bool(self.rows) and not self.loading and not self.current

    @property
    def elsewhere(self) -> int:
        """The number of marked rows that are not on this page."""
        return self.selection.elsewhere(self.keys)

    @property
    def first(self) -> int:
        """The absolute position of the page's first row, from 0."""
        return (self.query.page - 1) * self.query.page_size
