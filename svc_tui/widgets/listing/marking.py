"""Keys that mark rows."""

from __future__ import annotations

from functools import partial

from textual import on
from textual.binding import Binding
from textual.widgets import DataTable

from svc_tui.stores.rows import title_of
from svc_tui.widgets.listing.base import ListPart


class MarkingKeys(ListPart):
    """One row, a range, the page turned round, or everything that matches."""

    KEYS_ABOUT = "Marks and actions"

    BINDINGS = [
        Binding("space", "mark", "Mark", tooltip="Mark this row.", id="list.mark"),
        Binding("v", "range", "Range", show=False, tooltip="From here to …", id="list.range"),
        Binding(
            "asterisk",
            "invert",
            "Invert",
            show=False,
            key_display="*",
            tooltip="Marks of this page.",
            id="list.invert",
        ),
        Binding(
            "A", "everything", "All", show=False, tooltip="All that matches.", id="list.everything"
        ),
        Binding("M", "marks", "Marks", show=False, tooltip="List what is marked.", id="list.marks"),
        Binding("shift+down", "mark_on(1)", "Mark down", show=False, id="list.mark_down"),
        Binding("shift+up", "mark_on(-1)", "Mark up", show=False, id="list.mark_up"),
    ]

    _anchor: str | None = None

    def action_mark(self) -> None:
        """Mark the row and go on to the next; while a range is open, mark the range."""
        if self._anchor is not None:
            self.action_range()
        elif (key := self.grid.current) is not None:
            self.store.toggle(key)
            self.grid.action_cursor_down()
        elif self.grid.current_row is not None:
            self.say("This row has no id, so it can't be marked.", "warning")

    def action_mark_on(self, by: int) -> None:
        """Mark the row and go on."""
        if (key := self.grid.current) is not None:
            self.store.toggle(key)
            self.grid.go_to_row(self.grid.cursor_row + by)

    def action_range(self) -> None:
        """Begin a range at the cursor; the second time, mark all rows in it."""
        here = self.grid.current
        if here is None:
            return
        if self._anchor is None:
            self._anchor = here
        else:
            start, self._anchor = self._anchor, None
            keys = self.grid.keys
            if start in keys:
                low, high = sorted((keys.index(start), keys.index(here)))
                self.store.select_rows(keys[low : high + 1])
        self.refresh_markers()
        self.refresh_bindings()

    def action_invert(self) -> None:
        """Turn the marks of the rows that are seen round."""
        self.store.invert_page(self.grid.keys)

    def action_everything(self) -> None:
        """Mark everything that matches the query as it is now."""
        self._load_worker = self.load(self.store.select_all())

    def action_marks(self) -> None:
        """What is marked, on all pages; Enter opens one."""
        from svc_tui.widgets.listing.marks import MarksDialog

        title = partial(title_of, lookup=self.store.lookup)
        self.app.push_screen(MarksDialog(self.store, title), self._open_marked)

    def _open_marked(self, key: str | None) -> None:
        if key is not None:
            self.open_row(key)

    def end_range(self) -> None:
        """Forget where the range began."""
        if self._anchor is not None:
            self._anchor = None
            self.refresh_markers()
            self.refresh_bindings()

    def ranged(self) -> range | None:
        """The lines between the range's beginning and the cursor."""
        keys = self.grid.keys
        if self._anchor is None or self._anchor not in keys:
            return None
        first, last = sorted((keys.index(self._anchor), self.grid.cursor_row))
        return range(first, last + 1)

    @on(DataTable.RowHighlighted)
    def _stretch(self) -> None:
        """An open range follows the cursor."""
        if self._anchor is not None:
            self.refresh_markers()

    def escape_clears(self) -> bool:
        """A range, then the marks."""
        return self.marking_open or super().escape_clears()

    @property
    def marking_open(self) -> bool:
        """Whether there is a range or a mark to take back."""
        return self._anchor is not None or bool(self.listed.selection)

    def clear_marks(self) -> None:
        """Esc: the open range first, then all marks."""
        if self._anchor is not None:
            self.end_range()
        else:
            self.store.clear_selection()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing to mark, nothing to press."""
        if action in ("mark", "mark_on", "range", "invert", "everything"):
            return True if self.listed.rows else None
        if action == "marks":
            return True if self.listed.selection.rows and not self._all_meant else None
        return super().check_action(action, parameters)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> str:
        """Why there is no list of marks."""
        if action == "marks" and self._all_meant:
            return "Everything that matches is marked: the list itself shows it."
        if action == "marks":
            return "Nothing is marked: Space marks a row."
        return super().why_not(action, parameters)

    @property
    def _all_meant(self) -> bool:
        return self.listed.selection.everything is not None
