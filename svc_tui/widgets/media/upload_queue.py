"""SvcUploadQueue: one line per upload, each repainted by itself."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from svc_tui.models.arguments import checks_arguments
from svc_tui.stores.uploads.upload_store import Progress, Upload
from svc_tui.text import cut, filename, human_size
from svc_tui.widgets.base import WIDGET

BAR = 10
"""Cells of a bar between its ends."""

EIGHTHS = " ▏▎▍▌▋▊▉"

SIGNS = {
    Progress.WAITING: "·",
    Progress.SENDING: "↑",
    Progress.DONE: "✓",
    Progress.FAILED: "✗",
    Progress.UNKNOWN: "?",
    Progress.CANCELLED: "–",
    Progress.SKIPPED: "–",
}
"""A sign for each state, so that meaning does not depend on color."""

STYLES = {
    Progress.DONE: "done",
    Progress.FAILED: "failed",
    Progress.UNKNOWN: "failed",
    Progress.CANCELLED: "over",
    Progress.SKIPPED: "over",
}


@checks_arguments(**WIDGET)
class SvcUploadQueue(ScrollView, can_focus=True):
    """The queue of uploads passed to `show(uploads)`, with progress bars."""

    COMPONENT_CLASSES = {"upload--cursor", "upload--done", "upload--failed", "upload--over"}

    DEFAULT_CSS = """
    SvcUploadQueue { height: auto; max-height: 8; width: 1fr; overflow-x: hidden; }
    SvcUploadQueue { background: $background; }
    SvcUploadQueue > .upload--cursor { background: $primary; color: $background; }
    SvcUploadQueue > .upload--done { color: $text-success; }
    SvcUploadQueue > .upload--failed { color: $text-error; }
    SvcUploadQueue > .upload--over { color: $text-muted; }
    """

    BINDINGS = [
        Binding("down,j", "move(1)", "Down", show=False, id="uploads.down"),
        Binding("up,k", "move(-1)", "Up", show=False, id="uploads.up"),
        Binding("c", "cancel", "Cancel", tooltip="Stop this upload.", id="uploads.cancel"),
        Binding(
            "R",
            "retry",
            "Retry",
            tooltip="Upload this file again, unless it is already in the library.",
            id="uploads.retry",
        ),
        Binding(
            "x",
            "clear",
            "Clear",
            tooltip="Remove finished uploads from this list.",
            id="uploads.clear",
        ),
    ]

    @dataclass
    class CancelWanted(Message):
        """The user wants an upload stopped."""

        upload_id: int

    @dataclass
    class RetryWanted(Message):
        """The user wants to retry an upload."""

        upload_id: int

    class ClearWanted(Message):
        """The user wants to remove finished uploads."""

    cursor: reactive[int] = reactive(0, repaint=False)
    """The line that keys act on."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.uploads: tuple[Upload, ...] = ()

    def show(self, uploads: tuple[Upload, ...]) -> None:
        """Draw what changed, line by line."""
        before, self.uploads = self.uploads, uploads
        if [one.id for one in before] != [one.id for one in uploads]:
            self.cursor = max(0, min(self.cursor, len(uploads) - 1))
            self.virtual_size = Size(self.size.width, len(uploads))
            self.refresh(layout=True)
            return
        for line, (old, new) in enumerate(zip(before, uploads, strict=True)):
            if old != new:
                self.refresh_line(line)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.uploads)

    def render_line(self, y: int) -> Strip:
        line = y + self.scroll_offset.y
        width = self.scrollable_content_region.width  # Without the scroll bar.
        if line >= len(self.uploads):
            return Strip.blank(width, self.rich_style)
        upload = self.uploads[line]
        text = set_cell_size(drawn(upload, width - 1, monotonic()), width)
        return Strip([Segment(text, self._style_of(upload, line))], width)

    @property
    def current(self) -> Upload | None:
        return self.uploads[self.cursor] if self.cursor < len(self.uploads) else None

    def watch_cursor(self, old: int, new: int) -> None:
        self.refresh_line(old)
        self.refresh_line(new)
        top, height = self.scroll_offset.y, self.size.height
        if not top <= new < top + height:
            self.scroll_to(y=new if new < top else new - height + 1, animate=False)
        self.refresh_bindings()

    def action_move(self, by: int) -> None:
        self.cursor = max(0, min(self.cursor + by, len(self.uploads) - 1))

    def action_cancel(self) -> None:
        if (upload := self.current) is not None:
            self.post_message(self.CancelWanted(upload.id))

    def action_retry(self) -> None:
        if (upload := self.current) is not None:
            self.post_message(self.RetryWanted(upload.id))

    def action_clear(self) -> None:
        self.post_message(self.ClearWanted())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        upload = self.current
        if action == "cancel":
            return True if upload is not None and not upload.over else None
        if action == "retry":
            return True if upload is not None and upload.may_go_again else None
        if action == "clear":
            return True if any(one.over for one in self.uploads) else None
        return True

    def _style_of(self, upload: Upload, line: int) -> Style:
        if line == self.cursor and self.has_focus:
            return self.get_component_rich_style("upload--cursor")
        if (kind := STYLES.get(upload.progress)) is not None:
            return self.get_component_rich_style(f"upload--{kind}")
        return self.rich_style


def drawn(upload: Upload, width: int, now: float) -> str:
    """Return the line of an upload: sign, name, then its bar or its result."""
    fact = _fact(upload, now)
    # The reason matters more than the end of the name, which keeps at least a third.
    least = max(4, min(20, width // 3))
    fact = cut(fact, max(0, width - least - 5))
    name = cut(filename(upload.path.name or upload.path), max(0, width - cell_len(fact) - 5))
    return f" {SIGNS[upload.progress]} {set_cell_size(name, width - cell_len(fact) - 5)}  {fact}"


def bar(percent: int, width: int = BAR) -> str:
    """Return a text bar, precise to an eighth of a cell: `▕████▌ ▏`."""
    full, rest = divmod(max(0, min(100, percent)) * width * 8 // 100, 8)
    inside = "█" * full + (EIGHTHS[rest] if rest else "")
    return f"▕{inside:<{width}}▏"


def _fact(upload: Upload, now: float) -> str:
    size = human_size(upload.size)
    if upload.progress is Progress.SENDING:
        return f"{bar(upload.percent)} {upload.percent:3}% {_pace(upload, now)}"
    if upload.progress is Progress.WAITING:
        return f"{size}  waiting"
    if upload.progress is Progress.DONE:
        return f"done: {upload.reason}" if upload.reason else f"{size}  done"
    return f"{upload.progress}: {upload.reason}" if upload.reason != "cancelled" else "cancelled"


def _pace(upload: Upload, now: float) -> str:
    """Return rate and time left; at 99 % only the backend's answer is missing."""
    if upload.percent >= 99:
        return "saving…"
    left = upload.left(now)
    return f"{human_size(upload.rate(now))}/s {_clock(left)}" if left is not None else "starting"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds + 0.5), 60)
    return f"{minutes}:{rest:02} left" if minutes < 600 else "hours left"
