"""A save whose answer never came: look, compare, say it, and repeat nothing unasked."""

from __future__ import annotations

import pytest
from textual.message import Message

from svc_tui.api.crud import Crud
from svc_tui.context import Svc
from svc_tui.stores.detail import DetailStore
from tests.fakes import (
    FakeBackend,
    drops,
    html_answer,
    json_answer,
    refuses,
    sent_json,
    text_answer,
    times_out,
)

ITEM, ALL = "/api/articles/7/", "/api/articles/"
LOADED = {"id": 7, "title": "old", "status": "draft"}
STORED = {**LOADED, "title": "new"}


@pytest.fixture
def crud(svc: Svc) -> Crud:
    return svc.crud("/api/articles")


async def edited(crud: Crud, **wishes: object) -> tuple[DetailStore, list[Message]]:
    """Article 7 with another title."""
    store = DetailStore(crud, id="7", **wishes)
    facts: list[Message] = []
    store.subscribe(lambda one: None if isinstance(one, store.Changed) else facts.append(one))
    await store.load()
    store.edit("title", "new")
    return store, facts


def writes(backend: FakeBackend) -> list[str]:
    return [call for call in backend.calls if not call.startswith("GET")]


@pytest.mark.parametrize("answer", [drops(), times_out(), json_answer({}, 502), html_answer(200)])
async def test_a_change_stored_without_an_answer_is_found_and_told(backend, crud, answer):
    backend.on("GET", ITEM, LOADED, LOADED, STORED).on("PATCH", ITEM, answer)
    store, facts = await edited(crud)

    assert await store.save()

    assert [type(fact) for fact in facts] == [DetailStore.Saved, DetailStore.Told]
    assert "stored all the same" in facts[1].words
    assert not store.dirty
    assert writes(backend) == [f"PATCH {ITEM}"]


@pytest.mark.parametrize("answer", [drops(), times_out(), json_answer({}, 502)])
async def test_a_change_that_was_not_stored_is_told_and_kept(backend, crud, answer):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, answer, STORED)
    store, _ = await edited(crud)

    assert not await store.save()

    assert "was not stored. Save again." in (store.state.problem or "")
    assert store.changes() == {"title": "new"}
    assert await store.save()


async def test_what_cannot_be_told_is_said_and_the_next_save_compares(backend, crud):
    normalised = {**LOADED, "title": "New"}
    backend.on("GET", ITEM, LOADED, LOADED, normalised).on("PATCH", ITEM, drops())
    store, _ = await edited(crud)

    assert not await store.save()
    assert "cannot be told" in (store.state.problem or "")
    assert not await store.save()

    assert store.state.clash is not None
    assert writes(backend) == [f"PATCH {ITEM}"]


async def test_a_password_tells_nothing_about_what_was_stored(backend, crud):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, drops())
    store = DetailStore(crud, id="7")
    await store.load()
    store.edit("password", "secret")

    await store.save()

    assert "cannot be told" in (store.state.problem or "")


async def test_with_the_server_gone_the_next_save_looks_before_it_writes(backend, crud):
    backend.on("GET", ITEM, LOADED, LOADED, refuses(), STORED).on("PATCH", ITEM, drops())
    store, _ = await edited(crud)
    assert not await store.save()
    assert "unknown whether your change was stored" in (store.state.problem or "")

    assert await store.save()

    assert writes(backend) == [f"PATCH {ITEM}"]
    assert not store.dirty


async def test_looking_first_finds_nothing_and_saves(backend, crud):
    backend.on("GET", ITEM, LOADED, LOADED, refuses(), LOADED)
    backend.on("PATCH", ITEM, drops(), STORED)
    store, _ = await edited(crud)
    await store.save()

    assert await store.save()

    assert writes(backend) == [f"PATCH {ITEM}"] * 2


async def test_what_was_typed_after_a_lost_answer_is_saved_after_looking(backend, crud):
    backend.on("GET", ITEM, LOADED, LOADED, refuses(), STORED)
    backend.on("PATCH", ITEM, drops(), {**STORED, "status": "review"})
    store, _ = await edited(crud)
    await store.save()
    store.edit("status", "review")

    assert await store.save()

    assert sent_json(backend.last) == {"status": "review"}
    assert not store.dirty


async def test_looking_first_fails_again_and_still_nothing_is_repeated(backend, crud):
    backend.on("GET", ITEM, LOADED, LOADED, refuses()).on("PATCH", ITEM, drops())
    store, _ = await edited(crud)
    await store.save()

    assert not await store.save()
    assert not await store.save()

    assert writes(backend) == [f"PATCH {ITEM}"]
    assert store.changes() == {"title": "new"}


@pytest.mark.parametrize("answer", [drops(), times_out(), json_answer({}, 500)])
async def test_a_creation_without_an_answer_is_unknown_and_never_repeated_unasked(
    backend, crud, answer
):
    backend.on("POST", ALL, answer, json_answer({"id": 9, "title": "x"}, 201))
    store = DetailStore(crud)
    await store.load()
    store.edit("title", "x")
    assert not await store.save()
    assert "unknown whether the record was created" in (store.state.problem or "")

    assert not await store.save()
    assert writes(backend) == [f"POST {ALL}"]
    assert await store.save(again=True)
    assert store.state.id == "9"


async def test_a_deletion_without_an_answer_is_looked_after(backend, crud):
    gone = json_answer({"detail": "Not found."}, 404)
    backend.on("GET", ITEM, LOADED, LOADED, gone).on("DELETE", ITEM, drops())
    store = DetailStore(crud, id="7")
    await store.load()

    assert not await store.delete()
    assert await store.delete()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (json_answer({"detail": "Not found."}, 404), "no longer there"),
        (json_answer({"detail": "Locked by the print desk."}, 409), "Locked by the print desk."),
        (html_answer(413), "larger than the server takes"),
        (json_answer({}, 403), "Permission denied"),
        (refuses(), "the connection was refused"),
    ],
)
async def test_each_refusal_is_one_clear_sentence_and_nothing_is_lost(backend, crud, answer, words):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, answer)
    store, _ = await edited(crud)

    assert not await store.save()

    assert words in (store.state.problem or "")
    assert store.changes() == {"title": "new"}


@pytest.mark.parametrize(
    ("answer", "errors"),
    [
        (json_answer(["No.", "Never."], 400), {"non_field_errors": ("No.", "Never.")}),
        (json_answer("No.", 400), {"non_field_errors": ("No.",)}),
        (json_answer({"seo": {"title": ["Long."]}}, 400), {"seo.title": ("Long.",)}),
        (json_answer({"items": [{}, {"price": ["Low."]}]}, 400), {"items.1.price": ("Low.",)}),
        (text_answer("nope", 400), {"detail": ("nope",)}),
        (html_answer(400), {"detail": ("the server answered with an HTML page",)}),
    ],
)
async def test_a_refusal_of_any_shape_is_messages_at_paths(backend, crud, answer, errors):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, answer)
    store, _ = await edited(crud)

    assert not await store.save()

    assert store.state.errors == errors
    assert store.changes() == {"title": "new"}


@pytest.mark.parametrize(
    "record",
    [
        {"id": 7},
        {"id": 7, "title": None, "status": None, "more": {"deep": [None]}},
        {"id": 7, "title": 12, "status": ["x"], "seo": "text"},
    ],
)
async def test_a_record_of_any_shape_is_written_only_where_it_was_edited(backend, crud, record):
    backend.on("GET", ITEM, record).on("PATCH", ITEM, record)
    store = DetailStore(crud, id="7")
    await store.load()
    store.edit("title", "new")

    assert await store.save()

    assert sent_json(backend.last) == {"title": "new"}


async def test_the_same_without_patch_compares_the_whole_record(backend, crud):
    backend.on("GET", ITEM, LOADED, LOADED, STORED).on("PUT", ITEM, drops())
    store, facts = await edited(crud, use_patch=False)

    assert await store.save()

    assert isinstance(facts[-1], DetailStore.Told)


async def test_a_session_that_ends_while_looking_offers_the_save_again(backend, crud):
    ended = json_answer({}, 401)
    backend.on("GET", ITEM, LOADED, LOADED, ended, STORED).on("PATCH", ITEM, drops())
    store, _ = await edited(crud)

    assert not await store.save()
    assert store.state.unsaved_by_expiry
    assert await store.save()

    assert writes(backend) == [f"PATCH {ITEM}"]


def test_a_stored_file_is_known_by_nothing_that_the_record_shows(tmp_path):
    from svc_tui.stores.draft import Draft
    from svc_tui.stores.outcome import Fate, fate_of

    sent = Draft({"file": None}, {"file": tmp_path / "a.png", "title": "x"})

    assert fate_of(sent, {"file": "/media/a.png", "title": "x"}) is Fate.STORED
    assert fate_of(sent, {"file": "/media/a.png"}) is Fate.UNKNOWN


async def test_after_a_reload_nothing_is_unknown_and_others_values_are_not_put_back(backend, crud):
    """What the outcome was is plain then; only what was typed since may be sent."""
    reloaded = {**STORED, "status": "review"}
    published = {**STORED, "status": "published"}
    backend.on("GET", ITEM, LOADED, LOADED, drops(), reloaded, published).on("PATCH", ITEM, drops())
    store, _ = await edited(crud)
    assert not await store.save()
    store.discard()
    await store.load()
    backend.on("PATCH", ITEM, {**published, "slug": "mine"})

    store.edit("slug", "mine")
    assert await store.save()

    assert sent_json([one for one in backend.requests if one.method == "PATCH"][-1]) == {
        "slug": "mine"
    }


@pytest.mark.parametrize("answer", [json_answer({"detail": "Created."}, 201), json_answer({}, 201)])
async def test_a_record_of_which_no_id_came_is_not_created_twice_unasked(backend, crud, answer):
    backend.on("POST", ALL, answer)
    store = DetailStore(crud)
    await store.load()
    store.edit("title", "new")
    assert await store.save()

    store.edit("title", "newer")
    assert not await store.save()

    assert writes(backend) == [f"POST {ALL}"]
