"""An upload without a clear answer is looked up in the library, and never sent twice unasked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from svc_tui.stores.media.media_store import MediaStore
from svc_tui.stores.uploads.upload_store import Progress, Upload, UploadStore
from tests.fakes import (
    Answer,
    FakeBackend,
    broken_json,
    drops,
    html_answer,
    json_answer,
    text_answer,
    times_out,
)

LOST: dict[str, Answer] = {
    "lost": drops(),
    "too late": times_out(),
    "500": json_answer({}, 500),
    "502": html_answer(502),
    "a page": html_answer(200),
    "incomplete": broken_json(),
    "empty": json_answer({}, 201),
    "nulls": json_answer({"id": None, "file": None}, 201),
    "no content": json_answer(None, 204),
    "text": text_answer("stored"),
}
"""Answers from which nobody can tell whether a file was stored."""


def stored(number: int, **facts: Any) -> dict[str, Any]:
    """A file of the library, made right now."""
    made = datetime.now(UTC).isoformat()
    file = f"/media/library/{facts.pop('name', 'my_cat.png')}"
    return {"id": number, "file": file, "size": 10, "created": made, "title": "my cat", **facts}


def holding(*items: dict[str, Any], pages: int = 1) -> dict[str, Any]:
    return {"media": {"items": list(items), "paginator": {"page": 1, "pages": pages}}}


async def sent(uploads: UploadStore, place: Path, **facts: Any) -> Upload:
    path = place / "my cat.png"
    path.write_bytes(b"x" * 10)
    uploads.add([path], **facts)
    await uploads.run()
    return uploads.state.uploads[-1]


def posts(backend: FakeBackend) -> int:
    return sum(request.method == "POST" for request in backend.requests)


@pytest.mark.parametrize("answer", LOST.values(), ids=LOST)
async def test_a_file_that_is_found_in_the_library_is_done(
    media, uploads, backend, tmp_path, answer
):
    backend.on("POST", "/api/media/", answer)
    other = stored(1, name="b.png", title="b")
    backend.on("GET", "/api/media-folders/3/", holding(other, stored(7)))
    arrived: list[object] = []
    media.subscribe(arrived.append)

    upload = await sent(uploads, tmp_path, folder=3)

    assert (upload.progress, upload.media.id, upload.percent) == (Progress.DONE, 7, 100)
    assert "in the library" in upload.reason
    assert [one.media.id for one in arrived if isinstance(one, MediaStore.Uploaded)] == [7]


@pytest.mark.parametrize("answer", LOST.values(), ids=LOST)
async def test_one_that_is_not_found_is_unknown_and_never_sent_again_unasked(
    uploads, backend, tmp_path, answer
):
    backend.on("POST", "/api/media/", answer)
    backend.on("GET", "/api/media-folders/", holding(stored(1, name="b.png", title="b")))

    upload = await sent(uploads, tmp_path)

    assert upload.progress is Progress.UNKNOWN
    assert upload.reason.startswith("it may have been saved; it is not in the library yet")
    assert "not uploaded" not in upload.reason
    looked = await uploads.look(upload.id)
    assert looked.progress is Progress.UNKNOWN
    uploads.retry(upload.id)
    uploads.resume()
    await uploads.run()
    assert posts(backend) == 1

    backend.on("POST", "/api/media/", json_answer(stored(9), 201))
    uploads.retry(upload.id, twice=True)
    await uploads.run()
    assert (uploads.state.uploads[0].progress, posts(backend)) == (Progress.DONE, 2)


async def test_one_that_a_slow_server_stores_later_is_found_by_the_next_look(
    uploads, backend, tmp_path
):
    backend.on("POST", "/api/media/", times_out())
    backend.on("GET", "/api/media-folders/", holding(), holding(), holding(stored(7)))
    upload = await sent(uploads, tmp_path)
    assert upload.progress is Progress.UNKNOWN

    looked = await uploads.look(upload.id)
    assert (looked.progress, looked.media.id) == (Progress.DONE, 7)
    assert uploads.state.uploads == (looked,) and posts(backend) == 1


@pytest.mark.parametrize(
    "facts",
    [
        {"created": (datetime.now(UTC) - timedelta(hours=1)).isoformat()},
        {"created": ""},
        {"created": "yesterday"},
        {"created": datetime.now(UTC).replace(tzinfo=None).isoformat()},
    ],
    ids=["older", "unsaid", "no time", "no zone"],
)
async def test_one_like_it_that_may_be_older_is_named_and_not_taken_for_it(
    uploads, backend, tmp_path, facts
):
    backend.on("POST", "/api/media/", drops())
    backend.on("GET", "/api/media-folders/", holding(stored(7, **facts)))
    upload = await sent(uploads, tmp_path)

    assert upload.progress is Progress.UNKNOWN and upload.media is None
    assert "the library has a similar file (my cat)" in upload.reason


@pytest.mark.parametrize(
    "facts",
    [{"name": "my_cat_Xy12aBc.png", "title": ""}, {"name": "5f0c.png"}, {"size": 0}, {"size": 6}],
    ids=["a name that was taken", "a name of its own", "no size", "scaled down"],
)
async def test_a_file_is_known_again_as_backends_store_it(uploads, backend, tmp_path, facts):
    backend.on("POST", "/api/media/", drops())
    backend.on("GET", "/api/media-folders/", holding(stored(7, **facts)))
    assert (await sent(uploads, tmp_path)).media.id == 7


@pytest.mark.parametrize(
    "facts", [{"name": "dog.png", "title": "dog"}, {"size": 11}], ids=["name", "size"]
)
async def test_another_file_of_this_minute_is_not_taken_for_it(uploads, backend, tmp_path, facts):
    backend.on("POST", "/api/media/", drops())
    backend.on("GET", "/api/media-folders/", holding(stored(7, **facts)))
    assert (await sent(uploads, tmp_path)).progress is Progress.UNKNOWN


async def test_of_two_equal_files_one_answer_lost_does_not_hide_behind_the_other(
    uploads, backend, tmp_path
):
    backend.on("POST", "/api/media/", json_answer(stored(7), 201), drops())
    backend.on("GET", "/api/media-folders/", holding(stored(7)))
    uploads.at_once = 1
    await sent(uploads, tmp_path)
    upload = await sent(uploads, tmp_path)
    assert upload.progress is Progress.UNKNOWN


async def test_a_library_that_cannot_be_read_proves_nothing(uploads, backend, tmp_path):
    backend.on("POST", "/api/media/", drops())
    backend.on("GET", "/api/media-folders/", drops())
    upload = await sent(uploads, tmp_path)
    assert upload.progress is Progress.UNKNOWN
    assert "the library could not be searched completely" in upload.reason


async def test_a_large_folder_is_searched_before_it_is_read(uploads, backend, tmp_path):
    backend.on("POST", "/api/media/", drops())
    backend.on("GET", "/api/media-folders/", holding(stored(7)))
    await sent(uploads, tmp_path)
    assert backend.last.url.params["search"] == "my cat"


async def test_without_its_last_byte_a_file_is_not_stored_and_may_go_again(
    uploads, backend, tmp_path
):
    path = tmp_path / "cat.png"
    path.write_bytes(b"x" * 10)
    uploads.add([path])
    path.unlink()
    await uploads.run()
    (upload,) = uploads.state.uploads
    assert upload.progress is Progress.FAILED and not upload.unsure
