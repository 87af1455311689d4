"""SvcMediaUploader: the path field and the upload queue."""

from __future__ import annotations

from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from svc_tui.models.arguments import checks_arguments
from svc_tui.stores.uploads.upload_store import Progress, Upload
from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.dialog_words import with_keys
from svc_tui.widgets.media.drop_area import SvcDropArea, skipped_text
from svc_tui.widgets.media.upload_queue import SvcUploadQueue
from svc_tui.widgets.panel import is_framed, name_panel

REPAINT = 0.2
"""Seconds between repaints of moving bars."""


@checks_arguments(accept=str)
class SvcMediaUploader(SvcWidget):
    """A head, a drop area and a queue. Shows uploads, and posts the user's requests."""

    DEFAULT_CSS = """
    SvcMediaUploader { height: auto; width: 1fr; display: none; }
    SvcMediaUploader.-shown { display: block; }
    SvcMediaUploader > .head { height: 1; }
    SvcMediaUploader > .skipped { height: auto; display: none; }
    SvcMediaUploader > .skipped.-shown { display: block; }
    """

    BINDINGS = [
        Binding(
            "escape",
            "leave",
            "Leave",
            tooltip="Close this panel. Uploads continue.",
            id="uploads.leave",
        )
    ]

    class Left(Message):
        """The user leaves the panel."""

    def __init__(self, *, accept: str = "*/*", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.accept = accept
        self._wanted = False
        self._uploads: tuple[Upload, ...] = ()
        self._place = ""
        self._repaint: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Static(classes="head")
        yield SvcDropArea(accept=self.accept)
        yield Static(classes="skipped")
        yield SvcUploadQueue()

    @property
    def drop_area(self) -> SvcDropArea:
        return self.query_one(SvcDropArea)

    @property
    def queue(self) -> SvcUploadQueue:
        return self.query_one(SvcUploadQueue)

    def open(self) -> None:
        """Show the panel with the focus in the path field."""
        self._wanted = True
        self._show_panel()
        self.drop_area.type_path()

    def show(self, uploads: tuple[Upload, ...], place: str) -> None:
        """Show the newest state; progress is painted a few times a second."""
        before = self._uploads
        self._uploads = uploads
        if place != self._place or _steps(before) != _steps(uploads):
            self._place = place
            self._paint()
        elif self._repaint is None:
            self._repaint = self.set_timer(REPAINT, self._paint)

    def put_away(self) -> bool:
        """Hide the path field under a question about its files; return whether it was shown."""
        was_open, self._wanted = self._wanted, False
        self._show_panel()
        return was_open

    def taken(self) -> None:
        """Hide the path field, as files are being uploaded."""
        self._wanted = False
        self.say_skipped("")
        self.post_message(self.Left())

    def say_skipped(self, words: str) -> None:
        """Show which files were skipped, and why."""
        line = self.query_one(".skipped", Static)
        line.update(label(words, multiline=True))
        line.set_class(bool(words), "-shown")
        self._wanted = self._wanted or bool(words)
        self._show_panel()

    @on(SvcDropArea.Files)
    def _taken(self, event: SvcDropArea.Files) -> None:
        self.say_skipped(skipped_text(event.skipped))

    def action_leave(self) -> None:
        self.taken()

    def _paint(self) -> None:
        if self._repaint is not None:
            self._repaint.stop()
            self._repaint = None
        self.queue.show(_worth_a_line(self._uploads))
        words = self._head()
        self.query_one(".head", Static).update(label(f" {words}"), layout=False)
        name_panel(self, words)
        self._show_panel()
        self.queue.refresh_bindings()

    def _show_panel(self) -> None:
        lines = bool(_worth_a_line(self._uploads))
        if self.queue.has_focus and not lines:
            self.post_message(self.Left())
        self.set_class(self._wanted or lines, "-shown")
        self.queue.display = lines
        self.drop_area.display = self._wanted
        self._name_keys()

    def on_resize(self) -> None:
        self._name_keys()

    def _name_keys(self) -> None:
        """Name the keys of the path in the frame, or in the empty line where there is none."""
        framed = is_framed(self)
        shown = framed and self._wanted
        self.border_subtitle = with_keys(self.drop_area.keys) if shown else None
        self.drop_area.show_keys(not framed)

    def _head(self) -> str:
        parts = [f"Upload to {cut(self._place, 30)}"]
        for kind in Progress:
            number = sum(upload.progress is kind for upload in self._uploads)
            word = "uploaded" if kind is Progress.DONE else kind
            parts += [f"{number} {word}"] if number else []
        return " · ".join(parts)


def _worth_a_line(uploads: tuple[Upload, ...]) -> tuple[Upload, ...]:
    """Return all uploads while any is unfinished; then only those that need attention."""
    if any(not upload.over for upload in uploads):
        return uploads
    return tuple(one for one in uploads if one.progress is not Progress.DONE or one.reason)


def _steps(uploads: tuple[Upload, ...]) -> list[tuple[int, Progress]]:
    """Return what repaints the panel immediately: files that came, went or changed state."""
    return [(upload.id, upload.progress) for upload in uploads]
