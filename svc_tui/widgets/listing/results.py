"""ResultSheet: the result of each row."""

from __future__ import annotations

from typing import Protocol

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.listing.action_types import Outcome
from svc_tui.text import label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle

SIGNS = {"ok": "✓", "failed": "✗", "skipped": "–", "unknown": "?"}
"""Signs, so that meaning does not depend on color."""

COLOURS = {
    "ok": "$text-success",
    "failed": "$text-error",
    "skipped": "$text-muted",
    "unknown": "$text-warning",
}

INDENT = " " * 5
"""Before a reason with several lines."""

AROUND = 10
"""Cells of the sheet's border, padding and scroll bar."""

ORDER = ("failed", "unknown", "skipped", "ok")
"""The order of the outcomes, failures first."""


class Result(Protocol):
    """Anything that was done to several rows."""

    @property
    def summary(self) -> str:
        """The result in one line."""

    @property
    def problem(self) -> str | None:
        """Why nothing was done, in a sentence."""

    def of(self, state: str) -> tuple[Outcome, ...]:
        """The outcomes that are `ok`, `failed`, `skipped` or `unknown`."""


class ResultSheet(SvcModal):
    """Resolves to True if failed or untried rows should be retried."""

    DEFAULT_CSS = """
    ResultSheet { align: center middle; }
    ResultSheet > .dialog { width: 90%; height: auto; max-height: 100%; }
    ResultSheet OptionList { height: auto; max-height: 55vh; }
    ResultSheet .problem { height: auto; }
    """

    BINDINGS = [
        Binding("R", "retry", "Retry", tooltip="Retry the rows that failed.", id="results.retry"),
        Binding("q,enter", "close", "Close", tooltip="Go back to the list.", id="results.close"),
    ]

    def __init__(self, state: Result) -> None:
        super().__init__()
        self.result = state

    def compose(self) -> ComposeResult:
        """The count, then one line per row, failures first."""
        state = self.result
        unknown = " (unknown rows are not sent again)" if state.of("unknown") else ""
        hint = f"R retries {self._again}{unknown or ' (they stay marked)'} · Esc closes"
        hint = hint if self._again else "Esc closes"
        with Vertical(classes="dialog"):
            yield DialogTitle(label(state.summary))
            if state.problem:
                yield Static(label(state.problem), classes="problem error")
            if lines := self._lines(self.app.size.width * 9 // 10 - AROUND):
                yield OptionList(*map(Option, lines), compact=True)
            yield DialogHint(label(hint))

    def on_mount(self) -> None:
        for rows in self.query(OptionList):
            rows.focus()

    def on_resize(self) -> None:
        # The frame may be narrower than the terminal: a sidebar takes its part.
        self.call_after_refresh(self._wrap)

    def _wrap(self) -> None:
        for rows in self.query(OptionList):
            if (room := rows.scrollable_content_region.width) > 0:
                for n, line in enumerate(self._lines(room)):
                    rows.replace_option_prompt_at_index(n, line)

    def _lines(self, room: int) -> list[Content]:
        return [_line(one, room) for kind in ORDER for one in self.result.of(kind)]

    def action_retry(self) -> None:
        """Retry only what failed or was not tried, never what may be done already."""
        if self._again:
            self.close(True)

    @property
    def _again(self) -> str:
        failed = bool(self.result.of("failed"))
        untried = any(one.untried for one in self.result.of("skipped"))
        return " and ".join(["failed rows"] * failed + ["untried rows"] * untried)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim Retry where nothing failed."""
        return None if action == "retry" and not self._again else True


def _line(one: Outcome, room: int) -> Content:
    """Draw the row, with the reason below its title."""
    line = label(f" {SIGNS[one.state]} {one.title}", COLOURS[one.state])
    if not one.reason:
        return line
    reason = label(one.reason, "$text-muted")
    if line.cell_length + reason.cell_length + 3 <= room:
        return line + label("  ") + reason
    for words in reason.wrap(max(1, room - len(INDENT))):
        line += Content("\n") + label(INDENT) + words
    return line
