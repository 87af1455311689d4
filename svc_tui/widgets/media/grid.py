"""The gallery as a grid of pictures with names. Only visible cells exist."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import tzinfo
from typing import Any, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events, on
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.media.missing_text import lacking, without_alt
from svc_tui.stores.media.picture_store import PictureStore
from svc_tui.text import clean, cut, human_size
from svc_tui.widgets.base import StoreSubscriber, services
from svc_tui.widgets.media.breadcrumbs import folder_title
from svc_tui.widgets.media.gallery_view import Entry, GalleryView, key_of, marks_of
from svc_tui.widgets.media.grid_geometry import GAP, GridGeometry
from svc_tui.widgets.media.grid_pictures import GridPictures
from svc_tui.widgets.media.picture import (
    PicturePlaceholder,
    in_words,
    kind_of_media,
    picture_facts,
    rich,
)
from svc_tui.widgets.media.status_text import file_facts

ICON = ("  ▄▄    ", "  █████ ", "  ▀▀▀▀▀ ")
"""A folder as a tile of several lines."""

ROOM_FOR_EDGE = 20
"""Cells of a file from which its name is indented, as its facts always are."""

KEPT = 200
"""Maximum cached entries, unless the screen shows more than half of that."""


class MediaGrid(StoreSubscriber, GalleryView, can_focus=True):
    """As many columns as fit; the cursor moves in two dimensions.

    Posts what the user wants. Pictures are fetched for visible cells only.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Choose", tooltip="Choose this file.", id="grid.choose"),
        Binding("enter", "open", "Open", tooltip="Open this folder or file.", id="grid.open"),
        Binding(
            "escape", "back", "Back", show=False, id="grid.back",
            tooltip="Unmark, clear the search, or go up one folder.",
        ),
        Binding("space,v", "mark", "Mark", tooltip="Mark this file.", id="grid.mark"),
        Binding(
            "space,v",
            "pick",
            "Choose",
            tooltip="Select or deselect this file.",
            id="grid.pick",
        ),
        Binding(
            "asterisk",
            "invert",
            "Invert marks",
            show=False,
            key_display="*",
            tooltip="Invert the marks on this page.",
            id="grid.invert",
        ),
        Binding("ctrl+d", "half_page(1)", "Half page down", show=False, id="grid.half_down"),
        Binding("ctrl+u", "half_page(-1)", "Half page up", show=False, id="grid.half_up"),
        Binding("backspace", "up", "Up", show=False, tooltip="Go up one folder.", id="grid.up"),
        Binding("left,h", "go(-1, 0)", "Left", show=False, id="grid.left"),
        Binding("right,l", "go(1, 0)", "Right", show=False, id="grid.right"),
        Binding("down,j", "go(0, 1)", "Down", show=False, id="grid.down"),
        Binding("up,k", "go(0, -1)", "Above", show=False, id="grid.above"),
        Binding("pagedown", "page_of(1)", "Page down", show=False, id="grid.page_down"),
        Binding("pageup", "page_of(-1)", "Page up", show=False, id="grid.page_up"),
        Binding("home", "end_of(0)", "Top", show=False, id="grid.top"),
        Binding("end,G", "end_of(-1)", "Bottom", show=False, id="grid.bottom"),
        Binding(
            "shift+right,shift+down",
            "mark_on(1)",
            "Mark down",
            show=False,
            id="grid.mark_down",
            tooltip="Mark this file and go to the next.",
        ),
        Binding(
            "shift+left,shift+up", "mark_on(-1)", "Mark up", show=False, id="grid.mark_up",
            tooltip="Mark this file and go to the previous.",
        ),
    ]  # fmt: skip

    DEFAULT_CSS = """
    MediaGrid { height: 1fr; width: 1fr; overflow-x: hidden; scrollbar-size-vertical: 1; }
    MediaGrid { background: $background; }
    MediaGrid > .grid--name { color: $foreground; background: $surface; }
    MediaGrid > .grid--marked { background: $panel; color: $foreground; text-style: bold; }
    MediaGrid > .grid--cursor { background: $primary; color: $background; }
    MediaGrid > .grid--facts { color: $text-muted; background: $surface; }
    MediaGrid > .grid--icon { color: $primary; background: $surface; }
    MediaGrid > .grid--rule { color: $border-blurred; }
    MediaGrid > .grid--tile { background: $surface; }
    MediaGrid > .grid--here {
        background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold;
    }
    MediaGrid > .grid--here:ansi { background: $primary; color: ansi_black; }
    MediaGrid > .grid--lacking { color: $text-warning; background: $surface; }
    """

    COMPONENT_CLASSES = {
        "grid--name",
        "grid--cursor",
        "grid--facts",
        "grid--here",
        "grid--icon",
        "grid--lacking",
        "grid--marked",
        "grid--rule",
        "grid--tile",
    }

    def __init__(self, *, zone: tzinfo | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.zone = zone
        self._files: tuple[MediaItem, ...] = ()
        self.cursor = 0
        """The index of the entry that keys act on."""
        self._keys: dict[str, int] = {}
        self.looking = GridPictures(self)
        self._lines: dict[int, list[Strip]] = {}
        self._places = GridGeometry(0)
        self._measured: GridGeometry | None = None

    @property
    def pictures(self) -> PictureStore | None:
        """The picture store; None without services."""
        found = services(self)
        return found.pictures if found is not None else None

    def on_mount(self) -> None:
        if self.pictures is not None:
            self.listen(self.pictures)

    @on(PictureStore.Changed)
    def _switched(self) -> None:
        self.looking.looks.clear()
        self._forget_lines()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.looking.looks.clear()
        self._forget_lines()

    # GalleryView

    def show(self, state: MediaState, cursor: str | None = None, folders: bool = True) -> None:
        """Draw a page, or only the cells whose marks have changed."""
        cursor, before = cursor or self.current_key, self._marks
        self._media, self._marks = state, marks_of(state)
        self.may_go_up = bool(state.parent_folders)
        shown = state.folders if folders and not state.everywhere else ()
        entries: tuple[Entry, ...] = (*shown, *state.medias)
        if entries != self.entries:
            self.entries, self._files = entries, state.medias
            self._keys = {key_of(entry): at for at, entry in enumerate(entries)}
            self._stop_fetching(keep=())
            self._forget_lines()
            self._measure()
            self._go_to(self._keys.get(cursor or "", self.cursor))
            return
        for key in {**before, **self._marks}:
            if before.get(key) != self._marks.get(key) and key in self._keys:
                self._redraw_name(self._keys[key])
        if cursor != self.current_key and cursor in self._keys:
            self._go_to(self._keys[cursor])

    def go_to_row(self, row: int) -> None:
        self._go_to(row)

    @property
    def row(self) -> int:
        return self.cursor

    @property
    def places(self) -> GridGeometry:
        """The geometry of the entries at this size."""
        # The scroll bar's column is always reserved; otherwise the size of the pictures and the
        # presence of the bar would depend on each other.
        width = self.outer_size.width - self.styles.gutter.width
        width -= self.styles.scrollbar_size_vertical
        height = self.scrollable_content_region.height
        files, more = len(self._files), self._media.pages > 1
        now = GridGeometry(max(0, width), len(self.entries) - files, files, height, more)
        if now != self._places:
            self._places = now
        return self._places

    @property
    def columns(self) -> int:
        return self.places.columns

    def on_resize(self) -> None:
        self._forget_lines()
        self._measure()

    def watch_show_vertical_scrollbar(self, shown: bool) -> None:
        """Scroll to the cursor; nothing scrolls before there is a scroll bar."""
        if shown:
            self._see_cursor()

    def _measure(self) -> None:
        if self.size and self._measured != self.places:
            before, self._measured = self._measured, self.places
            if before is not None and _room_in(before) != _room_in(self._measured):
                self.looking.looks.clear()
            self.virtual_size = Size(self.size.width, self._measured.scrolled_height)
            self._forget_lines()
            self._see_cursor()

    def _go_to(self, at: int) -> None:
        before, self.cursor = self.cursor, max(0, min(at, len(self.entries) - 1))
        if before != self.cursor:
            self._redraw_name(before)
            self._redraw_name(self.cursor)
        self._see_cursor()

    def _see_cursor(self) -> None:
        if self.entries and self.size:
            top = self.places.top_for(self.cursor, self.scroll_offset.y)
            if top != self.scroll_offset.y:
                self.scroll_to(y=top, animate=False, force=True, immediate=True)

    def _redraw(self, at: int) -> None:
        self._lines.pop(at, None)
        self.refresh(self.places.region_of(at).translate(-self.scroll_offset))

    def _redraw_name(self, at: int) -> None:
        """Repaint the tile of a folder, or the name of a file, whose picture does not change."""
        places = self.places
        if at < places.folders:
            self._redraw(at)
            return
        if (lines := self._lines.get(at)) is not None:
            lines[places.name_line(at)] = self._caption(at)
        self.refresh(places.name_of(at).translate(-self.scroll_offset))

    def _forget_lines(self) -> None:
        self._lines.clear()
        self.refresh()

    def watch_scroll_y(self, old: float, new: float) -> None:
        """Stop fetching pictures that were scrolled out of view."""
        super().watch_scroll_y(old, new)
        places = self.places
        seen = places.seen(self.scroll_offset.y, self.size.height)
        self._stop_fetching(keep=[self.entries[at].id for at in seen if at >= places.folders])

    def on_focus(self) -> None:
        self._redraw_name(self.cursor)

    def on_blur(self) -> None:
        self._redraw_name(self.cursor)

    @property
    def picture_room(self) -> tuple[int, int]:
        """The cells and lines of a picture."""
        return _room_in(self.places)

    @property
    def most_kept(self) -> int:
        """Entries that stay cached, at least the visible ones."""
        return max(KEPT, 2 * len(self.places.seen(self.scroll_offset.y, self.size.height)))

    def redraw_picture(self, key: str) -> None:
        """Draw a file again after its picture has arrived."""
        if key in self._keys:
            self._redraw(self._keys[key])

    def _stop_fetching(self, keep: Collection[Id]) -> None:
        for id in self.looking.stop(keep):
            # The picture is requested again when its cell is drawn.
            self._lines.pop(self._keys.get(f"media:{id}", -1), None)

    # Drawing

    def render_line(self, y: int) -> Strip:
        places = self.places
        if places != self._measured:
            # The scroll bar took a column, or the size changed without an event.
            self.call_later(self._measure)
        line = y + self.scroll_offset.y
        width, style = self.size.width, self.plain
        if line == places.rule:
            return self._rule().adjust_cell_length(width, style)
        row, line = places.row_at(line)
        if row >= places.rows or line >= places.lines(row):
            return Strip.blank(width, style)
        cells = [self._lines_of(at)[line] for at in places.in_row(row)]
        return Strip.join(cells).adjust_cell_length(width, style)

    def _rule(self) -> Strip:
        """Return the line between folders and files, as wide as the files."""
        places = self.places
        width = places.cell_width(places.folder_rows) * places.columns - GAP
        return Strip([Segment("─" * width, rich(self, "grid--rule"))])

    def _lines_of(self, at: int) -> list[Strip]:
        found = self._lines.get(at)
        if found is None:
            if len(self._lines) > self.most_kept:
                self._lines.clear()
            found = self._lines[at] = list(self._drawn(at))
        return found

    def _drawn(self, at: int) -> Iterator[Strip]:
        places, entry = self.places, self.entries[at]
        width = self._width_of(at)
        if isinstance(entry, MediaFolder):
            lines = self._folder_tile(at, width)
        else:
            lines = [
                *self._pictured(entry, width, rich(self, "grid--tile")),
                self._file_name(at, entry, width),
                *([self._facts(entry, width)] if places.shape.words > 1 else []),
            ]
        for line in lines:
            yield Strip.join([line, self._beside])

    def _width_of(self, at: int) -> int:
        places = self.places
        return places.cell_width(places.row_of(at)) - GAP

    @property
    def _beside(self) -> Strip:
        return Strip([Segment(" " * GAP, self.plain)], GAP)

    def _caption(self, at: int) -> Strip:
        entry = self.entries[at]
        assert isinstance(entry, MediaItem)
        return Strip.join([self._file_name(at, entry, self._width_of(at)), self._beside])

    def _folder_tile(self, at: int, width: int) -> list[Strip]:
        """Return a folder: a tile with its icon drawn; or one line, whose rows have no gap between
        them and therefore no ground but that of the cursor."""
        folder, style = self.entries[at], self._name_style(at, "")
        assert isinstance(folder, MediaFolder)
        signs: tuple[str, ...] = ICON if self.places.folder_height > 1 else (" ▸",)
        if len(signs) == 1 and at != self.cursor:
            style = self.plain
        if at == self.cursor and self.has_focus:
            style = rich(self, "grid--here")
        if len(signs) > 1 and self.app.has_class("-ascii"):
            signs = ("", "   ▸ ", "")
        icon = Style(color=rich(self, "grid--icon").color) if len(signs) > 1 else None
        words = {self.places.name_line(at): f" {folder_title(folder)}"}
        tile = []
        for n, sign in enumerate(signs):
            name = cut(words.get(n, ""), max(0, width - len(sign) - 1))
            drawn = Strip([Segment(cut(sign, width), style + icon), Segment(name, style)])
            tile.append(drawn.adjust_cell_length(width, style))
        return tile

    def _file_name(self, at: int, media: MediaItem, width: int) -> Strip:
        mark = self._marks.get(key_of(media), "")
        style, name = self._name_style(at, mark), clean(media.name)
        above_facts = self.places.shape.words > 1
        edge = " " if above_facts or width >= ROOM_FOR_EDGE else ""
        text = cut(f"{edge}{mark} {name}" if mark else f"{edge}{name}", width - len(edge))
        return Strip([Segment(text, style)]).adjust_cell_length(width, style)

    def _name_style(self, at: int, mark: str) -> Style:
        if at == self.cursor:
            return rich(self, "grid--cursor" if self.has_focus else "grid--marked")
        return rich(self, "grid--marked" if mark else "grid--name")

    def _facts(self, media: MediaItem, width: int) -> Strip:
        """Return the line below a name: the file's facts, and at its end the missing text."""
        style, lack = rich(self, "grid--facts"), cut(lacking(media), width // 2)
        room = width - cell_len(lack) - 3
        facts = next((one for one in file_facts(media) if cell_len(one) <= room), "")
        words = f" {facts}{'':{max(1, width - cell_len(facts) - cell_len(lack) - 2)}}"
        # Dim where the picture has the text in another language.
        sign = style if without_alt(media) else rich(self, "grid--lacking")
        line = [Segment(words, style), Segment(lack, sign)]
        return Strip(line).adjust_cell_length(width, style)

    def _pictured(self, entry: MediaItem, width: int, style: Style) -> list[Strip]:
        muted, shape = rich(self, "grid--facts"), self.places.shape
        _, look, drawing = self.looking.of(entry)
        if drawing is not None:
            return _over_caption(drawing.strips, width, shape.picture, style)
        words = picture_facts(entry, look) if look is not None else (entry.mime_type,)
        if shape.words == 1 and look is None and entry.size:
            words = (*words, human_size(entry.size))
        kind = kind_of_media(entry, look)
        return in_words(PicturePlaceholder(kind, words, (width, shape.picture), style, muted))

    # Actions

    def action_go(self, across: int, down: int) -> None:
        if down:
            self._go_rows(down)
        else:
            self._go_to(self.cursor + across)

    def action_page_of(self, by: int) -> None:
        self._go_rows(by * max(1, self.size.height // self.places.shape.height))

    def action_half_page(self, by: int) -> None:
        self._go_rows(by * max(1, self.size.height // self.places.shape.height // 2))

    def _go_rows(self, by: int) -> None:
        """Go to another row, in the same column if that row is long enough."""
        if self.entries:
            self._go_to(self.places.below(self.cursor, by))

    def action_end_of(self, at: int) -> None:
        self._go_to(len(self.entries) - 1 if at < 0 else 0)

    def on_click(self, event: events.Click) -> None:
        """Go to the clicked entry; open it if the cursor was there."""
        event.stop()
        at = self.places.entry_at(event.x, event.y + self.scroll_offset.y)
        if at is None:
            return
        if at == self.cursor:
            self.action_open()
        else:
            self._go_to(at)


def _room_in(places: GridGeometry) -> tuple[int, int]:
    return places.cell_width(places.folder_rows) - GAP, places.shape.picture


def _over_caption(lines: Sequence[Strip], width: int, height: int, style: Style) -> list[Strip]:
    """Place a picture in the middle of the upper edge, so that all tiles of a row begin alike."""
    drawn = [_centered(one, width, style) for one in lines]
    return [*drawn, *[Strip.blank(width, style)] * (height - len(drawn))][:height]


def _centered(line: Strip, width: int, style: Style) -> Strip:
    before = Strip.blank(max(0, width - line.cell_length) // 2, style)
    return Strip.join([before, line]).adjust_cell_length(width, style)
