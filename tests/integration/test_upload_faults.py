"""Uploads that a real server spoils: the row says why, nothing else is lost, a retry works."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from svc_tui import Svc
from svc_tui.api.errors import Unauthorized
from svc_tui.cli.exits import ERROR, NOT_SIGNED_IN, PARTLY_DONE
from svc_tui.models.media import MediaListParams
from svc_tui.stores.session.auth_store import AuthStore
from svc_tui.stores.uploads.upload_checks import MIB, UploadLimits
from svc_tui.stores.uploads.upload_store import Progress
from tests.backends.demo import DemoProcess
from tests.backends.faulty import FaultyProcess
from tests.cli.runs import ROOT, svc_tui
from tests.pty.terminal import Terminal

SIZE = 3 * 1024 * 1024
"""Bytes of a file: more than all the buffers on its way hold, so that it ends in the middle."""

UNKNOWN = "it may have been saved; it is not in the library yet."

WHY = {
    "400.png": ["The picture is upside down."],
    "413-json.png": ["larger than the server allows (413): At most 1 MB, please."],
    "413-html.png": ["larger than the server allows (413)"],
    "500.png": ["The server failed on POST /api/media/ (500)", UNKNOWN],
    "drop.png": ["Could not reach 127.0.0.1"],
}
"""What each row says."""

ENDS = {
    "500.png": {Progress.UNKNOWN},
    # The buffers on its way may have taken the whole file, so that its last byte seemed to go out.
    "drop.png": {Progress.FAILED, Progress.UNKNOWN},
}
"""How a row ends, unless it failed."""

STORED = ("lost.png", "page.png", "cut.png")
"""Files that the backend stores, and whose answers do not say so."""


@pytest.fixture
def faulty(fresh_demo: DemoProcess) -> Iterator[FaultyProcess]:
    with FaultyProcess(fresh_demo.url) as process:
        yield process


@pytest.fixture
async def svc(faulty: FaultyProcess, tmp_path: Path) -> AsyncIterator[Svc]:
    async with Svc(base_url=faulty.url, state_dir=tmp_path / "state") as svc:
        await svc.auth.login("admin", "admin")
        yield svc


def files(folder: Path, *names: str) -> list[Path]:
    for name in names:
        with (folder / name).open("wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n")
            file.truncate(SIZE)
    return [folder / name for name in names]


async def test_every_fault_is_a_reason_and_the_others_arrive(svc: Svc, tmp_path: Path):
    names = ["fine 1.png", *WHY, "fine 2.png"]
    svc.uploads.add(files(tmp_path, *names))
    await svc.uploads.run()

    rows = {one.path.name: one for one in svc.uploads.state.uploads}
    assert list(rows) == names
    for name, said in WHY.items():
        assert rows[name].progress in ENDS.get(name, {Progress.FAILED})
        assert [part for part in said if part not in rows[name].reason] == [], rows[name].reason
        assert "<" not in rows[name].reason and rows[name].percent < 100
    assert {rows[name].progress for name in ("fine 1.png", "fine 2.png")} == {Progress.DONE}

    for name in WHY:
        svc.uploads.retry(rows[name].id, twice=name in ENDS)
    await svc.uploads.run()
    assert {one.progress for one in svc.uploads.state.uploads} == {Progress.DONE}
    for one in svc.uploads.state.uploads:
        assert one.media is not None and (await svc.media.api.detail(one.media.id)).size == SIZE


async def in_library(svc: Svc, name: str) -> int:
    """How often a file is in the library."""
    explorer = await svc.media.api.explorer(None, MediaListParams(search=Path(name).stem))
    return sum(item.title == Path(name).stem for item in explorer.items)


@pytest.mark.parametrize("name", STORED)
async def test_what_was_stored_without_a_clear_answer_is_done_and_there_once(
    svc: Svc, tmp_path: Path, name: str
):
    svc.uploads.add(files(tmp_path, name))
    await svc.uploads.run()

    (row,) = svc.uploads.state.uploads
    assert row.progress is Progress.DONE and "in the library" in row.reason
    svc.uploads.retry(row.id)
    await svc.uploads.run()
    assert await in_library(svc, name) == 1


async def test_a_session_that_ends_keeps_the_files_and_signing_in_sends_them(
    svc: Svc, tmp_path: Path
):
    ended: list[object] = []
    svc.auth.subscribe(lambda m: ended.append(m) if isinstance(m, AuthStore.SignedOut) else None)
    svc.uploads.at_once = 1
    added = svc.uploads.add(files(tmp_path, "401.png", "next.png", "last.png"))
    await svc.uploads.run()

    assert len(ended) == 1 and svc.auth.user is None
    for one in svc.uploads.state.uploads:
        assert one.progress is Progress.FAILED and isinstance(one.error, Unauthorized)
        assert "not signed in" in one.reason

    await svc.auth.login("admin", "admin")
    assert svc.uploads.state.busy
    await svc.uploads.run()
    assert [one.id for one in svc.uploads.state.uploads] == [one.id for one in added]
    assert {one.progress for one in svc.uploads.state.uploads} == {Progress.DONE}


async def test_somebody_else_who_signs_in_sends_nothing_of_it(svc: Svc, tmp_path: Path):
    svc.uploads.add(files(tmp_path, "401.png"))
    await svc.uploads.run()
    await svc.auth.login("editor", "editor")
    assert not svc.uploads.state.busy
    await svc.auth.login("admin", "admin")
    assert not svc.uploads.state.busy


def told(out: str) -> dict[str, dict[str, str]]:
    lines = [json.loads(line) for line in out.splitlines()]
    return {Path(line["path"]).name: line for line in lines}


def test_the_command_says_why_in_a_line_a_file(faulty: FaultyProcess, tmp_path: Path):
    sign_in_at(faulty)
    paths = files(tmp_path, "fine.png", *WHY)
    done = svc_tui("upload", "--url", faulty.url, *map(str, paths))
    assert done.code == PARTLY_DONE and "Traceback" not in done.err, done.err
    lines = told(done.out)
    assert lines["fine.png"]["status"] == "done"
    for name, said in WHY.items():
        assert lines[name]["status"] in ENDS.get(name, {Progress.FAILED})
        assert all(part in lines[name]["reason"] for part in said), lines[name]

    again = svc_tui("upload", "--url", faulty.url, *map(str, paths[1:]))
    assert again.code == 0, again.out
    assert {line["status"] for line in told(again.out).values()} == {"done"}


def test_the_command_looks_for_what_was_stored_without_a_clear_answer(
    faulty: FaultyProcess, tmp_path: Path
):
    sign_in_at(faulty)
    done = svc_tui("upload", "--url", faulty.url, *map(str, files(tmp_path, *STORED)))
    assert done.code == 0, (done.out, done.err)
    for line in told(done.out).values():
        assert line["status"] == "done" and line["id"] and "in the library" in line["reason"]


@pytest.mark.parametrize(
    ("name", "code"),
    [("401-always.png", NOT_SIGNED_IN), ("413-html.png", ERROR), ("drop.png", ERROR)],
)
def test_where_nothing_arrives_the_code_says_of_which_kind(
    faulty: FaultyProcess, tmp_path: Path, name: str, code: int
):
    sign_in_at(faulty)
    done = svc_tui("upload", "--url", faulty.url, *map(str, files(tmp_path, name)))
    assert done.code == code, (done.out, done.err)
    assert told(done.out)[name]["reason"]


def test_on_a_terminal_each_file_has_a_bar_and_its_reason(faulty: FaultyProcess, tmp_path: Path):
    sign_in_at(faulty)
    paths = files(tmp_path, "fine.png", "413-html.png")
    command = [sys.executable, "-m", "svc_tui", "upload", "--url", faulty.url, *map(str, paths)]
    env = {"PYTHONPATH": str(ROOT)}
    with Terminal(command, size=(120, 24), env=env) as terminal:
        terminal.wait_for("fine.png").wait_for("larger than the server allows (413)")
        assert terminal.wait_exit() == PARTLY_DONE
        assert "━" in terminal.text()
        assert "{" not in terminal.text() and "Traceback" not in terminal.text()


def sign_in_at(faulty: FaultyProcess) -> None:
    done = svc_tui(
        "login", "--url", faulty.url, "--user", "admin", "--password-stdin", stdin="admin"
    )
    assert done.code == 0, done.err


async def test_exactly_the_limit_arrives_and_a_byte_more_is_not_sent(svc: Svc, tmp_path: Path):
    svc.uploads.limits = UploadLimits(max_image_size=SIZE / MIB)
    exact, more = files(tmp_path, "exact.png", "more.png")
    with more.open("ab") as file:
        file.write(b"x")
    svc.uploads.add([exact, more])
    await svc.uploads.run()

    arrived, refused = svc.uploads.state.uploads
    assert arrived.media is not None
    assert (await svc.media.api.detail(arrived.media.id)).size == SIZE
    assert refused.reason == "larger than the 3 MB allowed for pictures"
    assert (refused.percent, refused.error) == (0, None)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda path: os.truncate(path, SIZE // 2), "shrank during the upload"),
        (lambda path: os.truncate(path, 2 * SIZE), "it changed during the upload"),
    ],
    ids=["shorter", "longer"],
)
async def test_a_file_that_changes_on_its_way_is_not_called_done(
    svc: Svc, tmp_path: Path, spoil: Callable[[Path], None], why: str
):
    path, other = files(tmp_path, "changing.png", "other.png")
    svc.uploads.add([path, other])
    changed: list[Path] = []

    def change_once(_: object) -> None:
        if not changed and svc.uploads.state.uploads[0].percent > 0:
            changed.append(path)
            spoil(path)

    svc.uploads.subscribe(change_once)
    await svc.uploads.run()

    first, second = svc.uploads.state.uploads
    assert changed and first.progress is Progress.FAILED and why in first.reason, first.reason
    assert second.progress is Progress.DONE
