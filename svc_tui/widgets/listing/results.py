"""ResultSheet: what became of each row."""

from __future__ import annotations

from typing import Protocol

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.action_terms import Outcome
from svc_tui.text import label
from svc_tui.widgets.base import SvcModal

SIGNS = {"ok": "✓", "failed": "✗", "skipped": "–"}
"""Meaning without colour."""

COLOURS = {"ok": "$text-success", "failed": "$text-error", "skipped": "$text-muted"}

ORDER = ("failed", "skipped", "ok")
"""What went wrong stands first."""


class Result(Protocol):
    """Anything that was done to several rows."""

    @property
    def summary(self) -> str:
        """The result in one line."""

    @property
    def problem(self) -> str | None:
        """Why nothing was done, in a sentence."""

    def of(self, state: str) -> tuple[Outcome, ...]:
        """The outcomes that are `ok`, `failed` or `skipped`."""


class ResultSheet(SvcModal):
    """Resolves to True when the failed rows are to be tried again."""

    DEFAULT_CSS = """
    ResultSheet { align: center middle; }
    ResultSheet > .dialog { width: 90%; height: auto; max-height: 100%; }
    ResultSheet OptionList { height: auto; max-height: 55vh; }
    ResultSheet .problem { height: auto; }
    """

    BINDINGS = [
        Binding("R", "retry", "Retry", tooltip="The failed ones.", id="results.retry"),
        Binding("q,enter", "close", "Close", id="results.close"),
    ]

    def __init__(self, state: Result) -> None:
        super().__init__()
        self.result = state

    def compose(self) -> ComposeResult:
        """The count, then a line a row, failures first."""
        state = self.result
        failed = bool(state.of("failed"))
        hint = "R tries the failed again; they stay marked · Esc closes" if failed else "Esc closes"
        with Vertical(classes="dialog"):
            yield Static(label(state.summary), classes="title")
            if state.problem:
                yield Static(label(state.problem), classes="problem error")
            outcomes = [one for kind in ORDER for one in state.of(kind)]
            if outcomes:
                yield OptionList(*(Option(_line(one)) for one in outcomes), compact=True)
            yield Static(label(hint), classes="hint muted")

    def on_mount(self) -> None:
        """Arrows scroll."""
        for rows in self.query(OptionList):
            rows.focus()

    def action_retry(self) -> None:
        """Once more, only those that failed."""
        if self.result.of("failed"):
            self.close(True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing failed, nothing to try again."""
        return None if action == "retry" and not self.result.of("failed") else True


def _line(one: Outcome) -> Content:
    words = f" {SIGNS[one.state]} {one.title}"
    reason = f"  {one.reason}" if one.reason else ""
    return label(words, COLOURS[one.state]) + label(reason, "$text-muted")
