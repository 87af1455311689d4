"""What every face of the gallery has in common: the entries, and what is wanted of them."""

from __future__ import annotations

from collections.abc import Mapping

from textual.message import Message

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.stores.media_state import MediaState

Entry = MediaFolder | MediaItem


class GalleryFace:
    """A list or a grid of entries; another face inherits from this and from a Textual widget.

    Handed a `MediaState`; it asks nobody for anything itself. The messages are the gallery's own.
    """

    class FolderOpened(Message):
        """The operator wants to see what is in a folder."""

        def __init__(self, folder: MediaFolder) -> None:
            super().__init__()
            self.folder = folder

    class Picked(Message):
        """The operator chose a file."""

        def __init__(self, media: MediaItem) -> None:
            super().__init__()
            self.media = media

    class UpWanted(Message):
        """The operator wants the folder above."""

    class MarkWanted(Message):
        """The operator wants files marked, or their marks taken away."""

        def __init__(self, medias: tuple[MediaItem, ...]) -> None:
            super().__init__()
            self.medias = medias

    entries: tuple[Entry, ...] = ()
    """Folders, then files, in the order shown."""
    may_go_up: bool = False

    def show(self, state: MediaState, cursor: str | None = None, folders: bool = True) -> None:
        """Draw a page; the cursor goes to the entry named, else stays on its own or its line."""
        raise NotImplementedError

    def go_to_row(self, row: int) -> None:
        """Put the cursor on an entry, or on the last one."""
        raise NotImplementedError

    @property
    def current(self) -> Entry | None:
        """The folder or file under the cursor."""
        raise NotImplementedError

    @property
    def current_key(self) -> str | None:
        """What identifies the entry under the cursor: `folder:3`, `media:9`."""
        return key_of(self.current) if self.current is not None else None


def key_of(entry: Entry) -> str:
    """What identifies an entry, as text."""
    kind = "folder" if isinstance(entry, MediaFolder) else "media"
    return f"{kind}:{entry.id}"


def marks_of(state: MediaState) -> Mapping[str, str]:
    """Entry keys to their marks: `●` for a flag or the one pick, a number for one of several."""
    if state.select_mode == "none":
        return {f"media:{one}": "●" for one in state.edit_list}
    picked = state.selection
    if isinstance(picked, MediaItem):
        return {key_of(picked): "●"}
    return {key_of(media): str(at) for at, media in enumerate(picked or (), 1)}


def heading_of(state: MediaState) -> str:
    """The select-all box: all of the page `●`, some `◐`, only files of other pages `○`."""
    if state.select_mode != "none":
        return ""
    box = state.edit_list_state
    return "●" if box.value else "◐" if box.indeterminate else "○" if box.outside else ""
