"""A picture drawn in one of the ways: half blocks, or what the terminal itself draws."""

from __future__ import annotations

from dataclasses import dataclass

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from svc_tui.models.media import MediaItem
from svc_tui.pictures import kitty
from svc_tui.pictures.blocks import Depth, cropped, fitted
from svc_tui.pictures.decode import Picture
from svc_tui.pictures.sixel import sixel
from svc_tui.stores.picture_ways import Way
from svc_tui.stores.pictures import PictureStore
from svc_tui.terminal.graphics import cell_pixels, color_named, graphics_of
from svc_tui.terminal.tap import stampers_of
from svc_tui.widgets.media.picture import ground_of, strips_of


@dataclass(frozen=True)
class Drawing:
    """Lines of cells; where `over` is something, it is drawn over them once they stand there."""

    width: int
    strips: tuple[Strip, ...]
    over: str = ""

    @property
    def height(self) -> int:
        """Lines."""
        return len(self.strips)


async def drawing_of(
    widget: Widget,
    store: PictureStore,
    media: MediaItem,
    picture: Picture,
    *,
    way: Way,
    depth: Depth,
    room: tuple[int, int],
    contain: bool = True,
) -> Drawing:
    """A picture in at most so many cells; a way that this terminal lacks gives half blocks."""
    if way == "kitty" and depth != "16":
        return await _given(widget, store, media, picture, depth, room, contain)
    if way == "sixel" and stampers_of(widget.app) is not None:
        return await _stamped(widget, store, media, picture, depth, room, contain)
    return await _blocks(widget, store, media, picture, depth, room, contain)


async def _blocks(
    widget: Widget,
    store: PictureStore,
    media: MediaItem,
    picture: Picture,
    depth: Depth,
    room: tuple[int, int],
    contain: bool,
) -> Drawing:
    blocks = await store.draw(
        media, picture, room=room, ground=ground_of(widget), contain=contain, depth=depth
    )
    return Drawing(blocks.width, tuple(strips_of(blocks)))


async def _given(
    widget: Widget,
    store: PictureStore,
    media: MediaItem,
    picture: Picture,
    depth: Depth,
    room: tuple[int, int],
    contain: bool,
) -> Drawing:
    """By placeholders, which are text."""
    cells = _cells(picture, room, contain)
    if not contain:
        wide, high = cell_pixels()
        picture = await store.in_thread(cropped, picture, (cells[0] * wide, cells[1] * high))
    png = await store.in_thread(kitty.png_of, picture)
    few = depth == "256"
    id = graphics_of(widget.app).give((png, cells), png, cells, few=few)
    style = Style(color=RichColor.from_rgb(*color_named(id, few)))
    lines = (Strip([Segment(line, style)], cells[0]) for line in kitty.placeholders(cells))
    return Drawing(cells[0], tuple(lines))


async def _stamped(
    widget: Widget,
    store: PictureStore,
    media: MediaItem,
    picture: Picture,
    depth: Depth,
    room: tuple[int, int],
    contain: bool,
) -> Drawing:
    """Pixels over half blocks: these are seen while something covers a part of it."""
    cells = _cells(picture, room, contain)
    wide, high = cell_pixels()
    below = await _blocks(widget, store, media, picture, depth, cells, False)
    pixels = (cells[0] * wide, cells[1] * high)
    over = await store.in_thread(sixel, picture, pixels, ground_of(widget), contain)
    return Drawing(below.width, below.strips, over)


def _cells(picture: Picture, room: tuple[int, int], contain: bool) -> tuple[int, int]:
    """The cells that a picture takes where each of them has many pixels."""
    room = (min(room[0], kitty.MOST), min(room[1], kitty.MOST))
    if not contain:
        return room
    wide, high = cell_pixels()
    size = (max(1, picture.width // wide), max(1, picture.height // wide))
    return fitted(size, room, high / wide)
