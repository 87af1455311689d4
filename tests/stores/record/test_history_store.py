"""Own writes of a session: remembered with what stood there before, and put back on demand."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from svc_tui.api.crud import Crud
from svc_tui.api.write_subject import MOVE
from svc_tui.app.context import Svc
from svc_tui.models.listing import ActionDescriptor, ActionRequest
from svc_tui.stores.listing.action_history import deleted, writes_of_action
from svc_tui.stores.listing.action_types import Outcome
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.record.draft import MISSING
from svc_tui.stores.record.history_store import (
    MAX_WRITES,
    REMEMBERED,
    HistoryStore,
    ValueChange,
    Write,
)
from tests.fakes import FakeBackend, json_answer, sent_json, waits_for

ITEM, ALL = "/api/articles/7/", "/api/articles/"
LOADED = {"id": 7, "title": "old", "status": "draft", "seo": {"a": 1, "b": 2}}


@pytest.fixture
def crud(svc: Svc) -> Crud:
    return svc.crud("/api/articles")


@pytest.fixture
def history() -> HistoryStore:
    return HistoryStore()


async def saved(backend: FakeBackend, crud: Crud, history: HistoryStore, **edits) -> DetailStore:
    """Article 7 after a save of these edits, which the backend stored."""
    stored = {**LOADED, **edits}
    backend.on("GET", ITEM, LOADED, LOADED, stored).on("PATCH", ITEM, stored, LOADED)
    store = DetailStore(crud, id="7", history=history, left_out=("pin",), base="/articles")
    await store.load()
    for key, value in edits.items():
        store.edit(key, value)
    assert await store.save()
    return store


async def test_a_write_is_remembered_with_what_stood_there_before(backend, crud, history):
    await saved(backend, crud, history, title="new", pin="4711")

    (write,) = history.state.writes

    assert (write.method, write.endpoint, write.id, write.title, write.location) == (
        "PATCH", ALL, "7", "new", "/articles/7",
    )  # fmt: skip
    assert [(one.path, one.before, one.after) for one in write.values] == [("title", "old", "new")]
    assert write.with_secrets
    assert "4711" not in repr(write)


async def test_a_value_that_is_never_returned_is_neither_remembered_nor_undone(
    backend, crud, history
):
    stored = {**LOADED, "title": "new"}
    backend.on("GET", ITEM, LOADED, LOADED, stored).on("PATCH", ITEM, stored, LOADED)
    store = DetailStore(crud, id="7", history=history, write_only=frozenset({"code"}))
    await store.load()
    store.edit("title", "new")
    store.edit("code", "4711")
    assert await store.save()

    write = history.last(ALL, "7")
    assert write is not None
    assert "4711" not in repr(write)
    assert write.with_secrets  # The question says that they are not restored.
    assert await store.undo(write)
    assert sent_json(backend.last_write) == {"title": "old"}


async def test_only_a_value_that_is_never_returned_can_not_be_undone(backend, crud, history):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, LOADED)
    store = DetailStore(crud, id="7", history=history, write_only=frozenset({"code"}))
    await store.load()
    store.edit("code", "4711")
    assert await store.save()

    assert history.last(ALL, "7") is None or history.last(ALL, "7").obstacle


async def test_the_last_save_is_undone_by_its_inverse(backend, crud, history):
    store = await saved(backend, crud, history, title="new", status="review")
    write = history.last(ALL, "7")
    assert write is not None

    assert await store.undo(write)

    assert sent_json(backend.last_write) == {"title": "old", "status": "draft"}
    assert history.state.writes[0].undone
    assert history.last(ALL, "7") is None


async def test_an_undo_puts_an_object_back_whole(backend, crud, history):
    store = await saved(backend, crud, history, seo={"a": 1, "b": 3})

    assert await store.undo(history.state.writes[0])

    assert sent_json(backend.last_write) == {"seo": {"a": 1, "b": 2}}


async def test_an_undo_never_goes_over_what_somebody_else_wrote_since(backend, crud, history):
    store = await saved(backend, crud, history, title="new", status="review")
    backend.on("GET", ITEM, {**LOADED, "title": "hers", "status": "review"})

    assert not await store.undo(history.state.writes[0])

    clash = store.state.clash
    assert clash is not None
    assert clash.fields == ("title",)
    assert [call for call in backend.calls if call.startswith("PATCH")] == [f"PATCH {ITEM}"]
    store.settle(clash.merge.choose_all("theirs"))
    assert await store.save()
    assert sent_json(backend.last_write) == {"status": "draft"}
    assert history.state.writes[0].undone


async def test_an_undo_of_what_is_back_already_writes_nothing(backend, crud, history):
    store = await saved(backend, crud, history, title="new")
    backend.on("GET", ITEM, LOADED)

    assert not await store.undo(history.state.writes[0])

    assert not store.dirty
    assert store.state.draft.get("title") == "old"


async def test_an_undo_while_something_is_typed_does_nothing(backend, crud, history):
    store = await saved(backend, crud, history, title="new")
    store.edit("title", "newer")

    assert not await store.undo(history.state.writes[0])

    assert store.state.draft.get("title") == "newer"


async def test_creations_and_deletions_are_remembered_and_can_be_undone(backend, crud, history):
    created_as = {"id": 7, "title": "x"}
    backend.on("POST", ALL, json_answer(created_as, 201)).on("GET", ITEM, created_as)
    backend.on("DELETE", ITEM, json_answer(None, 204))
    store = DetailStore(crud, history=history)
    await store.load()
    store.edit("title", "x")
    await store.save()
    await store.delete()

    created, deleted = history.state.writes

    assert (created.obstacle, deleted.obstacle) == (None, None)
    assert any(one.path == "title" and one.before == "x" for one in deleted.values)


async def test_a_failed_save_is_not_remembered(backend, crud, history):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, json_answer({"title": ["No."]}, 400))
    store = DetailStore(crud, id="7", history=history)
    await store.load()
    store.edit("title", "x")

    assert not await store.save()

    assert history.state.writes == ()


def test_a_replaced_file_cannot_be_brought_back():
    values = (ValueChange(("file",), "/media/a.png", Path("b.png")),)

    assert "file" in (Write("PATCH", ALL, "7", values=values).obstacle or "")


def test_a_value_that_was_not_there_is_taken_away_again():
    write = Write("PATCH", ALL, "7", values=(ValueChange(("seo",), MISSING, {"a": 1}),))

    assert write.inverse({"id": 7, "seo": {"a": 1}}).result() == {"id": 7}


def test_somebody_else_finds_an_empty_history(history):
    history.add(Write("PATCH", ALL, "7"))

    history.clear()

    assert history.last() is None


async def test_an_undo_during_which_something_is_typed_writes_nothing(backend, crud, history):
    store = await saved(backend, crud, history, title="new")
    answered = asyncio.Event()
    backend.on("GET", ITEM, waits_for(answered, json_answer({**LOADED, "title": "new"})))
    before = len(backend.calls)

    undo = asyncio.create_task(store.undo(history.state.writes[0]))
    while len(backend.calls) == before:
        await asyncio.sleep(0)
    store.edit("status", "typed meanwhile")
    answered.set()

    assert not await undo
    assert store.changes() == {"status": "typed meanwhile"}
    assert [one for one in backend.calls if one.startswith("PATCH")] == [f"PATCH {ITEM}"]


async def test_what_an_action_set_as_a_whole_is_put_back_whole(backend, crud, history):
    """An object that its body replaced had other keys besides those that differ."""
    before, after = {"a": 1, "b": 2}, {"a": 9, "b": 2}
    request = ActionRequest(method="PATCH", path="{endpoint}/{id}/", body={"options": after})
    action = ActionDescriptor(label="Reset", request=request)
    done = [Outcome("7", "t", "ok")]
    (write,) = writes_of_action(action, done, {"7": {"id": 7, "options": before}}, endpoint=ALL)
    backend.on("GET", ITEM, {"id": 7, "options": after})
    backend.on("PATCH", ITEM, {"id": 7, "options": before})
    store = DetailStore(crud, id="7", history=history)
    await store.load()

    assert await store.undo(history.add(write))

    assert sent_json(next(one for one in backend.requests if one.method == "PATCH")) == {
        "options": before
    }


async def test_an_undo_of_a_list_keeps_the_secrets_of_its_items(backend, crud, history):
    """They are not remembered, so they are taken from the record; nobody else has written."""
    before = {"id": 7, "people": [{"name": "Ada", "pin": "1"}, {"name": "Bob", "pin": "2"}]}
    after = {"id": 7, "people": [{"name": "Bob", "pin": "2"}, {"name": "Ada", "pin": "1"}]}
    backend.on("GET", ITEM, before, before, after).on("PATCH", ITEM, after, before)
    store = DetailStore(crud, id="7", history=history, left_out=("people.*.pin",))
    await store.load()
    store.edit("people", after["people"])
    assert await store.save()
    (write,) = history.state.writes
    assert "'pin': '1'" not in repr(write)

    assert await store.undo(write)

    assert store.state.clash is None
    patches = [one for one in backend.requests if one.method == "PATCH"]
    assert sent_json(patches[-1]) == {"people": before["people"]}


def test_what_sounds_like_a_secret_of_a_deleted_row_is_not_remembered():
    row = {"id": 7, "username": "ada", "password": "pbkdf2$1", "keys": [{"api_key": "k"}]}

    assert {one.path for one in deleted(row, ALL, "7", "ada").values} == {"id", "username", "keys"}
    assert "pbkdf2" not in repr(deleted(row, ALL, "7", "ada"))


@pytest.mark.parametrize("way_out", ["discard", "load"])
async def test_a_save_after_an_undo_that_failed_and_was_given_up_is_a_write_of_its_own(
    backend, crud, history, way_out
):
    store = await saved(backend, crud, history, title="new")
    backend.on("PATCH", ITEM, json_answer({"title": ["No."]}, 400))
    assert not await store.undo(history.state.writes[0])
    if way_out == "discard":
        store.discard()
    else:
        await store.load()
    backend.on("PATCH", ITEM, {**LOADED, "title": "new", "status": "review"})

    store.edit("status", "review")
    assert await store.save()

    first, second = history.state.writes
    assert not first.undone
    assert second.undoes is None
    assert history.last(ALL, "7") is second


def test_what_an_action_wrote_together_is_known_until_it_is_undone() -> None:
    history = HistoryStore()
    run = history.new_run()
    first, second = (
        history.add(Write("PATCH", "/api/articles/", key, action="Publish", run=run))
        for key in "12"
    )
    alone = history.add(Write("PATCH", "/api/articles/", "3"))

    assert [one.id for one in history.beside(second)] == ["1", "2"]
    assert [one.id for one in history.beside(alone)] == ["3"]
    history.add(Write("PATCH", "/api/articles/", "2", undoes=second.number))
    assert [one.id for one in history.beside(first)] == ["1"]


def test_what_one_action_did_to_many_rows_is_remembered_whole() -> None:
    history = HistoryStore()
    run = history.new_run()
    many = [Write("PATCH", ALL, str(n), action="Publish", run=run, rows=300) for n in range(300)]
    last = history.add_all(many)[-1]

    assert len(history.beside(last)) == 300
    assert history.forgotten_in_run(last) == 0
    for n in range(REMEMBERED):
        history.add(Write("PATCH", ALL, f"alone {n}"))
    assert len(history.state.writes) == REMEMBERED


def test_of_an_action_over_too_many_rows_it_is_known_how_many_are_forgotten() -> None:
    history = HistoryStore()
    run = history.new_run()
    rows = MAX_WRITES + 7
    last = history.add_all(
        Write("PATCH", ALL, str(n), action="Publish", run=run, rows=rows) for n in range(rows)
    )[-1]

    assert len(history.beside(last)) == MAX_WRITES
    assert history.forgotten_in_run(last) == 7


def test_a_write_that_others_had_gone_over_lets_older_ones_be_next_in_its_list() -> None:
    history = HistoryStore()
    older = history.add(Write("PATCH", ALL, "1"))
    changed = history.add(Write("PATCH", ALL, "2"))
    history.mark_settled(passed=[changed.number])

    assert history.last(ALL) == older
    assert history.last(ALL, "2").number == changed.number, "where its record is, it comes first"


@pytest.mark.parametrize(
    ("label", "id", "words", "is_move"),
    [
        ("Delete", "purge", "Delete", False),
        ("Delete", "delete", "deleted", False),
        ("Delete", "", "deleted", False),
        ("Edit fields…", "edit", "changed", False),
        ("Move", "to_depot", "Move", False),
        ("Move", MOVE, "moved", True),
        ("Move", "", "moved", True),
    ],
)
def test_an_action_is_told_by_its_id_and_not_by_its_label(
    label: str, id: str, words: str, is_move: bool
) -> None:
    write = Write("PATCH", "/api/books", "1", "Emma", action=label, action_id=id)
    assert (write.words, write.is_move) == (words, is_move)


@pytest.mark.parametrize(
    ("write", "counts"),
    [
        (Write("POST", ALL, "9"), True),
        (Write("DELETE", ALL, "1"), True),
        (Write("PATCH", ALL, "1", action="Archive"), True),
        (Write("", ALL, "1", action="Clean up"), True),
        (Write("PATCH", ALL, "1"), False),
        (Write("PUT", ALL, "1"), False),
        (Write("PATCH", ALL, "1", action="Edit fields", action_id="edit"), False),
        (Write("POST", ALL, "1", action="Move", action_id="svc:move"), False),
    ],
)
def test_what_may_change_the_number_of_records_is_told_from_what_changes_values(
    write: Write, counts: bool
) -> None:
    store = HistoryStore()
    store.add(write)

    assert store.newest_at("/api/articles") == 1
    assert (store.newest_at("/api/articles", counted=True) == 1) is counts
