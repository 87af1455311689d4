"""Small drawings with Pillow: skies and shapes, different enough as thumbnails."""

from __future__ import annotations

import colorsys
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from random import Random

from PIL import Image, ImageDraw

Colour = tuple[int, int, int]

SUBJECTS = (
    ("Morning at the harbour", "Mattina al porto"),
    ("Quiet lake", "Lago tranquillo"),
    ("Hills in autumn", "Colline d'autunno"),
    ("Balloons", "Mongolfiere"),
    ("Market stalls", "Bancarelle"),
    ("Night sky", "Cielo notturno"),
    ("Abstract", "Astratto"),
)
SIZES = ((320, 200), (240, 240), (200, 300), (400, 160), (480, 320))


@lru_cache(maxsize=128)
def drawing(number: int, kind: str) -> bytes:
    """The file of drawing `number` as PNG or JPEG; always the same for the same number."""
    chance = Random(number)
    width, height = SIZES[number % len(SIZES)]
    image = sky(width, height, chance.random())
    _STYLES[number % len(_STYLES)](ImageDraw.Draw(image), width, height, chance)
    file = BytesIO()
    options = {"compress_level": 1} if kind == "PNG" else {"quality": 80}
    image.save(file, kind, **options)
    return file.getvalue()


def sky(width: int, height: int, hue: float) -> Image.Image:
    """A vertical gradient; two pixels stretched are faster than a line per row."""
    ends = Image.new("RGB", (1, 2))
    ends.putpixel((0, 0), colour(hue, 0.6, 0.35))
    ends.putpixel((0, 1), colour(hue + 0.12, 0.45, 0.95))
    return ends.resize((width, height), Image.Resampling.BILINEAR)


def colour(hue: float, saturation: float, value: float) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, saturation, value)
    return round(red * 255), round(green * 255), round(blue * 255)


def _hills(draw: ImageDraw.ImageDraw, width: int, height: int, chance: Random) -> None:
    """Ranges of hills, darker towards the front."""
    hue = chance.random()
    for row in range(4):
        base = height * (0.45 + row * 0.14)
        crest = [(x, base + chance.uniform(-0.08, 0.08) * height) for x in _steps(width, 8)]
        draw.polygon([(0, height), *crest, (width, height)], colour(hue, 0.5, 0.75 - row * 0.16))


def _balloons(draw: ImageDraw.ImageDraw, width: int, height: int, chance: Random) -> None:
    for _ in range(14):
        radius = chance.uniform(0.04, 0.16) * height
        x, y = chance.uniform(0, width), chance.uniform(0, height * 0.8)
        tint = colour(chance.random(), 0.7, 0.9)
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), tint)


def _stalls(draw: ImageDraw.ImageDraw, width: int, height: int, chance: Random) -> None:
    edges = _steps(width, 12)
    for place, (left, right) in enumerate(pairwise(edges)):
        top = height * chance.uniform(0.45, 0.6)
        tint = colour(chance.random(), 0.6, 0.8) if place % 2 else (240, 236, 228)
        draw.rectangle((left, top, right, height), tint)


def _water(draw: ImageDraw.ImageDraw, width: int, height: int, chance: Random) -> None:
    horizon, x, radius = height * 0.6, width * chance.uniform(0.3, 0.7), height * 0.15
    draw.ellipse((x - radius, horizon - radius, x + radius, horizon + radius), (255, 214, 102))
    draw.rectangle((0, horizon, width, height), colour(0.55 + chance.random() * 0.1, 0.6, 0.45))
    for row in range(6):
        y, reach = horizon + row * height * 0.06 + 4, radius * (1 - row * 0.12)
        draw.line((x - reach, y, x + reach, y), (255, 224, 150), 3)


def _stars(draw: ImageDraw.ImageDraw, width: int, height: int, chance: Random) -> None:
    draw.rectangle((0, 0, width, height), (13, 20, 43))
    for _ in range(90):
        x, y = chance.uniform(0, width), chance.uniform(0, height * 0.7)
        draw.ellipse((x, y, x + 2, y + 2), (255, 255, chance.randint(180, 255)))
    _hills(draw, width, height, chance)


_STYLES = (_hills, _balloons, _stalls, _water, _stars)


def _steps(width: int, count: int) -> list[float]:
    return [width * step / count for step in range(count + 1)]
