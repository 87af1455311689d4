"""Folders: made, renamed, moved and deleted."""

from __future__ import annotations

from svc_tui.models.media import MediaFolder
from svc_tui.stores.media.attempt import attempt
from svc_tui.widgets.media import questions
from svc_tui.widgets.media.base import MediaBase
from svc_tui.widgets.media.breadcrumbs import named
from svc_tui.widgets.media.folder_dialog import SvcMediaFolderDialog
from svc_tui.widgets.media.folder_tree import FolderPicker, Target


class FolderActions(MediaBase):
    """Asks first, does it, and tells."""

    def action_new_folder(self) -> None:
        """Ask for a name."""
        here = named(self.here)

        async def save(name: str) -> str:
            outcome = await attempt(self.store.update_or_create_folder(name))
            if outcome.result is not None:
                self._point_at(f"folder:{outcome.result.id}")
            return outcome.about("name")

        self.app.push_screen(SvcMediaFolderDialog(f"New folder in {here}", save))

    def rename_folder(self, folder: MediaFolder) -> None:
        """Ask for another name."""

        async def save(name: str) -> str:
            renaming = self.store.update_or_create_folder(name, id=folder.id)
            return (await attempt(renaming)).about("name")

        self.app.push_screen(SvcMediaFolderDialog("Rename folder", save, folder.name))

    def action_tree(self) -> None:
        """Go to any folder."""
        self._asking(self._choose_and_go())

    async def _choose_and_go(self) -> None:
        target = await self._folder_chosen("Go to folder")
        if target is not None:
            self._cursor = None
            self._after_unsaved_check(self.store.navigate_to_folder(target.folder))

    async def _folder_chosen(
        self, heading: str, about: str = "", barred: MediaFolder | None = None
    ) -> Target | None:
        """Any folder of the library; the root is one too."""
        picker = FolderPicker(
            heading,
            self.store.peek,
            about=about,
            barred=barred.id if barred else None,
            start=self.store.state.parent_folders,
        )
        target: Target | None = await self.app.push_screen_wait(picker)
        return target

    async def _ask_and_move_folder(self, folder: MediaFolder) -> None:
        about = "It can't go into itself or below."
        target = await self._folder_chosen(f"Move {named(folder)} to", about, barred=folder)
        if target is None:
            return
        parent = target.folder.id if target.folder else None
        if parent == folder.parent:
            self.svc.snack.show(f"{named(folder)} lies there already.")
            return
        moving = self.store.update_or_create_folder(id=folder.id, parent=parent)
        done = f"Moved {named(folder)} to {named(target.folder)}."
        self.ask(self._told(moving, done, "Not moved."))

    async def _ask_and_delete_folder(self, folder: MediaFolder) -> None:
        inside = (await attempt(self.store.peek(folder))).result
        words = questions.about_deleting_folder(folder, inside)
        if await self._sure("Delete this folder?", words):
            self.ask(self._told(self.store.delete_folder(folder), f"Deleted: {named(folder)}"))
