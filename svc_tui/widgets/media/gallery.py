"""SvcMediaGallery: the folders and files of one folder, as a list."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any

from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.coordinate import Coordinate
from textual.message import Message
from textual.widgets import DataTable

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.media_state import MediaState
from svc_tui.text import cell, clean, human_size
from svc_tui.widgets.listing.cells import NOTHING, as_date
from svc_tui.widgets.media.breadcrumbs import ROOT, named

Entry = MediaFolder | MediaItem

TYPE, SIZE, DATE, FOLDER = 16, 10, 10, 16
"""Cells of the columns beside the name, which takes what is left."""

LEAST_NAME = 18
"""Cells below which the name gets the room of other columns."""


class SvcMediaGallery(DataTable[Text]):
    """Folders first, then files; the cursor stays on its entry. Says what the operator wants.

    Handed a `MediaState`; it asks nobody for anything itself.
    """

    BINDINGS = [
        Binding("enter", "open", "Open", tooltip="Open this folder or file.", id="media.open"),
        Binding("right,l", "open", "Open", show=False, id="media.enter"),
        Binding("escape", "up", "Up", show=False, id="media.back"),
        Binding("backspace,left,h", "up", "Up", show=False, id="media.up"),
        Binding("j", "cursor_down", "Down", show=False, id="media.down"),
        Binding("k", "cursor_up", "Up", show=False, id="media.cursor_up"),
        Binding("home", "scroll_top", "Top", show=False, id="media.top"),
        Binding("end,G", "scroll_bottom", "Bottom", show=False, id="media.bottom"),
        Binding("ctrl+d", "half_page(1)", "Half page down", show=False, id="media.half_down"),
        Binding("ctrl+u", "half_page(-1)", "Half page up", show=False, id="media.half_up"),
    ]

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

    def __init__(self, *, zone: tzinfo | None = None, **kwargs: Any) -> None:
        super().__init__(cursor_type="row", **kwargs)
        self.zone = zone
        self.entries: tuple[Entry, ...] = ()
        """What the rows are, in the order shown."""
        self.may_go_up = False
        self._names: dict[Id, str] = {}
        self._drawn: tuple[object, ...] = ()
        self._media: MediaState = MediaState()

    def show(self, state: MediaState, cursor: str | None = None, folders: bool = True) -> None:
        """Draw a page; the cursor goes to the entry named, else stays on its own or in its line."""
        cursor = cursor or self.current_key
        line = self.cursor_row
        self._media = state
        self.may_go_up = bool(state.parent_folders)
        self._names.update({folder.id: named(folder) for folder in _seen(state)})
        shown = state.folders if folders and not state.everywhere else ()
        drawing = (shown, state.medias, state.everywhere, self.size.width, dict(self._names))
        if drawing == self._drawn:
            return
        self._drawn = drawing
        self.entries = (*shown, *state.medias)
        with self.app.batch_update():
            self.clear(columns=True)
            self._draw_rows()
        keys = [key_of(entry) for entry in self.entries]
        self.go_to_row(keys.index(cursor) if cursor in keys else line)

    @property
    def current(self) -> Entry | None:
        """The folder or file under the cursor."""
        row = self.cursor_row
        return self.entries[row] if 0 <= row < len(self.entries) else None

    @property
    def current_key(self) -> str | None:
        """What identifies the entry under the cursor: `folder:3`, `media:9`."""
        return key_of(self.current) if self.current is not None else None

    def on_resize(self, event: events.Resize) -> None:
        """Fit the columns to the new width."""
        if self.entries:
            self.show(self._media, folders=any(isinstance(e, MediaFolder) for e in self.entries))

    def action_open(self) -> None:
        """Enter a folder, or choose a file."""
        entry = self.current
        if isinstance(entry, MediaFolder):
            self.post_message(self.FolderOpened(entry))
        elif entry is not None:
            self.post_message(self.Picked(entry))

    def action_up(self) -> None:
        """One level nearer to the root."""
        self.post_message(self.UpWanted())

    def action_half_page(self, by: int) -> None:
        """Half a screen up or down."""
        half = max(1, self.size.height // 2)
        self.move_cursor(row=self.cursor_row + by * half, animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """At the root, Esc is left to the page."""
        if action == "open" and not self.entries:
            return None
        if action == "up":
            return self.may_go_up
        return True

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """A click on the row under the cursor opens it."""
        event.stop()
        self.action_open()

    def go_to_row(self, row: int) -> None:
        """Put the cursor on a row of the page, or on its last one."""
        self.cursor_coordinate = Coordinate(max(0, min(row, len(self.entries) - 1)), 0)

    def _draw_rows(self) -> None:
        widths = fitted(self.size.width, self._media.everywhere)
        for word, width in widths.items():
            heading = cell(word, width=width)
            self.add_column(_right(heading, width) if word == "Size" else heading, width=width)
        for entry in self.entries:
            self.add_row(*self._cells(entry, widths))

    def _cells(self, entry: Entry, widths: Mapping[str, int]) -> list[Text]:
        texts = self._folder(entry) if isinstance(entry, MediaFolder) else self._file(entry)
        cells = []
        for word, width in widths.items():
            style = "bold" if word == "Name" and isinstance(entry, MediaFolder) else ""
            drawn = cell(texts.get(word, ""), style, width)
            cells.append(_right(drawn, width) if word == "Size" else drawn)
        return cells

    def _folder(self, folder: MediaFolder) -> dict[str, str]:
        return {"Name": f"▸ {named(folder)}", "Type": "folder"}

    def _file(self, media: MediaItem) -> dict[str, str]:
        name = self._names.get(media.folder, f"#{media.folder}") if media.folder else ROOT
        return {
            "Name": f"  {media.name}",
            "Type": clean(media.mime_type) or NOTHING,
            "Size": human_size(media.size) if media.size else NOTHING,
            "Date": as_date(media.created or None, self.zone),
            "Folder": name,
        }


def key_of(entry: Entry) -> str:
    """What identifies an entry, as text."""
    kind = "folder" if isinstance(entry, MediaFolder) else "media"
    return f"{kind}:{entry.id}"


def fitted(room: int, everywhere: bool) -> dict[str, int]:
    """Column to cells: the name takes what is left; the others go where it is tight."""
    others = {"Type": TYPE, "Size": SIZE, "Date": DATE} | ({"Folder": FOLDER} if everywhere else {})
    for dropped in ("Date", "Type", "Folder", "Size"):
        if _name_room(room, others) >= LEAST_NAME:
            break
        others.pop(dropped, None)
    return {"Name": max(4, _name_room(room, others)), **others}


def _name_room(room: int, others: Mapping[str, int]) -> int:
    """What the others leave; a column has a blank on both sides, and there is the scroll bar."""
    return room - 1 - 2 - sum(width + 2 for width in others.values())


def _right(text: Text, width: int) -> Text:
    return Text(" " * max(0, width - text.cell_len), end="") + text


def _seen(state: MediaState) -> tuple[MediaFolder, ...]:
    return (*state.parent_folders, *state.folders)
