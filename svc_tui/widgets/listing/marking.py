"""Marking: one row, a range, the page inverted, or everything that matches."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, ClassVar, Protocol

from svc_tui.stores.rows import lacks_key
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.listing.host import ListHost, without_rows


class MarkingHost(ListHost, Protocol):
    """The list whose rows are marked."""

    def load_ahead(self, work: Coroutine[Any, Any, Any], group: str = ...) -> None:
        """Load what the next keys are meant for."""

    def open_row(self, key: str, typing: bool = False) -> None:
        """Open a record."""

    def refresh_markers(self) -> None:
        """Draw the marks in front of the rows, and the status line."""

    def refresh_mode(self) -> None:
        """Redraw the marks and the footer, as the keys have changed their meaning."""


class Marking:
    """Marks rows of the store; knows where a range began."""

    GROUP: ClassVar[str] = "Marks and actions"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.mark",
            "space",
            "Mark",
            lambda self: self.mark(),
            without_rows,
            "Mark this row.",
            shown=True,
        ),
        Command(
            "list.range",
            "v",
            "Range",
            lambda self: self.toggle_range(),
            without_rows,
            "Mark a range. Press again at its end.",
        ),
        Command(
            "list.invert",
            "asterisk",
            "Invert",
            lambda self: self.invert(),
            without_rows,
            "Invert the marks on this page.",
            key_display="*",
        ),
        Command(
            "list.everything",
            "A",
            "Mark all",
            lambda self: self.mark_everything(),
            without_rows,
            "Mark all rows that match, on all pages.",
        ),
        Command(
            "list.marks",
            "O",
            "Marks",
            lambda self: self.list_marks(),
            lambda self: self.without_marks(),
            "Show everything that is marked.",
        ),
        Command(
            "list.mark_down", "shift+down", "Mark down", lambda self: self.mark_on(1), without_rows,
            "Mark this row and go down.",
        ),
        Command(
            "list.mark_up", "shift+up", "Mark up", lambda self: self.mark_on(-1), without_rows,
            "Mark this row and go up.",
        ),
    )  # fmt: skip

    def __init__(self, host: MarkingHost) -> None:
        self.host = host
        self.anchor: str | None = None
        """The key of the row at which an open range began."""

    def mark(self) -> None:
        """Mark the row and go to the next; while a range is open, mark the range."""
        grid = self.host.grid
        if self.anchor is not None:
            self.toggle_range()
        elif (key := grid.current) is not None:
            self.host.store.toggle(key)
            grid.action_cursor_down()
        elif (row := grid.current_row) is not None:
            why = lacks_key(row, self.host.store.lookup)
            self.host.say(f"{why}, so it can't be marked.", "warning")

    def mark_on(self, by: int) -> None:
        """Mark the row and move up or down."""
        grid = self.host.grid
        if (key := grid.current) is not None:
            self.host.store.toggle(key)
            grid.go_to_row(grid.cursor_row + by)

    def toggle_range(self) -> None:
        """Start a range at the cursor; the second time, mark its rows."""
        here = self.host.grid.current
        if here is None:
            return
        if self.anchor is None:
            self.anchor = here
        else:
            start, self.anchor = self.anchor, None
            keys = self.host.grid.keys
            if start not in keys:
                self.anchor = here
                self.host.say("A range can't span pages, so it now starts at this row.")
            else:
                low, high = sorted((keys.index(start), keys.index(here)))
                self.host.store.select_rows(keys[low : high + 1])
        self.host.refresh_mode()

    def take_range(self) -> None:
        """Mark the rows of an open range, before something is done with all marked rows."""
        if self.anchor is not None:
            self.toggle_range()

    def invert(self) -> None:
        """Invert the marks of the rows that are shown."""
        self.host.store.invert_page(self.host.grid.keys)

    def mark_everything(self) -> None:
        """Mark everything that matches the query as it is now."""
        # Apart from a page being loaded: the rows of the query are still to be shown.
        self.host.load_ahead(self.host.store.select_all(), "load-marks")

    def list_marks(self) -> None:
        """List the marked rows of all pages; Enter opens one."""
        from svc_tui.widgets.listing.marks import MarksDialog

        store = self.host.store
        rows = store.state.selection.rows
        titles = {key: store.name_of(row) for key, row in rows.items()}
        dialog = MarksDialog(titles, store.state.keys, store.unmark)
        self.host.app.push_screen(dialog, self._open_marked)

    def _open_marked(self, key: str | None) -> None:
        if key is not None:
            self.host.open_row(key)

    def ranged(self) -> range | None:
        """Return the lines between the beginning of the range and the cursor."""
        grid = self.host.grid
        if self.anchor is None or self.anchor not in grid.keys:
            return None
        first, last = sorted((grid.keys.index(self.anchor), grid.cursor_row))
        return range(first, last + 1)

    def follow_cursor(self) -> None:
        """Extend an open range to the cursor."""
        if self.anchor is not None:
            self.host.refresh_markers()

    @property
    def clearable(self) -> bool:
        """Whether there is a range or a mark to clear."""
        return self.anchor is not None or bool(self.host.listed.selection)

    def close_range(self) -> None:
        """Forget where the range began."""
        self.anchor = None
        self.host.refresh_mode()

    def without_marks(self) -> Blocked | None:
        """Return why there is no list of marks."""
        selection = self.host.listed.selection
        if selection.everything is not None:
            return Blocked("All matching rows are marked. The list itself shows them.")
        return None if selection.rows else Blocked("Nothing is marked. Press Space to mark a row.")
