"""The last own write of a collection, taken back from its list."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from svc_tui.app.context import Svc
from svc_tui.models.resource import Resource
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.session.confirm_store import YES
from svc_tui.widgets.record.confirmations import spelled
from svc_tui.widgets.record.undo import undo_last
from tests.fakes import FakeBackend, drops, json_answer, sent_json

ITEM = "/api/pages/7/"
BEFORE = {"id": 7, "title": "t", "options": {"a": 1, "b": 2, "c": 3}}
AFTER = {"id": 7, "title": "t", "options": {"a": 9, "b": 2, "c": 3}}


@pytest.fixture
def backend() -> FakeBackend:
    backend = FakeBackend().on("GET", ITEM, BEFORE, BEFORE, AFTER)
    return backend.on("PATCH", ITEM, AFTER, BEFORE).on("PUT", ITEM, AFTER, BEFORE)


async def undone(svc: Svc, **wishes: object) -> bool:
    """Save another `options.a` as its page does, then undo that from the list, with a yes."""
    crud = svc.crud("/api/pages")
    store = DetailStore(crud, id="7", history=svc.history, whole=frozenset({"options"}), **wishes)
    await store.load()
    store.edit("options.a", 9)
    assert await store.save()
    svc.confirm.subscribe(lambda event: _agree(svc))
    return await undo_last(svc, Resource(name="pages", endpoint="/api/pages", **wishes))


def _agree(svc: Svc) -> None:
    if (question := svc.confirm.state.question) is not None:
        svc.confirm.answer(question.id, YES)


async def test_a_value_that_was_sent_whole_is_put_back_whole(svc, backend):
    assert await undone(svc)

    assert sent_json(backend.last_write) == {"options": {"a": 1, "b": 2, "c": 3}}


async def test_a_resource_that_is_put_is_put_back_as_well(svc, backend):
    assert await undone(svc, use_patch=False)

    assert backend.last_write.method == "PUT"
    assert sent_json(backend.last_write) == BEFORE


async def test_an_undo_whose_answer_is_lost_is_not_called_undone_or_not(svc, backend):
    backend.on("DELETE", ITEM, json_answer(None, 204)).on("POST", "/api/pages/", drops())
    crud = svc.crud("/api/pages")
    store = DetailStore(crud, id="7", history=svc.history)
    await store.load()
    assert await store.delete()
    svc.confirm.subscribe(lambda event: _agree(svc))

    assert not await undo_last(svc, Resource(name="pages", endpoint="/api/pages"))

    said = svc.snack.history[-1].message
    assert "Not undone" not in said and "lost" in said


def test_a_time_has_its_day_unless_that_is_today() -> None:
    now = datetime.now(UTC)
    assert spelled(now) == f"{now.astimezone():%H:%M:%S}"
    before = (now - timedelta(days=2)).astimezone()
    assert spelled(before) == f"{before:%Y-%m-%d %H:%M:%S}"
