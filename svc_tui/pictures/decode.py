"""Decode a file's bytes, whatever they are, into a small picture.

Files are untrusted: only known formats are opened, the size is checked before anything is decoded,
and failures are `NoPicture` with a reason. Call it in a thread.
"""

from __future__ import annotations

import struct
import threading
import warnings
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFile import ImageFile

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "ICO", "AVIF", "MPO")
"""The supported formats; Pillow knows more, each of which could be attacked."""

MOST_PIXELS = 40_000_000
"""Maximum pixels to decode: 160 MB for a moment."""

MOST_JPEG_PIXELS = 120_000_000
"""The same for a JPEG, which is decoded at an eighth of its width."""

SIDE = 256
"""Maximum pixels of the longer side: more than a screen of half blocks has."""

GRAPHICS_SIDE = 800
"""The same if the terminal draws pixels."""

PIECE = 8 * 1024
"""Bytes to decode at a time: no other thread runs during that."""

INSTALL = "To show pictures: pip install pillow."

_ORIENTATION = 0x0112
_opening = threading.Lock()


class NoPicture(Exception):
    """A file has no usable picture; the message says why."""


@dataclass(frozen=True)
class Picture:
    """A decoded picture: small, upright, with its transparency."""

    width: int
    height: int
    rgba: bytes
    """Four bytes a pixel, row by row."""
    original: tuple[int, int]
    """Pixels of the file itself, upright."""
    kind: str = ""
    """The format: `PNG`."""
    moving: bool = False
    """Whether the file is an animation, of which this is the first frame."""

    @property
    def facts(self) -> str:
        """Size and format: `640 × 480 PNG`."""
        moves = ", animated" if self.moving else ""
        return f"{self.original[0]} × {self.original[1]} {self.kind}{moves}".rstrip()

    def image(self) -> Image:
        """Return a Pillow image."""
        from PIL import Image

        return Image.frombytes("RGBA", (self.width, self.height), self.rgba)


def decoded(data: bytes, side: int = SIDE) -> Picture:
    """Decode a file, at most `side` pixels wide and high. Raises `NoPicture`."""
    try:
        from PIL import UnidentifiedImageError
    except ImportError:
        raise NoPicture(INSTALL) from None
    try:
        return _decoded(data, side)
    except NoPicture:
        raise
    except UnidentifiedImageError:
        raise NoPicture("It is not a picture in a known format.") from None
    except MemoryError:
        raise NoPicture("There is not enough memory to decode it.") from None
    except Exception:
        # A decoder may raise anything on a malicious file.
        raise NoPicture("The file is damaged or incomplete.") from None


def of_image(image: Image, original: tuple[int, int], kind: str, moving: bool = False) -> Picture:
    """Return a picture of what Pillow has decoded and scaled."""
    rgba = image.convert("RGBA")
    return Picture(rgba.width, rgba.height, rgba.tobytes(), original, kind, moving)


def _decoded(data: bytes, side: int) -> Picture:
    with _opened(data) as image:
        original, kind = image.size, image.format or ""
        _check(image)
        image.decodermaxblock = PIECE
        image.draft("RGB", (side, side))  # Only a JPEG can be decoded at a smaller size.
        if image.width * image.height > MOST_PIXELS:
            raise NoPicture(too_large(original))
        turn = _turn(image)
        moving = bool(getattr(image, "is_animated", False)) and kind != "MPO"
        small: Any = image
        if small.mode not in ("RGB", "L"):
            small = small.convert("RGBA")
        small.thumbnail((side, side), reducing_gap=2.0)
        if turn is not None:
            small = small.transpose(turn)
            if turn in _QUARTER_TURNS:
                original = (original[1], original[0])
        return of_image(small, original, "JPEG" if kind == "MPO" else kind, moving)


def _opened(data: bytes) -> ImageFile:
    from PIL import Image

    if data.startswith(b"\0\0\1\0"):
        _check_icons(data)  # Pillow decodes them when it opens them.
    # Pillow only warns of large and wrong sizes, on the terminal; ours are checked.
    with _opening, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return Image.open(BytesIO(data), formats=_known())
        except Image.DecompressionBombError:
            raise NoPicture("It has too many pixels to decode.") from None


def _known() -> tuple[str, ...]:
    from PIL import Image

    Image.init()
    return tuple(one for one in FORMATS if one in Image.OPEN)


def _check(image: Image) -> None:
    """Raise `NoPicture` before anything too large is decoded."""
    jpeg = image.format in ("JPEG", "MPO") and not image.info.get("progressive")
    if image.width * image.height > (MOST_JPEG_PIXELS if jpeg else MOST_PIXELS):
        raise NoPicture(too_large(image.size))


def _check_icons(data: bytes) -> None:
    """Check each icon, which has its own size, whatever the list says."""
    for at in range(6, 6 + 16 * int.from_bytes(data[4:6], "little"), 16):
        place = int.from_bytes(data[at + 12 : at + 16], "little")
        head = data[place : place + 24].ljust(24, b"\0")
        png = head.startswith(b"\x89PNG")
        wide, high = struct.unpack(">II", head[16:24]) if png else struct.unpack("<ii", head[4:12])
        if abs(wide * high) > MOST_PIXELS:
            raise NoPicture(too_large((abs(wide), abs(high))))


def too_large(size: tuple[int, int]) -> str:
    """Return why a picture is not decoded."""
    return f"With {size[0]} × {size[1]} pixels, it is too large to decode."


_QUARTER_TURNS = frozenset({2, 4, 5, 6})
"""The ways of turning (`Image.Transpose`) that swap width and height."""


def _turn(image: Image) -> Any:
    """Return how to turn it upright; None if it is, or if that can't be read."""
    from PIL.Image import Transpose

    ways = {
        2: Transpose.FLIP_LEFT_RIGHT,
        3: Transpose.ROTATE_180,
        4: Transpose.FLIP_TOP_BOTTOM,
        5: Transpose.TRANSPOSE,
        6: Transpose.ROTATE_270,
        7: Transpose.TRANSVERSE,
        8: Transpose.ROTATE_90,
    }
    try:
        return ways.get(image.getexif().get(_ORIENTATION, 1))
    except Exception:
        return None  # Broken metadata says nothing about the pixels.
