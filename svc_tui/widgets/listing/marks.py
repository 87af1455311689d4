"""MarksDialog: everything that is marked, on any page."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

from rich.cells import set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.text import cut, label, plural
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle

ELSEWHERE = "on another page"

TITLE = 67
"""Cells of a title, so that each row is one line."""


class MarksDialog(SvcModal):
    """In the order of marking. Enter resolves to a key, Space unmarks it."""

    DEFAULT_CSS = """
    MarksDialog { align: center middle; }
    MarksDialog > .dialog { width: 76; height: auto; max-height: 100%; }
    MarksDialog OptionList { height: auto; max-height: 60vh; }
    """

    BINDINGS = [
        Binding("space", "unmark", "Unmark", tooltip="Unmark this one.", id="marks.unmark"),
        Binding("q,M", "close", "Close", show=False, id="marks.close"),
    ]

    def __init__(
        self,
        titles: Mapping[Any, str],
        here: Container[Any],
        unmark: Callable[[list[Any]], object],
        noun: tuple[str, str] = ("marked row", "marked rows"),
    ) -> None:
        """List marks.

        Args:
            titles: The title of each marked one, by its key.
            here: The keys of those on the page that is shown.
            unmark: Called with the keys to unmark.
            noun: What they are called: one, and many.
        """
        super().__init__()
        self.titles = titles
        self.keys = list(titles)
        self._here = here
        self._unmark = unmark
        self._noun = noun

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
        self._unmark([self.keys.pop(here)])
        if not self.keys:
            self.close()
            return
        rows.remove_option_at_index(here)
        rows.highlighted = min(here, len(self.keys) - 1)
        self.query_one(".title", Static).update(self._count())

    def _count(self) -> str:
        return plural(len(self.keys), *self._noun)

    def _options(self) -> list[Option]:
        return [
            Option(
                label(f" {cut(self.titles[key], TITLE)}") if key in self._here else self._away(key)
            )
            for key in self.keys
        ]

    def _away(self, key: Any) -> Content:
        """Return the line of one on another page; these words stand below each other."""
        room = TITLE - len(ELSEWHERE) - 2
        title = set_cell_size(cut(self.titles[key], room), room)
        return label(f" {title}  ") + label(ELSEWHERE, "$text-muted")
