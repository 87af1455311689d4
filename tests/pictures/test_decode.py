"""Files become small pictures, or a reason why they do not."""

from __future__ import annotations

import sys
import tracemalloc

import pytest
from PIL import Image, ImageFile

from svc_tui.pictures import decode
from svc_tui.pictures.decode import INSTALL, NoPicture, decoded
from tests.pictures.samples import bomb, icon_of, photo, saved


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF"])
def test_common_formats_are_shown_and_told(kind: str):
    picture = decoded(saved(photo(400, 200), kind), 100)
    assert (picture.width, picture.height) == (100, 50)
    assert picture.facts == f"400 × 200 {kind}"
    assert len(picture.rgba) == 100 * 50 * 4


def test_a_small_picture_is_not_blown_up():
    picture = decoded(saved(photo(8, 6)))
    assert (picture.width, picture.height) == (8, 6)


def test_a_photograph_taken_upright_stands_upright():
    image = Image.new("RGB", (40, 20), "black")
    image.paste("white", (0, 0, 20, 20))  # its left half, which is above when turned
    exif = Image.Exif()
    exif[0x0112] = 6
    picture = decoded(saved(image, "JPEG", exif=exif, quality=95))
    assert (picture.width, picture.height) == (20, 40)
    assert picture.original == (20, 40)
    upright = picture.image().convert("L")
    assert upright.getpixel((10, 5)) > 200 > 50 > upright.getpixel((10, 35))


def test_of_an_animation_the_first_frame_is_shown():
    frames = [Image.new("RGB", (10, 10), color) for color in ("red", "blue")]
    data = saved(frames[0], "GIF", save_all=True, append_images=frames[1:])
    picture = decoded(data)
    assert picture.moving
    assert picture.facts == "10 × 10 GIF, animated"
    assert picture.rgba[:3] == b"\xff\0\0"


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16", "CMYK"])
def test_pixels_of_any_kind_are_shown(mode: str):
    image = Image.new(mode, (10, 10))
    picture = decoded(saved(image, "TIFF" if mode in ("CMYK", "I;16") else "PNG"))
    assert len(picture.rgba) == 400


def test_transparency_is_kept():
    assert decoded(saved(Image.new("RGBA", (2, 2), (9, 9, 9, 0)))).rgba[3] == 0


def test_a_bomb_is_never_unpacked():
    data = bomb()
    assert len(data) < 200_000
    tracemalloc.start()
    with pytest.raises(NoPicture, match=r"30000 × 30000 pixels|too many pixels"):
        decoded(data)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("kind", ["PNG", "DIB"])
def test_a_bomb_inside_of_an_icon_is_never_unpacked(kind: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(decode, "MOST_PIXELS", 300 * 300)
    unpacked: list[int] = []
    monkeypatch.setattr(ImageFile.ImageFile, "load", unpacked.append)
    with pytest.raises(NoPicture, match="With 400 × 400 pixels"):
        decoded(icon_of(saved(Image.new("RGB", (400, 400)), kind)))
    assert not unpacked


def test_an_icon_is_shown_and_what_its_list_says_of_it_counts_for_nothing():
    assert decoded(icon_of(saved(photo(64, 64)))).original == (64, 64)
    assert decoded(saved(photo(64, 64), "ICO", sizes=[(16, 16), (32, 32)])).original == (32, 32)
    assert decoded(saved(photo(64, 64), "ICO", bitmap_format="bmp")).original == (64, 64)


def test_a_large_photograph_is_unpacked_at_an_eighth():
    data = saved(Image.new("RGB", (8000, 6000), "navy"), "JPEG", quality=30)
    assert decoded(data).original == (8000, 6000)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP", "TIFF"])
@pytest.mark.parametrize("part", [0.02, 0.3, 0.6])
def test_a_file_that_was_cut_off_is_a_reason_and_no_crash(kind: str, part: float):
    data = saved(photo(), kind)
    try:
        picture = decoded(data[: int(len(data) * part)])
    except NoPicture as why:
        assert str(why).endswith(".")
    else:
        assert picture.width  # Its first frame was whole.


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0" + bytes(50),
        b"GIF89a" + b"\xff" * 99,
    ],
)
def test_what_is_no_picture_is_told(data: bytes):
    with pytest.raises(NoPicture, match=r"not a picture in a known format|damaged"):
        decoded(data)


def test_a_format_that_nobody_needs_is_not_opened():
    with pytest.raises(NoPicture, match="known format"):
        decoded(saved(photo(4, 4), "PCX"))
    with pytest.raises(NoPicture, match="known format"):
        decoded(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EOF\n")


def test_without_pillow_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(NoPicture) as why:
        decoded(b"")
    assert str(why.value) == INSTALL
