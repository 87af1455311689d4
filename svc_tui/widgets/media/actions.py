"""What is done to files and folders: asked first, then done, then told."""

from __future__ import annotations

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.stores.unavailable_reason import FIRST_PAGE, LAST_PAGE
from svc_tui.widgets.media.copy_actions import CopyActions
from svc_tui.widgets.media.drawer_actions import DrawerActions
from svc_tui.widgets.media.picture_actions import PictureActions
from svc_tui.widgets.media.search_actions import SearchActions
from svc_tui.widgets.media.upload_actions import UploadActions

ADDS = {"upload": "Uploading", "browse": "Uploading", "new_folder": "Making a folder"}
"""What these keys do, as a sentence begins that says why one can't act now."""

ON_A_FILE = ("edit", "replace")
ON_ANYTHING = ("delete", "move")
"""Keys that act on what is under the cursor; the sentence calls these as they are named."""


class MediaActions(DrawerActions, SearchActions, UploadActions, CopyActions, PictureActions):
    """The half of the manager that acts; the other half looks and listens."""

    def action_rename(self) -> None:
        """Ask for another name; a file's name is among its details."""
        if isinstance(folder := self.gallery.current, MediaFolder):
            self.rename_folder(folder)
        else:
            self.action_edit()

    def action_mark_all(self) -> None:
        """Mark the whole page, or take its marks away."""
        self.store.edit_select_all()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> str:
        """Why a key of the library is dim."""
        if action == "zoom":
            return "There is no file here to preview: go to one with the arrows."
        if action == "prefix":
            return "There is no file here whose address could be copied."
        if action in ADDS and not self.may("add"):
            return self.lacks("add", ADDS[action])
        if action == "page":
            return LAST_PAGE if parameters == (1,) else FIRST_PAGE
        if action in ON_A_FILE:
            return f"There is no file here to {action}: go to one with the arrows."
        if action in ON_ANYTHING:
            return f"There is nothing here to {action}: no file, and no folder."
        return ""

    def _check_entry_action(self, action: str) -> bool | None:
        """What can't be done now is dim; what one may not do to media is hidden."""
        entry, marked = self.gallery.current, bool(self.store.state.edit_list)
        if action == "delete":
            return (True if entry is not None or marked else None) if self.may("delete") else False
        if not self.may("change"):
            return action not in ("rename", "edit", "move", "replace", "worklist")
        if action == "edit":
            return True if isinstance(entry, MediaItem) else None
        if action == "replace":
            return True if self.media_at_hand is not None else None
        if action == "move":
            return True if entry is not None or marked else None
        return True
