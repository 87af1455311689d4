"""The base of the gallery's views: the entries, and what the user does with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.style import Style
from textual.message import Message
from textual.scroll_view import ScrollView

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.stores.media.media_state import MediaState

Entry = MediaFolder | MediaItem


MARKING = {
    "mark": ("none",),
    "pick": ("multi",),
    "mark_on": ("none", "multi"),
    "invert": ("none", "multi"),
}
"""The picking modes in which each action marks files."""


class GalleryView(ScrollView):
    """A list or a grid of entries.

    It gets a `MediaState` and reads no store itself. The messages are the gallery's own.
    """

    @dataclass
    class FolderOpened(Message):
        """The user wants to open a folder."""

        folder: MediaFolder

    @dataclass
    class Picked(Message):
        """The user chose a file."""

        media: MediaItem

    class UpWanted(Message):
        """The user wants the folder above."""

    class BackWanted(Message):
        """The user pressed Esc: leave the search, marks or this folder."""

    @dataclass
    class MarkWanted(Message):
        """The user wants files marked or unmarked."""

        medias: tuple[MediaItem, ...]

    @dataclass
    class CursorMoved(Message):
        """The cursor is on another entry, or on none."""

        entry: Entry | None

    entries: tuple[Entry, ...] = ()
    """Folders, then files, in the order shown."""
    may_go_up: bool = False
    _media: MediaState = MediaState()
    _marks: Mapping[str, str] = {}
    _plain: Style | None = None
    _posted: Entry | bool | None = False
    """The entry that was posted last; False before the first."""

    def show(self, state: MediaState, cursor: str | None = None, folders: bool = True) -> None:
        """Show a page; the cursor goes to the given entry, else stays on its entry or line."""
        raise NotImplementedError

    def go_to_row(self, row: int) -> None:
        """Put the cursor on an entry, or on the last one."""
        raise NotImplementedError

    @property
    def row(self) -> int:
        """The index of the entry under the cursor."""
        raise NotImplementedError

    @property
    def current(self) -> Entry | None:
        """The folder or file under the cursor."""
        return self.entries[self.row] if 0 <= self.row < len(self.entries) else None

    @property
    def current_key(self) -> str | None:
        """The key of the entry under the cursor: `folder:3`, `media:9`."""
        return key_of(self.current) if self.current is not None else None

    @property
    def plain(self) -> Style:
        """The view's style, computed once instead of for each line."""
        if self._plain is None:
            self._plain = self.rich_style
        return self._plain

    def notify_style_update(self) -> None:
        self._plain = None
        super().notify_style_update()

    # The actions of every view

    def action_open(self) -> None:
        entry = self.current
        if isinstance(entry, MediaFolder):
            self.post_message(self.FolderOpened(entry))
        elif entry is not None:
            self.post_message(self.Picked(entry))

    def action_choose(self) -> None:
        self.action_open()

    def action_up(self) -> None:
        self.post_message(self.UpWanted())

    def action_back(self) -> None:
        self.post_message(self.BackWanted())

    def action_mark(self) -> None:
        if isinstance(entry := self.current, MediaItem):
            self.post_message(self.MarkWanted((entry,)))
            self.go_to_row(self.row + 1)

    def action_pick(self) -> None:
        self.action_mark()

    def action_mark_on(self, by: int) -> None:
        """Mark the file, unless it is marked, and the next one too."""
        before = self.current
        self.go_to_row(max(0, self.row + by))
        both = {key_of(one): one for one in (before, self.current) if isinstance(one, MediaItem)}
        fresh = tuple(one for key, one in both.items() if key not in self._marks)
        if fresh:
            self.post_message(self.MarkWanted(fresh))

    def action_invert(self) -> None:
        self.post_message(self.MarkWanted(self._media.medias))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Esc to the page if there is nothing to leave here."""
        if action == "choose":
            return self._chooses
        if action == "open":
            return False if self._chooses else True if self.entries else None
        if action == "up":
            return True if self.may_go_up else None
        if action == "back":
            nearer = self._media.looking or self._media.edit_list or self._media.narrowed
            nearer = nearer or self.may_go_up
            return bool(nearer) and self._media.select_mode == "none"
        if action in MARKING:
            offered = self._media.select_mode in MARKING[action]
            can_mark = self._media.medias and not self._is_on_folder(action)
            return False if not offered else True if can_mark else None
        return True

    def _is_on_folder(self, action: str) -> bool:
        """Whether an action that marks one file has a folder under the cursor."""
        return action in ("mark", "pick") and isinstance(self.current, MediaFolder)

    @property
    def _chooses(self) -> bool:
        """Whether Enter chooses the file under the cursor, for a caller that opened the library."""
        return self._media.select_mode != "none" and isinstance(self.current, MediaItem)

    def unavailable_reason(self, action: str, parameters: tuple[object, ...]) -> str:
        if action == "up":
            return "There is no folder above this one."
        if self._is_on_folder(action):
            return "This is a folder. Press Enter to open it."
        return "There are no files here." if not self.entries else ""

    def post_cursor(self) -> None:
        """Post the entry under the cursor, if it has changed."""
        if self.current != self._posted:
            self._posted = self.current
            self.refresh_bindings()
            # Sent by the view itself: messages from within its parent's update do not bubble.
            self.post_message(self.CursorMoved(self.current).set_sender(self))


def key_of(entry: Entry) -> str:
    """Return the key of an entry."""
    kind = "folder" if isinstance(entry, MediaFolder) else "media"
    return f"{kind}:{entry.id}"


def marks_of(state: MediaState) -> Mapping[str, str]:
    """Return marks by entry key: `✓` for a mark or the only pick, a number for one of several."""
    if state.select_mode == "none":
        return {f"media:{one}": "✓" for one in state.edit_list}
    picked = state.selection
    if isinstance(picked, MediaItem):
        return {key_of(picked): "✓"}
    return {key_of(media): str(at) for at, media in enumerate(picked or (), 1)}


def heading_of(state: MediaState) -> str:
    """Return the select-all box: `✓` if all of the page, `◐` some, `○` only others are marked."""
    if state.select_mode != "none":
        return ""
    box = state.edit_list_state
    return "✓" if box.value else "◐" if box.indeterminate else "○" if box.outside else ""
