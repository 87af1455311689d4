"""Records that are opened outside a form follow the rules of its fields."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.app.context import Svc
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.resource import Resource
from svc_tui.stores.record.detail_store import NEW
from svc_tui.testing import BASE, FakeBackend
from svc_tui.widgets.record.opening import record_opener

ARTICLES = Resource(
    name="articles",
    endpoint="/api/articles",
    fields=[
        FieldDescriptor(key="title"),
        FieldDescriptor(key="door", no_draft=True),
        FieldDescriptor(key="hint", no_draft=True, translatable=True),
    ],
)


@pytest.fixture
def backend() -> FakeBackend:
    row = {"id": 7, "title": "A", "door": "1111", "translations": {"it": {"hint": "2222"}}}
    hints = {"it": {"hint": "4712"}, "en": {"hint": "4713"}}
    after = {**row, "title": "B", "door": "4711", "translations": hints}
    found = FakeBackend().on("GET", "/api/articles/7/", row, row, after)
    return found.on("PATCH", "/api/articles/7/", after).on("POST", "/api/articles/", after)


@pytest.mark.parametrize("key", ["7", NEW])
async def test_a_value_that_stays_out_of_drafts_is_not_remembered(
    backend: FakeBackend, tmp_path: Path, key: str
) -> None:
    async with Svc(BASE, transport=backend.transport, state_dir=tmp_path) as svc:
        store = record_opener(svc, ARTICLES)(key)
        await store.load()
        store.edit("title", "B")
        store.edit("door", "4711")
        store.edit("translations.it.hint", "4712")
        store.edit("translations.en.hint", "4713")
        assert await store.save()
        (write,) = svc.history.state.writes

    assert write.title == "B"
    kept = [repr(write), *(one.read_text() for one in tmp_path.rglob("*") if one.is_file())]
    assert any('"B"' in text or "'B'" in text for text in kept), "the rest is remembered"
    secrets = ("1111", "2222", "4711", "4712", "4713")
    assert [one for one in secrets for text in kept if one in text] == []
