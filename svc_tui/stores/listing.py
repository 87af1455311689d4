"""The rows of a collection, one page at a time."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, NotFound, Unauthorized
from svc_tui.models.location import Location
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.query import ListQuery
from svc_tui.stores.selection import Selection

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.models.records import Page

Row = Mapping[str, Any]


@dataclass(frozen=True)
class ListState:
    """What a list shows: the rows of one page, the query behind them, and how the asking went."""

    query: ListQuery = field(default_factory=ListQuery)
    rows: tuple[Row, ...] = ()
    count: int = 0
    """Records that match the query, on all pages."""
    pages: int = 1
    loading: bool = False
    error: str | None = None
    """Why the last load failed, in a sentence; the rows shown are then the ones from before."""
    expired: bool = False
    """Whether it failed because the session had ended."""
    loaded_at: datetime | None = None
    selection: Selection = field(default_factory=Selection)


class ListStore(Store[ListState]):
    """Asks for pages; an answer that was overtaken by a newer question is dropped."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """The rows, the query, the selection or the loading flag changed."""

        state: ListState

    def __init__(
        self, crud: Crud[Any], *, lookup: str = "id", query: ListQuery | None = None
    ) -> None:
        super().__init__(ListState(query or ListQuery()))
        self.crud = crud
        self.lookup = lookup
        self._asked = 0

    def key_of(self, row: Row) -> str:
        """What identifies a row, as text."""
        key = row.get(self.lookup)
        return "" if key is None else str(key)

    def row(self, key: str) -> Row | None:
        """The row of this key on the page that is shown."""
        return next((row for row in self.state.rows if self.key_of(row) == key), None)

    async def refresh(self) -> None:
        """Ask again for what is shown."""
        await self._load(self.state.query)

    async def go_to(self, page: int) -> None:
        """Another page; beyond the last one is the last one."""
        await self._load(self.state.query.at(min(page, self.state.pages)))

    async def search(self, text: str) -> None:
        """Other words to search for; nothing is sent when they are the same."""
        if text.strip() != self.state.query.search:
            await self._load(self.state.query.searching(text))

    async def sort_by(self, key: str) -> None:
        """Sort by a column: ascending, descending, not at all."""
        await self._load(self.state.query.sorted_by(key))

    async def show(self, page_size: int) -> None:
        """Another number of rows on a page."""
        await self._load(self.state.query.sized(page_size))

    async def select_tab(self, tab: str) -> None:
        """Another tab; marks belong to the rows that were there, so they go."""
        self.change(selection=Selection())
        await self._load(self.state.query.on_tab(tab))

    async def filter(self, name: str, values: tuple[str, ...]) -> None:
        """Other values of a filter; marks go, as with a tab."""
        self.change(selection=Selection())
        await self._load(self.state.query.filtered(name, values))

    async def restore(self, location: Location) -> None:
        """Show what a location says."""
        await self._load(self.state.query.restored(location))

    def toggle(self, key: str) -> None:
        """Mark a row of this page, or take its mark away."""
        if (row := self.row(key)) is not None:
            self.change(selection=self.state.selection.toggled(key, row))

    async def delete(self, key: str) -> None:
        """Delete one record and ask for the page again.

        Raises:
            ApiError: when the backend refuses; the row stays.
        """
        with suppress(NotFound):  # Somebody else was quicker: it is gone, as wanted.
            await self.crud.delete(key)
        self.change(selection=self.state.selection.without([key]))
        await self.refresh()

    async def _load(self, query: ListQuery) -> None:
        self._asked += 1
        asked = self._asked
        self.change(query=query, loading=True)
        try:
            page = await self._page(query)
        except ApiError as error:
            if asked == self._asked:
                gone = isinstance(error, Unauthorized)
                self.change(loading=False, error=str(error), expired=gone)
        except BaseException:
            if asked == self._asked:
                self.change(loading=False)
            raise
        else:
            if asked == self._asked:
                self._take(page)

    async def _page(self, query: ListQuery) -> Page[Any]:
        """The page asked for; where the list has become shorter, its first one instead."""
        try:
            page = await self.crud.list(**query.params())
        except NotFound:
            if query.page == 1:
                raise
        else:
            if page.results or not page.count or query.page == 1:
                return page
        return await self.crud.list(**query.at(1).params())

    def _take(self, page: Page[Any]) -> None:
        self.change(
            query=self.state.query.at(page.page),
            rows=tuple(page.results),
            count=page.count,
            pages=page.pages,
            loading=False,
            error=None,
            expired=False,
            loaded_at=datetime.now(UTC),
        )
