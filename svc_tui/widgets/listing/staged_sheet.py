"""StagedSheet: what would be sent, row by row, before it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.staged import Staged, StagedStore
from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.listing.planned import change_lines

TITLE = 60
"""Cells of a title, so that it takes one line."""

HINT = "Ctrl+S or F2 sends them · Enter edits the row · D takes it back · Esc closes"


@dataclass(frozen=True)
class Decision:
    """What the operator wants: all sent, or one row edited."""

    what: Literal["send", "edit"]
    key: str = ""


class StagedSheet(SvcModal):
    """Resolves to a `Decision`, or to None; rows taken back are gone from the store at once."""

    DEFAULT_CSS = """
    StagedSheet { align: center middle; }
    StagedSheet > .dialog { width: 76; max-width: 100%; height: auto; max-height: 100%; }
    StagedSheet OptionList { height: auto; max-height: 55vh; }
    StagedSheet .hint { height: auto; }
    """

    BINDINGS = [
        Binding("ctrl+s,f2", "send", "Send", tooltip="Send all of them.", id="staged.send"),
        Binding("D,delete", "take_back", "Take back", tooltip="This row.", id="staged.take_back"),
        Binding("q,W", "close", "Close", show=False, id="staged.close"),
    ]

    def __init__(self, store: StagedStore) -> None:
        super().__init__()
        self.store = store

    def compose(self) -> ComposeResult:
        """How much, a row and its changes, what can be done."""
        with Vertical(classes="dialog"):
            yield Static(classes="title")
            yield OptionList(compact=True)
            yield Static(label(HINT), classes="hint muted")

    def on_mount(self) -> None:
        """On the first one."""
        self._draw(0)
        self._list.focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.close(Decision("edit", self._keys[event.option_index]))

    def action_send(self) -> None:
        """All of them."""
        self.close(Decision("send"))

    def action_take_back(self) -> None:
        """What was typed for this row goes; with the last one the sheet closes."""
        at = self._list.highlighted
        if at is None:
            return
        self.store.take_back([self._keys[at]])
        if self.store.state.rows:
            self._draw(at)
        else:
            self.close()

    def _draw(self, at: int) -> None:
        rows = self.store.state.rows
        self.query_one(".title", Static).update(label(f"Not sent yet: {self.store.state.words}"))
        self._list.clear_options()
        self._list.add_options([Option(_lines(one)) for one in rows.values()])
        self._list.highlighted = min(at, len(rows) - 1)

    @property
    def _keys(self) -> list[str]:
        return list(self.store.state.rows)

    @property
    def _list(self) -> OptionList:
        return self.query_one(OptionList)


def _lines(one: Staged) -> Content:
    """The row, then a line a value; and why it was refused."""
    lines = [label(f" {cut(one.title, TITLE)}", "bold")]
    changed = change_lines(one.changes, one.names, one.secrets)
    lines += [label(f"   {words}") for words in changed]
    if one.problem:
        lines.append(label(f"   ✗ {one.problem}", "$text-error"))
    return Content("\n").join(lines)
