"""Sixel, the graphics of DEC terminals: six lines of pixels at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from svc_tui.pictures.blocks import Color, scaled
from svc_tui.pictures.decode import Picture

COLORS = 128
"""Maximum colors of a picture; today's terminals have at least as many registers."""


def sixel(picture: Picture, size: tuple[int, int], ground: Color, contain: bool = True) -> str:
    """Return the sequence that draws a picture in so many pixels, from the cursor on.

    Takes a tenth of a second for a large one: call it in a thread.
    """
    from PIL import Image

    image = scaled(picture, size, ground, contain)
    few = image.quantize(COLORS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    palette = few.getpalette() or []
    width, height = few.size
    pixels = few.tobytes()
    used = sorted(set(pixels))
    colors = "".join(_color(index, palette[3 * index : 3 * index + 3]) for index in used)
    bands = "-".join(
        "$".join(_band(pixels[y * width : min(y + 6, height) * width], width))
        for y in range(0, height, 6)
    )
    # P2=1: pixels that are not drawn stay; the raster size comes before the first pixel.
    return f'\x1bP0;1;0q"1;1;{width};{height}{colors}{bands}\x1b\\'


def _color(index: int, rgb: list[int]) -> str:
    red, green, blue = (round(part * 100 / 255) for part in rgb)
    return f"#{index};2;{red};{green};{blue}"


def _band(rows: bytes, width: int) -> Iterator[str]:
    """Return six lines of pixels, a color at a time."""
    lines = [rows[at : at + width] for at in range(0, len(rows), width)]
    for index in sorted(set(rows)):
        found = 0
        for bit, line in enumerate(lines):
            if index in line:
                found |= int.from_bytes(line.translate(_only(index, 1 << bit)), "big")
        yield f"#{index}{_packed(found.to_bytes(width, 'big'))}"


_TABLES: dict[tuple[int, int], bytes] = {}


def _only(index: int, bit: int) -> bytes:
    """Return a table that keeps one color as a bit."""
    found = _TABLES.get((index, bit))
    if found is None:
        found = _TABLES[index, bit] = bytes(bit if one == index else 0 for one in range(256))
    return found


def _packed(bits: bytes) -> str:
    """Run-length encode a line, without trailing blanks."""
    text = bits.rstrip(b"\0").translate(_SIGNS).decode()
    return _REPEATED.sub(lambda run: f"!{len(run[0])}{run[1]}", text)


_REPEATED = re.compile(r"(.)\1{3,}")
_SIGNS = bytes((63 + one) & 127 for one in range(256))
