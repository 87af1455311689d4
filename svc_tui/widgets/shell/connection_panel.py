"""The traffic to the terminal and the backend, and the response times of both."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from statistics import median
from typing import TYPE_CHECKING, Protocol

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical
from textual.widgets import Static

from svc_tui.text import human_size, label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle

if TYPE_CHECKING:
    from svc_tui.app.context import Svc


class Counters(Protocol):
    """The counters of the output layer."""

    bytes_sent: int
    frames: int
    dropped: int
    bytes_saved: int


class ConnectionPanel(SvcModal):
    """Drawn once, and again with `r`: live figures would themselves cause traffic."""

    DEFAULT_CSS = """
    ConnectionPanel { align: center middle; }
    ConnectionPanel > .dialog { width: 70; height: auto; }
    ConnectionPanel .figures {
        layout: grid; grid-size: 2; grid-columns: auto 1fr; grid-rows: auto; grid-gutter: 0 2;
        height: auto;
    }
    ConnectionPanel .figures > .name { width: auto; color: $text-muted; }
    """

    BINDINGS = [
        Binding(
            "r", "measure", "Measure", tooltip="Measure the connection again.", id="line.measure"
        ),
        Binding("q", "close", "Close", show=False, tooltip="Close this panel.", id="line.close"),
    ]

    def __init__(
        self, line: Counters | None, ask_terminal: Callable[[], Awaitable[float | None]]
    ) -> None:
        super().__init__()
        self._line = line
        self._ask_terminal = ask_terminal
        self._terminal = "not measured (press r)"

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle("Traffic")
            yield Container(classes="figures")
            yield DialogHint("r measures the terminal connection · Esc closes")

    async def on_mount(self) -> None:
        await self._draw()

    def action_measure(self) -> None:
        """Ask the terminal where its cursor is: the smallest question that all of them answer."""
        self._terminal = "…"
        self.run_worker(self._measure(), group="measure", exclusive=True)

    async def _measure(self) -> None:
        took = await self._ask_terminal()
        self._terminal = "no response" if took is None else f"{took * 1000:.0f} ms round trip"
        await self._draw()

    async def _draw(self) -> None:
        rows = [*_sent(self._line), *_asked(self.svc), ("terminal response time", self._terminal)]
        figures = self.query_one(".figures", Container)
        async with figures.batch():
            await figures.remove_children()
            for name, figure in rows:
                await figures.mount(Static(label(name), classes="name"), Static(label(figure)))


def _sent(line: Counters | None) -> list[tuple[str, str]]:
    if line is None:
        return [("sent", "not counted: Textual draws directly (--no-diff)")]
    return [
        ("sent to the terminal", human_size(line.bytes_sent)),
        ("screen updates", f"{line.frames:,} ({line.dropped:,} skipped)"),
        ("saved", f"about {human_size(max(0, line.bytes_saved))}{_share(line)}"),
    ]


def _share(line: Counters) -> str:
    whole = line.bytes_sent + max(0, line.bytes_saved)
    if not whole:
        return ""
    share = 100 * max(0, line.bytes_saved) / whole
    return f", {share:.0f}% of what Textual would have sent"


def _asked(svc: Svc) -> list[tuple[str, str]]:
    """Remembered requests with an answer; the others tell nothing about its speed."""
    # Files on other hosts tell nothing about the backend.
    calls = [one for one in svc.fetch.history if one.path.startswith("/") and not one.cancelled]
    times = [call.ms for call in calls if call.is_measured]
    lost = sum(1 for call in calls if call.status is None)
    count = f"{len(calls):,}" + (f", {lost} without a response" if lost else "")
    rows = [("requests to the backend", count)]
    if times:
        rows.append(("response time", f"{median(times):.0f} ms median, {max(times):.0f} ms max"))
    return rows


def last_line(line: Counters | None, svc: Svc | None) -> str:
    """Return all of it on one line, for the exit."""
    rows = [*_sent(line), *(_asked(svc) if svc is not None else [])]
    return "; ".join(f"{name}: {figure}" for name, figure in rows)
