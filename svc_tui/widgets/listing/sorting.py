"""SortMenu: the columns that a list is sorted by, their direction and rank."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.models.listing import ListColumn
from svc_tui.text import clean, label
from svc_tui.widgets.base import CANCEL, accent_on_cursor
from svc_tui.widgets.choice_menu import LineMenu
from svc_tui.widgets.formatting import format_of

HINT = "Enter sorts · Space direction · J K rank · 0 clears · Esc cancels"


class SortMenu(LineMenu):
    """Resolves to the names to sort by, `-` in front for descending; Esc to None.

    If nothing was changed, Enter sorts only by the column under the cursor.
    """

    DEFAULT_CSS = """
    SortMenu > .dialog { width: 71; }
    SortMenu .result { height: auto; margin-top: 1; padding: 0 1; }
    """

    enter_word = "Sort"

    BINDINGS = [
        CANCEL,
        Binding(
            "space",
            "turn",
            "Toggle",
            show=False,
            id="sort.turn",
            tooltip="Switch between ascending, descending and off.",
        ),
        Binding(
            "K", "rank(-1)", "Rank higher", show=False, id="sort.more",
            tooltip="Rank this column higher.",
        ),
        Binding(
            "J", "rank(1)", "Rank lower", show=False, id="sort.less",
            tooltip="Rank this column lower.",
        ),
        Binding("0", "none", "None", show=False, tooltip="Remove all sorting.", id="sort.none"),
    ]  # fmt: skip

    def __init__(
        self, columns: Sequence[ListColumn], ordering: Sequence[str] = (), here: str = ""
    ) -> None:
        super().__init__("Sort by", HINT)
        known = {column.key: column for column in columns}
        self.ordering = [name for name in ordering if name.lstrip("-") in known]
        self._turned = False
        first = [known[name.lstrip("-")] for name in self.ordering]
        self.columns = [*first, *(column for column in columns if column not in first)]
        """The sorted columns first, in order of rank."""
        self.first = here

    def first_line(self) -> int:
        """The column that is selected in the list, else the first sorted one."""
        keys = [column.key for column in self.columns]
        return keys.index(self.first) if self.first in keys else 0

    def names(self) -> Sequence[str]:
        return [column.label for column in self.columns]

    def below(self) -> ComposeResult:
        """Yield the line that says what Enter does."""
        yield Static(classes="result")

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.close(self.wanted)

    @on(OptionList.OptionHighlighted)
    def _say_result(self) -> None:
        self.query_one(".result", Static).update(self._result())

    @property
    def wanted(self) -> tuple[str, ...]:
        """The columns to sort by: those that were changed, else the one under the cursor."""
        if self._turned:
            return tuple(self.ordering)
        key = self._here.key
        return (f"-{key}" if self.ordering == [key] else key,)

    def _result(self) -> Content:
        known = {column.key: column for column in self.columns}
        said = ", then ".join(_in_words(known[name.lstrip("-")], name) for name in self.wanted)
        now = "" if self.ordering else "Now in the default order. "
        words = f"Enter sorts by {said}." if said else "Enter restores the default order."
        return label(f"{'' if self._turned else now}{words}", "$text-muted")

    def _order_changed(self) -> None:
        self._turned = True
        self.redraw()

    def redraw(self) -> None:
        """Redraw the lines, and what Enter does now."""
        super().redraw()
        self._say_result()

    def action_turn(self) -> None:
        """Cycle through ascending, descending and off; a new one ranks last."""
        key = self._here.key
        if key in self.ordering:
            self.ordering[self.ordering.index(key)] = f"-{key}"
        elif f"-{key}" in self.ordering:
            self.ordering.remove(f"-{key}")
        else:
            self.ordering.append(key)
        self._order_changed()

    def action_rank(self, by: int) -> None:
        """Rank higher or lower than another column."""
        names = [name.lstrip("-") for name in self.ordering]
        at = names.index(self._here.key) if self._here.key in names else -1
        if at >= 0 and 0 <= at + by < len(names):
            self.ordering[at], self.ordering[at + by] = self.ordering[at + by], self.ordering[at]
            self._order_changed()

    def action_none(self) -> None:
        """Sort by nothing, as the list did at first."""
        self.ordering.clear()
        self._order_changed()

    @property
    def _here(self) -> ListColumn:
        return self.columns[self.lines.highlighted or 0]

    def options(self) -> list[Option]:
        return [Option(self._line(column)) for column in self.columns]

    def _line(self, column: ListColumn) -> Content:
        """Return the name and, if sorted, the rank, the arrow and the direction."""
        sorted_by = {name.lstrip("-"): name for name in self.ordering}
        if column.key not in sorted_by:
            return label(f" {column.label}")
        width = max(cell_len(clean(one.label)) for one in self.columns)
        gap = " " * (width + 4 - cell_len(clean(column.label)))
        name = sorted_by[column.key]
        rank = list(sorted_by).index(column.key) + 1
        arrow = label("▼" if name.startswith("-") else "▲", accent_on_cursor(self))
        direction = label(f" {_direction(column, name)}", "$text-muted")
        return label(f" {column.label}{gap}{rank} ", "bold") + arrow + direction


def _in_words(column: ListColumn, name: str) -> str:
    """Return a column and its direction: `Title A–Z`."""
    return f"{column.label} {_direction(column, name)}"


def _direction(column: ListColumn, name: str) -> str:
    letters = ("ascending", "descending") if column.choices else ("A–Z", "Z–A")
    ascending, descending = format_of(column).order or letters
    return descending if name.startswith("-") else ascending
