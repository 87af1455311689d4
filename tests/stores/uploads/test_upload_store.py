"""The upload queue: nothing is sent unseen, nothing fails in silence, nothing stops the rest."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from textual.message import Message

from svc_tui.models.media import MediaItem
from svc_tui.stores.uploads.upload_checks import MIB, UploadLimits, title_of
from svc_tui.stores.uploads.upload_store import Progress, Upload, UploadStore
from tests.fakes import drops, html_answer, json_answer, refuses, waits_for

ARRIVED = {"id": 9, "title": "a"}


def a_file(folder: Path, name: str = "a.png", size: int = 10) -> Path:
    path = folder / name
    path.write_bytes(b"x" * size)
    return path


def finished(uploads: UploadStore) -> list[Message]:
    heard: list[Message] = []
    uploads.subscribe(
        lambda message: heard.append(message) if isinstance(message, UploadStore.Finished) else None
    )
    return heard


async def test_files_are_sent_and_the_end_is_told_once(uploads, backend, tmp_path):
    backend.on("POST", "/api/media/", json_answer(ARRIVED, 201))
    heard = finished(uploads)

    uploads.add([a_file(tmp_path, name) for name in ("a.png", "b.png", "c.png")], folder=3)
    await uploads.run()

    assert [one.progress for one in uploads.state.uploads] == [Progress.DONE] * 3
    assert all(one.percent == 100 and one.media.id == 9 for one in uploads.state.uploads)
    assert [(end.sent, end.failed) for end in heard] == [(3, 0)]
    assert all(b'name="folder"\r\n\r\n3\r\n' in sent.content for sent in backend.requests)


async def test_two_are_on_their_way_at_once_and_a_place_is_taken_at_once(
    uploads, backend, tmp_path
):
    gate = asyncio.Event()
    backend.on("POST", "/api/media/", waits_for(gate, ARRIVED))
    uploads.add([a_file(tmp_path, "big.png")])
    uploads.start()
    uploads.add([a_file(tmp_path, "b.png"), a_file(tmp_path, "c.png")])
    uploads.start()

    states = [one.progress for one in uploads.state.uploads]
    assert states == [Progress.SENDING, Progress.SENDING, Progress.WAITING]
    gate.set()
    await uploads.run()
    assert not uploads.state.busy


async def test_one_that_fails_stops_no_other(uploads, backend, tmp_path):
    refused = json_answer({"file": ["Files with this name are not accepted."]}, 400)
    backend.on("POST", "/api/media/", refused, drops(), html_answer(500), ARRIVED)
    uploads.at_once = 1
    heard = finished(uploads)

    uploads.add([a_file(tmp_path, f"{n}.png") for n in range(4)])
    await uploads.run()

    reasons = [one.reason for one in uploads.state.uploads]
    assert reasons[0] == "Files with this name are not accepted."
    assert all(reasons[1:3]), reasons
    assert uploads.state.uploads[3].progress is Progress.DONE
    states = [one.progress for one in uploads.state.uploads[:3]]
    assert states == [Progress.FAILED, Progress.UNKNOWN, Progress.UNKNOWN]
    assert (heard[0].sent, heard[0].failed, heard[0].unknown) == (1, 1, 2)


async def test_what_nobody_expected_is_a_reason_too(uploads, tmp_path, monkeypatch):
    async def breaks(*_: object, **__: object) -> MediaItem:
        raise ZeroDivisionError

    monkeypatch.setattr(uploads._media, "upload_media", breaks)
    uploads.add([a_file(tmp_path)])
    await uploads.run()

    (one,) = uploads.state.uploads
    assert one.progress is Progress.FAILED
    assert one.reason == "unexpected: ZeroDivisionError"


async def test_a_library_that_breaks_is_not_read_to_the_end(
    uploads, backend, tmp_path, monkeypatch
):
    async def breaks(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    backend.on("POST", "/api/media/", lambda one: httpx.Response(502))
    monkeypatch.setattr(uploads._media.api, "explorer", breaks)
    uploads.add([a_file(tmp_path)])
    await uploads.run()

    (one,) = uploads.state.uploads
    assert one.progress is Progress.UNKNOWN and "could not be searched completely" in one.reason
    assert not uploads.state.busy


async def test_a_transport_that_breaks_may_have_sent_the_file(uploads, backend, tmp_path):
    def breaks(request: httpx.Request) -> httpx.Response:
        raise ZeroDivisionError

    backend.on("POST", "/api/media/", breaks)
    uploads.add([a_file(tmp_path)])
    await uploads.run()

    (one,) = uploads.state.uploads
    assert one.progress is Progress.UNKNOWN
    assert one.reason == (
        "it may have been saved; the library could not be searched completely. "
        "The transport MockTransport failed (ZeroDivisionError), see :log or the log file."
    )


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda folder: folder / "gone.png", "no such file or directory"),
        (lambda folder: folder, "a folder, not a file"),
        (lambda folder: a_file(folder, size=0), "the file is empty"),
        (lambda folder: folder / ("x" * 300), "file name too long"),
        (lambda folder: folder / "nul\0.png", "it could not be read"),
        (lambda folder: Path("/dev/null"), "a device or a pipe, not a file"),
        (lambda folder: a_file(folder, "a.txt", MIB + 1), "larger than the 1 MB allowed"),
    ],
    ids=["missing", "folder", "empty", "long", "nul", "device", "large"],
)
async def test_what_can_not_be_sent_is_failed_before_anything_is_sent(
    media, backend, tmp_path, make, reason
):
    uploads = UploadStore(media, UploadLimits(max_default_size=1))
    (added,) = uploads.add([make(tmp_path)])
    await uploads.run()

    assert added.progress is Progress.FAILED
    assert added.reason.startswith(reason)
    assert backend.requests == []


async def test_an_unreadable_file_is_known_before(uploads, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    (added,) = uploads.add([a_file(tmp_path)])
    assert added.reason == "permission denied"


def test_exactly_the_limit_passes():
    limits = UploadLimits(max_image_size=1, max_video_size=2, max_default_size=3)

    assert limits.refusal("image/png", MIB) is None
    assert limits.refusal("image/png", MIB + 1) == "larger than the 1 MB allowed for pictures"
    assert limits.refusal("video/mp4", 2 * MIB) is None
    assert "3 MB" in str(limits.refusal("text/plain", 3 * MIB + 1))


async def test_a_file_that_vanishes_says_so(uploads, backend, tmp_path):
    backend.on("POST", "/api/media/", ARRIVED)
    path = a_file(tmp_path)
    uploads.add([path])
    path.unlink()
    await uploads.run()

    (gone,) = uploads.state.uploads
    assert gone.progress is Progress.FAILED
    assert "no such file or directory" in gone.reason


async def test_cancelling_makes_room_for_the_next(uploads, backend, tmp_path):
    gate = asyncio.Event()
    backend.on("POST", "/api/media/", waits_for(gate, ARRIVED), ARRIVED)
    uploads.at_once = 1
    first, _ = uploads.add([a_file(tmp_path, "a.png"), a_file(tmp_path, "b.png")])
    heard = finished(uploads)
    uploads.start()
    while not backend.requests:
        await asyncio.sleep(0)

    uploads.cancel(first.id)
    await uploads.run()

    assert [one.progress for one in uploads.state.uploads] == [Progress.UNKNOWN, Progress.DONE]
    assert [(end.sent, end.failed, end.unknown) for end in heard] == [(1, 0, 1)]


async def test_one_cancelled_after_its_last_byte_may_have_arrived(uploads, backend, tmp_path):
    gate = asyncio.Event()
    backend.on("POST", "/api/media/", waits_for(gate, ARRIVED))
    (added,) = uploads.add([a_file(tmp_path)])
    uploads.start()
    while uploads.state.uploads[0].percent < 99:
        await asyncio.sleep(0)

    uploads.cancel(added.id)
    await uploads.run()

    assert uploads.state.uploads[0].progress is Progress.UNKNOWN
    assert "may have been saved" in uploads.state.uploads[0].reason


async def test_a_failed_one_can_be_sent_again(uploads, backend, tmp_path):
    backend.on("POST", "/api/media/", refuses(), ARRIVED)
    (added,) = uploads.add([a_file(tmp_path)])
    await uploads.run()
    heard = finished(uploads)

    uploads.retry(added.id)
    await uploads.run()

    (again,) = uploads.state.uploads
    assert (again.id, again.progress) == (added.id, Progress.DONE)
    assert [(end.sent, end.failed) for end in heard] == [(1, 0)]


async def test_a_done_one_is_not_sent_again(uploads, backend, tmp_path):
    backend.on("POST", "/api/media/", ARRIVED)
    (added,) = uploads.add([a_file(tmp_path)])
    await uploads.run()
    uploads.retry(added.id)
    await uploads.run()
    assert len(backend.requests) == 1


async def test_clearing_keeps_what_is_not_over(uploads, backend, tmp_path):
    uploads.add([a_file(tmp_path), tmp_path / "gone"])
    uploads.clear()
    assert [one.path.name for one in uploads.state.uploads] == ["a.png"]


async def test_the_end_waits_until_nothing_is_left(uploads, backend, tmp_path):
    backend.on("POST", "/api/media/", waits_for(asyncio.Event(), ARRIVED))
    uploads.add([a_file(tmp_path, f"{n}.png") for n in range(5)])
    uploads.start()
    await asyncio.sleep(0)
    before = asyncio.all_tasks()

    await uploads.aclose()

    assert {one.progress for one in uploads.state.uploads} == {Progress.CANCELLED}
    assert asyncio.all_tasks() == before - {task for task in before if task.done()}


async def test_a_program_that_ends_starts_nothing_more(uploads, backend, tmp_path):
    backend.on("POST", "/api/media/", waits_for(asyncio.Event(), ARRIVED))
    uploads.add([a_file(tmp_path, f"{n}.png") for n in range(5)])
    uploads.start()
    await asyncio.sleep(0)
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()

    await uploads.run()

    assert {one.progress for one in uploads.state.uploads} == {Progress.CANCELLED}


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("cat.png", "cat"),
        (b"c\xffat.png", "c\ufffdat"),
        ("a\x1b[31m\nb.png", "a [31m b"),
        ("x" * 240 + ".png", "x" * 200),
    ],
)
async def test_a_title_is_text_that_can_be_stored(uploads, backend, tmp_path, name, title):
    backend.on("POST", "/api/media/", ARRIVED)
    path = tmp_path / os.fsdecode(name)
    path.write_bytes(b"x")
    uploads.add([path])
    await uploads.run()

    assert title_of(path) == title
    assert uploads.state.uploads[0].progress is Progress.DONE
    assert f'name="title"\r\n\r\n{title}\r\n'.encode() in backend.last.content


def test_rate_and_time_left_follow_the_percent():
    half = Upload(1, Path("a"), None, size=1000, percent=50, started=100.0)

    assert half.rate(now=105.0) == 100.0
    assert half.left(now=105.0) == 5.0
    assert Upload(1, Path("a"), None, size=1000).left(now=105.0) is None


async def test_a_cancelled_file_can_be_sent_again_before_its_task_has_ended(
    uploads, backend, tmp_path
):
    gate = asyncio.Event()
    backend.on("POST", "/api/media/", waits_for(gate), json_answer(ARRIVED, 201))
    (one,) = uploads.add([a_file(tmp_path)])
    uploads.start()
    while not backend.requests:
        await asyncio.sleep(0)
    uploads.cancel(one.id)
    uploads.retry(one.id, twice=True)
    await uploads.run()
    assert uploads.state.uploads[0].progress is Progress.DONE


async def test_texts_go_with_the_file_and_survive_a_retry(uploads, backend, tmp_path):
    backend.on("POST", "/api/media/", json_answer({}, 400), json_answer(ARRIVED, 201))
    (one,) = uploads.examine([a_file(tmp_path)])
    uploads.queue([replace(one, title="Cat", alt_text="a cat", description="long")])
    await uploads.run()
    uploads.retry(one.id)
    await uploads.run()
    assert uploads.state.uploads[0].progress is Progress.DONE
    for request in backend.requests:
        assert b"a cat" in request.content and b"long" in request.content


async def test_a_file_that_changed_while_it_was_sent_is_not_called_done(uploads, backend, tmp_path):
    path = a_file(tmp_path)

    def changes(request: httpx.Request) -> httpx.Response:
        path.write_bytes(b"y" * 30)
        return httpx.Response(201, json=ARRIVED)

    backend.on("POST", "/api/media/", changes)
    uploads.add([path])
    await uploads.run()
    (one,) = uploads.state.uploads
    assert one.progress is Progress.FAILED and "changed during the upload" in one.reason


async def test_a_file_that_grew_over_the_limit_while_it_waited_is_not_sent(
    media, backend, tmp_path
):
    uploads = UploadStore(media, UploadLimits(max_default_size=20 / MIB))
    path = a_file(tmp_path, "a.bin", 20)
    uploads.add([path])
    path.write_bytes(b"x" * 21)
    await uploads.run()
    (one,) = uploads.state.uploads
    assert one.progress is Progress.FAILED and "larger than" in one.reason
    assert backend.requests == []


async def test_on_a_fast_line_a_bar_moves_a_few_times_a_second(
    uploads, backend, tmp_path, monkeypatch
):
    now = 100.0
    monkeypatch.setattr("svc_tui.stores.uploads.upload_store.monotonic", lambda: now)
    (one,) = uploads.add([a_file(tmp_path)])
    heard: list[int] = []
    uploads.subscribe(lambda message: heard.append(uploads.state.uploads[0].percent))

    async def fast(path: Path, tell, **_: object) -> MediaItem:
        nonlocal now
        for percent in range(100):
            now += 0.01
            tell(percent)
        return MediaItem(9)

    monkeypatch.setattr(uploads._media, "upload_media", fast)
    await uploads.run()

    assert one.id == uploads.state.uploads[0].id
    assert len(heard) <= 10
    assert 99 in heard  # That all is out is told at once, however fast it went.
    assert heard[-1] == 100
