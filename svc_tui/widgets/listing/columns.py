"""Columns: which columns a list has, which are shown, and what of that is saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from textual.message import Message

from svc_tui.introspect.names import is_a_name
from svc_tui.models.dotted_path import path_exists
from svc_tui.models.listing import ListColumn
from svc_tui.stores.rows import BareValue, Row
from svc_tui.text import clean, cut
from svc_tui.widgets.choice_menu import ChoiceMenu, Entry
from svc_tui.widgets.listing.cells import shown as words_shown
from svc_tui.widgets.listing.choice_labels import labelled
from svc_tui.widgets.listing.host import ListHost
from svc_tui.widgets.listing.table_messages import ColumnsChosen

EXAMPLE_WIDTH = 32
"""Maximum cells of the value that a column has in the current row."""


class ColumnsHost(ListHost, Protocol):
    """The list whose columns these are."""

    def refresh_markers(self) -> None:
        """Draw the marks in front of the rows, and the status line."""

    def post_message(self, message: Message) -> bool:
        """Post a message of the list."""


class Columns:
    """Knows the declared columns, and shows chosen ones in the grid."""

    def __init__(self, host: ColumnsHost) -> None:
        self.host = host
        given = [
            one if isinstance(one, ListColumn) else ListColumn(key=one)
            for one in host.options.columns
        ]
        self.declared: tuple[ListColumn, ...] = self._labelled(given)
        self._told_columns: frozenset[str] = frozenset()
        self._told_title = False

    def _labelled(self, columns: Sequence[ListColumn]) -> tuple[ListColumn, ...]:
        options = self.host.options
        return labelled(columns, options.filters, options.edit_fields)

    @property
    def shown(self) -> tuple[ListColumn, ...]:
        """The columns that are shown, in their order."""
        return self.host.grid.list_columns

    @property
    def sortable(self) -> list[ListColumn]:
        """The columns that the list can be sorted by."""
        return [column for column in self.offered if column.sortable]

    @property
    def offered(self) -> tuple[ListColumn, ...]:
        """The declared columns, then any others in the rows of this page."""
        declared = self.declared or self.shown
        keys = {column.key.partition(".")[0] for column in declared}
        rows = [row for row in self.host.listed.rows if isinstance(row, Mapping)]
        more = dict.fromkeys(str(key) for row in rows[:1] for key in row if key not in keys)
        return (*declared, *(ListColumn(key=key) for key in more if is_a_name(key)))

    def guess(self, rows: Sequence[Row]) -> None:
        """Take the columns that the first page suggests, unless some are declared."""
        if self.declared:
            return
        from svc_tui.introspect.columns import guessed_columns

        if not (columns := guessed_columns(rows, self.host.options.lookup)):
            return
        self.declared = self._labelled(columns)
        self.host.grid.list_columns = self.host.grid.drawn_columns = self.declared
        self.restore()

    def restore(self) -> None:
        """Show the columns that were chosen last time."""
        svc, name = self.host.services, self.host.options.remembered_as
        kept = svc.preferences.state.columns.get(name, ()) if svc is not None and name else ()
        if kept and isinstance(kept, list | tuple):
            self.choose([str(key) for key in kept])

    def choose(self, keys: Sequence[str]) -> None:
        """Show these columns; unknown keys are ignored."""
        known = {column.key: column for column in self.offered}
        if columns := [known[key] for key in keys if key in known]:
            self.host.grid.show_columns(columns)
            self.host.refresh_markers()
            self.host.post_message(ColumnsChosen())

    def open_menu(self) -> None:
        """Ask which columns are shown, and in which order."""
        shown = [column.key for column in self.shown]
        known = {column.key: column for column in self.offered}
        order = [*(key for key in shown if key in known), *(k for k in known if k not in shown)]
        row = self.host.grid.current_row
        examples = {key: _example(known[key], row) for key in order}
        names = distinct_names(known.values(), examples)
        entries = [Entry(key, names[key], examples[key], on=key in shown) for key in order]
        self.host.app.push_screen(ChoiceMenu("Columns", entries, multiple=True), self._chosen)

    def _chosen(self, keys: tuple[str, ...] | None) -> None:
        if not keys:
            return
        self.choose(keys)
        svc, name = self.host.services, self.host.options.remembered_as
        if svc is not None and name:
            svc.preferences.remember(columns={**svc.preferences.state.columns, name: list(keys)})

    def tell_missing(self) -> None:
        """Show once which columns and which title no row has, and which keys rows have."""
        rows = [row for row in self.host.listed.rows if not isinstance(row, BareValue)]
        if not rows:  # What is wrong with values that are no records is said once.
            return
        new = [one.key for one in self.host.grid.missing if one.key not in self._told_columns]
        if new:
            self._told_columns |= {*new}
            stays = "its column stays" if len(new) == 1 else "their columns stay"
            self._say_missing(f"No row has {cut(', '.join(new), 60)}, so {stays} empty.", rows)
        title = self.host.options.title_field
        if title and not self._told_title and not any(path_exists(row, title) for row in rows):
            self._told_title = True
            named = f"{cut(title, 60)} (title_field)"
            said = f"No row has {named}, so another value is used as the title."
            self._say_missing(said, rows)

    def _say_missing(self, words: str, rows: Sequence[Row]) -> None:
        has = sorted({clean(key) for row in rows for key in row})
        said = f"{words} Rows have {cut(', '.join(has), 120)}."
        svc = self.host.services
        # A list that is created again after discovery has shown this toast already.
        if svc is None or all(toast.message != said for toast in svc.snack.history):
            self.host.say(said, "warning", 8)


def _example(column: ListColumn, row: Row | None) -> str:
    """Return what a column shows in this row, on one line."""
    text = "" if row is None else words_shown(column, row)
    return cut(" ".join(text.split()), EXAMPLE_WIDTH)


def distinct_names(columns: Iterable[ListColumn], examples: Mapping[str, str]) -> dict[str, str]:
    """Return the labels by key; one that an earlier column has is told apart by what it holds."""
    names: dict[str, str] = {}
    for one in columns:
        offered = [one.label, f"{one.label} ({one.key})"]
        if examples[one.key].isdecimal():
            offered.insert(1, f"{one.label} id")
        free = (name for name in offered if name not in names.values())
        names[one.key] = next(free, offered[-1])
    return names
