"""ReplaceDialog: replace a file, keeping its address or not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from svc_tui.models.media import MediaItem
from svc_tui.stores.file_access import refusal_reason
from svc_tui.stores.uploads.upload_store import Upload
from svc_tui.text import clean, filename, human_size, label
from svc_tui.widgets.base import CANCEL, SvcModal
from svc_tui.widgets.dialog_words import DialogTitle
from svc_tui.widgets.media.drop_area import SvcDropArea, skipped_text
from svc_tui.widgets.media.upload_queue import bar

Replace = Callable[[Path, bool, Callable[[int], object]], Awaitable[str]]
"""Sends a file: takes the path, whether to keep the URL, a callback for percents; returns the
error, or ""."""

Examine = Callable[[Path], Upload]
"""Checks a file: returns its type, its size, and why it can't be sent."""

FAMILIES = ("image", "video", "audio")
"""Types that can only be replaced by the same type."""


def takes(mime: str) -> str:
    """Return the types that can replace a file of this type."""
    family = mime.partition("/")[0]
    return f"{family}/*" if family in FAMILIES else "*/*"


class ReplaceDialog(SvcModal):
    """Asks for a path, then shows old and new side by side, and whether the URL is kept."""

    DEFAULT_CSS = """
    ReplaceDialog { align: center middle; }
    ReplaceDialog > .dialog { width: 70; height: auto; max-height: 100%; }
    ReplaceDialog .facts, ReplaceDialog .said { height: auto; }
    ReplaceDialog .buttons { height: auto; align-horizontal: right; margin-top: 1; }
    """

    BINDINGS = [
        CANCEL,
        Binding(
            "k",
            "send(True)",
            "Keep URL",
            tooltip="Keep the URL of the old file.",
            id="replace.keep",
        ),
        Binding("n", "send(False)", "New URL", tooltip="Use a new URL.", id="replace.new"),
    ]

    def __init__(self, media: MediaItem, examine: Examine, replace: Replace) -> None:
        super().__init__()
        self._media = media
        self._examine = examine
        self._replace = replace
        self._ready: Upload | None = None
        self._sending = False

    def compose(self) -> ComposeResult:
        media = self._media
        with Vertical(classes="dialog"):
            yield DialogTitle(label(f"Replace the file of {media.name}"))
            yield SvcDropArea(accept=takes(media.mime_type), multiple=False)
            yield Static(classes="facts")
            yield Static(classes="said error")
            with Horizontal(classes="buttons"):
                yield Button("Cancel (Esc)", id="cancel", action="screen.close", compact=True)
                yield Button("New URL (n)", id="new", action="screen.send(False)", compact=True)
                yield Button(
                    "Keep URL (k)",
                    "primary",
                    id="keep",
                    action="screen.send(True)",
                    compact=True,
                )

    def on_mount(self) -> None:
        self._draw()
        self.query_one(SvcDropArea).type_path()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "send":
            return True if self._ready is not None and not self._sending else None
        return True

    @on(SvcDropArea.Files)
    def _taken(self, event: SvcDropArea.Files) -> None:
        event.stop()
        if not event.paths:
            self._say(skipped_text(event.skipped))
            return
        self.run_worker(self._look(event.paths[0]), group="look", exclusive=True)

    async def _look(self, path: Path) -> None:
        if why := await refusal_reason(self.svc.confirm, path, "Send"):
            self._say(why)
            return
        looked = await asyncio.to_thread(self._examine, path)
        self._ready = None if looked.over else looked
        self._say(f"{filename(looked.path.name)}: {looked.reason}." if looked.over else "")
        self._draw()
        if self._ready is not None:
            self.set_focus(None)  # Enter neither overwrites nor cancels: a letter decides.

    @on(Input.Changed)
    def _typed(self) -> None:
        self._say("")

    def action_send(self, keep: bool) -> None:
        """Send the file; stay open until the backend has accepted it."""
        if self._ready is not None and not self._sending:
            self._sending = True
            self._draw()
            self.run_worker(self._send(self._ready, keep), group="replace", exclusive=True)

    async def _send(self, upload: Upload, keep: bool) -> None:
        said = self.query_one(".said", Static)
        try:
            problem = await self._replace(
                upload.path,
                keep,
                lambda percent: said.update(label(f"{bar(percent)} {percent:3}%")),
            )
        except asyncio.CancelledError:
            words = "Sending was stopped. Check whether the file was already replaced."
            self.svc.snack.show(words, "warning", 8)
            raise
        finally:
            self._sending = False
        if problem:
            self._say(problem)
            self._draw()
        else:
            self.close(True)

    def _draw(self) -> None:
        old, new = self._media, self._ready
        lines = [f"now  {clean(old.filename)}  {clean(old.mime_type)}  {human_size(old.size)}"]
        if new is not None:
            lines.append(f"new  {filename(new.path.name)}  {new.mime}  {human_size(new.size)}")
            lines.append("Keep the URL, and pages that use it will show the new file.")
        self.query_one(".facts", Static).update(label("\n".join(lines), multiline=True))
        for button in ("#keep", "#new"):
            self.query_one(button).disabled = new is None or self._sending
        self.refresh_bindings()

    def _say(self, words: str) -> None:
        self.query_one(".said", Static).update(label(words, multiline=True))
