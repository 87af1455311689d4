"""A picture as the terminal shows it: in half blocks or with its graphics protocol."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

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
from svc_tui.stores.media.picture_modes import PictureMode
from svc_tui.stores.media.picture_store import PictureStore
from svc_tui.terminal.kitty_images import cell_pixels, color_named, graphics_of
from svc_tui.thinline.hook import overlay_sources_of
from svc_tui.widgets.media.picture import ground_of, strips_of

AT_ONCE = 300
"""Runs of a drawing converted to lines in one step; a whole screen would block the keys."""


@dataclass(frozen=True)
class Drawing:
    """Lines of cells, and the graphics `over` them that are drawn afterwards."""

    width: int
    strips: tuple[Strip, ...]
    over: str = ""

    @property
    def height(self) -> int:
        return len(self.strips)


@dataclass(frozen=True, eq=False)
class DrawRequest:
    """A picture to draw: the widget it is for, its colors, its room in cells."""

    widget: Widget
    store: PictureStore
    media: MediaItem
    picture: Picture
    depth: Depth
    room: tuple[int, int]
    contain: bool = True


async def drawing_of(sketch: DrawRequest, mode: PictureMode) -> Drawing:
    """Draw a picture in a mode; in half blocks if this terminal lacks the mode."""
    if mode == "kitty" and sketch.depth != "16":
        return await _given(sketch)
    if mode == "sixel" and overlay_sources_of(sketch.widget.app) is not None:
        return await _stamped(sketch)
    return await _blocks(sketch)


async def _blocks(sketch: DrawRequest) -> Drawing:
    blocks = await sketch.store.draw(
        sketch.media,
        sketch.picture,
        room=sketch.room,
        ground=ground_of(sketch.widget),
        contain=sketch.contain,
        depth=sketch.depth,
    )
    large = sum(map(len, blocks.rows)) > AT_ONCE
    strips = await asyncio.to_thread(strips_of, blocks) if large else strips_of(blocks)
    return Drawing(blocks.width, tuple(strips))


async def _given(sketch: DrawRequest) -> Drawing:
    """Draw with kitty's placeholders, which are text."""
    cells, picture, store = _cells(sketch), sketch.picture, sketch.store
    if not sketch.contain:
        wide, high = cell_pixels()
        picture = await store.in_thread(cropped, picture, (cells[0] * wide, cells[1] * high))
    png = await store.in_thread(kitty.png_of, picture)
    few = sketch.depth == "256"
    id = graphics_of(sketch.widget.app).give((png, cells), png, cells, few=few)
    style = Style(color=RichColor.from_rgb(*color_named(id, few)))
    lines = (Strip([Segment(line, style)], cells[0]) for line in kitty.placeholders(cells))
    return Drawing(cells[0], tuple(lines))


async def _stamped(sketch: DrawRequest) -> Drawing:
    """Draw pixels over half blocks, which show while a part is covered."""
    cells, ground = _cells(sketch), ground_of(sketch.widget)
    wide, high = cell_pixels()
    below = await _blocks(replace(sketch, room=cells, contain=False))
    pixels = (cells[0] * wide, cells[1] * high)
    over = await sketch.store.in_thread(sixel, sketch.picture, pixels, ground, sketch.contain)
    return Drawing(below.width, below.strips, over)


def _cells(sketch: DrawRequest) -> tuple[int, int]:
    """Return the cells of a picture when each cell has many pixels."""
    room = (min(sketch.room[0], kitty.MOST), min(sketch.room[1], kitty.MOST))
    if not sketch.contain:
        return room
    wide, high = cell_pixels()
    picture = sketch.picture
    size = (max(1, picture.width // wide), max(1, picture.height // wide))
    return fitted(size, room, high / wide)
