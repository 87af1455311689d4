"""A deletion is only reported as done if its answer confirms it, or the record is gone."""

from __future__ import annotations

import httpx
import pytest

from svc_tui.api.errors import ApiError, Unconfirmed
from svc_tui.app.context import Svc
from svc_tui.stores.media.media_store import MediaStore
from svc_tui.stores.record.detail_store import DetailStore
from tests.fakes import FakeBackend, json_answer

ITEM, FILE = "/api/articles/7/", "/api/media/5/"
RECORD = {"id": 7, "title": "old"}
UNCLEAR = [
    ({"deleted": 0}, 200),
    ({"message": "later"}, 200),
    ({}, 200),
    ([], 200),
    ([1, 2], 200),
    (7, 200),
    (True, 200),
    ("text", 200),
    ({"id": 999, "title": "another"}, 200),
    ({"data": {"id": 999}}, 200),
    ({"queued": True}, 202),
]
CLEAR = [
    ({"ok": True}, 200),
    ({"deleted": 1}, 200),
    ({"status": "success", "message": "x"}, 200),
    (RECORD, 200),
    ({"data": RECORD}, 200),
    (None, 200),
    ("OK", 200),
]


async def deleted(svc: Svc) -> tuple[bool, str]:
    store = DetailStore(svc.crud("/api/articles"), id="7")
    await store.load()
    return await store.delete(), store.state.problem or ""


@pytest.mark.parametrize(("answer", "status"), UNCLEAR)
async def test_a_record_that_is_still_there_is_not_reported_as_deleted(
    svc: Svc, backend: FakeBackend, answer: object, status: int
) -> None:
    backend.on("GET", ITEM, RECORD).on("DELETE", ITEM, json_answer(answer, status))

    gone, problem = await deleted(svc)

    assert not gone
    assert "It still exists" in problem
    assert ("may still delete it" in problem) is (status == 202)


@pytest.mark.parametrize(("answer", "status"), UNCLEAR)
@pytest.mark.parametrize("after", [404, 410, 405])
async def test_a_record_that_is_gone_is_deleted_whatever_the_answer(
    svc: Svc, backend: FakeBackend, answer: object, status: int, after: int
) -> None:
    there = True

    def read(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json=RECORD) if there else httpx.Response(after, json={})

    def delete(request: httpx.Request) -> httpx.Response:
        nonlocal there
        there = False
        return httpx.Response(status, json=answer)

    backend.on("GET", ITEM, read).on("DELETE", ITEM, delete)

    assert await deleted(svc) == (True, "")


@pytest.mark.parametrize(("answer", "status"), CLEAR)
async def test_an_answer_that_confirms_a_deletion_needs_no_further_request(
    svc: Svc, backend: FakeBackend, answer: object, status: int
) -> None:
    backend.on("GET", ITEM, RECORD).on("DELETE", ITEM, json_answer(answer, status))

    assert await deleted(svc) == (True, "")
    assert backend.calls[-1] == f"DELETE {ITEM}"


async def test_a_handler_learns_that_a_deletion_was_not_confirmed(
    svc: Svc, backend: FakeBackend
) -> None:
    backend.on("GET", ITEM, RECORD).on("DELETE", ITEM, json_answer({"deleted": 0}))

    with pytest.raises(Unconfirmed, match="does not confirm the deletion"):
        await svc.crud("/api/articles").delete(7)


async def test_a_file_that_is_still_there_is_not_reported_as_deleted(
    media: MediaStore, backend: FakeBackend
) -> None:
    backend.on("GET", FILE, {"id": 5, "title": "Whale"})
    backend.on("DELETE", FILE, json_answer({"deleted": 0}))

    with pytest.raises(ApiError, match="It still exists: nothing was deleted"):
        await media.delete_media(await media.look(5))
