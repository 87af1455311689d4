"""Paging: show other rows, or the same ones in another order or other columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol

from textual.worker import Worker

from svc_tui.models.listing import ListColumn
from svc_tui.stores.listing.fitted_pages import fitted_size
from svc_tui.stores.listing.list_query import PAGE_SIZES, ListQuery
from svc_tui.stores.listing.list_store import ListState
from svc_tui.stores.session.preferences_store import MOST_ROWS
from svc_tui.stores.unavailable_reason import FIRST_PAGE, LAST_PAGE, NO_MORE_GIVEN
from svc_tui.widgets.base import drawable_hint
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.listing.columns import Columns
from svc_tui.widgets.listing.host import NO_ROWS, ListHost
from svc_tui.widgets.shell.effective_bindings import bound_key

FEWEST_ROWS = 5
"""Minimum rows of a page that fits the screen."""

SETTLED = 0.3
"""Seconds until the size of a terminal being resized counts as final."""


class PagingHost(ListHost, Protocol):
    """The list whose pages are turned."""

    @property
    def room(self) -> int:
        """The number of lines for rows, without temporary lines above them."""

    def set_timer(self, delay: float, callback: Callable[[], None]) -> Any:
        """Call something later."""


class Paging:
    """Turns pages, sorts, reloads, and opens the menu of the columns."""

    GROUP: ClassVar[str] = "Pages, order, columns"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.next",
            "full_stop",
            "Next page",
            lambda self: self.go_to_page(1),
            lambda self: self.without_page(1),
            key_display=".",
            help="Show the next page.",
        ),
        Command(
            "list.previous",
            "comma",
            "Previous page",
            lambda self: self.go_to_page(-1),
            lambda self: self.without_page(-1),
            key_display=",",
            help="Show the previous page.",
        ),
        Command(
            "list.sort",
            "s",
            "Sort",
            lambda self: self.sort(self.host.grid.current_column),
            lambda self: self.without_order(),
            "Sort by this column: up, down or off.",
        ),
        Command(
            "list.sort_menu",
            "S",
            "Sort by…",
            lambda self: self.open_sort_menu(),
            lambda self: self.without_orders(),
            "Choose several columns to sort by.",
        ),
        Command(
            "list.fit",
            "z",
            "Fit the screen",
            lambda self: self.toggle_fit(),
            help="Fit the number of rows to the screen.",
        ),
        Command(
            "list.size",
            "Z",
            "Page size",
            lambda self: self.resize_page(),
            help="Show 10, 20, 50 or 100 rows on a page.",
        ),
        Command(
            "list.columns",
            "C",
            "Columns",
            lambda self: self.columns.open_menu(),
            help="Choose the columns and their order.",
        ),
        Command(
            "list.refresh",
            "r,ctrl+r",
            "Reload",
            lambda self: self.reload(),
            help="Reload this page.",
        ),
    )

    def __init__(self, host: PagingHost, columns: Columns) -> None:
        self.host = host
        self.columns = columns
        self._fitted = 0
        """The number of rows requested to fill the screen; 0 if pages are not fitted."""
        self._landing: tuple[ListQuery, int] | None = None
        """The query whose page the cursor goes on to, and the row: 0, or -1 for the last one."""
        self._turning: Worker[Any] | None = None
        """The worker that loads that page."""

    def reload(self) -> None:
        """Ask for the page again."""
        self.host.load(self.host.store.refresh())

    def turn(self, by: int) -> Worker[Any]:
        """Go to the next or the previous page."""
        return self.host.load(self.host.store.go_to(self.host.listed.query.page + by))

    def go_to_page(self, by: int) -> None:
        """Go to the next or the previous page with the cursor on its first row."""
        query = self.host.listed.query
        self._landing = query.at(query.page + by), 0
        self._turning = self.turn(by)

    def flow(self, by: int) -> None:
        """Go to the next page with the cursor on its first row, or back to the last row of one.

        Keys held down while that page was loading must not turn it as well.
        """
        if self.host.listed.loading or self._is_landing or not self.host.grid.at_edge(by):
            return
        if self.without_page(by) is not None:
            return
        query = self.host.listed.query
        self._landing = query.at(query.page + by), 0 if by > 0 else -1
        self._turning = self.turn(by)

    @property
    def _is_landing(self) -> bool:
        """Whether the page that the cursor moves to is still loading, or not drawn yet.

        Other things may have changed, such as the counts of the tabs.
        """
        if self._landing is None:
            return False
        on_its_way = self._turning is not None and not self._turning.is_finished
        return on_its_way or self._has_arrived(self.host.listed)

    def _has_arrived(self, state: ListState) -> bool:
        return self._landing is not None and state.current and state.query == self._landing[0]

    def land(self, state: ListState) -> None:
        """Put the cursor on its row of a new page."""
        if state.loading or self._landing is None:
            return
        if self._has_arrived(state):
            _, row = self._landing
            self.host.grid.go_to_row(row if row >= 0 else len(self.host.grid.keys) - 1)
        elif self._is_landing:
            return
        self._landing = None

    def resize_page(self) -> None:
        """Take the next of the page sizes on offer."""
        self._remember_fit(False)
        larger = [size for size in PAGE_SIZES if size > self.host.listed.query.page_size]
        self.host.load(self.host.store.show(larger[0] if larger else PAGE_SIZES[0]))

    def toggle_fit(self) -> None:
        """Load as many rows as there are lines, or the usual number again."""
        self._remember_fit(not self.fits)
        size = self._lines if self.fits else self.host.listed.query.default_size
        self._ask_sized(size)

    @property
    def fits(self) -> bool:
        """Whether pages are as long as the screen."""
        return bool(self._fitted)

    def begin(self) -> None:
        """Fill the screen if that was chosen last time, or if lists do."""
        svc, options, query = self.host.services, self.host.options, self.host.listed.query
        preferences = svc.preferences if svc is not None else None
        if fitted_size(query, preferences, options.remembered_as, options.fit):
            self._fitted = query.page_size
        self.resized()

    def resized(self) -> None:
        """Fit the rows to the screen again, once its size is final."""
        if self._fitted and self._lines != self._fitted:
            self.host.set_timer(SETTLED, self._refit)

    def _refit(self) -> None:
        lines = self._lines
        if self._fitted and lines != self._fitted:
            self._remember_fit(True)
            self._ask_sized(lines)

    def _ask_sized(self, size: int) -> None:
        """Use another page size; the row under the cursor stays visible."""
        listed = self.host.listed
        if size != listed.query.page_size:
            at = listed.first + max(0, self.host.grid.cursor_row)
            self.host.load(self._load_sized(listed.query.sized(size).at(at // size + 1)))

    async def _load_sized(self, query: ListQuery) -> None:
        """Load a page of another size; if the backend returns fewer rows, stop fitting pages."""
        await self.host.store.ask(query)
        listed = self.host.listed
        if self.fits and listed.current and listed.query.page_size < query.page_size:
            self._remember_fit(False)

    def _remember_fit(self, fit: bool) -> None:
        self._fitted = self._lines if fit else 0
        svc, name = self.host.services, self.host.options.remembered_as
        if svc is not None and name:
            svc.preferences.remember(fitted={**svc.preferences.state.fitted, name: self._fitted})

    @property
    def _lines(self) -> int:
        return max(FEWEST_ROWS, min(self.host.room - 1, MOST_ROWS))

    def sort(self, column: ListColumn | None) -> None:
        """Sort by a column: ascending, descending, off."""
        if column is not None and column.sortable:
            self.host.load(self.host.store.sort_by(column.key))

    def open_sort_menu(self) -> None:
        """Ask for several columns to sort by, each in its direction."""
        from svc_tui.widgets.listing.sorting import SortMenu

        column = self.host.grid.current_column
        here = column.key if column is not None else ""
        menu = SortMenu(self.columns.sortable, self.host.listed.query.ordering, here)
        self.host.app.push_screen(menu, self._ordering_chosen)

    def _ordering_chosen(self, ordering: tuple[str, ...] | None) -> None:
        query = self.host.listed.query
        wanted = query.ordering if ordering is None else ordering or query.default_ordering
        if wanted != query.ordering:
            self.host.load(self.host.store.ask(query.ordered(wanted)))

    def without_page(self, by: int) -> Blocked | None:
        """Return why there is no further page."""
        listed = self.host.listed
        if 1 <= listed.query.page + by <= listed.pages:
            return None
        last = NO_MORE_GIVEN if listed.at_least else LAST_PAGE
        return Blocked(last if by > 0 else FIRST_PAGE)

    def hint(self) -> Sequence[str]:
        """Return the keys that show other rows, in a long and a short form."""
        keys = (("list.previous", "comma", -1), ("list.next", "full_stop", 1))
        app = self.host.app
        can = [bound_key(app, id, key) for id, key, by in keys if self.without_page(by) is None]
        if not can or not self.host.listed.rows:
            return ()
        if len(can) > 1:
            words: tuple[str, ...] = (f"pages ({' '.join(can)})",)
        elif self.without_page(1) is None:
            words = (f"next page ({can[0]})", f"next ({can[0]})")
        else:
            words = (f"previous page ({can[0]})", f"previous ({can[0]})")
        fit = f" · fit to the screen ({bound_key(app, 'list.fit', 'z')})"
        return (words[0] + fit, *words) if self._leaves_room else words

    @property
    def _leaves_room(self) -> bool:
        """Whether rows of the next page would fit below those of this one."""
        query = self.host.listed.query
        return not self.fits and self.host.listed.pages > 1 and query.page_size < self._lines

    def without_order(self) -> Blocked | None:
        """Return why the list can't be sorted by the current column."""
        column = self.host.grid.current_column
        if column is None:
            return Blocked() if self.host.listed.rows else NO_ROWS
        keys = drawable_hint("← →", self.host.grid)
        why = f"The backend can't sort by {column.label}. Choose another column with {keys}."
        return None if column.sortable else Blocked(why)

    def without_orders(self) -> Blocked | None:
        """Return why there is no order to choose."""
        no_order = Blocked("This list has no column to sort by.")
        return None if self.columns.sortable else no_order
