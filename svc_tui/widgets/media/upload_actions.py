"""Uploads: what is dropped or typed is looked at, asked about, and sent."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from textual import events, on
from textual.timer import Timer

from svc_tui.api.errors import ApiError
from svc_tui.stores.file_access import why_not
from svc_tui.stores.media.media_store import MediaStore
from svc_tui.stores.uploads.dropped_paths import DroppedPaths, Skipped, is_drop
from svc_tui.stores.uploads.upload_plan import UploadPlan, create_folders, plan_upload, twins
from svc_tui.stores.uploads.upload_store import Progress, Upload, UploadStore
from svc_tui.widgets.media import questions
from svc_tui.widgets.media.base import MediaBase
from svc_tui.widgets.media.breadcrumbs import named
from svc_tui.widgets.media.drop_area import SvcDropArea, told
from svc_tui.widgets.media.queue import SvcUploadQueue
from svc_tui.widgets.media.upload_dialog import UploadDialog, UploadRequest
from svc_tui.widgets.media.uploader import SvcMediaUploader

ARRIVAL_PAUSE = 0.4
"""Seconds in which arriving files are gathered before the folder is read again."""


class UploadActions(MediaBase):
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
        self.show_written()

    @on(UploadStore.Changed)
    def _show_uploads(self) -> None:
        place = named(self.store.state.parent_folder)
        if self.whole:
            self.uploader.show(self.uploads.state.uploads, place)

    @on(SvcDropArea.Files)
    def _take(self, event: SvcDropArea.Files) -> None:
        event.stop()
        if event.paths:
            self._asking(self._ask_and_upload(DroppedPaths(event.paths, event.skipped)))

    @on(SvcMediaUploader.Left)
    def _leave_uploader(self, event: SvcMediaUploader.Left) -> None:
        event.stop()
        self.gallery.focus()

    @on(SvcUploadQueue.CancelWanted)
    def _cancel_upload(self, event: SvcUploadQueue.CancelWanted) -> None:
        self.uploads.cancel(event.upload_id)

    @on(SvcUploadQueue.RetryWanted)
    def _retry_upload(self, event: SvcUploadQueue.RetryWanted) -> None:
        self._asking(self._retry(event.upload_id))

    @on(SvcUploadQueue.ClearWanted)
    def _clear_uploads(self) -> None:
        self.uploads.clear()
        if not self.uploads.state.uploads:
            self.gallery.focus()

    def on_paste(self, event: events.Paste) -> None:
        """A pasted path is a dropped file, wherever on the page it lands (decisions 2)."""
        if self.drop(event.text):
            event.stop()

    def drop(self, text: str) -> bool:
        """Take a pasted text for files; False when it is something else."""
        if not is_drop(text):
            return False
        if not self.may("add"):
            self.svc.snack.show(self.lacks("add", "Uploading"), "warning")
        else:
            self.uploader.drop_area.take(text)
        return True

    def action_browse(self) -> None:
        """Choose from the disk of this machine."""
        self.uploader.drop_area.browse()

    def action_upload(self) -> None:
        """Show where paths are typed."""
        self.uploader.open()

    async def _ask_and_upload(self, drop: DroppedPaths) -> None:
        """Show what it comes to; where nothing can be sent, that is said in the queue."""
        drop = await self._allowed(drop)
        # In a thread: a slow disk is asked about every file, and folders are walked.
        found = await asyncio.to_thread(plan_upload, drop.paths)
        looked = await asyncio.to_thread(self._examined, found)
        here = self.here
        skipped = (*drop.skipped, *found.skipped)
        if all(upload.over for upload in looked):
            self.uploader.say_skipped(told(skipped))
            await self._send(UploadRequest(looked, here), found)
            return
        dialog = UploadDialog(
            looked,
            here,
            skipped=skipped,
            folders=found.folders,
            peek=self.store.peek,
            twins=lambda folder, uploads: twins(
                self.store.api, folder.id if folder else None, uploads
            ),
        )
        order = await self.app.push_screen_wait(dialog)
        if order is not None:
            self.uploader.taken()
            self.ask(self._send(order, found))
        else:
            self.svc.snack.show("Nothing was uploaded.")

    async def _retry(self, upload_id: int) -> None:
        """Send a file again; one that may be in the library is looked up, then asked about."""
        upload = await self.uploads.look(upload_id)
        if upload is None:
            return
        twice = upload.unsure and await self.svc.confirm.ask(
            f"Send {upload.path.name} again?",
            questions.about_sending_again(upload),
            confirm_text="Send again",
            by_itself=True,
        )
        self.uploads.retry(upload_id, twice=twice)

    async def _allowed(self, drop: DroppedPaths) -> DroppedPaths:
        """Ask about each hidden file of the home; one whose name is not typed is left out."""
        paths, skipped = [], list(drop.skipped)
        for path in drop.paths:
            why = "" if path.is_dir() else await why_not(self.svc.confirm, path, "Send")
            if why:
                skipped.append(Skipped(path, why))
            else:
                paths.append(path)
        return DroppedPaths(tuple(paths), tuple(skipped))

    def _examined(self, found: UploadPlan) -> tuple[Upload, ...]:
        return self.uploads.examine(path for path, _ in found.files)

    async def _send(self, order: UploadRequest, found: UploadPlan) -> None:
        """Queue the files where they belong; new folders are made first, and only where needed."""
        target = order.folder.id if order.folder else None
        parts = dict(found.files)
        sent = UploadPlan(tuple((one.path, parts.get(one.path, ())) for one in order.uploads))
        made = await create_folders(self.store.api, target, sent.folders)
        ready = []
        for one in order.uploads:
            folder = made[parts.get(one.path, ())]
            if isinstance(folder, ApiError):
                why = f"its folder could not be made: {folder}"
                ready.append(replace(one, progress=Progress.FAILED, reason=why))
            else:
                ready.append(replace(one, folder=folder))
        self.uploads.queue(ready)
        self.uploads.start()
        if sent.folders and self.whole:
            self.show_written()
