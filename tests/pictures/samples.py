"""Files that people upload, and files that somebody made to do harm."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

from PIL import Image


def saved(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    """A file of an image."""
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def photo(width: int = 320, height: int = 200) -> Image.Image:
    """Something with many colours: red grows to the right, green downwards."""
    across = Image.linear_gradient("L").rotate(90).resize((width, height))
    down = Image.linear_gradient("L").resize((width, height))
    return Image.merge("RGB", (across, down, Image.new("L", (width, height), 90)))


def chunk(kind: bytes, data: bytes) -> bytes:
    """A piece of a PNG."""
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)


def bomb(side: int = 30_000) -> bytes:
    """A PNG of a hundred kilobytes that unpacks to `side` × `side` pixels of one bit."""
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    pack = zlib.compressobj(9)
    row = bytes(1 + side // 8 + 1)
    body = b"".join(pack.compress(row * 1000) for _ in range(side // 1000)) + pack.flush()
    start = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
    return start + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def icon_of(inside: bytes) -> bytes:
    """An icon whose list says 32 × 32, whatever is inside of it."""
    entry = struct.pack("<BBBBHHII", 32, 32, 0, 0, 1, 32, len(inside), 22)
    return struct.pack("<HHH", 0, 1, 1) + entry + inside
