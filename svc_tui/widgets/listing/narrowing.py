"""Narrowing: `&` filters the rows that are loaded, without a request; `/` searches everything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Protocol

from textual.binding import Binding
from textual.message import Message
from textual.widget import Widget

from svc_tui.stores.listing.list_store import ListState
from svc_tui.stores.listing.memory_query import contains
from svc_tui.stores.rows import Row
from svc_tui.widgets.command import Command
from svc_tui.widgets.focusing import focus_now
from svc_tui.widgets.listing.cells import shown
from svc_tui.widgets.listing.host import ListHost, without_rows
from svc_tui.widgets.text_line import TextLine


class NarrowLine(TextLine):
    """The words that the rows of this page must contain."""

    BINDINGS = [
        Binding(
            "enter,tab,down", "leave", "To the rows", id="narrow.leave",
            tooltip="Go to the rows.",
        ),
        Binding("escape", "leave", "To the rows", show=False, id="narrow.escape"),
    ]  # fmt: skip

    class Left(Message):
        """The user has finished typing."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(placeholder="show only loaded rows that contain …", compact=True, **kwargs)

    def action_leave(self) -> None:
        self.post_message(self.Left())


class NarrowingHost(ListHost, Protocol):
    """The list whose page is narrowed."""

    def show_rows(self) -> None:
        """Draw the rows again."""


class Narrowing:
    """Holds the words; they narrow every page until Esc or `0` ends it."""

    GROUP: ClassVar[str] = "Searching and filters"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.narrow",
            "ampersand",
            "Filter loaded rows",
            lambda self: self.begin(),
            without_rows,
            "Filter the loaded rows by text.",
            key_display="&",
        ),
    )

    def __init__(self, host: NarrowingHost) -> None:
        self.host = host
        self.words = ""
        """The words that loaded rows must contain in their columns; empty shows all."""
        self._line: NarrowLine | None = None

    def compose(self) -> Iterable[Widget]:
        """Yield the line, hidden until needed."""
        self._line = NarrowLine(classes="narrow")
        self._line.can_focus = False  # Unless it is hidden, the screen would focus it first.
        yield self._line

    def rows_of(self, state: ListState) -> tuple[tuple[Row, ...], Sequence[str]]:
        """Return the rows of the page that hold the words, and their keys."""
        if not self.words:
            return state.rows, state.keys
        words, columns = self.words.casefold(), self.host.grid.list_columns
        paths, worded = [one.key for one in columns], [one for one in columns if one.choices]
        pairs = zip(state.rows, state.keys, strict=True)
        found = [
            (row, key)
            for row, key in pairs
            if contains(row, words, paths)
            or any(words in shown(one, row).casefold() for one in worded)
        ]
        return tuple(row for row, _ in found), [key for _, key in found]

    def begin(self) -> None:
        """Let the operator type the words."""
        if (line := self._open()) is not None:
            focus_now(line)

    def narrow(self, words: str) -> None:
        """Narrow to these words again, as if they had been typed."""
        if (line := self._open()) is not None:
            line.value = words
        self._narrow(words)

    def _open(self) -> NarrowLine | None:
        if self._line is not None:
            self._line.add_class("-shown")
            self._line.can_focus = True
        return self._line

    def typed(self, value: str) -> None:
        """Narrow the rows to these words."""
        self._narrow(value.strip())

    def leave(self) -> None:
        """Go from the line to the rows."""
        if not self.words:
            self.widen()
        focus_now(self.host.grid)

    def widen(self) -> None:
        """Show all rows again."""
        if self._line is not None:
            self._line.value = ""
            self._line.remove_class("-shown")
            self._line.can_focus = False
        self._narrow("")

    def _narrow(self, words: str) -> None:
        if words != self.words:
            self.words = words
            self.host.show_rows()
