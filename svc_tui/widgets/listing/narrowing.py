"""`&` narrows the rows that are loaded, and asks nobody; `/` searches everything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from textual import on
from textual.binding import Binding
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from svc_tui.stores.listing.list_store import ListState
from svc_tui.stores.listing.memory_query import contains
from svc_tui.stores.rows import Row
from svc_tui.widgets.listing.base import ListPart
from svc_tui.widgets.listing.cells import shown
from svc_tui.widgets.text_line import TextLine


class NarrowLine(TextLine):
    """Words that the rows of this page have to hold."""

    BINDINGS = [
        Binding("down,tab,enter", "leave", "To the rows", show=False, id="narrow.leave"),
        Binding("escape", "leave", "To the rows", show=False, id="narrow.escape"),
    ]

    class Left(Message):
        """The operator is done typing."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(placeholder="only rows of this page with …", compact=True, **kwargs)

    def action_leave(self) -> None:
        """Down to the rows."""
        self.post_message(self.Left())


class NarrowingKeys(ListPart):
    """What is narrowed stays narrowed on every page, until Esc or `0` ends it."""

    KEYS_ABOUT = "Searching and filters"

    BINDINGS = [
        Binding(
            "ampersand",
            "narrow",
            "Narrow",
            show=False,
            key_display="&",
            tooltip="Only loaded rows.",
            id="list.narrow",
        ),
    ]

    narrowed: str = ""
    """The words that loaded rows have to hold in their columns; empty shows them all."""

    def narrow_widgets(self) -> Iterable[Widget]:
        """The line, out of sight until it is wanted."""
        yield NarrowLine(classes="narrow")

    def narrowed_rows(self, state: ListState) -> tuple[tuple[Row, ...], Sequence[str]]:
        """The rows of the page that hold the words, and what identifies them."""
        if not self.narrowed:
            return state.rows, state.keys
        words, columns = self.narrowed.casefold(), self.grid.list_columns
        paths, worded = [one.key for one in columns], [one for one in columns if one.choices]
        pairs = zip(state.rows, state.keys, strict=True)
        found = [
            (row, key)
            for row, key in pairs
            if contains(row, words, paths)
            or any(words in shown(one, row).casefold() for one in worded)
        ]
        return tuple(row for row, _ in found), [key for _, key in found]

    def action_narrow(self) -> None:
        """Type words."""
        line = self.query_one(NarrowLine)
        line.add_class("-shown")
        line.focus()

    def widen(self) -> None:
        """All rows again."""
        line = self.query_one(NarrowLine)
        line.value = ""
        line.remove_class("-shown")
        self._narrow("")

    @on(Input.Changed, "NarrowLine")
    def _narrow_typed(self, event: Input.Changed) -> None:
        event.stop()
        self._narrow(event.value.strip())

    @on(NarrowLine.Left)
    def _narrow_left(self, event: NarrowLine.Left) -> None:
        event.stop()
        if not self.narrowed:
            self.widen()
        self.grid.focus()

    def _narrow(self, words: str) -> None:
        if words != self.narrowed:
            self.narrowed = words
            self.show_rows()

    def escape_clears(self) -> bool:
        """What narrows the page goes after the marks."""
        return bool(self.narrowed) or super().escape_clears()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing loaded, nothing to narrow."""
        if action == "narrow":
            return True if self.listed.rows else None
        return super().check_action(action, parameters)
