"""The log panel: what was said and what was sent, to be read again."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.session.snack_store import Toast
from svc_tui.text import label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.shell.snack_bar import sign_of

if TYPE_CHECKING:
    from svc_tui.api.fetch import RequestLogEntry


class LogPanel(SvcModal):
    """Toasts with their details, and requests with their answers, the newest on top."""

    DEFAULT_CSS = """
    LogPanel { align: center middle; }
    LogPanel > .dialog { width: 96%; height: 90%; }
    LogPanel OptionList { height: 1fr; }
    """

    BINDINGS = [
        Binding("at,q", "close", "Close", show=False, id="log.close"),
        Binding("r", "reload", "Refresh", show=False, id="log.refresh"),
        Binding(
            "o", "own_writes", "Own writes", show=False, tooltip="What you wrote, with undo.",
            id="log.own_writes",
        ),
    ]  # fmt: skip

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static("Log", classes="title")
            yield OptionList(compact=True)

    def on_mount(self) -> None:
        self.action_reload()

    def action_reload(self) -> None:
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options([Option(line) for line in self._lines()] or [Option("Nothing yet.")])

    def action_own_writes(self) -> None:
        """Show the writes of this session, with the values before them."""
        self.close()
        self.app.call_later(self.app.run_action, "app.dialog('own_writes')")

    def _lines(self) -> list[Content]:
        said = [(toast.raised_at, _toast(toast)) for toast in self.svc.snack.history]
        sent = [(call.when, _request(call)) for call in self.svc.fetch.history]
        newest_first = sorted([*said, *sent], key=lambda pair: pair[0], reverse=True)
        return [label(f"{_clock(when)} ", "$text-muted") + line for when, line in newest_first]


def _toast(toast: Toast) -> Content:
    words = f"{sign_of(toast)} {toast.message}"
    return label(words, "bold") + label(f"  {toast.detail}" if toast.detail else "")


def _request(call: RequestLogEntry) -> Content:
    status = "no answer" if call.status is None else str(call.status)
    style = "" if call.status and call.status < 400 else "$text-error"
    return label(f"{call.method:<6} {call.path}  {status}  {call.ms:.0f} ms", style)


def _clock(when: datetime) -> str:
    return when.astimezone().strftime("%H:%M:%S")
