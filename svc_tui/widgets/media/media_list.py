"""The gallery as a list: folders first, then files, one per line."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any

from textual import events
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.media.missing_text import without_alt
from svc_tui.text import human_size
from svc_tui.widgets.base import language_in_words, services
from svc_tui.widgets.formatting import NOTHING, as_date
from svc_tui.widgets.media.breadcrumbs import ROOT, folder_title
from svc_tui.widgets.media.gallery_view import GalleryView, heading_of, key_of, marks_of
from svc_tui.widgets.media.media_list_line import (
    ALT_TEXT,
    FOLDER,
    LACK,
    LEAST_NAME,
    MARKS,
    NONE,
    Looks,
    fit,
    fitted,
    list_line,
    longest,
    type_and_size,
)
from svc_tui.widgets.media.status_text import kind_in_words

ROOM_FOR_LACK = 36
"""Cells of the name column from which missing text is also shown in a file picker."""

HEADING = 1
"""Lines of the headings, which stay when the rows scroll."""

KEPT = 200
"""Rows whose lines are cached, more than a large screen shows."""


class MediaList(GalleryView, can_focus=True):
    """Folders first, then files; the cursor stays on its entry. Posts what the user wants.

    Only visible lines are drawn, so a folder of thousands costs as much as a small one.
    """

    COMPONENT_CLASSES = {
        "gallery--header",
        "gallery--cursor",
        "gallery--facts",
        "gallery--folder",
        "gallery--lacking",
    }

    DEFAULT_CSS = """
    MediaList { overflow-x: hidden; }
    MediaList { background: $background; }
    MediaList > .gallery--header { background: $surface; color: $text-muted; text-style: bold; }
    MediaList > .gallery--cursor {
        background: $block-cursor-blurred-background; color: $foreground;
    }
    MediaList:ansi > .gallery--cursor { text-style: underline; }
    MediaList:focus > .gallery--cursor {
        background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold;
    }
    MediaList:focus:ansi > .gallery--cursor {
        background: $primary; color: ansi_black; text-style: bold;
    }
    MediaList > .gallery--facts { color: $text-muted; }
    MediaList > .gallery--folder { color: $primary; text-style: bold; }
    MediaList > .gallery--lacking { color: $text-warning; }
    """

    BINDINGS = [
        Binding("enter", "choose", "Choose", tooltip="Choose this file.", id="media.choose"),
        Binding("enter", "open", "Open", tooltip="Open this folder or file.", id="media.open"),
        Binding(
            "right,l", "open", "Open", show=False, id="media.enter",
            tooltip="Open this folder or file.",
        ),
        Binding(
            "escape", "back", "Back", show=False, id="media.back",
            tooltip="Unmark, clear the search, or go up one folder.",
        ),
        Binding(
            "backspace,left,h", "up", "Up", show=False, tooltip="Go up one folder.", id="media.up"
        ),
        Binding("down,j", "cursor(1)", "Down", show=False, id="media.down"),
        Binding("up,k", "cursor(-1)", "Up", show=False, id="media.cursor_up"),
        Binding("home,ctrl+home", "top", "Top", show=False, id="media.top"),
        Binding("end,G,ctrl+end", "bottom", "Bottom", show=False, id="media.bottom"),
        Binding("space,v", "mark", "Mark", tooltip="Mark this file.", id="media.mark"),
        Binding(
            "space,v",
            "pick",
            "Choose",
            tooltip="Select or deselect this file.",
            id="media.pick",
        ),
        Binding(
            "shift+down",
            "mark_on(1)",
            "Mark down",
            show=False,
            id="media.mark_down",
            tooltip="Mark this file and go down.",
        ),
        Binding(
            "shift+up",
            "mark_on(-1)",
            "Mark up",
            show=False,
            id="media.mark_up",
            tooltip="Mark this file and go up.",
        ),
        Binding(
            "asterisk",
            "invert",
            "Invert marks",
            show=False,
            key_display="*",
            tooltip="Invert the marks on this page.",
            id="media.invert",
        ),
        Binding("pagedown", "screenful(1)", "Page down", show=False, id="media.page_down"),
        Binding("pageup", "screenful(-1)", "Page up", show=False, id="media.page_up"),
        Binding("ctrl+d", "half_page(1)", "Half page down", show=False, id="media.half_down"),
        Binding("ctrl+u", "half_page(-1)", "Half page up", show=False, id="media.half_up"),
    ]  # fmt: skip

    cursor_row: reactive[int] = reactive(0, repaint=False)
    """The line that keys act on."""

    def __init__(self, *, zone: tzinfo | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.zone = zone
        self._names: dict[Id, str] = {}
        self._keys: dict[str, int] = {}
        self._heading = ""
        self._drawn: tuple[object, ...] = ()
        self._lines: dict[tuple[int, str], Strip] = {}
        """The lines without the cursor, by row and mark."""
        self._lack_room = 0
        """The cells of the signs for missing text; 0 if there are none."""
        self._name_room = LEAST_NAME
        """The cells that the longest name and its sign need."""
        self._folder_room = FOLDER
        """The cells that the longest name of a folder needs."""
        self._folders = 0
        """The folders above the files, with a blank line below them; 0 if either is missing."""

    def show(self, state: MediaState, cursor: str | None = None, folders: bool = True) -> None:
        """Show a page, or only the marks if nothing else changed."""
        cursor = cursor or self.current_key
        before, heading = self._marks, self._heading
        self._media, self._marks, self._heading = state, marks_of(state), heading_of(state)
        self.may_go_up = bool(state.parent_folders)
        self._names.update(state.names)
        self._names.update({folder.id: folder_title(folder) for folder in _seen(state)})
        shown = state.folders if folders and not state.everywhere else ()
        drawing = (shown, state.medias, state.everywhere, dict(self._names))
        if drawing == self._drawn:
            self._draw_marks(before, heading)
        else:
            self._drawn = drawing
            self.entries = (*shown, *state.medias)
            self._keys = {key_of(entry): row for row, entry in enumerate(self.entries)}
            self._folders = len(shown) if state.medias else 0
            self.virtual_size = Size(self.size.width, self._height)
            self._forget_lines()
            self.refresh()
        if cursor != self.current_key or not self.entries:
            self.go_to_row(self._keys.get(cursor or "", self.cursor_row))
        self.post_cursor()

    @property
    def row(self) -> int:
        return self.cursor_row

    @property
    def row_count(self) -> int:
        return len(self.entries)

    def go_to_row(self, row: int) -> None:
        self.cursor_row = max(0, min(row, len(self.entries) - 1))
        self._keep_in_sight()

    @property
    def cursor_line(self) -> int:
        """The line of the screen that the cursor is on."""
        line = self._line_of(self.cursor_row) - self.scroll_offset.y
        return self.content_region.y + line

    def watch_cursor_row(self, old: int, new: int) -> None:
        self.refresh_line(self._line_of(old))
        self.refresh_line(self._line_of(new))
        self.post_cursor()

    def on_resize(self, event: events.Resize) -> None:
        self.virtual_size = Size(event.size.width, self._height)
        self._forget_lines()
        self._keep_in_sight()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._forget_lines()

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the row; a click on the row under the cursor opens it."""
        row = self._row_at(event.y)
        if event.y < HEADING or row is None:
            return
        event.stop()
        if row == self.cursor_row:
            self.action_open()
        else:
            self.go_to_row(row)

    # Actions

    def action_cursor(self, by: int) -> None:
        self.go_to_row(self.cursor_row + by)

    def action_top(self) -> None:
        self.go_to_row(0)

    def action_bottom(self) -> None:
        self.go_to_row(len(self.entries) - 1)

    def action_screenful(self, by: int) -> None:
        self.go_to_row(self.cursor_row + by * self._room)

    def action_half_page(self, by: int) -> None:
        self.go_to_row(self.cursor_row + by * max(1, self._room // 2))

    # Drawing

    def render_line(self, y: int) -> Strip:
        if y < HEADING and not self.entries:  # A sentence stands above it.
            return Strip.blank(self.size.width, self.plain)
        if y < HEADING:
            columns = self._columns
            lack = fit(ALT_TEXT, self._lack_room) if self._lack_room else ""
            names = {MARKS: self._heading, LACK: lack, "Type": type_and_size("Type", "Size")}
            words = {word: word for word in columns} | names
            style = self.get_component_rich_style("gallery--header")
            return list_line(words, columns, self.size.width, Looks(style))
        row = self._row_at(y)
        if row is None:
            return Strip.blank(self.size.width, self.plain)
        mark = self._marks.get(key_of(self.entries[row]), "")
        if row == self.cursor_row:
            style = self.get_component_rich_style("gallery--cursor")
            return self._row(row, mark, Looks(style))
        if (kept := self._lines.get((row, mark))) is None:
            if len(self._lines) > KEPT:
                self._lines.clear()
            parts = ("gallery--facts", "gallery--lacking", "gallery--folder")
            looks = Looks(self.plain, *map(self.get_component_rich_style, parts))
            kept = self._lines[row, mark] = self._row(row, mark, looks)
        return kept

    def _row(self, row: int, mark: str, looks: Looks) -> Strip:
        entry, width = self.entries[row], self.size.width
        is_folder = isinstance(entry, MediaFolder)
        words = self._folder(entry) if isinstance(entry, MediaFolder) else self._file(entry)
        words.setdefault(MARKS, mark)
        return list_line(words, self._columns, width, looks, bold=is_folder)

    @property
    def _columns(self) -> dict[str, int]:
        columns = self._fitted
        name = min(columns["Name"], self._name_room)
        if "Folder" in columns:
            room = columns["Folder"] + columns["Name"] - name
            columns["Folder"] = min(self._folder_room, room)
        return columns | {"Name": name}

    @property
    def _fitted(self) -> dict[str, int]:
        """The columns; the name also has the cells that no folder needs."""
        columns = fitted(self.size.width, self._media.everywhere)
        if "Folder" in columns and (spare := FOLDER - self._folder_room) > 0:
            columns["Folder"] -= spare
            columns["Name"] += spare
        return columns

    def _draw_marks(self, before: Mapping[str, str], heading: str) -> None:
        """Repaint the lines with changed marks, and the box above them."""
        for key in {**before, **self._marks}:
            row = self._keys.get(key)
            if row is not None and before.get(key) != self._marks.get(key):
                self.refresh_line(self._line_of(row))
        if heading != self._heading:
            self.refresh(Region(0, 0, self.size.width, HEADING))

    def _folder(self, folder: MediaFolder) -> dict[str, str]:
        return {MARKS: "▸", "Name": folder_title(folder), "Type": "folder"}

    # Lines and rows

    @property
    def _height(self) -> int:
        return self._line_of(len(self.entries))

    def _line_of(self, row: int) -> int:
        """Return the line of a row, ignoring the scroll position."""
        return row + HEADING + (0 < self._folders <= row)

    def _row_at(self, y: int) -> int | None:
        """Return the row at a line of the screen; None without one."""
        line = y - HEADING + self.scroll_offset.y
        if self._folders and line >= self._folders:
            line -= 1
            if line < self._folders:
                return None
        return line if 0 <= line < len(self.entries) else None

    def _file(self, media: MediaItem) -> dict[str, str]:
        return {
            "Name": media.name,
            LACK: fit(lack, self._lack_room) if (lack := self._lack(media)) else "",
            "Type": type_and_size(
                kind_in_words(media) or NOTHING, human_size(media.size) if media.size else NOTHING
            ),
            "Date": as_date(media.created or None, self.zone),
            "Folder": self._folder_of(media),
        }

    def _folder_of(self, media: MediaItem) -> str:
        """Return a folder's name, loaded by its id; the id if that fails."""
        if media.folder is None:
            return ROOT
        return self._names.get(media.folder, "…") or f"#{media.folder}"

    def _lack(self, media: MediaItem) -> str:
        """Return the alt text that is missing, `no Italiano` or `none`; "" if there is no room.

        In a picker, names take precedence.
        """
        has_room = self._media.select_mode == "none" or self._fitted["Name"] >= ROOM_FOR_LACK
        if not has_room or (languages := without_alt(media)) is None:
            return ""
        names = ", ".join(language_in_words(code, services(self)) for code in languages)
        return f"no {names}" if names else NONE

    def _forget_lines(self) -> None:
        """Redraw every line, in columns for what they show."""
        self._lines.clear()
        folders = (self._folder_of(one) for one in self._media.medias)
        self._folder_room = longest("Folder", *folders)
        name = longest(*map(self._title, self.entries))
        self._lack_room = self._room_for_lack(name)
        self._name_room = max(LEAST_NAME, name + (self._lack_room and self._lack_room + 2))

    def _room_for_lack(self, name: int) -> int:
        """Return the cells of the signs for missing text; a picker cuts them before a name."""
        lacks = list(filter(None, map(self._lack, self._media.medias)))
        if not lacks:
            return 0
        room = min(longest(ALT_TEXT, *lacks), LEAST_NAME // 2)
        left = self._fitted["Name"] - name - 1
        return room if self._media.select_mode == "none" else min(room, max(len(ALT_TEXT), left))

    @staticmethod
    def _title(entry: MediaFolder | MediaItem) -> str:
        return folder_title(entry) if isinstance(entry, MediaFolder) else entry.name

    @property
    def _room(self) -> int:
        return max(1, self.scrollable_content_region.height - HEADING)

    def _keep_in_sight(self) -> None:
        top, line = self.scroll_offset.y, self._line_of(self.cursor_row) - HEADING
        if self.size.height and not top <= line < top + self._room:
            line = line if line < top else line - self._room + 1
            self.scroll_to(y=line, animate=False, force=True, immediate=True)


def _seen(state: MediaState) -> tuple[MediaFolder, ...]:
    return (*state.parent_folders, *state.folders)
