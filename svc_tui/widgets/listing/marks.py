"""MarksDialog: every marked row, on any page."""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.rows import Row
from svc_tui.text import cut, label, plural
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle

ELSEWHERE = "  on another page"

TITLE = 50
"""Cells of a title, so that each row is one line."""


class MarksDialog(SvcModal):
    """In the order of marking. Enter resolves to a row's key, Space unmarks it."""

    DEFAULT_CSS = """
    MarksDialog { align: center middle; }
    MarksDialog > .dialog { width: 76; height: auto; max-height: 100%; }
    MarksDialog OptionList { height: auto; max-height: 60vh; }
    """

    BINDINGS = [
        Binding("space", "unmark", "Unmark", tooltip="Unmark this row.", id="marks.unmark"),
        Binding("q,M", "close", "Close", show=False, id="marks.close"),
    ]

    def __init__(self, store: ListStore, title: Callable[[Row], str]) -> None:
        super().__init__()
        self.store = store
        self.row_title = title
        self.keys = list(store.state.selection.rows)

    def compose(self) -> ComposeResult:
        """Yield the count, a line for each row, and the keys."""
        with Vertical(classes="dialog"):
            yield DialogTitle(self._count())
            yield OptionList(*self._options(), compact=True)
            yield DialogHint("Enter opens · Space unmarks · Esc closes")

    def on_mount(self) -> None:
        rows = self.query_one(OptionList)
        rows.highlighted = 0
        rows.focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.close(self.keys[event.option_index])

    def action_unmark(self) -> None:
        """Unmark this row; with the last one, close."""
        rows = self.query_one(OptionList)
        if (here := rows.highlighted) is None:
            return
        self.store.unmark([self.keys.pop(here)])
        if not self.keys:
            self.close()
            return
        rows.remove_option_at_index(here)
        rows.highlighted = min(here, len(self.keys) - 1)
        self.query_one(".title", Static).update(self._count())

    def _count(self) -> str:
        return plural(len(self.keys), "marked row", "marked rows")

    def _options(self) -> list[Option]:
        state = self.store.state
        return [
            Option(
                label(f" {cut(self.row_title(state.selection.rows[key]), TITLE)}")
                + label("" if key in state.keys else ELSEWHERE, "$text-muted")
            )
            for key in self.keys
        ]
