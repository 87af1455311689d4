"""The upload queue: limits checked before sending, one progress per file, two at a time."""

from __future__ import annotations

import asyncio
import mimetypes
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from textual.message import Message

from svc_tui.api.errors import ApiError
from svc_tui.models.media import MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.base import Store, StoreChanged

if TYPE_CHECKING:
    from svc_tui.stores.media import MediaStore

MIB = 1024 * 1024
"""The MB of the limits (decisions 3: Uploads)."""

AT_ONCE = 2
"""Files in flight together, unless the console says otherwise."""


@dataclass(frozen=True)
class UploadLimits:
    """The largest file of each family, in MiB; exactly the limit passes (toolkit: Limits)."""

    max_image_size: float = 10
    max_video_size: float = 100
    max_default_size: float = 10

    def refusal(self, mime: str, size: int) -> str | None:
        """Why a file of this type and size is not sent, or None."""
        family = mime.partition("/")[0]
        limits: Mapping[str, float] = {"image": self.max_image_size, "video": self.max_video_size}
        limit = limits.get(family, self.max_default_size)
        if size <= limit * MIB:
            return None
        return f"larger than the {limit:g} MB allowed for {_named(family)}"


class Progress(StrEnum):
    """Where an upload stands."""

    WAITING = "waiting"
    SENDING = "sending"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Upload:
    """One file on its way, from the drop to its media item."""

    id: int
    path: Path
    folder: Id | None
    size: int = 0
    """Bytes."""
    mime: str = "application/octet-stream"
    title: str = ""
    progress: Progress = Progress.WAITING
    percent: int = 0
    reason: str = ""
    """Why it failed, or was not sent at all."""
    started: float = 0.0
    """Seconds of the monotonic clock."""
    media: MediaItem | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more will happen to it by itself."""
        return self.progress not in (Progress.WAITING, Progress.SENDING)

    def rate(self, now: float) -> float:
        """Bytes a second so far; 0 before there is anything to measure."""
        elapsed = now - self.started
        return self.size * self.percent / 100 / elapsed if self.started and elapsed > 0 else 0.0


@dataclass(frozen=True)
class UploadState:
    """The queue, in the order of adding."""

    uploads: tuple[Upload, ...] = ()

    @property
    def busy(self) -> bool:
        """Whether anything waits or is being sent."""
        return any(not upload.over for upload in self.uploads)


class UploadStore(Store[UploadState]):
    """Sends files; belongs to the console, not to a page, so leaving a page stops no upload."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """A file was added, moved on or ended."""

        state: UploadState

    @dataclass
    class Finished(Message, bubble=False):
        """Nothing waits any more; `sent` files arrived since the queue was last idle."""

        sent: int
        failed: int

    def __init__(
        self, media: MediaStore, limits: UploadLimits | None = None, at_once: int = AT_ONCE
    ) -> None:
        super().__init__(UploadState())
        self.limits = limits or UploadLimits()
        self.at_once = at_once
        self._media = media
        self._ids = count(1)
        self._sending: dict[int, asyncio.Task[None]] = {}
        self._running: asyncio.Task[None] | None = None

    def add(self, paths: Iterable[Path], folder: Id | None = None) -> tuple[Upload, ...]:
        """Put files into the queue; one that can't be sent is there too, failed with its reason."""
        added = tuple(self._examined(path, folder) for path in paths)
        self.change(uploads=(*self.state.uploads, *added))
        return added

    def start(self) -> None:
        """Begin to send what waits; returns at once."""
        if self._running is None or self._running.done():
            self._running = asyncio.get_running_loop().create_task(self.run())

    async def run(self) -> None:
        """Send what waits, some at a time, until nothing waits any more."""
        before = {upload.id for upload in self.state.uploads if upload.over}
        senders = [self._sender() for _ in range(self.at_once)]
        await asyncio.gather(*senders)
        ended = [upload for upload in self.state.uploads if upload.id not in before]
        sent = sum(upload.progress is Progress.DONE for upload in ended)
        failed = sum(upload.progress is Progress.FAILED for upload in ended)
        self.publish(self.Finished(sent, failed))

    def cancel(self, upload_id: int) -> None:
        """Take a waiting file out, or stop one that is being sent."""
        if (task := self._sending.get(upload_id)) is not None:
            task.cancel()
        upload = self._find(upload_id)
        if upload is not None and not upload.over:
            self._put(replace(upload, progress=Progress.CANCELLED, reason="cancelled"))

    def cancel_all(self) -> None:
        """Stop everything; called before the console ends."""
        for upload in self.state.uploads:
            self.cancel(upload.id)

    def retry(self, upload_id: int) -> None:
        """Look at a file again and put it back into the queue."""
        upload = self._find(upload_id)
        if upload is not None and upload.progress in (Progress.FAILED, Progress.CANCELLED):
            again = self._examined(upload.path, upload.folder)
            self._put(replace(again, id=upload.id, title=upload.title))
            self.start()

    def clear(self) -> None:
        """Forget what is over."""
        self.change(uploads=tuple(upload for upload in self.state.uploads if not upload.over))

    async def _sender(self) -> None:
        while (upload := self._next()) is not None:
            sending = replace(upload, progress=Progress.SENDING, percent=0, started=monotonic())
            self._put(sending)
            task = asyncio.get_running_loop().create_task(self._send(sending))
            self._sending[upload.id] = task
            try:
                await task
            except asyncio.CancelledError:
                if not task.cancelled():
                    task.cancel()
                    raise  # We ourselves are ended, not this one file.
            finally:
                self._sending.pop(upload.id, None)

    async def _send(self, upload: Upload) -> None:
        def moved(percent: int) -> None:
            current = self._find(upload.id)
            if current is not None and current.progress is Progress.SENDING:
                self._put(replace(current, percent=percent))

        try:
            media = await self._media.upload_media(
                upload.path, moved, title=upload.title, folder=upload.folder
            )
        except ApiError as error:
            self._put(replace(upload, progress=Progress.FAILED, reason=_reason(error)))
        except OSError as error:
            self._put(replace(upload, progress=Progress.FAILED, reason=_os_reason(error)))
        else:
            self._put(replace(upload, progress=Progress.DONE, percent=100, media=media))

    def _next(self) -> Upload | None:
        waiting = (one for one in self.state.uploads if one.progress is Progress.WAITING)
        return next(waiting, None)

    def _find(self, upload_id: int) -> Upload | None:
        return next((one for one in self.state.uploads if one.id == upload_id), None)

    def _put(self, upload: Upload) -> None:
        uploads = (upload if one.id == upload.id else one for one in self.state.uploads)
        self.change(uploads=tuple(uploads))

    def _examined(self, path: Path, folder: Id | None) -> Upload:
        """A queue entry for a file, failed already where it can't or may not be sent."""
        mime = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        upload = Upload(next(self._ids), path, folder, mime=mime, title=path.stem)
        try:
            size = path.stat().st_size
            reason = "a folder, not a file" if path.is_dir() else self.limits.refusal(mime, size)
            reason = reason if size or reason else "the file is empty"
        except OSError as error:
            size, reason = 0, _os_reason(error)
        progress = Progress.FAILED if reason else Progress.WAITING
        return replace(upload, size=size, progress=progress, reason=reason or "")


def _reason(error: ApiError) -> str:
    messages = [message for found in error.errors.values() for message in found]
    return messages[0] if messages else str(error)


def _os_reason(error: OSError) -> str:
    return (error.strerror or "it could not be read").lower()


def _named(family: str) -> str:
    return {"image": "pictures", "video": "videos"}.get(family, "files of this kind")
