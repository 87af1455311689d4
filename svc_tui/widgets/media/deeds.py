"""What is done to files and folders: asked first, then done, then told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.stores.attempt import Outcome, attempt
from svc_tui.stores.confirm import Choice
from svc_tui.stores.dropped import Drop
from svc_tui.stores.media import MediaStore
from svc_tui.stores.uploads import UploadStore
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.media import questions
from svc_tui.widgets.media.breadcrumbs import named
from svc_tui.widgets.media.editor import SvcMediaEditor
from svc_tui.widgets.media.folder_dialog import SvcMediaFolderDialog
from svc_tui.widgets.media.gallery import SvcMediaGallery
from svc_tui.widgets.media.uploader import SvcMediaUploader

ResultT = TypeVar("ResultT")


class MediaDeeds(SvcWidget):
    """The half of the manager that acts; the other half looks and listens."""

    store: MediaStore
    uploads: UploadStore
    no_folders = False
    _cursor: str | None = None
    """The entry to put the cursor on as soon as it is there."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._writing = asyncio.Lock()

    @property
    def gallery(self) -> SvcMediaGallery:
        """The list."""
        return self.query_one(SvcMediaGallery)

    @property
    def editor(self) -> SvcMediaEditor:
        """The details."""
        return self.query_one(SvcMediaEditor)

    @property
    def uploader(self) -> SvcMediaUploader:
        """The uploads."""
        return self.query_one(SvcMediaUploader)

    @property
    def whole(self) -> bool:
        """Whether the leaves are there: not before they are composed, and not while they go."""
        leaves = (SvcMediaGallery, SvcMediaEditor, SvcMediaUploader)
        return self.is_mounted and all(self.query(leaf) for leaf in leaves)

    def may(self, action: str) -> bool:
        """Whether the user holds `<action>_<permissions_model>`."""
        return self.svc.permissions.can(action, self.svc.config.media.permissions_model)

    async def may_leave(self) -> bool:
        """Whether what is typed may be left: asks to stay, save or discard."""
        async with self._writing:
            pass  # What is being written decides whether anything is left to ask about.
        if not self.editor.dirty:
            return True
        choices = (
            Choice("stay", "Stay", "n"),
            Choice("save", "Save", "s"),
            Choice("discard", "Discard", "x", dangerous=True),
        )
        words = "The texts of this file have been changed and not saved."
        answer = await self.svc.confirm.choose("Unsaved changes", words, choices, cancel="stay")
        if answer == "discard":
            self.editor.discard()
        elif answer == "save":
            await self._save_details()
        return not self.editor.dirty

    def refresh_files(self) -> None:
        """Ask for what is shown again."""
        self._load(self.store.refresh())

    def action_new_folder(self) -> None:
        """Ask for a name."""
        here = named(self.store.state.parent_folder)

        async def save(name: str) -> str:
            outcome = await attempt(self.store.update_or_create_folder(name))
            if outcome.result is not None:
                self._point_at(f"folder:{outcome.result.id}")
            return outcome.about("name")

        self.app.push_screen(SvcMediaFolderDialog(f"New folder in {here}", save))

    def action_rename(self) -> None:
        """Ask for another name; a file's name is among its details."""
        folder = self.gallery.current
        if not isinstance(folder, MediaFolder):
            self.action_edit()
            return

        async def save(name: str) -> str:
            renaming = self.store.update_or_create_folder(name, id=folder.id)
            return (await attempt(renaming)).about("name")

        self.app.push_screen(SvcMediaFolderDialog("Rename folder", save, folder.name))

    def action_edit(self) -> None:
        """Open the file's details, ready to type."""
        media = self.gallery.current
        if isinstance(media, MediaItem):
            self._unless_dirty(self._open_and_type(media), group="details")

    def action_delete(self) -> None:
        """Ask, then delete what is under the cursor."""
        entry = self.gallery.current
        if isinstance(entry, MediaFolder):
            self.run_worker(self._ask_and_delete_folder(entry), group="question", exclusive=True)
        elif entry is not None:
            self.run_worker(self._ask_and_delete(entry), group="question", exclusive=True)

    def _check_entry_action(self, action: str) -> bool | None:
        entry = self.gallery.current
        if action == "delete":
            return (True if entry is not None else None) if self.may("delete") else False
        if action in ("rename", "edit"):
            fits = isinstance(entry, MediaFolder if action == "rename" else MediaItem)
            return (True if fits or action == "rename" else None) if self.may("change") else False
        return True

    async def _open_and_type(self, media: MediaItem) -> None:
        await self.store.open_editor(media)
        if self.may("change"):
            self.call_after_refresh(self.editor.action_type)

    async def _close_details(self) -> None:
        if await self.may_leave():
            self.store.close_editor()

    async def _save_details(self) -> None:
        """Send what differs now; a second save waits for the first one, and finds nothing left."""
        async with self._writing:
            media, since = self.editor.draft, self.editor.original
            if media is None or since is None or not self.editor.dirty:
                self.svc.snack.show("Nothing to save.")
                return
            outcome = await attempt(self.store.update_media(media, since))
            if outcome.problem is None:
                self.svc.snack.show("Saved.", "success")
            if self.whole and outcome.problem is None:
                self.editor.saved(media)
            elif self.whole:
                self.editor.say(outcome.errors, f"Not saved. {outcome.problem}")

    async def _ask_and_delete(self, media: MediaItem) -> None:
        looked = (await attempt(self.store.look(media.id))).result
        words = questions.about_deleting(media, looked)
        if await self._sure("Delete this file?", words):
            self.ask(self._told(self.store.delete_media(media), f"Deleted: {media.name}"))

    async def _ask_and_delete_folder(self, folder: MediaFolder) -> None:
        inside = (await attempt(self.store.peek(folder))).result
        words = questions.about_deleting_folder(folder, inside)
        if await self._sure("Delete this folder?", words):
            self.ask(self._told(self.store.delete_folder(folder), f"Deleted: {named(folder)}"))

    async def _ask_and_upload(self, drop: Drop) -> None:
        folder = self.store.state.parent_folder
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

    async def _sure(self, title: str, words: str) -> bool:
        return await self.svc.confirm.ask(title, words, confirm_text="Delete", dangerous=True)

    async def _told(self, work: Awaitable[ResultT], done: str) -> Outcome[ResultT]:
        outcome = await attempt(work)
        if outcome.problem is None:
            self.svc.snack.show(done, "success")
        else:
            self.svc.snack.show(f"Not deleted. {outcome.problem}", "error", 8)
        return outcome

    def _load(self, work: Awaitable[object]) -> None:
        self.run_worker(work, group="load", exclusive=True)

    def _unless_dirty(self, work: Any, group: str = "load") -> None:
        """Go on to something else, unless the details hold what is not saved."""

        async def go() -> None:
            if group == "load" and self.store.state.edit_media is not None:
                self.store.close_editor()
            await work

        async def ask_first() -> None:
            if await self.may_leave():
                self.run_worker(go(), group=group, exclusive=True)
            else:
                work.close()

        if self.editor.dirty:  # Asked apart, so that files that arrive do not end the question.
            self.run_worker(ask_first(), group="question", exclusive=True)
        else:
            self.run_worker(go(), group=group, exclusive=True)

    def _point_at(self, key: str) -> None:
        """Put the cursor on an entry as soon as it is there."""
        self._cursor = key
        self.gallery.show(self.store.state, key, folders=not self.no_folders)
