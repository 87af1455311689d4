"""Messages of a backend stay with the items they are about, wherever these have gone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svc_tui.api.crud import Crud
from svc_tui.app.context import Svc
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.record.error_paths import keep_list_errors, relocate_errors
from svc_tui.stores.record.repeater_items import RepeaterItems
from tests.fakes import json_answer, waits_for

ITEM = "/api/pages/7/"
REFUSAL = {"blocks": [{}, {"title": ["Too long."]}, {}]}
SAID = ("Too long.",)


def blocks(*titles: str) -> list[Any]:
    return [{"title": title} for title in titles]


@pytest.fixture
def crud(svc: Svc) -> Crud:
    return svc.crud("/api/pages")


class Saving:
    """A record of three items, of which the middle one is refused while one goes on."""

    def __init__(self, backend: Any, crud: Crud) -> None:
        self.backend = backend
        self.answered = asyncio.Event()
        refused = json_answer(REFUSAL, status=400)
        backend.on("GET", ITEM, {"id": 7, "blocks": []})
        backend.on("PATCH", ITEM, waits_for(self.answered, refused))
        self.store = DetailStore(crud, id="7")

    async def begin(self, *titles: str) -> RepeaterItems:
        await self.store.load()
        items = RepeaterItems.of(blocks(*titles))
        self.put(items)
        self.save = asyncio.create_task(self.store.save())
        while self.backend.last.method != "PATCH":
            await asyncio.sleep(0)
        return items

    def put(self, items: RepeaterItems) -> RepeaterItems:
        self.store.edit("blocks", items.values)
        return items

    async def end(self) -> dict[str, Any]:
        self.answered.set()
        assert not await self.save
        return dict(self.store.state.errors)


@pytest.fixture
def saving(backend, crud) -> Saving:
    return Saving(backend, crud)


async def test_a_refusal_is_told_at_the_item_that_was_moved_while_it_was_sent(saving):
    items = await saving.begin("a", "b", "c")
    saving.put(items.moved({1}, -1))

    assert await saving.end() == {"blocks.0.title": SAID}


async def test_a_refusal_is_told_at_its_item_below_one_that_was_added_meanwhile(saving):
    items = await saving.begin("a", "b", "c")
    saving.put(items.added({"title": "new"}, 0)[0])

    assert await saving.end() == {"blocks.2.title": SAID}


async def test_a_refusal_of_an_item_that_was_deleted_meanwhile_is_told_nowhere(saving):
    items = await saving.begin("a", "b", "c")
    saving.put(items.deleted({1}))

    assert await saving.end() == {}
    assert saving.store.state.problem


async def test_items_that_look_alike_are_not_mistaken_for_each_other(saving):
    items = await saving.begin("", "", "")
    items = saving.put(items.moved({1}, 1))
    items = saving.put(items.written(2, {"title": "x"}))
    saving.put(items.written(0, {"title": "y"}))

    assert await saving.end() == {"blocks.2.title": SAID}


async def test_after_a_refusal_messages_go_along_with_what_is_moved(saving):
    items = await saving.begin("a", "b", "c")
    await saving.end()

    items = saving.put(items.moved({1}, 1))
    assert dict(saving.store.state.errors) == {"blocks.2.title": SAID}
    items = saving.put(items.written(0, {"title": "other"}))
    assert dict(saving.store.state.errors) == {"blocks.2.title": SAID}
    saving.put(items.written(1, {"title": "mended"}))
    assert dict(saving.store.state.errors) == {}


def test_messages_of_lists_in_items_go_along_too():
    inner = [{"word": "x"}, {"word": "y"}]
    one, two = {"title": "a", "parts": inner}, {"title": "b", "parts": []}
    before = {"it": {"blocks": [one, two]}}
    after = {"it": {"blocks": [two, {**one, "parts": inner[::-1]}]}}

    found = relocate_errors({"it.blocks.0.parts.1.word": SAID, "title": SAID}, (before, after))

    assert found == {"it.blocks.1.parts.0.word": SAID, "title": SAID}


def test_a_message_about_the_list_or_beyond_its_end_is_no_message_about_an_item():
    before, after = {"blocks": blocks("a")}, {"blocks": blocks("a", "b")}
    errors = {"blocks": SAID, "blocks.9.title": SAID, "blocks.odd": SAID}

    assert relocate_errors(errors, (before, after)) == errors
    assert keep_list_errors(errors, "blocks", before, after) == {"blocks.9.title": SAID}


EDITS = st.lists(
    st.tuples(
        st.sampled_from(["up", "down", "to", "add", "delete", "copy", "write", "undo"]),
        st.integers(0, 9),
        st.integers(0, 9),
    ),
    max_size=8,
)


def _edited(items: RepeaterItems, what: str, at: int, to: int) -> RepeaterItems:
    keys = {items.items[at % len(items)].key} if len(items) else set()
    if what in ("up", "down"):
        return items.moved(keys, -1 if what == "up" else 1)
    if what == "to":
        return items.moved_to(keys, to)
    if what == "add":
        return items.added({"title": ""}, min(to, len(items)))[0]
    if what == "delete":
        return items.deleted(keys)
    if what == "copy":
        return items.duplicated(keys)[0]
    if what == "undo":
        return items.undone()
    return next((items.written(key, {"title": str(to)}) for key in keys), items)


@given(st.lists(st.sampled_from(["", "a", "b"]), min_size=1, max_size=5), EDITS)
def test_whatever_is_done_to_a_list_every_message_stays_with_its_item(titles, edits):
    items = RepeaterItems.of(blocks(*titles))
    records = [{"blocks": items.values}]
    errors = {f"blocks.{at}.title": (str(one.key),) for at, one in enumerate(items.items)}
    there = {one.key for one in items.items}
    for edit in edits:
        items = _edited(items, *edit)
        there &= {one.key for one in items.items}
        records.append({"blocks": items.values})

    assert relocate_errors(errors, records) == {
        f"blocks.{at}.title": (str(one.key),)
        for at, one in enumerate(items.items)
        if one.key in there
    }
