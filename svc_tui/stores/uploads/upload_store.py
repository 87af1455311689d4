"""The upload queue: limits checked before sending, one progress per file, two at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING

from textual.message import Message

from svc_tui.api.errors import ApiError, Unauthorized
from svc_tui.api.multipart import UNKNOWN, mime_of
from svc_tui.models.arguments import checks_arguments
from svc_tui.models.media import TRANSLATED, MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.record.save_report import server_changed
from svc_tui.stores.uploads.upload_checks import (
    GONE,
    UploadLimits,
    file_fingerprint,
    not_sendable,
    os_reason,
    reason_of,
    title_of,
)
from svc_tui.stores.uploads.upload_lookup import find_uploaded
from svc_tui.text import clean, cut, filename, human_size, plural

if TYPE_CHECKING:
    from svc_tui.stores.media.media_store import MediaStore

MAYBE_STORED = "it may have been saved"
FOUND = "no response, but it is in the library"

LIBRARY = "Media"
"""The name of the folder that has no other around it."""

TORN = "it changed during the upload, so check the uploaded file: it may be corrupted"

LOG = logging.getLogger("svc_tui")

ALL_OUT = 99
"""Percent at which only the backend's answer is missing."""

PACE = 0.2
"""Seconds between two steps of a bar."""

AT_ONCE = 2
"""Default number of concurrent uploads."""


class Progress(StrEnum):
    """The state of an upload."""

    WAITING = "waiting"
    SENDING = "sending"
    DONE = "done"
    FAILED = "failed"
    UNKNOWN = "unknown"
    """It was sent completely, and it is unknown whether the backend has stored it."""
    SKIPPED = "skipped"
    """It was rejected before the upload; the user has seen why."""
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Upload:
    """A file being uploaded, from the drop to its media item."""

    id: int
    path: Path
    folder: Id | None
    size: int = 0
    """Bytes."""
    mime: str = UNKNOWN
    title: str = ""
    alt_text: str = ""
    description: str = ""
    progress: Progress = Progress.WAITING
    percent: int = 0
    reason: str = ""
    """Why it failed or was not sent; a note if it is done."""
    error: ApiError | None = None
    """The backend's error, if any."""
    started: float = 0.0
    ended: float = 0.0
    """Seconds of the monotonic clock; 0 before that."""
    began: float = 0.0
    """When it was first sent, in seconds since 1970; 0 before that."""
    media: MediaItem | None = None
    before: tuple[Id, ...] = ()
    """Files with its name and size that the library had before."""
    alike: MediaItem | None = None
    """A file of the library that may be this one."""

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.progress not in (Progress.WAITING, Progress.SENDING)

    @property
    def may_go_again(self) -> bool:
        """Whether it has ended without arriving."""
        return self.over and self.progress is not Progress.DONE

    @property
    def unsure(self) -> bool:
        """Whether it may be in the library, so that sending it again may duplicate it."""
        torn = self.progress is Progress.FAILED and self.media is not None
        return torn or self.progress is Progress.UNKNOWN

    @property
    def held(self) -> bool:
        """Whether it continues after the next sign-in."""
        return self.progress is Progress.FAILED and isinstance(self.error, Unauthorized)

    @property
    def sent(self) -> float:
        """Bytes sent so far, to a whole percent."""
        return self.size * self.percent / 100

    def rate(self, now: float) -> float:
        """Return bytes a second so far; 0 before there is anything to measure."""
        elapsed = (self.ended or now) - self.started
        return self.sent / elapsed if self.started and elapsed > 0 else 0.0

    def left(self, now: float) -> float | None:
        """Return the estimated seconds left; None while the rate is unknown."""
        rate = self.rate(now)
        return (self.size - self.sent) / rate if rate > 0 else None


@dataclass(frozen=True)
class UploadState:
    """The queue, in the order of adding."""

    uploads: tuple[Upload, ...] = ()

    @property
    def busy(self) -> bool:
        return any(not upload.over for upload in self.uploads)


@checks_arguments()
class UploadStore(Store[UploadState]):
    """Sends files; belongs to the console, so uploads continue when you leave a page."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """An upload was added, progressed or finished."""

        state: UploadState

    @dataclass
    class Finished(Message, bubble=False):
        """The queue is empty; counts the results since it was last idle."""

        sent: int
        failed: int
        skipped: tuple[Upload, ...] = ()
        unknown: int = 0
        place: str = ""
        """The name of their folder, or the number of their folders; "" if it is unknown."""

        @property
        def words(self) -> str:
            """`8 files uploaded to Press, 1 skipped (a.png: the file is empty).`; "" for none."""
            place = f" to {self.place}" * bool(self.place)
            parts = [f"{plural(self.sent, 'file', 'files')} uploaded{place}"] if self.sent else []
            if self.skipped:
                first = self.skipped[0]
                more = len(self.skipped) - 1
                rest = f", and {plural(more, 'other', 'others')}" if more else ""
                why = f"{filename(first.path.name)}: {first.reason}{rest}"
                parts.append(f"{len(self.skipped)} skipped ({why})")
            return f"{', '.join(parts)}." if parts else ""

    def __init__(
        self, media: MediaStore, limits: UploadLimits | None = None, at_once: int = AT_ONCE
    ) -> None:
        super().__init__(UploadState())
        self.limits = limits or UploadLimits()
        self.at_once = at_once
        self._media = media
        self._ids = count(1)
        self._sending: dict[int, asyncio.Task[None]] = {}
        self._shown_at: dict[int, float] = {}
        """The time of the last step of each file's bar."""
        self._again: set[int] = set()
        """Cancelled files to send again as soon as their old task has ended."""
        self._batch: set[int] = set()
        """Files to count in the next `Finished`."""
        self._cleared: list[Upload] = []
        """Those of them that were cleared already."""

    def examine(self, paths: Iterable[Path], folder: Id | None = None) -> tuple[Upload, ...]:
        """Return queue entries for files; those that can't be sent have failed already."""
        return tuple(self._examined(path, folder) for path in paths)

    def add(self, paths: Iterable[Path], folder: Id | None = None) -> tuple[Upload, ...]:
        """Add files to the queue; those that can't be sent are listed as failed, with why."""
        return self.queue(self.examine(paths, folder))

    def queue(self, uploads: Iterable[Upload]) -> tuple[Upload, ...]:
        """Add checked files to the queue, with their text."""
        added = tuple(uploads)
        self._batch |= {upload.id for upload in added}
        self.change(uploads=(*self.state.uploads, *added))
        return added

    def start(self) -> None:
        """Start sending waiting files, a few at a time; return immediately."""
        while len(self._sending) < self.at_once and (upload := self._next()) is not None:
            self._begin(upload)
        if not self._sending and self._batch:
            self._tell_finished()

    async def run(self) -> None:
        """Upload the queued files; return when the queue is empty."""
        self.start()
        while self._sending:
            await asyncio.wait(self._sending.values())

    def cancel(self, upload_id: int) -> None:
        """Remove a waiting file, or stop one that is being sent."""
        upload = self._find(upload_id)
        if upload is None or upload.over:
            return
        if upload.percent >= ALL_OUT:
            # All bytes are sent: the backend may store them, and its answer will be lost.
            late = f"{MAYBE_STORED}: all of it was sent before you cancelled"
            self._end(upload_id, Progress.UNKNOWN, late)
        else:
            self._end(upload_id, Progress.CANCELLED, "cancelled")
        if (task := self._sending.get(upload_id)) is not None:
            task.cancel()

    def cancel_all(self) -> None:
        """Stop everything; called before the console ends."""
        for upload in self.state.uploads:
            self.cancel(upload.id)

    async def aclose(self) -> None:
        """Stop everything, and return when it has ended."""
        self.cancel_all()
        while self._sending:
            await asyncio.wait(self._sending.values())

    async def look(self, upload_id: int) -> Upload | None:
        """Look for a file in the library, if it is unknown whether it arrived.

        Returns its new state: done if it was found, else still unsure.
        """
        upload = self._find(upload_id)
        if upload is None or upload.progress is not Progress.UNKNOWN:
            return upload
        looked = await self._with_lookup(upload)
        if (now := self._find(upload_id)) == upload:
            self._put(looked)
            if looked.media is not None:
                self._media.arrived(looked.media)
            return looked
        return now

    def retry(self, upload_id: int, *, twice: bool = False) -> None:
        """Check a file again and put it back into the queue.

        One that may be in the library already is only sent with `twice`, as that may duplicate it.
        """
        upload = self._find(upload_id)
        if upload is None or not upload.may_go_again or (upload.unsure and not twice):
            return
        if upload_id in self._sending:
            self._again.add(upload_id)
            return
        again = self._examined(upload.path, upload.folder)
        texts = {key: getattr(upload, key) for key in TRANSLATED}
        self._batch.add(upload_id)
        # Files similar to it now are not the one to be sent next.
        like = [one.id for one in (upload.media, upload.alike) if one is not None]
        self._put(replace(again, id=upload_id, before=(*upload.before, *like), **texts))
        self.start()

    def resume(self) -> None:
        """Send the files that waited for a sign-in."""
        for upload in self.state.uploads:
            if upload.held:
                self.retry(upload.id)

    def clear(self, *, unsure: bool = True) -> None:
        """Remove finished uploads; `Finished` still counts them.

        Without `unsure`, those that may be in the library stay, as their result is unknown.
        """
        gone = {one.id for one in self.state.uploads if one.over and (unsure or not one.unsure)}
        batch = (upload for upload in self.state.uploads if upload.id in self._batch)
        self._cleared += [upload for upload in batch if upload.id in gone]
        self.change(uploads=tuple(one for one in self.state.uploads if one.id not in gone))

    def _begin(self, upload: Upload) -> None:
        sending = replace(
            upload, progress=Progress.SENDING, percent=0, started=monotonic(), began=time()
        )
        self._put(sending)
        task = asyncio.get_running_loop().create_task(self._send(sending))
        self._sending[upload.id] = task
        task.add_done_callback(lambda task: self._ended(upload.id, task))

    def _ended(self, upload_id: int, task: asyncio.Task[None]) -> None:
        """Make room for the next file."""
        del self._sending[upload_id]
        self._shown_at.pop(upload_id, None)
        upload = self._find(upload_id)
        if task.cancelled() and upload is not None and not upload.over:
            self.cancel_all()  # This file was not cancelled; the program is ending.
        if upload_id in self._again:
            self._again.discard(upload_id)
            self.retry(upload_id, twice=True)  # The user was asked before.
        self.start()

    async def _send(self, upload: Upload) -> None:
        """Send one file; any failure becomes its state, as no caller awaits this task."""
        try:
            before = await asyncio.to_thread(file_fingerprint, upload.path)
            if reason := self._changed_since(upload, before):
                self._end(upload.id, Progress.FAILED, reason)
                return
            media = await self._media.upload_media(
                upload.path,
                lambda percent: self._moved(upload.id, percent),
                title=upload.title,
                folder=upload.folder,
                alt_text=upload.alt_text,
                description=upload.description,
            )
            after = await asyncio.to_thread(file_fingerprint, upload.path, missing_ok=True)
            torn = after not in (before, GONE)
        except ApiError as error:
            if error.may_have_been_applied:
                await self._look_up(upload.id, error)
                return
            self._end(upload.id, Progress.FAILED, reason_of(error), error=error)
            if isinstance(error, Unauthorized):
                self._hold(error)
        except OSError as error:
            self._end(upload.id, Progress.FAILED, os_reason(error))
        except Exception as error:
            LOG.exception("An upload failed unexpectedly. See :log.")
            current = self._find(upload.id)
            out = current is not None and current.percent >= ALL_OUT
            how = Progress.UNKNOWN if out else Progress.FAILED
            self._end(upload.id, how, f"unexpected: {type(error).__name__}")
        else:
            if torn:
                self._end(upload.id, Progress.FAILED, TORN, media=media)
            else:
                notes = filter(None, (self._made_smaller(upload, media), _renamed(upload, media)))
                self._end(upload.id, Progress.DONE, "; ".join(notes), media)

    async def _look_up(self, upload_id: int, error: ApiError) -> None:
        """Find out whether a file arrived without a clear answer."""
        upload = self._find(upload_id)
        if upload is None or upload.over:
            return
        looked = await self._with_lookup(replace(upload, error=error))
        self._end(upload_id, looked.progress, looked.reason, looked.media, error, looked.alike)
        if looked.media is not None:
            self._media.arrived(looked.media)

    async def _with_lookup(self, upload: Upload) -> Upload:
        """Return the upload after checking the library."""
        others = {one.media.id for one in self.state.uploads if one.media is not None}
        seen = await find_uploaded(self._media.api, upload, {*others, *upload.before})
        if seen.found is not None:
            return replace(
                upload, progress=Progress.DONE, percent=100, reason=FOUND, media=seen.found
            )
        if seen.alike is not None:
            where = f"the library has a similar file ({filename(seen.alike.name)})"
        elif seen.complete:
            where = "it is not in the library yet"
        else:
            where = "the library could not be searched completely"
        why = f" {upload.error.what()}" if upload.error is not None else ""
        reason = f"{MAYBE_STORED}; {where}.{why}"
        return replace(upload, progress=Progress.UNKNOWN, reason=reason, alike=seen.alike)

    def _made_smaller(self, upload: Upload, media: MediaItem) -> str:
        """Return a note about a picture that the backend scaled down."""
        dialect = self._media.api.dialect
        known = dialect.capabilities.shrinks_pictures and upload.mime.startswith("image/")
        if not known or not 0 < media.size < upload.size:
            return ""
        sizes = f"from {human_size(upload.size)} to {human_size(media.size)}"
        return f"resized by {dialect.called} {sizes}"

    def _hold(self, error: Unauthorized) -> None:
        """Keep waiting files: each would be sent completely, only to be refused too."""
        for upload in self.state.uploads:
            if upload.progress is Progress.WAITING:
                self._end(upload.id, Progress.FAILED, reason_of(error), error=error)

    def _changed_since(self, upload: Upload, face: tuple[int, int]) -> str | None:
        """Return why a file that has changed since it was checked is not sent."""
        size = face[0]
        if not size:
            return "the file is now empty"
        return self.limits.refusal(upload.mime, size) if size != upload.size else None

    def _moved(self, upload_id: int, percent: int) -> None:
        current = self._find(upload_id)
        if current is None or current.progress is not Progress.SENDING:
            return
        now = monotonic()
        if percent < ALL_OUT and now - self._shown_at.get(upload_id, -PACE) < PACE:
            return
        self._shown_at[upload_id] = now
        self._put(replace(current, percent=percent))

    def _end(
        self,
        upload_id: int,
        how: Progress,
        reason: str = "",
        media: MediaItem | None = None,
        error: ApiError | None = None,
        alike: MediaItem | None = None,
    ) -> None:
        current = self._find(upload_id)
        if current is not None and not current.over:
            percent = 100 if how is Progress.DONE else current.percent
            self._put(
                replace(
                    current,
                    progress=how,
                    percent=percent,
                    reason=reason,
                    media=media,
                    error=error,
                    alike=alike,
                    ended=monotonic(),
                )
            )

    def _tell_finished(self) -> None:
        batch = [upload for upload in self.state.uploads if upload.id in self._batch]
        batch += self._cleared
        self._batch.clear()
        self._cleared = []
        done = [upload for upload in batch if upload.progress is Progress.DONE]
        failed = sum(upload.progress is Progress.FAILED for upload in batch)
        unknown = sum(upload.progress is Progress.UNKNOWN for upload in batch)
        skipped = tuple(upload for upload in batch if upload.progress is Progress.SKIPPED)
        place = self._place(done)
        self.publish(self.Finished(len(done), failed, skipped, unknown, place))

    def _place(self, uploads: Sequence[Upload]) -> str:
        """Return the name of the folder of these, or how many they are in; "" if it is unknown."""
        folders = {upload.folder for upload in uploads}
        if len(folders) != 1:
            return plural(len(folders), "folder", "folders") if folders else ""
        folder = folders.pop()
        return (
            LIBRARY if folder is None else cut(clean(self._media.state.names.get(folder, "")), 40)
        )

    def _next(self) -> Upload | None:
        waiting = (one for one in self.state.uploads if one.progress is Progress.WAITING)
        return next(waiting, None)

    def _find(self, upload_id: int) -> Upload | None:
        return next((one for one in self.state.uploads if one.id == upload_id), None)

    def _put(self, upload: Upload) -> None:
        uploads = (upload if one.id == upload.id else one for one in self.state.uploads)
        self.change(uploads=tuple(uploads))

    def _examined(self, path: Path, folder: Id | None) -> Upload:
        """Return a queue entry for a file, already failed if it can't or must not be sent."""
        mime = mime_of(path.name) or UNKNOWN
        upload = Upload(next(self._ids), path, folder, mime=mime, title=title_of(path))
        try:
            facts = path.stat()
        except (OSError, ValueError) as error:
            return replace(upload, progress=Progress.FAILED, reason=os_reason(error))
        reason = not_sendable(path, facts) or self.limits.refusal(mime, facts.st_size)
        progress = Progress.FAILED if reason else Progress.WAITING
        return replace(upload, size=facts.st_size, progress=progress, reason=reason or "")


def _renamed(upload: Upload, media: MediaItem) -> str:
    """Return a note about a typed title of which the backend stored another version."""
    typed, stored = upload.title.strip(), media.title.strip()
    if not stored or stored == typed or upload.title == title_of(upload.path):
        return ""
    return server_changed("“Title”", stored).rstrip(".")
