"""Draw pictures in half blocks: each cell is two pixels, with as few color changes as possible.

A cell can show two colors in two ways (`▀` and `▄`), and one color as a space or a full block. The
way that keeps the current colors takes one character instead of twenty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from svc_tui.pictures.decode import Picture, of_image

if TYPE_CHECKING:
    from PIL.Image import Image

UPPER, LOWER, FULL, BLANK = "▀", "▄", "█", " "

COLORS = 64
"""Maximum colors of a picture if the terminal has all of them; more are hardly visible."""

EXACT = 3000
"""Maximum pixels for the slower way of choosing colors, which blocks other threads."""

Depth = Literal["all", "256", "16"]
"""The colors that a terminal has."""

Color = tuple[int, int, int]
Run = tuple[str, Color, Color]
"""Characters in one style: text, color, background."""


@dataclass(frozen=True)
class Blocks:
    """A drawing of `width` × `height` cells."""

    width: int
    height: int
    rows: tuple[tuple[Run, ...], ...]


def fitted(of: tuple[int, int], room: tuple[int, int], ratio: float = 2.0) -> tuple[int, int]:
    """Return the size in cells of a picture within a room, keeping its shape.

    `ratio` is a cell's height over its width. Never larger than its own pixels.
    """
    width, height = max(1, of[0]), max(1, of[1])
    scale = min(room[0] / width, room[1] * ratio / height, 1.0)
    cells = (round(width * scale), round(height * scale / ratio))
    return max(1, min(room[0], cells[0])), max(1, min(room[1], cells[1]))


def drawn(
    picture: Picture,
    room: tuple[int, int],
    *,
    ground: Color = (0, 0, 0),
    contain: bool = True,
    depth: Depth = "all",
    colors: int = COLORS,
) -> Blocks:
    """Draw a picture in a room of cells; `contain` shows all of it, else it fills the room.

    Takes a millisecond or two for a thumbnail: call it in a thread.
    """
    width, height = fitted((picture.width, picture.height), room) if contain else room
    image = reduced(scaled(picture, (width, height * 2), ground, contain), depth, colors)
    data = image.tobytes()
    rows = [tuple(_runs(data, width, 2 * y)) for y in range(height)]
    return Blocks(width, height, tuple(rows))


def scaled(picture: Picture, size: tuple[int, int], ground: Color, contain: bool = True) -> Image:
    """Scale to exactly this size on a background; without `contain`, its middle, undistorted."""
    from PIL import Image, ImageOps

    image = picture.image()
    if contain:
        image = image.resize(size, Image.Resampling.BOX if _smaller(image, size) else 1)
    else:
        image = ImageOps.fit(image, size)
    paper = Image.new("RGBA", size, (*ground, 255))
    paper.alpha_composite(image)
    return paper.convert("RGB")


def cropped(picture: Picture, shape: tuple[int, int]) -> Picture:
    """Return the middle of a picture, in another shape."""
    from PIL import ImageOps

    scale = min(picture.width / shape[0], picture.height / shape[1])
    size = (max(1, round(shape[0] * scale)), max(1, round(shape[1] * scale)))
    return of_image(ImageOps.fit(picture.image(), size), picture.original, picture.kind)


def _smaller(image: Image, size: tuple[int, int]) -> bool:
    return image.width >= size[0] and image.height >= size[1]


def reduced(image: Image, depth: Depth, colors: int = COLORS) -> Image:
    """Reduce a picture to few colors, so that neighbors share them."""
    from PIL import Image

    if depth == "all":
        small = image.width * image.height <= EXACT
        method = Image.Quantize.MEDIANCUT if small else Image.Quantize.FASTOCTREE
        few = image.quantize(colors, method=method, dither=Image.Dither.NONE)
    else:
        dither = Image.Dither.FLOYDSTEINBERG if depth == "16" else Image.Dither.NONE
        few = image.quantize(palette=_palette(depth), dither=dither)
    return few.convert("RGB")


def _runs(data: bytes, width: int, y: int) -> Iterator[Run]:
    """Return one row of cells; `y` is its upper row of pixels."""
    upper = data[y * width * 3 : (y + 1) * width * 3]
    lower = data[(y + 1) * width * 3 : (y + 2) * width * 3]
    text: list[str] = []
    pen: tuple[Color, Color] | None = None
    for x in range(0, width * 3, 3):
        top = (upper[x], upper[x + 1], upper[x + 2])
        bottom = (lower[x], lower[x + 1], lower[x + 2])
        sign, wanted = _cell(top, bottom, pen)
        if wanted != pen:
            if pen is not None:
                yield "".join(text), *pen
            text, pen = [], wanted
        text.append(sign)
    if pen is not None:
        yield "".join(text), *pen


def _cell(
    top: Color, bottom: Color, pen: tuple[Color, Color] | None
) -> tuple[str, tuple[Color, Color]]:
    """Return the character and colors of two pixels, close to the current colors."""
    if pen is None:
        return (BLANK, (top, top)) if top == bottom else (UPPER, (top, bottom))
    color, ground = pen
    if top == bottom:
        if ground == top:
            return BLANK, pen
        if color == top:
            return FULL, pen
        return BLANK, (color, top)
    # Inverted, one of the two colors may stay.
    kept = (color == top) + (ground == bottom)
    turned = (color == bottom) + (ground == top)
    return (LOWER, (bottom, top)) if turned > kept else (UPPER, (top, bottom))


@lru_cache(2)
def _palette(depth: Depth) -> Image:
    """Return the terminal's own colors, as the user configured them."""
    from PIL import Image

    colors = _SIXTEEN if depth == "16" else tuple(_cube())
    palette = Image.new("P", (1, 1))
    flat = [part for color in colors for part in color]
    palette.putpalette(flat + list(colors[0]) * (256 - len(colors)))
    return palette


def _cube() -> Iterator[Color]:
    steps = (0, 95, 135, 175, 215, 255)
    yield from ((r, g, b) for r in steps for g in steps for b in steps)
    yield from ((grey, grey, grey) for grey in range(8, 239, 10))


_SIXTEEN: tuple[Color, ...] = (
    (0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170), (0, 170, 170),
    (170, 170, 170), (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85), (85, 85, 255),
    (255, 85, 255), (85, 255, 255), (255, 255, 255),
)  # fmt: skip
"""The RGB values that rich gives to the 16 colors."""
