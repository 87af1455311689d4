"""What a write leaves in the log, and what happens where the log can't be written."""

from __future__ import annotations

import asyncio
import fcntl
import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from svc_tui import Svc
from svc_tui.api.call import Call
from svc_tui.api.errors import InvalidResponse, NotSent
from svc_tui.config.options import Options
from svc_tui.stores.history import chained_file
from svc_tui.stores.history.logged_values import NotKept
from svc_tui.stores.history.write_log import WriteLog
from svc_tui.testing import BASE, FakeBackend
from svc_tui.widgets.home.lines import written_face
from tests.backends.demo import DemoProcess

SECRET = "correct horse battery staple"


@pytest.fixture
async def svc(fresh_demo: DemoProcess, tmp_path: Path) -> AsyncIterator[Svc]:
    async with Svc(fresh_demo.url, state_dir=tmp_path / "state", user="editor") as svc:
        await svc.auth.login("editor", "editor")
        yield svc


def lines(svc: Svc) -> list[dict[str, Any]]:
    return [dict(one) for one in svc.past_writes.entries()]


async def test_each_write_is_a_line_and_a_sign_in_is_none(svc: Svc) -> None:
    articles = svc.crud("/api/articles")
    row = (await articles.list(page_size=1)).results[0]
    record = await articles.detail(row["id"])
    long = "word " * 600 + "end"
    await articles.partial_update(
        row["id"], {"title": "Other", "body": long, "api_token": SECRET, "nested": {"pwd": SECRET}}
    )
    await articles.delete(row["id"])
    with pytest.raises(ValueError):
        await svc.fetch("POST", "/api/x/", headers={"Authorization": "x"})

    changed, deleted = lines(svc)

    assert (changed["n"], changed["method"], changed["status"]) == (1, "PATCH", 200)
    assert changed["path"] == f"/api/articles/{row['id']}/"
    assert (changed["resource"], changed["id"]) == ("/api/articles/", str(row["id"]))
    assert (changed["user"], changed["host"]) == ("editor", svc.fetch.base_url.rstrip("/"))
    assert changed["time"].endswith("+00:00")
    assert changed["fields"]["title"] == {"old": record["title"], "new": "Other"}
    assert changed["fields"]["body"]["new"]["$length"] == len(long)
    assert changed["secrets"] is True
    assert deleted["fields"]["title"] == {"old": "Other"}
    assert "partial" not in deleted
    folder = svc.past_writes.file.folder
    everything = b"".join(one.read_bytes() for one in folder.rglob("*") if one.is_file())
    assert SECRET.encode() not in everything
    assert long.encode() not in folder.joinpath("writes-000000001.jsonl").read_bytes()
    # Long texts lie beside the log, for undo, and nowhere when their time is over.
    write = svc.past_writes.write(deleted)
    assert next(one for one in write.values if one.path == "body").before == long
    for one in folder.joinpath("values").iterdir():
        one.unlink()
    again = svc.past_writes.write(deleted)
    assert isinstance(next(one for one in again.values if one.path == "body").before, NotKept)
    assert "body" in (again.obstacle or "")


async def test_a_save_that_changed_nothing_and_files_are_no_writes_of_a_later_session(
    svc: Svc,
) -> None:
    articles = svc.crud("/api/articles")
    key = (await articles.list(page_size=1)).results[0]["id"]
    for title in ("Other", "Other", "Another"):
        await articles.detail(key)
        await articles.partial_update(key, {"title": title})
    made = await svc.media.api.upload(Path(__file__))
    await svc.auth.login("admin", "admin")
    await svc.media.api.delete(made.id)

    host = svc.fetch.base_url.rstrip("/")
    editors, admins = (
        svc.past_writes.of_user(host, one, without=("api/media",)) for one in ("editor", "admin")
    )

    assert [one.values[0].after for one in editors] == ["Other", "Another"]
    assert admins == []
    assert len(lines(svc)) == 5


async def test_what_was_refused_and_what_got_no_answer_are_lines_too(svc: Svc) -> None:
    articles = svc.crud("/api/articles")
    with pytest.raises(Exception, match="title"):
        await articles.create({"title": ""})
    svc.fetch.read_only = True
    with pytest.raises(NotSent):
        await articles.create({"title": "x"})

    [refused] = lines(svc)
    assert (refused["method"], refused["status"]) == ("POST", 400)


def _closed(svc: Svc) -> None:
    """A file where the folder of the log should be."""
    folder = svc.past_writes.file.folder
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("in the way")


async def test_without_a_log_a_write_is_told_and_a_protected_profile_writes_nothing(
    fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    options = Options(base_url=fresh_demo.url, user="admin")
    async with Svc(options=options, state_dir=tmp_path / "open") as svc:
        await svc.auth.login("admin", "admin")
        _closed(svc)
        await svc.crud("/api/articles").partial_update(1, {"title": "Told"})
        await svc.crud("/api/articles").partial_update(1, {"title": "Told twice"})
        told = [one.message for one in svc.snack.history if "log" in one.message]
        assert len(told) == 1 and "can't be written" in told[0]

    protected = options.model_copy(update={"protect": True})
    async with Svc(options=protected, state_dir=tmp_path / "closed") as svc:
        await svc.auth.login("admin", "admin")
        _closed(svc)
        with pytest.raises(NotSent, match="protected: changes must be logged"):
            await svc.crud("/api/articles").partial_update(1, {"title": "Never"})
        assert (await svc.crud("/api/articles").detail(1))["title"] == "Told twice"


async def test_each_line_goes_to_the_system_log_where_that_is_asked_for(
    svc: Svc, tmp_path: Path
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "log"))
        svc.fetch.write_log = WriteLog(
            tmp_path / "history", host=svc.fetch.base_url, syslog=str(tmp_path / "log")
        )
        await svc.crud("/api/articles").partial_update(1, {"title": "Heard"})
        said = heard.recv(10_000).decode()

    head, _, text = said.partition(": ")
    assert head.startswith("<14>svc-tui[")
    assert json.loads(text)["fields"]["title"]["new"] == "Heard"


async def test_a_held_lock_is_waited_for_while_the_event_loop_goes_on(
    svc: Svc, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chained_file, "PATIENCE", 60.0)
    articles, log = svc.crud("/api/articles"), svc.write_log
    await articles.partial_update(1, {"title": "First"})
    with (log.file.folder / "lock").open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        second = asyncio.create_task(articles.partial_update(1, {"title": "Second"}))
        assert (await articles.detail(1))["title"] == "First"
        fcntl.flock(held, fcntl.LOCK_UN)
        await second
        fcntl.flock(held, fcntl.LOCK_EX)
        call = Call("DELETE", f"{svc.fetch.base_url}api/articles/1/", None, {}, {}, None)
        third = asyncio.create_task(log.add(call, None, "cancelled"))
        await articles.detail(1)
        assert not third.done()
        fcntl.flock(held, fcntl.LOCK_UN)
        third.cancel()
        with pytest.raises(asyncio.CancelledError):
            await third
    assert [one["method"] for one in lines(svc)] == ["PATCH", "PATCH", "DELETE"]


@pytest.mark.parametrize("answer", [{"detail": "Queued."}, {}, "done"])
async def test_an_upload_without_a_clear_answer_is_not_called_created(
    answer: object, tmp_path: Path
) -> None:
    backend = FakeBackend()
    backend.add_user("ada", superuser=True)
    backend.add_media()
    backend.once("POST", "/api/media/", answer)
    file = tmp_path / "harbour.txt"
    file.write_text("Ships")
    async with Svc(BASE, transport=backend.transport, state_dir=tmp_path / "state") as svc:
        await svc.auth.login("ada", "ada")
        with pytest.raises(InvalidResponse):
            await svc.media.api.upload(file, title="Harbour")
        await svc.media.api.upload(file, title="Ferry")
        unclear, created = svc.past_writes.of_user(svc.address, "ada")

    shown = [
        "".join(part.text for part in line)
        for line in written_face([unclear, created], 60, None).lines
    ]
    assert shown[0].startswith("created Ferry")
    assert shown[1].startswith("result unknown: Harbour")
    assert (
        unclear.obstacle == "This can't be undone: the backend didn't return the new record's id."
    )
