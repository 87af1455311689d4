"""A film small enough to seed: a dozen JPEG frames in an AVI container, written by hand."""

from __future__ import annotations

import struct
from functools import lru_cache
from io import BytesIO

from PIL import ImageDraw

from .pictures import sky

WIDTH, HEIGHT = 160, 120
FRAMES = 12
FRAMES_PER_SECOND = 6


@lru_cache(maxsize=8)
def film(number: int) -> bytes:
    """A ferry crossing the picture, as MJPEG in AVI; `number` chooses the light."""
    frames = [_frame(number, step / FRAMES) for step in range(FRAMES)]
    movie = _list(b"movi", b"".join(_chunk(b"00dc", frame) for frame in frames))
    return _riff(_headers(frames) + movie + _index(frames))


def _frame(number: int, progress: float) -> bytes:
    image = sky(WIDTH, HEIGHT, 0.1 + number * 0.4)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 80, WIDTH, HEIGHT), (26, 82, 118))
    x = -40 + progress * (WIDTH + 40)
    draw.polygon([(x, 70), (x + 48, 70), (x + 40, 86), (x + 8, 86)], (236, 240, 241))
    draw.rectangle((x + 14, 56, x + 34, 70), (192, 57, 43))
    file = BytesIO()
    image.save(file, "JPEG", quality=75)
    return file.getvalue()


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _list(name: bytes, content: bytes) -> bytes:
    return _chunk(b"LIST", name + content)


def _riff(content: bytes) -> bytes:
    return _chunk(b"RIFF", b"AVI " + content)


def _headers(frames: list[bytes]) -> bytes:
    """Return the header that a player reads before the first frame."""
    largest = max(map(len, frames))
    main = struct.pack(
        "<14I",
        *(1_000_000 // FRAMES_PER_SECOND, largest * FRAMES_PER_SECOND, 0, 0x10, len(frames)),
        *(0, 1, largest, WIDTH, HEIGHT, 0, 0, 0, 0),
    )
    stream = struct.pack(
        "<4s4sIHHIIIIIIII4H",
        *(b"vids", b"MJPG", 0, 0, 0, 0, 1, FRAMES_PER_SECOND, 0, len(frames), largest),
        *(0xFFFFFFFF, 0, 0, 0, WIDTH, HEIGHT),
    )
    bitmap = struct.pack(
        "<IiiHH4sIiiII", 40, WIDTH, HEIGHT, 1, 24, b"MJPG", WIDTH * HEIGHT * 3, 0, 0, 0, 0
    )
    track = _list(b"strl", _chunk(b"strh", stream) + _chunk(b"strf", bitmap))
    return _list(b"hdrl", _chunk(b"avih", main) + track)


def _index(frames: list[bytes]) -> bytes:
    """Return the offset of each frame, counted from the name of the movie list."""
    entries, offset = b"", 4
    for frame in frames:
        entries += struct.pack("<4sIII", b"00dc", 0x10, offset, len(frame))
        offset += 8 + len(frame) + len(frame) % 2
    return _chunk(b"idx1", entries)
