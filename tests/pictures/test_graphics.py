"""What is sent to terminals that draw pictures themselves, and a video's first frame."""

from __future__ import annotations

import re
from base64 import standard_b64decode
from io import BytesIO

import av
import pytest
from PIL import Image

from svc_tui.pictures import kitty, video
from svc_tui.pictures.decode import NoPicture, decoded, of_image
from svc_tui.pictures.sixel import sixel
from svc_tui.pictures.video import length, poster
from tests.pictures.samples import photo, saved


def read_back(text: str) -> Image.Image:
    """The picture that a terminal makes of a sixel sequence."""
    head = re.match(r'\x1bP0;1;0q"1;1;(\d+);(\d+)', text)
    assert head is not None and text.endswith("\x1b\\")
    image = Image.new("RGB", (int(head[1]), int(head[2])))
    colors: dict[str, tuple[int, ...]] = {}
    color, x, y = "", 0, 0
    for token in re.finditer(
        r"#(\d+);2;(\d+);(\d+);(\d+)|#(\d+)|!(\d+)(.)|([$-])|([?-~])", text[head.end() : -2]
    ):
        if token[1]:
            colors[token[1]] = tuple(round(int(token[at]) * 2.55) for at in (2, 3, 4))
        elif token[5]:
            color = token[5]
        elif token[8]:
            x, y = 0, y + (6 if token[8] == "-" else 0)
        else:
            sign = token[7] or token[9]
            count = int(token[6] or 1)
            bits = [bit for bit in range(6) if (ord(sign) - 63) >> bit & 1]
            for place in ((x + step, y + bit) for step in range(count) for bit in bits):
                image.putpixel(place, colors[color])
            x += count
    return image


def test_a_sixel_sequence_shows_the_picture():
    image = Image.new("RGB", (30, 20), "navy")
    image.paste((255, 0, 0), (5, 3, 20, 17))
    seen = read_back(sixel(of_image(image, image.size, "PNG"), (30, 20), (0, 0, 0)))
    for place in ((0, 0), (10, 10), (29, 19), (5, 3), (20, 17)):
        both = zip(seen.getpixel(place), image.getpixel(place), strict=True)
        assert all(abs(one - other) < 12 for one, other in both), place


def test_kittys_pieces_make_the_picture():
    picture = decoded(saved(photo(300, 200)))
    png = kitty.png_of(picture)
    text = kitty.sent(7, png, (30, 10))
    pieces = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", text)
    assert "".join(f"\x1b_G{head};{data}\x1b\\" for head, data in pieces) == text
    assert standard_b64decode("".join(data for _, data in pieces)) == png
    assert "c=30,r=10" in pieces[0][0]
    assert [("m=1" in head) for head, _ in pieces] == [True] * (len(pieces) - 1) + [False]


def test_placeholders_say_row_and_column():
    lines = list(kitty.placeholders((3, 2)))
    first = f"{kitty.PLACEHOLDER}\u0305\u0305{kitty.PLACEHOLDER}\u0305\u030d"
    assert lines[0].startswith(first)
    assert lines[1].startswith(f"{kitty.PLACEHOLDER}\u030d\u0305")


def film(black: int = 3) -> bytes:
    """A video that begins with black frames."""
    file = BytesIO()
    with av.open(file, "w", format="mp4") as container:
        stream = container.add_stream("mpeg4", rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for number in range(20):
            image = photo(64, 48) if number >= black else Image.new("RGB", (64, 48))
            for packet in stream.encode(av.VideoFrame.from_image(image)):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)
    return file.getvalue()


def test_of_a_video_the_first_frame_that_shows_something_is_its_poster():
    picture, duration = poster(film(), 256)
    assert picture.original == (64, 48)
    assert duration == "0:02"
    low, high = picture.image().convert("L").getextrema()
    assert high - low > 40


@pytest.mark.parametrize("data", [b"", b"no film", film()[:200]])
def test_a_broken_video_is_a_reason(data: bytes):
    with pytest.raises(NoPicture, match="The video can't be read"):
        poster(data, 256)


def test_a_frame_larger_than_its_video_says_is_not_unpacked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(video, "MOST_PIXELS", 100 * 100)
    file = BytesIO()
    with av.open(file, "w", format="avi") as container:
        stream = container.add_stream("mjpeg", rate=5)
        stream.width, stream.height, stream.pix_fmt = 80, 60, "yuvj420p"
        for at, image in enumerate([Image.new("RGB", (80, 60)), photo(800, 600)]):
            packet = av.Packet(saved(image, "JPEG"))
            packet.stream, packet.pts, packet.dts = stream, at, at
            container.mux(packet)
    with pytest.raises(NoPicture, match="The video can't be read"):
        poster(file.getvalue(), 256)


def test_a_list_of_other_files_is_not_opened(tmp_path):
    secret = tmp_path / "secret.mp4"
    secret.write_bytes(film())
    playlist = f"#EXTM3U\n#EXTINF:1,\nfile://{secret}\n#EXT-X-ENDLIST\n"
    with pytest.raises(NoPicture):
        poster(playlist.encode(), 256)
    with pytest.raises(NoPicture):
        poster(f"ffconcat version 1.0\nfile {secret}\n".encode(), 256)


@pytest.mark.parametrize(("seconds", "said"), [(0, ""), (7, "0:07"), (3723, "1:02:03")])
def test_lengths_are_told_as_on_a_player(seconds: float, said: str):
    assert length(seconds) == said
