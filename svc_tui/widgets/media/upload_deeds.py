"""Uploads: what is dropped or typed is looked at, asked about, and sent."""

from __future__ import annotations

import asyncio

from textual import on
from textual.timer import Timer

from svc_tui.models.media import MediaFolder
from svc_tui.stores.dropped import Drop, is_drop
from svc_tui.stores.media import MediaStore
from svc_tui.stores.uploads import UploadStore
from svc_tui.widgets.media import questions
from svc_tui.widgets.media.base import MediaBase
from svc_tui.widgets.media.breadcrumbs import named
from svc_tui.widgets.media.drop_area import SvcDropArea
from svc_tui.widgets.media.queue import SvcUploadQueue
from svc_tui.widgets.media.uploader import SvcMediaUploader

ARRIVAL_PAUSE = 0.4
"""Seconds in which arriving files are gathered before the folder is read again."""


class UploadDeeds(MediaBase):
    """Files on their way into the library."""

    _arrivals: Timer | None = None

    @on(MediaStore.Uploaded)
    def _arrived(self, event: MediaStore.Uploaded) -> None:
        """A file arrived: where it belongs to what is shown, look again, once for several."""
        here = self.store.state.parent_folder
        same = event.media.folder == (here.id if here else None)
        if (same or self.store.state.everywhere) and self._arrivals is None:
            self._arrivals = self.set_timer(ARRIVAL_PAUSE, self._show_arrivals)

    def _show_arrivals(self) -> None:
        self._arrivals = None
        self.refresh_files()

    @on(UploadStore.Changed)
    def _show_uploads(self) -> None:
        place = named(self.store.state.parent_folder)
        if self.whole:
            self.uploader.show(self.uploads.state.uploads, place)

    @on(SvcDropArea.Files)
    def _take(self, event: SvcDropArea.Files) -> None:
        event.stop()
        drop = Drop(event.paths, event.skipped)
        if event.dropped:
            self.run_worker(self._ask_and_upload(drop), group="question", exclusive=True)
        else:
            self._send(drop, self.store.state.parent_folder)

    @on(SvcMediaUploader.Left)
    def _leave_uploader(self, event: SvcMediaUploader.Left) -> None:
        event.stop()
        self.gallery.focus()

    @on(SvcUploadQueue.CancelWanted)
    def _cancel_upload(self, event: SvcUploadQueue.CancelWanted) -> None:
        self.uploads.cancel(event.upload_id)

    @on(SvcUploadQueue.RetryWanted)
    def _retry_upload(self, event: SvcUploadQueue.RetryWanted) -> None:
        self.uploads.retry(event.upload_id)

    @on(SvcUploadQueue.ClearWanted)
    def _clear_uploads(self) -> None:
        self.uploads.clear()
        if not self.uploads.state.uploads:
            self.gallery.focus()

    def drop(self, text: str) -> bool:
        """Take a pasted text for files; False when it is something else."""
        if not is_drop(text):
            return False
        if not self.may("add"):
            words = f"You may not upload files here: that needs {self.right('add')}."
            self.svc.snack.show(words, "warning")
        else:
            self.uploader.drop_area.take(text)
        return True

    def action_upload(self) -> None:
        """Show where paths are typed."""
        self.uploader.open()

    async def _ask_and_upload(self, drop: Drop) -> None:
        folder = self.here
        # In a thread: a slow disk is asked about every file.
        looked = await asyncio.to_thread(self.uploads.examine, drop.paths)
        words = questions.about_sending(looked, drop.skipped, named(folder))
        good = any(not upload.over for upload in looked)
        if not good or await self.svc.confirm.ask("Upload", words, confirm_text="Upload"):
            self._send(drop, folder)

    def _send(self, drop: Drop, folder: MediaFolder | None) -> None:
        if drop.paths:
            self.uploads.add(drop.paths, folder.id if folder else None)
            self.uploads.start()
