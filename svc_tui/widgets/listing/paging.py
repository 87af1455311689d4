"""Paging: other rows, or the same ones in another order or in other columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from svc_tui.stores.listing.list_query import PAGE_SIZES
from svc_tui.stores.unavailable_reason import FIRST_PAGE, LAST_PAGE, NO_MORE_GIVEN
from svc_tui.widgets.base import drawable_hint
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.listing.columns import Columns
from svc_tui.widgets.listing.host import NO_ROWS, ListHost


class Paging:
    """Turns pages, sorts, reloads, and opens the menu of the columns."""

    GROUP: ClassVar[str] = "Pages, order, columns"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.next",
            "full_stop",
            "Next page",
            lambda self: self.turn(1),
            lambda self: self.without_page(1),
            key_display=".",
        ),
        Command(
            "list.previous",
            "comma",
            "Back a page",
            lambda self: self.turn(-1),
            lambda self: self.without_page(-1),
            key_display=",",
        ),
        Command(
            "list.sort",
            "s",
            "Sort",
            lambda self: self.sort(),
            lambda self: self.without_order(),
            "By this column.",
        ),
        Command(
            "list.sort_menu",
            "S",
            "Sort by…",
            lambda self: self.open_sort_menu(),
            lambda self: self.without_orders(),
            "Several.",
        ),
        Command(
            "list.size",
            "z",
            "Page size",
            lambda self: self.resize_page(),
            help="More or fewer rows.",
        ),
        Command(
            "list.columns",
            "vertical_line",
            "Columns",
            lambda self: self.columns.open_menu(),
            help="Choose what is shown.",
            key_display="|",
        ),
        Command(
            "list.refresh", "r,ctrl+r", "Refresh", lambda self: self.reload(), help="Ask again."
        ),
    )

    def __init__(self, host: ListHost, columns: Columns) -> None:
        self.host = host
        self.columns = columns

    def reload(self) -> None:
        """Ask for the page again."""
        self.host.load(self.host.store.refresh())

    def turn(self, by: int) -> None:
        """Go to the next or the previous page."""
        self.host.load(self.host.store.go_to(self.host.listed.query.page + by))

    def resize_page(self) -> None:
        """Take the next of the page sizes on offer."""
        larger = [size for size in PAGE_SIZES if size > self.host.listed.query.page_size]
        self.host.load(self.host.store.show(larger[0] if larger else PAGE_SIZES[0]))

    def sort(self) -> None:
        """Sort by the current column: ascending, descending, not at all."""
        column = self.host.grid.current_column
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
        """Return why there is no page further on."""
        listed = self.host.listed
        if 1 <= listed.query.page + by <= listed.pages:
            return None
        last = NO_MORE_GIVEN if listed.at_least else LAST_PAGE
        return Blocked(last if by > 0 else FIRST_PAGE)

    def without_order(self) -> Blocked | None:
        """Return why the list can't be sorted by the current column."""
        column = self.host.grid.current_column
        if column is None:
            return Blocked("" if self.host.listed.rows else NO_ROWS.reason)
        keys = drawable_hint("← →", self.host.grid)
        why = f"The backend can't sort by {column.label}: choose another column with {keys}."
        return None if column.sortable else Blocked(why)

    def without_orders(self) -> Blocked | None:
        """Return why there is nothing to choose an order from."""
        no_order = Blocked("This list has no column to sort by.")
        return None if self.columns.sortable else no_order
