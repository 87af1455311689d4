"""The gallery as a list: folders first, then files, a line each."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any

from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.coordinate import Coordinate
from textual.widgets import DataTable

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.media_state import MediaState
from svc_tui.text import cell, clean, human_size
from svc_tui.widgets.listing.cells import NOTHING, as_date
from svc_tui.widgets.media.breadcrumbs import ROOT, named
from svc_tui.widgets.media.gallery_face import Entry, GalleryFace, heading_of, key_of, marks_of

TYPE, SIZE, DATE, FOLDER, MARK = 16, 10, 10, 16, 2
"""Cells of the columns beside the name, which takes what is left."""

MARKS = "●"
"""The column of marks."""

LEAST_NAME = 18
"""Cells below which the name gets the room of other columns."""


class MediaList(GalleryFace, DataTable[Text]):
    """Folders first, then files; the cursor stays on its entry. Says what the operator wants."""

    BINDINGS = [
        Binding("enter", "open", "Open", tooltip="Open this folder or file.", id="media.open"),
        Binding("right,l", "open", "Open", show=False, id="media.enter"),
        Binding("escape", "back", "Up", show=False, id="media.back"),
        Binding("backspace,left,h", "up", "Up", show=False, id="media.up"),
        Binding("j", "cursor_down", "Down", show=False, id="media.down"),
        Binding("k", "cursor_up", "Up", show=False, id="media.cursor_up"),
        Binding("home", "scroll_top", "Top", show=False, id="media.top"),
        Binding("end,G", "scroll_bottom", "Bottom", show=False, id="media.bottom"),
        Binding("space,v", "mark", "Mark", tooltip="Mark this file.", id="media.mark"),
        Binding("shift+down", "mark_on(1)", "Mark on", show=False, id="media.mark_down"),
        Binding("shift+up", "mark_on(-1)", "Mark back", show=False, id="media.mark_up"),
        Binding("asterisk", "invert", "Invert marks", show=False, id="media.invert"),
        Binding("ctrl+d", "half_page(1)", "Half page down", show=False, id="media.half_down"),
        Binding("ctrl+u", "half_page(-1)", "Half page up", show=False, id="media.half_up"),
    ]

    def __init__(self, *, zone: tzinfo | None = None, **kwargs: Any) -> None:
        super().__init__(cursor_type="row", **kwargs)
        self.zone = zone
        self._names: dict[Id, str] = {}
        self._keys: dict[str, int] = {}
        self._drawn: tuple[object, ...] = ()

    def show(self, state: MediaState, cursor: str | None = None, folders: bool = True) -> None:
        """Draw a page, or only the marks where nothing else changed."""
        cursor = cursor or self.current_key
        line = self.cursor_row
        self._media, before = state, self._marks
        self._marks = marks_of(state)
        self.may_go_up = bool(state.parent_folders)
        self._names.update({folder.id: named(folder) for folder in _seen(state)})
        shown = state.folders if folders and not state.everywhere else ()
        drawing = (shown, state.medias, state.everywhere, self.size.width, dict(self._names))
        if drawing == self._drawn:
            self._draw_marks(before)
        else:
            self._drawn = drawing
            self.entries = (*shown, *state.medias)
            self._keys = {key_of(entry): row for row, entry in enumerate(self.entries)}
            with self.app.batch_update():
                self.clear(columns=True)
                self._draw_rows()
        if cursor != self.current_key:
            self.go_to_row(self._keys.get(cursor or "", line))

    @property
    def row(self) -> int:
        """The place of the cursor among the entries."""
        return self.cursor_row

    def on_resize(self, event: events.Resize) -> None:
        """Fit the columns to the new width."""
        if self.entries:
            self.show(self._media, folders=any(isinstance(e, MediaFolder) for e in self.entries))

    def action_half_page(self, by: int) -> None:
        """Half a screen up or down."""
        half = max(1, self.size.height // 2)
        self.move_cursor(row=self.cursor_row + by * half, animate=False)

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
            heading = cell(heading_of(self._media) if word == MARKS else word, width=width)
            heading = _right(heading, width) if word == "Size" else heading
            self.add_column(heading, width=width, key=word)
        for entry in self.entries:
            self.add_row(*self._cells(entry, widths))

    def _draw_marks(self, before: Mapping[str, str]) -> None:
        """Only the cells whose mark is another one, and the box above them."""
        for key in {**before, **self._marks}:
            row = self._keys.get(key)
            if row is not None and before.get(key) != self._marks.get(key):
                mark = cell(self._marks.get(key, ""), "bold", MARK)
                self.update_cell_at(Coordinate(row, 0), mark)
        column = self.ordered_columns[0] if self.ordered_columns else None
        heading = heading_of(self._media)
        if column is not None and column.label.plain.strip() != heading:
            column.label = cell(heading, width=MARK)
            self._clear_caches()
            self.refresh()

    def _cells(self, entry: Entry, widths: Mapping[str, int]) -> list[Text]:
        texts = self._folder(entry) if isinstance(entry, MediaFolder) else self._file(entry)
        texts[MARKS] = self._marks.get(key_of(entry), "")
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


def fitted(room: int, everywhere: bool) -> dict[str, int]:
    """Column to cells: the name takes what is left; the others go where it is tight."""
    others = {"Type": TYPE, "Size": SIZE, "Date": DATE} | ({"Folder": FOLDER} if everywhere else {})
    for dropped in ("Date", "Type", "Folder", "Size"):
        if _name_room(room, others) >= LEAST_NAME:
            break
        others.pop(dropped, None)
    return {MARKS: MARK, "Name": max(4, _name_room(room, others)), **others}


def _name_room(room: int, others: Mapping[str, int]) -> int:
    """What the others leave; a column has a blank on both sides, and there is the scroll bar."""
    return room - 1 - 2 - (MARK + 2) - sum(width + 2 for width in others.values())


def _right(text: Text, width: int) -> Text:
    return Text(" " * max(0, width - text.cell_len), end="") + text


def _seen(state: MediaState) -> tuple[MediaFolder, ...]:
    return (*state.parent_folders, *state.folders)
