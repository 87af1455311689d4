"""Folder commands: create, rename, move, delete and go to."""

from __future__ import annotations

from svc_tui.models.media import MediaFolder
from svc_tui.stores.media.attempt import attempt
from svc_tui.widgets.command import Blocked, Command, Controller
from svc_tui.widgets.media import questions
from svc_tui.widgets.media.breadcrumbs import folder_title
from svc_tui.widgets.media.details import Details
from svc_tui.widgets.media.folder_dialog import SvcMediaFolderDialog
from svc_tui.widgets.media.folder_tree import FolderPicker, Target
from svc_tui.widgets.media.host import MediaHost, confirmed_deletion, report


class FolderCommands(Controller):
    """Acts on folders; asks first."""

    GROUP = "Media"

    def __init__(self, host: MediaHost, details: Details) -> None:
        self._host = host
        self._details = details

    def enter(self, folder: MediaFolder) -> None:
        """Show what is in a folder."""
        self._host.point_at(None)
        self._details.leave_for(self._host.store.navigate_to_folder(folder))

    def up(self) -> None:
        """Show the folder above, with the cursor on this one."""
        store = self._host.store
        if (here := store.state.parent_folder) is not None:
            self._host.point_at(f"folder:{here.id}")
            self._details.leave_for(store.go_up())

    def back(self) -> None:
        """Leave the search, then the marks, then the folder: one per call."""
        store = self._host.store
        if store.state.looking:
            store.stop_looking()
        elif store.state.edit_list:
            store.edit_select_none()
        else:
            self.up()

    def no_creating(self) -> Blocked | None:
        return self._host.permissions.blocked("add", "Creating a folder")

    def create(self) -> None:
        """Ask for a name, and create a folder in the open one."""
        host = self._host

        async def save(name: str) -> str:
            outcome = await attempt(host.store.update_or_create_folder(name))
            if outcome.result is not None:
                host.point_at(f"folder:{outcome.result.id}")
            return outcome.about("name")

        here = folder_title(host.store.state.parent_folder)
        host.app.push_screen(SvcMediaFolderDialog(f"New folder in {here}", save))

    def rename(self, folder: MediaFolder) -> None:
        """Ask for another name."""

        async def save(name: str) -> str:
            renaming = self._host.store.update_or_create_folder(name, id=folder.id)
            return (await attempt(renaming)).about("name")

        self._host.app.push_screen(SvcMediaFolderDialog("Rename folder", save, folder.name))

    def go_to(self) -> None:
        self._host.work.ask(self._choose_and_go())

    async def _choose_and_go(self) -> None:
        target = await self.choose("Go to folder")
        if target is not None:
            self._host.point_at(None)
            self._details.leave_for(self._host.store.navigate_to_folder(target.folder))

    async def choose(
        self, heading: str, about: str = "", excluded: MediaFolder | None = None
    ) -> Target | None:
        """Ask for any folder of the library, the root included; None if cancelled."""
        store = self._host.store
        picker = FolderPicker(
            heading,
            store.peek,
            about=about,
            excluded=excluded.id if excluded else None,
            start=store.state.parent_folders,
        )
        target: Target | None = await self._host.app.push_screen_wait(picker)
        return target

    async def move(self, folder: MediaFolder) -> None:
        """Ask for a target, and move the folder there."""
        about = "A folder can't be moved into itself or its subfolders."
        target = await self.choose(f"Move {folder_title(folder)} to", about, excluded=folder)
        if target is None:
            return
        svc, parent = self._host.svc, target.folder.id if target.folder else None
        if parent == folder.parent:
            svc.snack.show(f"{folder_title(folder)} is already there.")
            return
        moving = self._host.store.update_or_create_folder(id=folder.id, parent=parent)
        done = f"Moved {folder_title(folder)} to {folder_title(target.folder)}."
        self._host.app.run_worker(report(svc, moving, done, "Not moved."))

    async def delete(self, folder: MediaFolder) -> None:
        """Ask, then delete the folder."""
        host = self._host
        inside = (await attempt(host.store.peek(folder))).result
        words = questions.about_deleting_folder(folder, inside)
        if await confirmed_deletion(host.svc, "Delete this folder?", words):
            deleting = host.store.delete_folder(folder)
            host.app.run_worker(report(host.svc, deleting, f"Deleted: {folder_title(folder)}"))

    COMMANDS = (
        Command(
            "media.new_folder",
            "N",
            "New folder",
            create,
            no_creating,
            help="Create a folder here.",
            shown=True,
        ),
        Command("media.tree", "t", "Folders", go_to, help="Go to any folder."),
    )
