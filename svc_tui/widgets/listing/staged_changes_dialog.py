"""StagedChangesDialog: what would be sent, row by row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.listing.action_types import CANARY
from svc_tui.stores.listing.staged_store import StagedRecord, StagedStore
from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.listing.action_preview import review_lines
from svc_tui.widgets.listing.list_labels import ListLabels

TITLE = 60
"""Cells of a title, so that it takes one line."""

EDITS = "Enter edits the row"
HINT = f"Ctrl+S sends them · {EDITS} · D discards it · Esc closes"
HINT_TAKEN = f"u restores what D discarded · {HINT}"
HINT_NOTHING = "u restores what D discarded · Esc closes"


@dataclass(frozen=True)
class Decision:
    """The user's decision: send all, try the first few, or edit one row."""

    what: Literal["send", "send_first", "edit"]
    key: str = ""


class StagedChangesDialog(SvcModal):
    """Resolves to a `Decision`, or to None.

    Discarded rows are gone immediately, from the store and from the drafts; while the dialog is
    open, `u` restores the last one.
    """

    DEFAULT_CSS = """
    StagedChangesDialog { align: center middle; }
    StagedChangesDialog > .dialog { width: 76; height: auto; max-height: 100%; }
    StagedChangesDialog OptionList { height: auto; max-height: 55vh; }
    StagedChangesDialog .hint { height: auto; }
    """

    is_question = True

    BINDINGS = [
        Binding("ctrl+s,f2", "send", "Send", tooltip="Send all staged changes.", id="staged.send"),
        Binding(
            "f", "send_first", f"Try {CANARY} first", id="staged.canary",
            tooltip="Send the first few rows, then ask about the rest.",
        ),
        Binding(
            "D,delete", "take_back", "Discard", tooltip="Discard the staged change to this row.",
            id="staged.take_back",
        ),
        Binding(
            "u", "bring_back", "Restore", tooltip="Restore the change that D discarded.",
            id="staged.bring_back",
        ),
        Binding(
            "q,W", "close", "Close", show=False, tooltip="Close without sending anything.",
            id="staged.close",
        ),
        Binding(
            "right", "scroll(1)", "Down", show=False, tooltip="Scroll down through the changes.",
            id="staged.scroll_down",
        ),
        Binding(
            "left", "scroll(-1)", "Up", show=False, tooltip="Scroll up through the changes.",
            id="staged.scroll_up",
        ),
    ]  # fmt: skip

    def __init__(
        self,
        store: StagedStore,
        forget: Callable[[StagedRecord], object],
        remember: Callable[[StagedRecord], object],
        labels: ListLabels | None = None,
    ) -> None:
        super().__init__()
        self.labels = labels or ListLabels()
        """The labels of the list, which word its values."""
        self.store = store
        self._forget = forget
        self._remember = remember
        self._taken: list[tuple[StagedRecord, int]] = []
        """The discarded changes, the newest last, and their positions."""

    def compose(self) -> ComposeResult:
        """Yield the count, each row with its changes, and the keys."""
        with Vertical(classes="dialog"):
            yield DialogTitle()
            yield OptionList(compact=True)
            yield DialogHint(label(HINT))

    def on_mount(self) -> None:
        self._draw(0)
        self._list.focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.close(Decision("edit", self._keys[event.option_index]))

    def action_send(self) -> None:
        if self.store.state.rows:
            self.close(Decision("send"))

    def action_send_first(self) -> None:
        """Send a few of them, and ask about the rest."""
        self.close(Decision("send_first"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to try a few only if there are more of them."""
        if action == "send_first":
            return True if len(self.store.state.rows) > CANARY else None
        return True

    def action_take_back(self) -> None:
        """Discard what was typed for this row, until `u` brings it back."""
        at = self._list.highlighted
        if at is None:
            return
        row = self.store.state.rows[self._keys[at]]
        self._taken.append((row, at))
        self.store.unstage([row.key])
        self._forget(row)
        self._draw(at)

    def action_bring_back(self) -> None:
        """Stage the row that was discarded last again, in its place."""
        if not self._taken:
            return
        row, at = self._taken.pop()
        self.store.restage(row, at)
        self._remember(row)
        self._draw(at)

    def action_scroll(self, by: int) -> None:
        """Scroll through the changes of a row that are longer than the list is high."""
        self.query_one(OptionList).scroll_relative(y=5 * by, animate=False)

    def _draw(self, at: int) -> None:
        rows = self.store.state.rows
        words = f"Not sent yet: {self.store.state.words}" if rows else "Nothing is left to send"
        self.query_one(".title", Static).update(label(words))
        first = f"f sends {CANARY} first · " if len(rows) > CANARY else ""
        hint = (HINT_TAKEN if rows else HINT_NOTHING) if self._taken else HINT
        hint = hint.replace(EDITS, f"{first}{EDITS}")
        self.refresh_bindings()
        self.query_one(".hint", Static).update(label(hint))
        self._list.clear_options()
        self._list.add_options([Option(_lines(one, self.labels)) for one in rows.values()])
        self._list.highlighted = min(at, len(rows) - 1) if rows else None

    @property
    def _keys(self) -> list[str]:
        return list(self.store.state.rows)

    @property
    def _list(self) -> OptionList:
        return self.query_one(OptionList)


def _lines(one: StagedRecord, labels: ListLabels) -> Content:
    """The row, why it was refused, then its values."""
    lines = [label(f" {cut(one.title, TITLE)}", "bold")]
    if one.problem:
        lines.append(label(f"   ✗ {one.problem}", "$text-error"))
    labels = replace(labels, columns=one.names, secrets=one.secrets)
    lines += [label(f"   {line}") for line in review_lines(one.changes, labels)]
    return Content("\n").join(lines)
