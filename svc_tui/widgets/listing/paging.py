"""Keys that ask for other rows, or for the same ones in another order or in other columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual import on
from textual.binding import Binding
from textual.message import Message

from svc_tui.introspect.names import is_a_name
from svc_tui.models.listing import ListColumn
from svc_tui.stores.listing.list_query import PAGE_SIZES
from svc_tui.stores.unavailable_reason import FIRST_PAGE, LAST_PAGE, NO_MORE_GIVEN
from svc_tui.text import clean, cut
from svc_tui.widgets.base import drawable_hint, services
from svc_tui.widgets.listing.base import ListPart
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.listing.menu import ChoiceMenu, Entry


class PagingKeys(ListPart):
    """Pages, page size, sort, columns, refresh."""

    KEYS_ABOUT = "Pages, order, columns"

    BINDINGS = [
        Binding("full_stop", "page(1)", "Next page", show=False, key_display=".", id="list.next"),
        Binding(
            "comma", "page(-1)", "Back a page", show=False, key_display=",", id="list.previous"
        ),
        Binding("s", "sort", "Sort", show=False, tooltip="By this column.", id="list.sort"),
        Binding("S", "sort_menu", "Sort by…", show=False, tooltip="Several.", id="list.sort_menu"),
        Binding(
            "z", "page_size", "Page size", show=False, tooltip="More or fewer rows.", id="list.size"
        ),
        Binding(
            "vertical_line",
            "columns",
            "Columns",
            show=False,
            key_display="|",
            tooltip="Choose what is shown.",
            id="list.columns",
        ),
        Binding(
            "r,ctrl+r", "reload", "Refresh", show=False, tooltip="Ask again.", id="list.refresh"
        ),
    ]

    all_columns: tuple[ListColumn, ...] = ()
    """Every column that was declared."""

    _told_missing: frozenset[str] = frozenset()
    """Keys of columns of which it was said that no row has them."""

    remembered_as: str = ""
    """The name under which the choice of columns is kept between starts; empty keeps nothing."""

    def reload(self) -> None:
        """Ask for the page again."""
        self.load(self.store.refresh())

    class ColumnsChosen(Message, namespace="svc_list_table"):
        """Other columns are shown."""

    def action_reload(self) -> None:
        """Ask for the page again."""
        self.reload()

    def action_page(self, by: int) -> None:
        """The next or the previous page."""
        self.load(self.store.go_to(self.listed.query.page + by))

    def action_page_size(self) -> None:
        """The next of the page sizes on offer."""
        larger = [size for size in PAGE_SIZES if size > self.listed.query.page_size]
        self.load(self.store.show(larger[0] if larger else PAGE_SIZES[0]))

    def action_sort(self) -> None:
        """Sort by the marked column: ascending, descending, not at all."""
        column = self.grid.current_column
        if column is not None and column.sortable:
            self.load(self.store.sort_by(column.key))

    def action_sort_menu(self) -> None:
        """Sort by several columns, each its way."""
        from svc_tui.widgets.listing.sorting import SortMenu

        column = self.grid.current_column
        here = column.key if column is not None else ""
        menu = SortMenu(self._sortable, self.listed.query.ordering, here)
        self.app.push_screen(menu, self._ordering_chosen)

    def _ordering_chosen(self, ordering: tuple[str, ...] | None) -> None:
        query = self.listed.query
        if (
            ordering is not None
            and (wanted := ordering or query.default_ordering) != query.ordering
        ):
            self.load(self.store.ask(query.ordered(wanted)))

    @property
    def _sortable(self) -> list[ListColumn]:
        return [column for column in self._offered() if column.sortable]

    @on(ListGrid.HeadingClicked)
    def _heading_clicked(self, event: ListGrid.HeadingClicked) -> None:
        event.stop()
        self.action_sort()

    def action_columns(self) -> None:
        """Which columns are shown, and in which order."""
        shown = [column.key for column in self.grid.list_columns]
        known = {column.key: column for column in self._offered()}
        order = [*(key for key in shown if key in known), *(k for k in known if k not in shown)]
        entries = [Entry(key, known[key].label, key, on=key in shown) for key in order]
        menu = ChoiceMenu("Columns", entries, multiple=True)
        self.app.push_screen(menu, self._columns_chosen)

    def choose_columns(self, keys: Sequence[str]) -> None:
        """Show these columns; keys of none of them are passed over."""
        known = {column.key: column for column in self._offered()}
        if columns := [known[key] for key in keys if key in known]:
            self.grid.show_columns(columns)
            self.refresh_markers()
            self.post_message(self.ColumnsChosen())

    def tell_missing_columns(self) -> None:
        """Say once of each column that no row has anything for it, and what rows do have."""
        new = [one for one in self.grid.missing if one.key not in self._told_missing]
        if not new:
            return
        self._told_missing |= {column.key for column in new}
        paths = ", ".join(column.key for column in new)
        has = sorted({clean(key) for row in self.listed.rows for key in row})
        stays = "its column stays" if len(new) == 1 else "their columns stay"
        said = (
            f"No row has {cut(paths, 60)}, so {stays} empty. Rows have {cut(', '.join(has), 120)}."
        )
        svc = services(self)
        # A list that is made anew with what was learnt finds its own words there still.
        if svc is None or all(toast.message != said for toast in svc.snack.state.toasts):
            self.say(said, "warning", 8)

    def kept_columns(self) -> Sequence[str]:
        """The columns that were chosen the last time; none where nothing was."""
        svc = services(self)
        if svc is None or not self.remembered_as:
            return ()
        kept = svc.preferences.state.columns.get(self.remembered_as, ())
        return [str(key) for key in kept] if isinstance(kept, (list, tuple)) else ()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> str:
        """The end of the list, or a column that the backend can't sort by."""
        if action == "page":
            last = NO_MORE_GIVEN if self.listed.at_least else LAST_PAGE
            return last if parameters == (1,) else FIRST_PAGE
        if action == "sort" and (column := self.grid.current_column) is not None:
            keys = drawable_hint("← →", self)
            return f"The backend can't sort by {column.label}: choose another column with {keys}."
        if action == "sort_menu":
            return "This list has no column to sort by."
        return super().why_not(action, parameters)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No page beyond the last one; no sort by what can't be sorted by."""
        if action == "page":
            to = self.listed.query.page + int(str(parameters[0]))
            return True if 1 <= to <= self.listed.pages else None
        if action == "sort_menu":
            return True if self._sortable else None
        if action == "sort":
            column = self.grid.current_column
            return True if column is not None and column.sortable else None
        return super().check_action(action, parameters)

    def _columns_chosen(self, keys: tuple[str, ...] | None) -> None:
        if not keys:
            return
        self.choose_columns(keys)
        svc = services(self)
        if svc is not None and self.remembered_as:
            kept = {**svc.preferences.state.columns, self.remembered_as: list(keys)}
            svc.preferences.remember(columns=kept)

    def _offered(self) -> tuple[ListColumn, ...]:
        """The declared columns, then what else the rows of this page hold."""
        declared = self.all_columns or self.grid.list_columns
        keys = {column.key.partition(".")[0] for column in declared}
        rows = [row for row in self.listed.rows if isinstance(row, Mapping)]
        more = dict.fromkeys(str(key) for row in rows[:1] for key in row if key not in keys)
        return (*declared, *(ListColumn(key=key) for key in more if is_a_name(key)))
