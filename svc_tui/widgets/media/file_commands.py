"""Commands on one file or folder, or all marked files: rename, move, replace, delete."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.media.attempt import attempt
from svc_tui.stores.uploads.upload_store import Upload, UploadStore
from svc_tui.text import plural
from svc_tui.widgets.command import Blocked, Command, Controller
from svc_tui.widgets.media import questions
from svc_tui.widgets.media.breadcrumbs import folder_title
from svc_tui.widgets.media.bulk_files import BulkFiles
from svc_tui.widgets.media.details import Details
from svc_tui.widgets.media.folder_commands import FolderCommands
from svc_tui.widgets.media.host import MediaHost, confirmed_deletion, report
from svc_tui.widgets.media.replace_dialog import ReplaceDialog

NOTHING_TO = "There is no file or folder here to {}."
NO_FILE_TO_REPLACE = Blocked("There is no file here to replace. Use the arrows to go to one.")


class FileCommands(Controller):
    """Acts on the marked files, else on what is under the cursor."""

    GROUP = "Media"

    def __init__(
        self, host: MediaHost, details: Details, folders: FolderCommands, uploads: UploadStore
    ) -> None:
        self._host = host
        self._details = details
        self._folders = folders
        self._uploads = uploads
        self._bulk = BulkFiles(host, folders)

    def no_changing(self) -> Blocked | None:
        return self._host.permissions.blocked("change", "Editing")

    def no_deleting(self) -> Blocked | None:
        return self._host.permissions.blocked("delete", "Deleting") or self._nothing_to("delete")

    def no_moving(self) -> Blocked | None:
        return self._host.permissions.blocked("change", "Moving") or self._nothing_to("move")

    def _nothing_to(self, word: str) -> Blocked | None:
        """Return that no file is marked or under the cursor."""
        there = self._host.gallery.current is not None or self._host.store.state.edit_list
        return None if there else Blocked(NOTHING_TO.format(word))

    def no_replacing(self) -> Blocked | None:
        no_file = NO_FILE_TO_REPLACE if self._host.current_media is None else None
        return self._host.permissions.blocked("change", "Replacing") or no_file

    def mark_all(self) -> None:
        """Mark the page, and say so where there are more files than on it."""
        store = self._host.store
        store.edit_select_all()
        others = (store.state.count or 0) - len(store.state.medias)
        if others > 0 and store.state.edit_list_state.value:
            more = plural(others, "file is", "files are")
            self._host.svc.snack.show(f"Only this page was marked: {more} on other pages.")

    def no_marks(self) -> Blocked | None:
        marked = self._host.store.state.edit_list
        return None if marked else Blocked("Nothing is marked. Press Space to mark a file.")

    def list_marks(self) -> None:
        """List the marked files of all folders and pages; Enter opens one."""
        from svc_tui.widgets.listing.marks import MarksDialog

        store = self._host.store
        here = {media.id for media in store.state.medias}
        noun = ("marked file", "marked files")
        dialog = MarksDialog(store.flagged, here, store.edit_unselect, noun)
        self._host.app.push_screen(dialog, self._open_marked)

    def _open_marked(self, media_id: Id | None) -> None:
        store = self._host.store
        if media_id is not None:
            media = store.flagged_item(media_id) or MediaItem(media_id)
            self._details.leave_for(store.open_editor(media), group="details")

    def rename(self) -> None:
        """Ask for a new name of a folder; a file's name is in its details."""
        if isinstance(folder := self._host.gallery.current, MediaFolder):
            self._folders.rename(folder)
        else:
            self._details.edit()

    def delete(self) -> None:
        host, entry = self._host, self._host.gallery.current
        if host.store.state.edit_list:
            host.work.ask(self._bulk.delete_marked())
        elif isinstance(entry, MediaFolder):
            host.work.ask(self._folders.delete(entry))
        elif entry is not None:
            host.work.ask(self.delete_file(entry))

    def move(self) -> None:
        host, entry = self._host, self._host.gallery.current
        if host.store.state.edit_list:
            host.work.ask(self._bulk.move_marked())
        elif host.store.state.edit_media is None and isinstance(entry, MediaFolder):
            host.work.ask(self._folders.move(entry))
        elif (media := host.current_media) is not None:
            host.work.ask(self._move_file(media))

    def replace(self) -> None:
        """Ask for a file to replace this one's."""
        if (media := self._host.current_media) is not None:
            self._details.leave_for(self._replace(media), group="replace")

    async def _replace(self, media: MediaItem) -> None:
        host = self._host

        async def send(path: Path, keep: bool, tell: Callable[[int], object]) -> str:
            sending = host.store.replace_file(media.id, path, keep, on_progress=tell)
            outcome = await attempt(sending)
            said = outcome.problem or ""
            return said if outcome.unknown or not said else f"Not replaced. {said}"

        def examine(path: Path) -> Upload:
            return self._uploads.examine([path])[0]

        if await host.app.push_screen_wait(ReplaceDialog(media, examine, send)):
            host.svc.snack.show(f"Replaced: {media.name}", "success")

    async def delete_file(self, media: MediaItem) -> None:
        """Ask, with the records that use the file, then delete it."""
        host = self._host
        looked = (await attempt(host.store.look(media.id))).result
        words = questions.about_deleting(media, looked)
        if await confirmed_deletion(host.svc, "Delete this file?", words):
            deleting = host.store.delete_media(media)
            host.app.run_worker(report(host.svc, deleting, f"Deleted: {media.name}"))

    async def _move_file(self, media: MediaItem) -> None:
        target = await self._folders.choose(f"Move {media.name} to")
        if target is None:
            return
        host, svc = self._host, self._host.svc
        if media.folder == (target.folder.id if target.folder else None):
            svc.snack.show(f"{media.name} is already there.")
            return
        moving = host.store.move_media(media, target.folder)
        done = f"Moved {media.name} to {folder_title(target.folder)}."
        host.app.run_worker(report(svc, moving, done, "Not moved."))

    COMMANDS = (
        Command(
            "media.delete",
            "d",
            "Delete",
            delete,
            no_deleting,
            help="Delete this file or folder, or all marked. Asks first.",
            shown=True,
        ),
        Command("media.rename", "f2,i", "Rename", rename, no_changing, help="Rename this folder."),
        Command(
            "media.move",
            "M",
            "Move",
            move,
            no_moving,
            help="Move this file, or all marked files, to another folder.",
        ),
        Command(
            "media.replace",
            "R",
            "Replace",
            replace,
            no_replacing,
            help="Replace the file, keeping its record.",
        ),
        Command(
            "media.mark_all",
            "A",
            "Mark all",
            mark_all,
            help="Mark all files on this page, or unmark them.",
        ),
        Command(
            "media.marks",
            "O",
            "Marks",
            list_marks,
            no_marks,
            help="Show everything that is marked.",
        ),
    )
