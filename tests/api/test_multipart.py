"""Files are found, named safely and sent piece by piece, in both dialects."""

from __future__ import annotations

import errno
import io
import json
from datetime import date
from email.parser import BytesParser
from email.policy import HTTP
from pathlib import Path
from threading import get_ident
from typing import Any

import httpx
import pytest

from svc_tui.api import multipart
from svc_tui.api.errors import UnreadableFile
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.multipart import (
    MOST,
    PIECE,
    MultipartStyle,
    Pieces,
    UploadFile,
    clean_filename,
    encode,
    find_files,
)


def parts_of(payload: Any, style: MultipartStyle = "flat", **words: Any) -> dict[str, Any]:
    """What a server reads from the form: the text of a part, or (name, type, bytes) of a file."""
    with encode(payload, policy="force", style=style, **words) as form:
        request = httpx.Request("POST", "https://cms.test/", **form.body)
        sent = b"".join(request.stream)  # type: ignore[arg-type]
    assert len(sent) == int(request.headers["content-length"])
    head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
    message = BytesParser(policy=HTTP).parsebytes(head + sent)
    return {
        part.get_param("name", header="content-disposition"): _read(part)
        for part in message.iter_parts()
    }  # type: ignore[attr-defined]


def _read(part: Any) -> Any:
    content = part.get_payload(decode=True)
    if part.get_filename() is None:
        return content.decode()
    return part.get_filename(), part.get_content_type(), content


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "a.png"
    path.write_bytes(b"PNG!")
    return path


def test_files_are_found_anywhere_by_their_dot_path(picture: Path):
    other = UploadFile(picture, "b.png")
    payload = {
        "cover": picture,
        "gallery": [{"image": io.BytesIO(b"1")}, {"image": None}],
        "translations": {"it": {"pdf": other}},
        "title": "a.png",
    }

    assert list(find_files(payload)) == ["cover", "gallery.0.image", "translations.it.pdf"]


def test_flat_parts_hold_one_value_each(picture: Path):
    parts = parts_of(
        {
            "title": "Porto",
            "folder": None,
            "featured": True,
            "draft": False,
            "price": 1.5,
            "on": date(2026, 11, 20),
            "tags": [1, 2],
            "seo": {"title": "é", "image": picture},
            "file": picture,
        }
    )

    assert parts == {
        "title": "Porto",
        "folder": "",
        "featured": "true",
        "draft": "false",
        "price": "1.5",
        "on": "2026-11-20",
        "tags": "[1,2]",
        "seo": '{"title":"é"}',
        "seo.image": ("a.png", "image/png", b"PNG!"),
        "file": ("a.png", "image/png", b"PNG!"),
    }


def test_an_envelope_is_one_json_part_and_the_files(picture: Path):
    parts = parts_of(
        {"folder": None, "gallery": [picture, {"image": picture, "n": 1}], "file": picture},
        "envelope",
    )

    assert json.loads(parts.pop("data")) == {"folder": None, "gallery": [None, {"n": 1}]}
    assert set(parts) == {"gallery.0", "gallery.1.image", "file"}


def test_auto_is_json_without_a_file_and_a_form_with_one(picture: Path):
    with encode({"a": 1}) as form:
        assert form.body == {"content": b'{"a":1}'}
    with encode({"a": picture}) as form:
        assert "files" in form.body


def test_a_name_and_a_type_of_ones_own_are_told(picture: Path):
    parts = parts_of({"file": UploadFile(picture, "poster.bin", "image/webp")})

    assert parts["file"] == ("poster.bin", "image/webp", b"PNG!")


def test_a_name_tells_the_type_without_a_list_of_the_machine(
    tmp_path: Path, mime_types_of_python: None
):
    for name in ("a.webp", "a.pdf", "a.nothing"):
        (tmp_path / name).write_bytes(b"x")
    parts = parts_of({name: tmp_path / name for name in ("a.webp", "a.pdf", "a.nothing")})

    assert [mime for _, mime, _ in parts.values()] == [
        "image/webp", "application/pdf", "application/octet-stream"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("/etc/passwd", "passwd"),
        ("C:\\temp\\a.png", "a.png"),
        ('a"; filename="b.png', "a_; filename=_b.png"),
        ("a\r\nX-Evil: 1.png", "a__X-Evil: 1.png"),
        ("\x1b[31mred\x9b.png", "_[31mred_.png"),
        ("日本.png", "日本.png"),
        ("a\udcff.png", "a_.png"),
        ("..", "upload"),
        ("", "upload"),
        ("dir/", "upload"),
    ],
)
def test_a_file_name_cannot_break_out_of_its_header(name: str, clean: str):
    assert clean_filename(name) == clean


def test_a_hostile_name_reaches_the_server_as_one_part(tmp_path: Path):
    path = tmp_path / 'x"\r\nContent-Type: text\r\n\r\nhello.png'.replace("/", "")
    path.write_bytes(b"1")

    assert list(parts_of({"file": path})) == ["file"]


def test_a_file_opened_as_text_is_a_mistake(tmp_path: Path):
    with pytest.raises(TypeError, match="`file` is a file opened as text"):
        find_files({"file": io.StringIO("x")})


def test_an_open_file_is_sent_whole_and_stays_open(picture: Path):
    with picture.open("rb") as file:
        file.read(2)
        parts = parts_of({"file": file})

        assert parts["file"] == ("a.png", "image/png", b"PNG!")
        assert not file.closed


def test_pieces_have_our_size_whatever_is_asked(tmp_path: Path):
    path = tmp_path / "big"
    path.write_bytes(b"x" * (2 * PIECE + 10))
    with Pieces(UploadFile(path)) as file:
        assert [len(file.read(64 * 1024)) for _ in range(4)] == [PIECE, PIECE, 10, 0]


def test_pieces_are_larger_on_a_line_that_takes_them_at_once_and_only_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    now = [100.0]
    monkeypatch.setattr(multipart, "monotonic", lambda: now[0])
    path = tmp_path / "big"
    path.write_bytes(b"x" * (30 * PIECE))
    sizes = []
    with Pieces(UploadFile(path)) as file:
        for seconds in [0.001] * 12 + [1.0] * 2:
            sizes.append(len(file.read()))
            now[0] += seconds
        assert sizes == [PIECE] * 9 + [MOST] * 4 + [PIECE]


def test_a_file_that_grows_is_sent_as_long_as_it_was(picture: Path):
    with encode({"file": picture}) as form:
        with picture.open("ab") as file:
            file.write(b" and more")
        request = httpx.Request("POST", "https://cms.test/", **form.body)
        sent = b"".join(request.stream)  # type: ignore[arg-type]

    assert len(sent) == int(request.headers["content-length"])
    assert b"PNG!" in sent
    assert b"and more" not in sent


def test_a_file_that_shrinks_says_so(picture: Path):
    with encode({"file": picture}) as form:
        request = httpx.Request("POST", "https://cms.test/", **form.body)
        picture.write_bytes(b"P")
        with pytest.raises(UnreadableFile, match=r"a\.png shrank .* Choose the file again"):
            b"".join(request.stream)  # type: ignore[arg-type]


def test_a_file_that_cannot_be_read_on_says_so(picture: Path):
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError(5, "Input/output error")

    with encode({"file": UploadFile(Failing(b"12"), "disk.bin")}) as form:
        request = httpx.Request("POST", "https://cms.test/", **form.body)
        with pytest.raises(UnreadableFile, match=r"disk\.bin could not be read to the end: Input"):
            b"".join(request.stream)  # type: ignore[arg-type]


def test_a_folder_is_no_file(tmp_path: Path):
    with pytest.raises(UnreadableFile, match="it is not a regular file"):
        encode({"file": tmp_path})


def test_one_missing_file_leaves_no_other_open(picture: Path, tmp_path: Path):
    with pytest.raises(UnreadableFile), encode({"a": picture, "b": tmp_path / "gone"}):
        raise AssertionError("never reached")


def test_progress_counts_all_files_and_each_percent_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(multipart, "AT_ONCE", 0)
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"x" * (100 * PIECE))
    heard: list[tuple[int, int]] = []
    parts_of({"a": tmp_path / "a", "b": tmp_path / "b"}, on_progress=lambda *at: heard.append(at))

    total = 200 * PIECE
    assert len(heard) == 101
    assert heard[-1] == (total, total)
    assert [sent for sent, _ in heard] == sorted({sent for sent, _ in heard})


def test_an_empty_file_is_sent(tmp_path: Path):
    (tmp_path / "empty.txt").touch()

    assert parts_of({"file": tmp_path / "empty.txt"})["file"] == ("empty.txt", "text/plain", b"")


def test_a_form_can_be_sent_a_second_time(picture: Path):
    with encode({"file": picture}) as form:
        bodies = [
            b"".join(httpx.Request("POST", "https://cms.test/", **form.body).stream)  # type: ignore[arg-type]
            for _ in range(2)
        ]

    assert all(b"PNG!" in body for body in bodies)


def test_what_json_cannot_hold_is_named():
    with pytest.raises(TypeError, match="JSON can't represent a value of type object"):
        encode({"a": object()})


def test_half_a_surrogate_pair_goes_back_as_it_came():
    record = {"title": "half \ud83d", "note": "é"}

    with encode(record) as form:
        assert json.loads(form.body["content"]) == record


async def test_pieces_are_read_beside_the_loop_and_heard_of_in_it(tmp_path):
    path = tmp_path / "large.bin"
    path.write_bytes(b"x" * (PIECE * 3))
    read_in: set[int] = set()
    heard_in: list[int] = []

    class Watched(Pieces):
        def read(self, size: int = -1) -> bytes:
            read_in.add(get_ident())
            return super().read(size)

    def receive(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"size": len(request.content)})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("svc_tui.api.multipart.Pieces", Watched)
        fetch = SvcFetch("http://cms.test", transport=httpx.MockTransport(receive))
        with encode({"file": path}, on_progress=lambda *_: heard_in.append(get_ident())) as form:
            answer = await fetch("POST", "/x/", headers=form.headers, **form.body)
        await fetch.aclose()

    assert answer.json()["size"] > PIECE * 3
    assert read_in and get_ident() not in read_in
    assert len(heard_in) == 3 and set(heard_in) == {get_ident()}


async def test_a_file_that_vanishes_while_it_is_read_stops_the_request(tmp_path):
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError(errno.EIO, "Input/output error")

    transport = httpx.MockTransport(lambda request: httpx.Response(200))
    fetch = SvcFetch("http://cms.test", transport=transport)
    with (
        encode({"file": UploadFile(Failing(b"12"), "disk.bin")}) as form,
        pytest.raises(UnreadableFile, match="could not be read to the end"),
    ):
        await fetch("POST", "/x/", headers=form.headers, **form.body)
    await fetch.aclose()
