"""One record: load, save, conflicts; what was typed is never lost."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import httpx
import pytest
from textual.message import Message

from svc_tui.api.crud import Crud
from svc_tui.api.fetch import SvcFetch
from svc_tui.app.context import Svc
from svc_tui.models.location import record_id
from svc_tui.stores.record import merge
from svc_tui.stores.record.detail_store import NEW, DetailStore
from svc_tui.stores.record.draft import Unreadable
from svc_tui.stores.record.merge import MINE, Difference, Merge
from tests.fakes import FakeBackend, drops, json_answer, refuses, sent_json, waits_for

ITEM, ALL = "/api/articles/7/", "/api/articles/"
LOADED = {"id": 7, "title": "old", "status": "draft", "modified": "1"}


@pytest.fixture
def crud(svc: Svc) -> Crud:
    return svc.crud("/api/articles")


def tagged(record: dict, tag: str):
    return json_answer(record, headers={"etag": tag})


def heard(store: DetailStore) -> list[Message]:
    messages: list[Message] = []
    store.subscribe(lambda one: None if isinstance(one, store.Changed) else messages.append(one))
    return messages


async def loaded(crud: Crud, **options: Any) -> DetailStore:
    """Article 7 as it is."""
    store = DetailStore(crud, id="7", **options)
    await store.load()
    return store


async def edited(
    crud: Crud, path: str = "title", value: object = "new", **options: Any
) -> DetailStore:
    """Article 7 with another value."""
    store = await loaded(crud, **options)
    store.edit(path, value)
    return store


async def test_a_save_sends_only_what_differs(backend, crud):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, {**LOADED, "title": "new", "modified": "2"})
    store = DetailStore(crud, id="7")
    facts = heard(store)
    await store.load()
    store.edit("title", "new")

    assert await store.save()

    assert sent_json(backend.last_write) == {"title": "new"}
    assert [type(fact) for fact in facts] == [DetailStore.Saved]
    assert not store.dirty


async def test_a_reading_that_a_save_overtook_changes_nothing(backend, crud):
    gate, new = asyncio.Event(), {**LOADED, "title": "new", "modified": "2"}
    backend.on("GET", ITEM, tagged(LOADED, "old")).on("PATCH", ITEM, new)
    store = await edited(crud)

    backend.on("GET", ITEM, waits_for(gate, tagged(LOADED, "old")))
    reading = asyncio.create_task(store.load())
    while not store.state.loading or len(backend.calls) < 2:
        await asyncio.sleep(0)
    backend.on("GET", ITEM, tagged(new, "newer"))
    assert await store.save()
    gate.set()
    await reading

    assert (store.dirty, store.state.loading, store.tag) == (False, False, "newer")
    assert store.state.draft.original["title"] == "new"


async def test_a_load_that_replaces_another_is_not_called_stopped(backend, crud):
    gate = asyncio.Event()
    backend.on("GET", ITEM, waits_for(gate, LOADED))
    store = DetailStore(crud, id="7")
    loads = []
    for number in (1, 2):
        loads.append(asyncio.create_task(store.load()))
        while len(backend.calls) < number:
            await asyncio.sleep(0)

    loads[0].cancel()
    await asyncio.wait([loads[0]])

    assert (store.state.loading, store.state.problem) == (True, None)
    gate.set()
    await loads[1]
    assert store.state.loaded


async def test_a_creation_that_is_called_off_is_not_sent_again_unasked(backend, crud):
    sent = asyncio.Event()

    async def never(request: httpx.Request) -> httpx.Response:
        sent.set()
        await asyncio.Event().wait()
        raise AssertionError

    backend.on("POST", ALL, never)
    store = DetailStore(crud, id=NEW)
    await store.load()
    store.edit("title", "new")
    saving = asyncio.create_task(store.save())
    await sent.wait()
    saving.cancel()
    await asyncio.wait([saving])

    backend.on("POST", ALL, {**LOADED, "title": "new"})
    assert not store.state.saving
    facts = heard(store)
    assert not await store.save()
    assert [fact.words for fact in facts if isinstance(fact, DetailStore.Told)] == [
        "Not saved: your last attempt may already have created this record. Check the list first."
    ]
    assert backend.calls.count(f"POST {ALL}") == 1
    assert await store.save(again=True)


async def test_saving_what_nobody_changed_sends_nothing(backend, crud):
    backend.on("GET", ITEM, LOADED)
    store = DetailStore(crud, id="7")
    facts = heard(store)
    await store.load()
    store.edit("title", "other")
    store.edit("title", "old")

    assert not await store.save()

    assert backend.calls == [f"GET {ITEM}"]
    assert [type(fact) for fact in facts] == [DetailStore.NothingToSave]


async def test_a_save_that_must_wait_says_so(backend, crud):
    sent, gate = asyncio.Event(), asyncio.Event()

    async def slow(request: httpx.Request) -> httpx.Response:
        sent.set()
        await gate.wait()
        return httpx.Response(200, json={**LOADED, "title": "new"})

    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, slow)
    store = DetailStore(crud, id="7")
    facts = heard(store)
    assert not await store.save()
    await store.load()
    store.edit("title", "new")
    saving = asyncio.create_task(store.save())
    await sent.wait()
    assert not await store.save()
    told = [fact.words for fact in facts if isinstance(fact, DetailStore.Told)]
    gate.set()

    assert await saving
    assert told == [
        "Still loading. Try again in a moment.",
        "Still saving. Try again in a moment.",
    ]


async def test_what_cannot_be_read_is_never_sent(backend, crud):
    backend.on("GET", ITEM, LOADED)
    store = await edited(crud, "price", Unreadable("12x", "This is not a number."))

    assert not await store.save()

    assert store.state.errors == {"price": ("This is not a number.",)}
    assert backend.calls == [f"GET {ITEM}"]


async def test_what_cannot_be_read_in_an_item_of_a_list_is_never_sent(backend, crud):
    backend.on("GET", ITEM, {**LOADED, "blocks": [{"size": 1}]})
    store = await edited(crud, "blocks", [{"size": Unreadable("many", "This is not a number.")}])

    assert not await store.save()

    assert store.state.errors == {"blocks.0.size": ("This is not a number.",)}
    assert backend.calls == [f"GET {ITEM}"]


async def test_a_whole_object_is_sent_where_that_is_asked(backend, crud):
    record = {**LOADED, "seo": {"a": 1, "b": 2}}
    backend.on("GET", ITEM, record).on("PATCH", ITEM, record)
    store = await edited(crud, "seo.b", 3, whole=frozenset({"seo"}))

    await store.save()

    assert sent_json(backend.last_write) == {"seo": {"a": 1, "b": 3}}


async def test_without_patch_the_whole_record_is_put(backend, crud):
    backend.on("GET", ITEM, LOADED).on("PUT", ITEM, {**LOADED, "title": "new"})
    store = await edited(crud, use_patch=False)

    assert await store.save()

    assert sent_json(backend.last_write) == {**LOADED, "title": "new"}


async def test_a_new_record_gets_its_id_and_is_changed_from_then_on(backend, crud):
    made = {"id": 9, "title": "new"}
    backend.on("POST", ALL, json_answer(made, 201)).on("GET", f"{ALL}9/", made)
    backend.on("PATCH", f"{ALL}9/", {**made, "title": "newer"})
    store = DetailStore(crud)
    await store.load()
    store.edit("title", "new")
    assert await store.save()
    assert store.state.id == "9"

    store.edit("title", "newer")
    assert await store.save()

    assert backend.last_write.method == "PATCH"


async def test_the_defaults_of_a_new_record_are_no_changes(crud):
    store = DetailStore(crud, id=NEW, defaults={"status": "draft"})
    await store.load()

    assert not store.dirty
    store.edit("title", "x")
    assert store.dirty


async def test_what_is_typed_while_a_save_runs_is_kept(backend, crud):
    answered = asyncio.Event()
    saved = {**LOADED, "title": "new"}
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, waits_for(answered, saved))
    store = await edited(crud)
    saving = asyncio.create_task(store.save())
    while not store.state.saving or backend.last_write.method != "PATCH":
        await asyncio.sleep(0)

    store.edit("title", "newer")
    store.edit("status", "review")
    answered.set()
    await saving

    assert sent_json(backend.last_write) == {"title": "new"}
    assert store.changes() == {"title": "newer", "status": "review"}


async def test_an_item_that_is_typed_in_while_a_save_runs_is_not_created_twice(backend, crud):
    answered = asyncio.Event()
    loaded, stored = {**LOADED, "parts": []}, {**LOADED, "parts": [{"id": 3, "word": "a"}]}
    backend.on("GET", ITEM, loaded, loaded, stored)
    backend.on("PATCH", ITEM, waits_for(answered, stored), json_answer(stored))
    store = await edited(crud, "parts", [{"word": "a"}])
    saving = asyncio.create_task(store.save())
    while not store.state.saving or backend.last_write.method != "PATCH":
        await asyncio.sleep(0)

    store.edit("parts", [{"word": "ab"}])
    answered.set()
    await saving
    await store.save()

    assert sent_json(backend.last_write) == {"parts": [{"id": 3, "word": "ab"}]}


async def test_a_failed_load_is_never_an_empty_form(backend, crud):
    backend.on("GET", ITEM, refuses(), LOADED)
    store = DetailStore(crud, id="7")

    await store.load()
    assert not store.state.loaded
    assert "Could not reach" in (store.state.problem or "")

    await store.load()
    assert store.state.loaded
    assert store.state.problem is None


async def test_a_record_that_is_not_there_is_missing(crud):
    store = DetailStore(crud, id="7")

    await store.load()

    assert store.state.missing
    assert not store.state.loaded


@pytest.mark.parametrize("answer", [json_answer({}, 403), json_answer({}, 404), drops()])
async def test_a_record_that_could_not_be_read_is_none_to_do_anything_with(backend, crud, answer):
    backend.on("GET", ITEM, answer)
    store = DetailStore(crud, id="7")
    assert not store.state.nothing_here  # It is not known yet.

    await store.load()

    assert store.state.nothing_here


@pytest.mark.parametrize("answer", [json_answer({}, 500), json_answer({}, 403), drops()])
async def test_a_failed_save_keeps_everything_typed(backend, crud, answer):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, answer)
    store = await edited(crud)

    assert not await store.save()

    assert store.state.problem
    assert store.changes() == {"title": "new"}
    assert not store.state.saving


async def test_a_save_broken_by_the_end_of_the_session_can_be_offered_once(backend, crud):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, json_answer({}, 401))
    store = await edited(crud)

    await store.save()

    assert store.state.unsaved_by_expiry
    assert store.changes() == {"title": "new"}
    store.offered_again()
    assert not store.state.unsaved_by_expiry


async def test_messages_are_put_at_the_forms_paths_and_go_with_the_next_edit(backend, crud):
    refused = json_answer({"title_it": ["No."], "status": ["Bad."]}, 400)
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, refused)
    store = DetailStore(crud, id="7")
    store.place = lambda errors: {
        path.replace("title_it", "translations.it.title"): said for path, said in errors.items()
    }
    await store.load()
    store.edit("title", "new")

    await store.save()
    assert store.state.errors == {"translations.it.title": ("No.",), "status": ("Bad.",)}

    store.edit("translations.it.title", "Sì")
    assert store.state.errors == {"status": ("Bad.",)}


async def test_a_change_from_one_to_true_is_not_overlooked(backend, crud):
    backend.on("GET", ITEM, {**LOADED, "flag": 1})
    store = await loaded(crud)
    states = []
    store.subscribe(states.append)

    store.edit("flag", True)

    assert len(states) == 1
    assert store.changes() == {"flag": True}


# Conflicts

THEIRS = {"id": 7, "title": "theirs", "status": "review", "modified": "2"}


async def clashed(backend: FakeBackend, crud: Crud, *, tags: bool) -> DetailStore:
    """A store whose save ran into somebody else's change of title and status."""
    if tags:
        backend.on("GET", ITEM, tagged(LOADED, '"1"'), tagged(THEIRS, '"2"'))
        backend.on("PATCH", ITEM, json_answer({"detail": "Changed."}, 412))
    else:
        backend.on("GET", ITEM, LOADED, THEIRS)
    store = await edited(crud, "title", "mine")
    store.edit("note", "mine too")
    assert not await store.save()
    assert store.state.clash is not None
    return store


@pytest.mark.parametrize("tags", [True, False])
async def test_a_conflict_names_what_both_changed_and_writes_nothing(backend, crud, tags):
    store = await clashed(backend, crud, tags=tags)

    assert store.state.clash.fields == ("title",)
    assert store.changes() == {"title": "mine", "note": "mine too"}
    patches = [one for one in backend.requests if one.method == "PATCH"]
    assert [one.headers["if-match"] for one in patches] == (['"1"'] if tags else [])


@pytest.mark.parametrize("tags", [True, False])
async def test_after_staying_a_save_finds_the_conflict_again(backend, crud, tags):
    store = await clashed(backend, crud, tags=tags)
    store.stay()

    assert not await store.save()

    assert store.state.clash is not None
    patches = [one for one in backend.requests if one.method == "PATCH"]
    assert all(one.headers["if-match"] == '"1"' for one in patches)


@pytest.mark.parametrize("tags", [True, False])
async def test_taking_theirs_loses_only_what_both_changed(backend, crud, tags):
    store = await clashed(backend, crud, tags=tags)

    store.settle(store.state.clash.merge.choose_all(merge.THEIRS))

    assert store.state.draft.get("title") == "theirs"
    assert store.state.draft.get("status") == "review"
    assert store.changes() == {"note": "mine too"}


@pytest.mark.parametrize("tags", [True, False])
async def test_keeping_mine_sends_only_mine_on_top_of_theirs(backend, crud, tags):
    store = await clashed(backend, crud, tags=tags)
    backend.on("PATCH", ITEM, {**THEIRS, "title": "mine", "note": "mine too"})

    store.settle(store.state.clash.merge.choose_all(MINE))
    assert await store.save()

    sent = next(one for one in reversed(backend.requests) if one.method == "PATCH")
    assert sent_json(sent) == {"title": "mine", "note": "mine too"}
    assert sent.headers.get("if-match") == ('"2"' if tags else None)


async def test_a_change_of_other_fields_only_is_told_by_its_time(backend, crud):
    backend.on("GET", ITEM, LOADED, {**LOADED, "status": "review", "modified": "2"})
    store = await edited(crud, "title", "mine")

    await store.save()

    assert store.state.clash is not None
    assert store.state.clash.fields == ()


async def test_an_object_that_they_emptied_clashes_with_a_value_of_mine_in_it(backend, crud):
    backend.on("GET", ITEM, {**LOADED, "seo": {"t": 1}}, {**LOADED, "seo": None})
    store = await edited(crud, "seo.t", 2)

    await store.save()

    assert store.state.clash is not None
    assert store.state.clash.fields == ("seo",)


async def test_putting_a_whole_record_goes_over_nobodys_change(backend, crud):
    backend.on("GET", ITEM, {"id": 7, "a": 1, "b": 1}, {"id": 7, "a": 1, "b": 2})
    store = await edited(crud, "a", 2, use_patch=False)

    assert not await store.save()

    assert store.state.clash is not None
    assert all(one.method == "GET" for one in backend.requests)


async def test_a_refusal_without_a_change_of_others_is_a_sentence_only(backend, crud):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, json_answer({"detail": "Locked."}, 409))
    store = await edited(crud, "title", "mine")

    await store.save()

    assert store.state.clash is None
    assert "Locked." in (store.state.problem or "")


# Deleting


async def test_after_deleting_nothing_is_unsaved(backend, crud):
    backend.on("GET", ITEM, LOADED).on("DELETE", ITEM, json_answer(None, 204))
    store = DetailStore(crud, id="7")
    facts = heard(store)
    await store.load()
    store.edit("title", "new")

    assert await store.delete()

    assert not store.dirty
    assert [type(fact) for fact in facts] == [DetailStore.Deleted]


async def test_a_refused_delete_leaves_everything(backend, crud):
    backend.on("GET", ITEM, LOADED).on("DELETE", ITEM, json_answer({"detail": "In use."}, 409))
    store = await edited(crud)

    assert not await store.delete()

    assert "In use." in (store.state.problem or "")
    assert store.dirty


async def test_a_backend_that_tells_nothing_of_itself_can_be_edited_all_the_same(backend, crud):
    backend.on("GET", ITEM, LOADED).on("OPTIONS", ALL, json_answer({}, 405))
    store = DetailStore(crud, id="7", ask_metadata=True)

    await store.load()

    assert store.state.loaded
    assert store.state.metadata is None


async def test_a_tag_learned_while_comparing_covers_only_what_was_compared(backend, crud):
    made = {"id": 9, "title": "a", "status": "draft"}
    theirs = {**made, "status": "review"}
    backend.on("POST", ALL, json_answer(made, 201))
    backend.on("GET", f"{ALL}9/", tagged(theirs, '"2"'))
    backend.on("PATCH", f"{ALL}9/", json_answer({"title": ["Too short."]}, 400))
    store = DetailStore(crud)
    await store.load()
    store.edit("title", "a")
    await store.save()
    store.edit("title", "b")
    assert not await store.save()

    store.edit("status", "published")
    assert not await store.save()

    assert store.state.clash is not None
    assert [one for one in backend.calls if one.startswith("PATCH")] == [f"PATCH {ALL}9/"]


async def test_another_tag_for_the_same_record_is_taken_for_the_next_save(backend, crud):
    backend.on("GET", ITEM, tagged(LOADED, '"1"'), tagged(LOADED, '"1-gzip"'))
    backend.on("PATCH", ITEM, json_answer({}, 412), {**LOADED, "title": "new"})
    store = await edited(crud)
    assert not await store.save()

    assert await store.save()

    patches = [one for one in backend.requests if one.method == "PATCH"]
    assert [one.headers["if-match"] for one in patches] == ['"1"', '"1-gzip"']


async def test_what_is_typed_while_a_reload_runs_stays(backend, crud):
    backend.on("GET", ITEM, LOADED)
    store = await loaded(crud)
    answered = asyncio.Event()
    backend.on("GET", ITEM, waits_for(answered, json_answer({**LOADED, "status": "published"})))

    reload = asyncio.create_task(store.load())
    while len(backend.calls) < 2:
        await asyncio.sleep(0)
    store.edit("title", "typed meanwhile")
    answered.set()
    await reload

    assert store.state.draft.get("title") == "typed meanwhile"
    assert store.state.draft.get("status") == "published"
    assert store.changes() == {"title": "typed meanwhile"}


async def test_a_value_sent_whole_goes_over_nobodys_change_inside_it(backend, crud):
    loaded = {"id": 7, "seo": {"a": 1, "b": 1}}
    backend.on("GET", ITEM, loaded, {"id": 7, "seo": {"a": 1, "b": 2}}).on("PATCH", ITEM, loaded)
    store = await edited(crud, "seo.a", 5, whole=frozenset({"seo"}))

    assert not await store.save()

    assert store.state.clash is not None
    store.settle(store.state.clash.merge.choose_all(MINE))
    assert store.state.draft.get("seo") == {"a": 5, "b": 2}


async def test_a_change_under_a_key_with_a_dot_is_not_gone_over(backend, crud):
    theirs = {"id": 7, "seo": {"og.title": "theirs"}}
    backend.on("GET", ITEM, {"id": 7, "seo": {"og.title": "old"}}, theirs)
    backend.on("PATCH", ITEM, theirs)
    store = await edited(crud, "seo", {"og.title": "mine"})

    assert not await store.save()

    assert store.state.clash is not None


@pytest.mark.parametrize("tags", [True, False])
async def test_what_is_typed_after_a_conflict_was_found_stays_whatever_is_chosen(
    backend, crud, tags
):
    store = await clashed(backend, crud, tags=tags)

    store.edit("note", "mine too, and more")
    store.edit("summary", "typed late")
    store.settle(store.state.clash.merge.choose_all(merge.THEIRS))

    assert store.changes() == {"note": "mine too, and more", "summary": "typed late"}


async def test_values_of_a_draft_go_on_top_of_what_the_form_holds_by_then(backend, crud):
    backend.on("GET", ITEM, LOADED, {**LOADED, "status": "published"})
    store = await loaded(crud)
    merge = Merge.among(LOADED, [Difference(("title",), "old", "old", "from the draft")])
    await store.load()

    store.apply_draft(merge)

    assert store.changes() == {"title": "from the draft"}


@pytest.mark.parametrize("use_patch", [True, False])
@pytest.mark.parametrize("answer", [{"detail": "Saved."}, {"id": 7, "title": "new"}])
async def test_an_answer_that_is_not_the_whole_record_is_not_taken_for_it(
    backend, crud, answer, use_patch
):
    """Taken for it, the next PUT would empty all that the answer does not speak of."""
    now = {**LOADED, "title": "new", "modified": "2"}
    backend.on("GET", ITEM, LOADED, LOADED, now)
    backend.on("PATCH", ITEM, answer).on("PUT", ITEM, answer)
    store = await edited(crud, use_patch=use_patch)

    assert await store.save()

    assert store.state.draft.original == now
    assert not store.dirty


OTHER = {"id": 9, "title": "new", "status": "draft", "modified": "2"}
"""Another record, as a broken backend answers a change with."""


@pytest.mark.parametrize("whole", [False, True])
async def test_an_answer_about_another_record_moves_no_form(backend, crud, whole):
    method = "PUT" if whole else "PATCH"
    backend.on("GET", ITEM, LOADED).on("GET", "/api/articles/9/", OTHER).on(method, ITEM, OTHER)
    store = DetailStore(crud, id="7", use_patch=not whole)
    facts = heard(store)
    await store.load()
    store.edit("title", "new")

    assert not await store.save()

    assert (store.state.id, store.state.draft.get("title")) == ("7", "new")
    assert store.dirty
    assert not facts
    assert store.state.problem == (
        f"The response to {method} {ITEM} is invalid: it describes another record (9). "
        "Your change was not saved. Save again."
    )


async def test_an_error_about_one_record_names_the_address_that_was_requested(backend):
    backend.on("GET", ITEM.rstrip("/"), {"id": "", "title": "old"})
    fetch = SvcFetch("https://cms.test", transport=backend.transport, trailing_slash=False)
    store = DetailStore(Crud(fetch, "/api/articles"), id="7")

    await store.load()

    assert f"GET {ITEM.rstrip('/')} is invalid: it should be one record" in str(store.state.problem)
    await fetch.aclose()


async def test_a_change_answered_with_another_record_may_be_saved_all_the_same(backend, crud):
    backend.on("GET", ITEM, LOADED)
    store = DetailStore(crud, id="7")
    facts = heard(store)
    await store.load()
    store.edit("title", "new")

    def keeps(request: httpx.Request) -> httpx.Response:
        backend.on("GET", ITEM, {**LOADED, "title": "new"})
        return httpx.Response(200, json=OTHER)

    backend.on("PATCH", ITEM, keeps)

    assert await store.save()

    assert (store.state.id, store.dirty) == ("7", False)
    told = [fact.words for fact in facts if isinstance(fact, DetailStore.Told)]
    assert told == [
        f"The response to PATCH {ITEM} is invalid: it describes another record (9). "
        "Your change was saved anyway."
    ]


async def test_an_answer_about_another_record_is_told_with_the_method_of_the_dialect(backend, crud):
    backend.on("GET", ITEM, LOADED).on("POST", ITEM, OTHER)
    crud.dialect = replace(crud.dialect, change_method="POST")
    store = await edited(crud)

    assert not await store.save()

    assert f"The response to POST {ITEM} is invalid" in (store.state.problem or "")


async def test_where_only_another_record_can_be_read_a_save_stays_uncertain(backend, crud):
    def answers(request: httpx.Request) -> httpx.Response:
        backend.on("GET", ITEM, OTHER)
        return httpx.Response(200, json=OTHER)

    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, answers)
    store = await edited(crud)

    assert not await store.save()

    assert store.state.id == "7"
    assert store.dirty
    assert store.state.uncertain is not None


async def test_a_save_is_not_merged_with_another_record_that_is_read_before_it(backend, crud):
    backend.on("GET", ITEM, LOADED, {**OTHER, "title": "theirs"})
    store = await edited(crud)

    assert not await store.save()

    assert store.state.clash is None
    assert store.state.problem == (
        f"The response to GET {ITEM} is invalid: it describes another record (9). "
        "Check the address and the endpoint."
    )
    assert store.dirty
    assert not any(one.startswith("PATCH") for one in backend.calls)


BOOK = {"id": 1, "slug": "dune", "title": "Dune"}


@pytest.mark.parametrize("edited", ["slug", "title"])
@pytest.mark.parametrize("with_id", [True, False])
async def test_a_record_moves_where_it_got_a_new_slug(backend, crud, edited, with_id):
    before = BOOK if with_id else {key: BOOK[key] for key in ("slug", "title")}
    after = {**before, "slug": "arrakis", edited: "arrakis"}
    backend.on("GET", "/api/articles/dune/", before)
    store = DetailStore(crud, id="dune", lookup="slug")
    await store.load()
    store.edit(edited, "arrakis")

    def moves(request: httpx.Request) -> httpx.Response:
        backend.on("GET", "/api/articles/dune/", json_answer({}, 404))
        backend.on("GET", "/api/articles/arrakis/", after)
        return httpx.Response(200, json=after)

    backend.on("PATCH", "/api/articles/dune/", moves)

    assert await store.save()
    assert (store.state.id, store.dirty) == ("arrakis", False)


async def test_a_slug_of_another_record_moves_no_form(backend, crud):
    other = {"id": 2, "slug": "solaris", "title": "Solaris"}
    backend.on("GET", "/api/articles/dune/", BOOK).on("PATCH", "/api/articles/dune/", other)
    backend.on("GET", "/api/articles/solaris/", other)
    store = DetailStore(crud, id="dune", lookup="slug")
    await store.load()
    store.edit("title", "Dune II")

    assert not await store.save()
    assert (store.state.id, store.state.draft.get("title")) == ("dune", "Dune II")


async def test_a_record_whose_id_is_new_is_changed_and_not_created(backend, crud):
    record = {"id": "new", "title": "old"}
    backend.on("GET", "/api/articles/new/", record)
    backend.on("PATCH", "/api/articles/new/", {**record, "title": "x"})
    store = DetailStore(crud, id=record_id("new"), base="/articles")

    await store.load()
    store.edit("title", "x")

    assert await store.save()
    assert "PATCH /api/articles/new/" in backend.calls
    assert not store.state.is_new


async def test_a_new_record_may_get_the_id_new(backend, crud):
    backend.on("POST", ALL, {"id": "new", "title": "x"})
    store = DetailStore(crud, id=NEW)
    await store.load()
    store.edit("title", "x")

    assert await store.save()
    assert (store.state.id, store.state.is_new, store.state.uncertain) == ("new", False, None)


@pytest.mark.parametrize(
    ("key", "lookup", "record", "shown"),
    [
        ("7", "id", {"id": 99, "title": "OTHER"}, False),
        ("7", "id", {"id": "07"}, True),
        ("7", "id", {"title": "without"}, True),
        ("a7", "id", {"id": 99}, True),
        ("me", "id", {"id": 99}, True),
        ("current_user", "id", {"id": 99}, True),
        ("about-us", "id", {"id": 99, "slug": "about-us"}, True),
        ("old", "slug", {"id": 7, "slug": "new"}, True),
    ],
)
async def test_another_record_than_was_asked_for_is_not_shown(
    backend, svc, key, lookup, record, shown
):
    backend.on("GET", f"{ALL}{key}/", record)
    store = DetailStore(svc.crud("/api/articles"), id=key, lookup=lookup)

    await store.load()

    assert store.state.loaded is shown
    assert ("it describes another record (99)" in (store.state.problem or "")) is not shown


NO_RECORDS = [
    {"ok": False, "detail": "locked"},
    {"success": False, "reason": "locked"},
    {"message": "Session locked"},
    {"data": {"id": 7, "title": "real"}},
    {"status": "error", "message": "no"},
]


@pytest.mark.parametrize("answer", NO_RECORDS)
async def test_an_answer_that_is_no_record_is_an_error_and_no_empty_form(backend, crud, answer):
    backend.on("GET", ITEM, json_answer(answer))
    store = DetailStore(crud, id="7", fields=frozenset({"title", "status"}))

    await store.load()

    assert not store.state.loaded
    assert f"is an object with the keys {', '.join(answer)}" in (store.state.problem or "")


async def test_nothing_is_saved_where_the_record_can_no_longer_be_read(backend, crud):
    backend.on("GET", ITEM, LOADED)
    store = await edited(crud, "title", "typed", fields=frozenset({"title", "status"}))
    backend.on("GET", ITEM, json_answer({"ok": False, "detail": "locked"}))

    assert not await store.save()

    assert "locked" in (store.state.problem or "")
    assert store.state.draft.get("title") == "typed"
    assert f"PATCH {ITEM}" not in backend.calls


@pytest.mark.parametrize(
    ("record", "fields"),
    [
        ({"title": "no id"}, {"title", "pages"}),
        ({"message": "Welcome"}, {"message"}),
        ({"ok": False, "status": "off"}, {"ok", "status"}),
        ({"id": 7, "status": "failed", "message": "x"}, {"title"}),
        ({"theme": "dark"}, set()),
    ],
)
async def test_a_record_without_an_id_or_with_odd_fields_opens(backend, crud, record, fields):
    backend.on("GET", ITEM, json_answer(record))
    store = DetailStore(crud, id="7", fields=frozenset(fields))

    await store.load()

    assert (store.state.loaded, store.state.draft.original) == (True, record)


async def created(backend, crud, answer, **typed) -> DetailStore:
    """A new record with typed values, after a save that was answered so; 9 can't be read."""
    backend.on("POST", ALL, answer).on("GET", "/api/articles/9/", json_answer({}, 404))
    store = DetailStore(crud, id=NEW, defaults={"status": "draft"})
    await store.load()
    for key, value in (typed or {"title": "My book"}).items():
        store.edit(key, value)
    await store.save()
    return store


@pytest.mark.parametrize(
    "answer",
    [
        {"id": 1, "title": "Whales", "status": "draft"},
        {"id": 9},
        {"id": "../../x", "title": "My book", "status": "draft"},
        {"id": "..", "title": "My book", "status": "draft"},
    ],
)
async def test_a_creation_that_its_answer_does_not_show_is_not_confirmed(backend, crud, answer):
    store = await created(backend, crud, answer)

    assert "It is unknown whether the record was created" in (store.state.problem or "")
    assert (store.state.is_new, store.state.draft.get("title")) == (True, "My book")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("My book", "my-book"),
        (" My book ", "My book"),
        ("caffè", "CAFFE"),
        ("5", 5),
        ("2.50", "2.5"),
        ("2026-11-28", "2026-11-28T00:00:00Z"),
        ("+39 333 123", "0039333123"),
        ("x" * 80, "x" * 20),
        ("—", "&mdash;"),
        ("Some *bold* words", "<p>Some <b>bold</b> words</p>"),
        (3, "Jane"),
        (True, "yes"),
        ([1, 2], [{"id": 1}]),
    ],
)
async def test_a_new_record_whose_values_were_normalized_is_saved(backend, crud, typed, kept):
    answer = {"id": 9, "title": kept, "status": "draft"}

    store = await created(backend, crud, answer, title=typed)

    assert (store.state.id, store.state.problem) == ("9", None)


async def test_a_new_record_with_a_password_that_is_not_returned_is_saved(backend, crud):
    answer = {"id": 9, "status": "draft"}
    backend.on("GET", "/api/articles/9/", answer)
    backend.on("POST", ALL, answer)
    store = DetailStore(crud, id=NEW, write_only=frozenset({"password"}))
    await store.load()
    store.edit("password", "secret")

    assert await store.save()

    assert (store.dirty, store.state.not_kept) == (False, ())


async def test_what_a_new_record_did_not_keep_stays_in_the_form(backend, crud):
    store = await created(backend, crud, {"id": 9, "title": None, "status": "draft"})

    assert store.state.id == "9"
    assert store.changes() == {"title": "My book"}
    assert store.state.not_kept[0].startswith("“title” was not saved by the backend")


@pytest.mark.parametrize(
    ("typed", "stored", "said"),
    [
        ("mine", "SERVER SAYS", ("The server changed “title”: “SERVER SAYS”.",)),
        ("My book", "my-book", ("The server changed “title”: “my-book”.",)),
        (" mine ", "mine", ()),
        ("5", 5, ()),
        ("2.50", "2.5", ()),
        ("2026-11-28", "2026-11-28T00:00:00Z", ()),
        ("10:00", "10:00:00", ()),
        ("/a.svg", "https://cdn.test/a.svg", ()),
        ("2026-11-28T10:00:00+01:00", "2026-11-28T09:00:00Z", ()),
        (3, "Jane", ()),
        (True, "yes", ()),
    ],
)
async def test_a_value_that_the_server_changed_is_named(backend, crud, typed, stored, said):
    now = {**LOADED, "title": stored}
    backend.on("GET", ITEM, LOADED, LOADED, now).on("PATCH", ITEM, now)
    store = await edited(crud, "title", typed)

    assert await store.save()

    assert (store.state.rewritten, store.state.not_kept) == (said, ())


async def test_a_secret_that_comes_back_masked_is_not_shown(backend, crud):
    now = {**LOADED, "api_token": "****"}
    backend.on("GET", ITEM, LOADED, LOADED, now).on("PATCH", ITEM, now)
    store = await edited(crud, "api_token", "abc")

    assert await store.save()

    assert store.state.rewritten == ()


async def test_a_value_that_the_server_changed_is_named_by_its_label(backend, crud):
    now = {**LOADED, "title": "SERVER SAYS"}
    backend.on("GET", ITEM, LOADED, LOADED, now).on("PATCH", ITEM, now)
    store = await edited(crud, "title", "mine")
    store.named = {"title": "“Headline”"}.__getitem__

    assert await store.save()

    assert store.state.rewritten == ("The server changed “Headline”: “SERVER SAYS”.",)


async def test_errors_of_the_form_replace_why_the_save_before_failed(backend, crud):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, refuses())
    store = await edited(crud)
    assert not await store.save()
    assert store.state.problem is not None
    store.say({"title": ("Too short.",)})
    assert store.state.problem is None
    assert store.state.errors == {"title": ("Too short.",)}
