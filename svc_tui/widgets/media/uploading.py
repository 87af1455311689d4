"""Uploads: check, confirm and send files that are dropped or typed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

from textual.timer import Timer

from svc_tui.api.errors import ApiError
from svc_tui.models.media import MediaItem
from svc_tui.stores.file_access import refusal_reason
from svc_tui.stores.uploads.dropped_paths import DroppedPaths, Skipped, is_drop
from svc_tui.stores.uploads.upload_plan import UploadPlan, create_folders, duplicates, plan_upload
from svc_tui.stores.uploads.upload_store import Progress, Upload, UploadStore
from svc_tui.widgets.command import Blocked, Command, Controller
from svc_tui.widgets.media import questions
from svc_tui.widgets.media.breadcrumbs import folder_title
from svc_tui.widgets.media.drop_area import skipped_text
from svc_tui.widgets.media.host import MediaHost
from svc_tui.widgets.media.upload_dialog import UploadDialog, UploadRequest
from svc_tui.widgets.media.uploader import SvcMediaUploader
from svc_tui.widgets.shell.effective_bindings import bound_key

ARRIVAL_PAUSE = 0.4
"""Seconds to collect finished uploads before the folder is reloaded."""


MAKING_FOLDERS = "Folders are being created for an upload. Its files won't be uploaded."
"""The reason to confirm quitting while an upload creates the folders of its files."""


class Uploading(Controller):
    """Files that are being uploaded to the library."""

    GROUP = "Media"

    def __init__(self, host: MediaHost, uploads: UploadStore, panel: SvcMediaUploader) -> None:
        self._host = host
        self._uploads = uploads
        self._panel = panel
        self._arrivals: Timer | None = None
        self._left_at: str | None = None
        """The entry under the cursor when files were sent; None once the cursor followed them."""

    def no_uploading(self) -> Blocked | None:
        return self._host.permissions.blocked("add", "Uploading")

    def show(self) -> None:
        if self._host.is_ready:
            place = folder_title(self._host.store.state.parent_folder)
            self._panel.show(self._uploads.state.uploads, place)

    def arrived(self, media: MediaItem) -> None:
        """Show uploaded files, several at once, if they belong to what is shown."""
        state = self._host.store.state
        here = state.parent_folder.id if state.parent_folder else None
        if (media.folder == here or state.everywhere) and self._arrivals is None:
            show = partial(self._show_arrivals, f"media:{media.id}")
            self._arrivals = self._host.work.later(ARRIVAL_PAUSE, show)

    def _show_arrivals(self, first: str) -> None:
        """Show the new files, with the cursor on the first one unless it was moved meanwhile."""
        self._arrivals = None
        self._host.show_written()
        if self._left_at is not None and self._left_at == self._host.gallery.current_key:
            self._host.point_at(first)
        self._left_at = None

    def take(self, drop: DroppedPaths) -> None:
        """Ask about files that were dropped or typed, then send them."""
        if drop.paths:
            self._host.work.ask(self._ask_and_upload(drop))

    def paste(self, text: str) -> bool:
        """Use pasted text as file paths; return False if it is something else."""
        if not is_drop(text):
            return False
        if (blocked := self.no_uploading()) is not None:
            self._host.svc.snack.show(blocked.reason, "warning")
        else:
            self._panel.drop_area.take(text)
        return True

    def browse(self) -> None:
        self._panel.drop_area.browse()

    def open(self) -> None:
        self._panel.open()

    def clear(self) -> None:
        """Remove finished uploads."""
        self._uploads.clear()
        if not self._uploads.state.uploads:
            self._host.gallery.focus()

    def cancel(self, upload_id: int) -> None:
        self._uploads.cancel(upload_id)

    def retry(self, upload_id: int) -> None:
        """Send a file again; one that may be in the library is checked, then asked about."""
        self._host.work.ask(self._retry(upload_id))

    async def _retry(self, upload_id: int) -> None:
        upload = await self._uploads.look(upload_id)
        if upload is None:
            return
        twice = upload.unsure and await self._host.svc.confirm.ask(
            f"Send {upload.path.name} again?",
            questions.about_sending_again(upload),
            confirm_text="Send again",
            by_itself=True,
        )
        self._uploads.retry(upload_id, twice=twice)

    async def _ask_and_upload(self, drop: DroppedPaths) -> None:
        """Show what would be sent; if nothing can be, the queue says why."""
        host, panel = self._host, self._panel
        drop = await self._allowed(drop)
        # In a thread: every file is checked on a possibly slow disk, and folders are walked.
        found = await asyncio.to_thread(plan_upload, drop.paths)
        looked = await asyncio.to_thread(self._examined, found)
        here = host.store.state.parent_folder
        skipped = (*drop.skipped, *found.skipped)
        if all(upload.over for upload in looked):
            panel.say_skipped(skipped_text(skipped))
            await self._send(UploadRequest(looked, here), found)
            return
        known = await host.store.lang_info()
        dialog = UploadDialog(
            looked,
            here,
            skipped=skipped,
            folders=found.folders,
            lang=known.default or None,
            languages=len(known.languages),
            peek=host.store.peek,
            duplicates=lambda folder, uploads: duplicates(
                host.store.api, folder.id if folder else None, uploads
            ),
        )
        was_open = panel.put_away()
        with host.svc.doing(lambda: dialog.unsent):
            order = await host.app.push_screen_wait(dialog)
        if order is not None:
            panel.taken()
            host.app.run_worker(self._send(order, found))
        else:
            if was_open:
                panel.open()
            panel.drop_area.restore()
            host.svc.snack.show("Nothing was uploaded.")

    async def _allowed(self, drop: DroppedPaths) -> DroppedPaths:
        """Ask about each hidden file of the home; one whose name is not typed is left out."""
        paths, skipped = [], list(drop.skipped)
        for path in drop.paths:
            why = (
                "" if path.is_dir() else await refusal_reason(self._host.svc.confirm, path, "Send")
            )
            if why:
                skipped.append(Skipped(path, why))
            else:
                paths.append(path)
        return DroppedPaths(tuple(paths), tuple(skipped))

    def _examined(self, found: UploadPlan) -> tuple[Upload, ...]:
        return self._uploads.examine(path for path, _ in found.files)

    async def _send(self, order: UploadRequest, found: UploadPlan) -> None:
        """Queue the files with their folders; new folders are created first, if needed."""
        target = order.folder.id if order.folder else None
        parts = dict(found.files)
        sent = UploadPlan(tuple((one.path, parts.get(one.path, ())) for one in order.uploads))
        with self._host.svc.doing(lambda: MAKING_FOLDERS):
            made = await create_folders(self._host.store.api, target, sent.folders)
        ready = []
        for one in order.uploads:
            folder = made[parts.get(one.path, ())]
            if isinstance(folder, ApiError):
                why = f"its folder could not be created: {folder}"
                ready.append(replace(one, progress=Progress.FAILED, reason=why))
            else:
                ready.append(replace(one, folder=folder))
        self._uploads.queue(ready)
        self._left_at = self._host.gallery.current_key
        self._uploads.start()
        if sent.folders and self._host.is_ready:
            self._host.show_written()

    def say_ways_to_add(self) -> None:
        """Show the keys that add a file or a folder."""
        app = self._host.app
        upload = bound_key(app, "media.upload", "U")
        folder = bound_key(app, "media.new_folder", "N")
        words = f"Press {upload} to upload files, or {folder} to create a folder."
        self._host.svc.snack.show(words)

    COMMANDS = (
        Command(
            "media.new",
            "n,ctrl+n",
            "New",
            say_ways_to_add,
            no_uploading,
            help="Show which keys add files and folders.",
        ),
        Command(
            "media.upload",
            "U",
            "Upload",
            open,
            no_uploading,
            help="Upload files to this folder.",
            shown=True,
        ),
        Command(
            "media.browse",
            "o",
            "Browse",
            browse,
            no_uploading,
            help="Browse files on this machine.",
        ),
    )
