"""The log panel: toasts, requests, and warnings and errors of the log."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from svc_tui.stores.session.snack_store import Toast
from svc_tui.terminal.error_log import RECENT_ERRORS
from svc_tui.text import label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.shell.snack_bar import sign_of

if TYPE_CHECKING:
    from svc_tui.api.fetch import RequestLogEntry


class LogPanel(SvcModal):
    """Toasts, requests and log entries, the newest first; Enter shows one in full."""

    DEFAULT_CSS = """
    LogPanel { align: center middle; }
    LogPanel > .dialog { width: 96%; height: 90%; }
    LogPanel OptionList { height: 1fr; }
    """

    BINDINGS = [
        Binding("at,q", "close", "Close", show=False, id="log.close"),
        Binding("r", "reload", "Reload", show=False, tooltip="Reload the log.", id="log.refresh"),
        Binding(
            "o", "own_writes", "Your changes", show=False,
            tooltip="Show what you changed, to undo it.", id="log.own_writes",
        ),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[LogItem] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle("Log")
            yield OptionList(compact=True)
            yield DialogHint("Enter shows the whole line · r reloads · Esc closes", longest=60)

    def on_mount(self) -> None:
        self.action_reload()

    def action_reload(self) -> None:
        options = self.query_one(OptionList)
        options.clear_options()
        self._shown = self._lines()
        options.add_options([_option(one) for one in self._shown] or [Option("Nothing yet.")])

    @on(OptionList.OptionSelected)
    def _open(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self._shown:
            from svc_tui.widgets.form.pager import Pager

            one = self._shown[event.option_index]
            self.app.push_screen(Pager(f"Log, {_clock(one.when)}", one.text))

    def action_own_writes(self) -> None:
        """Show the changes of this session, with their old values."""
        self.close()
        self.app.call_later(self.app.run_action, "app.dialog('own_writes')")

    def _lines(self) -> list[LogItem]:
        lines = [
            *(_toast(toast) for toast in self.svc.snack.history),
            *(_request(call) for call in self.svc.fetch.history),
            *(
                LogItem(one.when, one.text, "$text-error", "✗ ")
                for one in RECENT_ERRORS.of(self.app)
            ),
        ]
        return sorted(lines, key=lambda line: line.when, reverse=True)


class LogItem(NamedTuple):
    """An entry: its time and full text, of which a list shows the first line."""

    when: datetime
    text: str
    style: str = ""
    sign: str = ""
    beside: str = ""
    """Return a text after the first line."""


def _option(line: LogItem) -> Option:
    first = line.text.partition("\n")[0]
    words = label(f"{line.sign}{first}", line.style)
    return Option(label(f"{_clock(line.when)} ", "$text-muted") + words + label(line.beside))


def _toast(toast: Toast) -> LogItem:
    beside = f"  {toast.detail}" if toast.detail else ""
    text = f"{toast.message}\n{toast.detail}" if toast.detail else toast.message
    return LogItem(toast.raised_at, text, "bold", f"{sign_of(toast)} ", beside)


def _request(call: RequestLogEntry) -> LogItem:
    style = "" if call.cancelled or (call.status or 400) < 400 else "$text-error"
    words = f"{call.method:<6} {call.path}  {call.outcome}  {call.ms:.0f} ms"
    words += " (waited for your code)" if call.held_up else ""
    return LogItem(call.when, words, style)


def _clock(when: datetime) -> str:
    return when.astimezone().strftime("%H:%M:%S")
