"""A save whose answer never came: look, compare, say it, and repeat nothing unasked."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from textual.message import Message

from svc_tui.api.crud import Crud
from svc_tui.app.context import Svc
from svc_tui.stores.record.detail_store import DetailStore
from tests.fakes import (
    FakeBackend,
    drops,
    html_answer,
    json_answer,
    redirects,
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


async def loaded(crud: Crud) -> tuple[DetailStore, list[Message]]:
    """Article 7 as it is."""
    store, facts = await edited(crud)
    store.discard()
    return store, facts


def writes(backend: FakeBackend) -> list[str]:
    return [call for call in backend.calls if not call.startswith("GET")]


@pytest.mark.parametrize("answer", [drops(), times_out(), json_answer({}, 502), html_answer(200)])
async def test_a_change_stored_without_an_answer_is_found_and_told(backend, crud, answer):
    backend.on("GET", ITEM, LOADED, LOADED, STORED).on("PATCH", ITEM, answer)
    store, facts = await edited(crud)

    assert await store.save()

    assert [type(fact) for fact in facts] == [DetailStore.Saved, DetailStore.Told]
    assert "saved anyway" in facts[1].words
    assert not store.dirty
    assert writes(backend) == [f"PATCH {ITEM}"]


@pytest.mark.parametrize("answer", [drops(), times_out(), json_answer({}, 502)])
async def test_a_server_that_is_slow_is_not_said_to_have_stored_nothing(backend, crud, answer):
    """It may store the change after it was looked for: the next save looks once more."""
    backend.on("GET", ITEM, LOADED, LOADED, LOADED, STORED).on("PATCH", ITEM, answer)
    store, _ = await edited(crud)

    assert not await store.save()
    assert "not saved yet, but the server may still be working" in (store.state.problem or "")
    assert store.changes() == {"title": "new"}
    assert await store.save()

    assert writes(backend) == [f"PATCH {ITEM}"]
    assert not store.dirty


@pytest.mark.parametrize("answer", [json_answer({}, 500), html_answer(200), html_answer(500)])
async def test_a_change_that_was_not_stored_is_told_and_kept(backend, crud, answer):
    backend.on("GET", ITEM, LOADED, LOADED, LOADED, LOADED, STORED)
    backend.on("PATCH", ITEM, answer, STORED)
    store, _ = await edited(crud)

    assert not await store.save()

    assert "was not saved. Save again." in (store.state.problem or "")
    assert store.changes() == {"title": "new"}
    assert await store.save()


async def test_what_cannot_be_told_is_said_and_the_next_save_compares(backend, crud):
    normalised = {**LOADED, "title": "New"}
    backend.on("GET", ITEM, LOADED, LOADED, normalised).on("PATCH", ITEM, drops())
    store, _ = await edited(crud)

    assert not await store.save()
    assert "It is unknown whether your change was saved" in (store.state.problem or "")
    assert not await store.save()

    assert store.state.clash is not None
    assert writes(backend) == [f"PATCH {ITEM}"]


async def test_a_password_tells_nothing_about_what_was_stored(backend, crud):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, drops())
    store = DetailStore(crud, id="7")
    await store.load()
    store.edit("password", "secret")

    await store.save()

    assert "It is unknown whether your change was saved" in (store.state.problem or "")


async def test_with_the_server_gone_the_next_save_looks_before_it_writes(backend, crud):
    backend.on("GET", ITEM, LOADED, LOADED, refuses(), STORED).on("PATCH", ITEM, drops())
    store, _ = await edited(crud)
    assert not await store.save()
    assert "unknown whether your change was saved" in (store.state.problem or "")

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

    assert sent_json(backend.last_write) == {"status": "review"}
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
    backend.on("GET", ITEM, LOADED, LOADED, LOADED, gone).on("DELETE", ITEM, drops())
    store = DetailStore(crud, id="7")
    await store.load()

    assert not await store.delete()
    assert "may still delete it" in (store.state.problem or "")
    assert await store.delete()

    assert writes(backend) == [f"DELETE {ITEM}"]
    assert store.state.missing


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            html_answer(200),
            "a web page instead of data, perhaps a proxy's sign-in page. It still exists",
        ),
        (json_answer({}, 500), "It still exists: nothing was deleted."),
        (json_answer({}, 504), "the server may still delete it"),
        (json_answer({"detail": "Not found."}, 404), "no such record, but it still exists"),
    ],
)
async def test_a_record_is_not_called_deleted_while_it_is_there(backend, crud, answer, words):
    backend.on("GET", ITEM, LOADED).on("DELETE", ITEM, answer)
    store, facts = await loaded(crud)

    assert not await store.delete()

    assert words in (store.state.problem or "")
    assert facts == []


async def test_a_deletion_of_which_nothing_can_be_read_is_unknown(backend, crud):
    backend.on("GET", ITEM, LOADED, LOADED, refuses()).on("DELETE", ITEM, drops())
    store, _ = await loaded(crud)

    assert not await store.delete()

    assert "unknown whether it was deleted" in (store.state.problem or "")


async def test_a_page_that_answers_for_a_deletion_that_was_made_is_no_failure(backend, crud):
    gone = json_answer({"detail": "Not found."}, 404)
    backend.on("GET", ITEM, LOADED, LOADED, gone).on("DELETE", ITEM, html_answer(200))
    store, facts = await loaded(crud)

    assert await store.delete()

    assert isinstance(facts[-1], DetailStore.Deleted) and not store.state.missing


async def test_a_record_that_changed_since_it_was_loaded_is_not_deleted_unasked(backend, crud):
    theirs = {**LOADED, "title": "theirs"}
    backend.on("GET", ITEM, LOADED, theirs).on("DELETE", ITEM, json_answer(None, 204))
    store, _ = await loaded(crud)

    assert not await store.delete()
    assert store.state.outdated == ("title",)
    assert writes(backend) == []
    assert await store.delete(told=True)


async def test_a_record_that_changes_while_it_is_asked_is_asked_about_again(backend, crud):
    one, other = ({**LOADED, "title": title} for title in ("one", "other"))
    backend.on("GET", ITEM, LOADED, one, other).on("DELETE", ITEM, json_answer(None, 204))
    store, _ = await loaded(crud)

    assert not await store.delete()
    assert not await store.delete(told=True)
    assert writes(backend) == []
    assert await store.delete(told=True)


async def test_a_record_whose_views_are_counted_can_be_deleted(backend, crud):
    counted = [{**LOADED, "views": views} for views in range(5)]
    backend.on("GET", ITEM, *counted).on("DELETE", ITEM, json_answer(None, 204))
    store, _ = await loaded(crud)

    assert not await store.delete()
    assert not await store.delete(told=True)
    assert store.state.outdated == ("views",)
    assert await store.delete(told=True)


async def test_an_address_that_is_signed_anew_is_no_change_before_a_deletion(backend, crud):
    def signed(signature: str) -> dict[str, Any]:
        address = f"https://files.test/a.png?X-Amz-Signature={signature}"
        return {**LOADED, "file": address, "gallery": [{"id": 1, "file": address}]}

    backend.on("GET", ITEM, signed("1"), signed("2")).on("DELETE", ITEM, json_answer(None, 204))
    store, _ = await loaded(crud)

    assert await store.delete()


@pytest.mark.parametrize(
    ("addresses", "goes_through"),
    [
        (("/a.png?X-Amz-Signature=1", "/a.png?X-Amz-Signature=2"), True),
        (("/shop?variant=1", "/shop?variant=2"), False),
        (("/a.png?sig=1", "/b.png?sig=2"), False),
    ],
)
async def test_only_a_new_signature_is_no_change_before_a_whole_record_is_saved(
    backend, crud, addresses, goes_through
):
    before, now = ({**LOADED, "file": address} for address in addresses)
    backend.on("GET", ITEM, before, now).on("PUT", ITEM, {**now, "title": "new"})
    store, _ = await edited(crud, use_patch=False)
    await store.save()

    assert bool(writes(backend)) is goes_through
    assert (store.state.clash is None) is goes_through


async def test_a_tag_that_is_out_of_date_asks_before_the_record_is_deleted(backend, crud):
    tagged = json_answer(LOADED, headers={"ETag": '"1"'})
    theirs = json_answer({**LOADED, "title": "theirs"}, headers={"ETag": '"2"'})
    backend.on("GET", ITEM, tagged, theirs)
    backend.on("DELETE", ITEM, json_answer({}, 412), json_answer(None, 204))
    store, _ = await loaded(crud)

    assert not await store.delete()
    assert store.state.outdated == ("title",)
    assert await store.delete(told=True)

    assert backend.last_write.headers["if-match"] == '"2"'


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (json_answer({"detail": "No author 9."}, 404), "404 for the save (No author 9), but the"),
        (json_answer({"detail": "Locked by the print desk."}, 409), "Locked by the print desk."),
        (html_answer(413), "larger than the server allows"),
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
        (html_answer(400), {"detail": ("the server returned a web page",)}),
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
    stored = {**record, "title": "new"}
    backend.on("GET", ITEM, record, record, stored).on("PATCH", ITEM, stored)
    store = DetailStore(crud, id="7")
    await store.load()
    store.edit("title", "new")

    assert await store.save()

    assert sent_json(backend.last_write) == {"title": "new"}


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
    from svc_tui.stores.record.draft import Draft
    from svc_tui.stores.record.write_result import WriteResult, compare_written

    sent = Draft({"file": None}, {"file": tmp_path / "a.png", "title": "x"})

    assert compare_written(sent, {"file": "/media/a.png", "title": "x"}) is WriteResult.STORED
    assert compare_written(sent, {"file": "/media/a.png"}) is WriteResult.UNKNOWN


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


NO_ID = [json_answer({"detail": "Created."}, 201), json_answer({}, 201), json_answer({"id": None})]


@pytest.mark.parametrize("answer", NO_ID)
async def test_a_record_of_which_no_id_came_is_not_called_saved_nor_created_twice(
    backend, crud, answer
):
    backend.on("POST", ALL, answer)
    store = DetailStore(crud)
    await store.load()
    store.edit("title", "new")

    assert not await store.save()
    assert "it has no id for the new record" in (store.state.problem or "")
    assert "unknown whether the record was created" in (store.state.problem or "")
    assert not await store.save()

    assert store.state.is_new
    assert writes(backend) == [f"POST {ALL}"]


@pytest.mark.parametrize(
    "answer",
    [
        json_answer({}),
        text_answer("null"),
        json_answer({"id": None, "title": None, "status": None}),
        json_answer({"title": "new"}),
        json_answer({"detail": "ok"}),
    ],
)
async def test_an_answer_without_the_record_is_read_again_before_it_is_called_saved(
    backend, crud, answer
):
    backend.on("GET", ITEM, LOADED, LOADED, STORED).on("PATCH", ITEM, answer)
    store, _ = await edited(crud)

    assert await store.save()

    assert (store.state.id, store.state.draft.original) == ("7", STORED)
    assert not store.dirty


@pytest.mark.parametrize("answer", [json_answer({}), json_answer({"id": None, "title": None})])
async def test_an_answer_without_the_record_that_stored_nothing_says_so(backend, crud, answer):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, answer)
    store, _ = await edited(crud)

    assert not await store.save()

    assert store.state.problem is not None
    assert store.state.problem.startswith(
        "Not saved: the server accepted the change, but the record"
    )
    assert store.dirty and store.state.draft.current["title"] == "new"


async def test_a_word_beside_the_old_record_in_an_answer_is_no_change_of_the_record(backend, crud):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, {**LOADED, "success": False})
    store, _ = await edited(crud)

    assert not await store.save()

    assert (store.state.problem or "").startswith("Not saved: the server accepted the change, but")
    assert store.state.draft.diff() == {"title": "new"}


async def test_a_change_that_is_made_later_is_neither_saved_nor_refused(backend, crud):
    queued = json_answer({"queued": True}, 202)
    backend.on("GET", ITEM, *[LOADED] * 4, STORED).on("PATCH", ITEM, queued)
    store, _ = await edited(crud)

    assert not await store.save()

    assert (store.state.problem or "").startswith("Not confirmed: the server accepted the change")
    assert store.state.draft.diff() == {"title": "new"}
    assert await store.save()
    assert writes(backend) == [f"PATCH {ITEM}"]


async def test_a_change_that_is_made_later_says_nothing_of_another_sent_meanwhile(backend, crud):
    place, other = "/api/articles/8/", {**LOADED, "id": 8}
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, json_answer({"queued": True}, 202))
    backend.on("PATCH", place, other)
    queued, _ = await edited(crud)

    async def read_back(request: httpx.Request) -> httpx.Response:
        assert not await queued.save()
        return json_answer(other)(request)

    backend.on("GET", place, other, other, read_back)
    refused = DetailStore(crud, id="8")
    await refused.load()
    refused.edit("title", "new")

    assert not await refused.save()

    assert (queued.state.problem or "").startswith("Not confirmed")
    assert (refused.state.problem or "").startswith("Not saved")
    assert refused.state.uncertain is None


async def test_what_was_not_kept_beside_what_was_stays_in_the_form_as_it_was_typed(backend, crud):
    kept = {**LOADED, "status": "published"}
    backend.on("GET", ITEM, LOADED, LOADED, kept).on("PATCH", ITEM, kept)
    store, _ = await edited(crud)
    store.edit("status", "published")

    assert await store.save()

    assert "“title” was not saved by the backend: it is unchanged." in store.state.not_kept
    assert store.state.draft.current == {**kept, "title": "new"}
    assert store.dirty


@pytest.mark.parametrize("answer", [json_answer({}), json_answer({"title": "new"})])
async def test_an_answer_without_the_record_and_nothing_to_read_is_unknown(backend, crud, answer):
    backend.on("GET", ITEM, LOADED, LOADED, refuses()).on("PATCH", ITEM, answer)
    store, _ = await edited(crud)

    assert not await store.save()

    assert "unknown whether your change was saved" in (store.state.problem or "")
    assert store.changes() == {"title": "new"}


@pytest.mark.parametrize(
    "record", [{}, {"id": None, "title": None}, {"id": "", "title": "x"}, [], "x", None]
)
async def test_what_is_no_record_never_opens_as_an_empty_form(backend, crud, record):
    backend.on("GET", ITEM, record if record is not None else text_answer("null"))
    store = DetailStore(crud, id="7")

    await store.load()

    assert store.state.nothing_here
    assert "should be one record" in (store.state.problem or "")


async def test_of_two_saves_at_one_moment_the_one_that_was_overwritten_says_so(backend, crud):
    theirs = {**LOADED, "title": "theirs"}
    backend.on("GET", ITEM, LOADED, LOADED, theirs).on("PATCH", ITEM, STORED)
    store, _ = await edited(crud)

    assert await store.save()

    assert store.overtaken
    assert store.state.not_kept == (
        "“title” was changed by someone else at the same time: it is now “theirs”. "
        "Your value is still in the form, unsaved.",
    )
    assert store.state.draft.original == theirs
    assert store.changes() == {"title": "new"}


async def test_what_a_backend_writes_another_way_is_nobody_elses_change(backend, crud):
    loaded, moment = {**LOADED, "price": "1", "on": None}, "2026-11-22T10:00:00+01:00"
    answer = {**loaded, "price": "1.5", "on": moment, "author": 3}
    found = {**answer, "price": "1.50", "on": "2026-11-22T09:00:00Z", "author": {"id": 3}}
    backend.on("GET", ITEM, loaded, loaded, found).on("PATCH", ITEM, answer)
    store = DetailStore(crud, id="7")
    await store.load()
    for path, value in (("price", "1.5"), ("on", moment), ("author", 3)):
        store.edit(path, value)

    assert await store.save()

    assert store.state.not_kept == () and not store.dirty


async def test_a_value_that_the_server_tidied_alone_is_nobody_elses_change(backend, crud):
    at = {"modified": "2026-11-22T09:00:00Z"}
    tidied = {**STORED, **at, "title": "New"}
    backend.on("GET", ITEM, LOADED, LOADED, tidied).on("PATCH", ITEM, {**STORED, **at})
    store, _ = await edited(crud)

    assert await store.save()

    assert store.state.not_kept == () and not store.dirty


async def test_a_version_that_counts_two_writes_tells_of_the_other_one(backend, crud):
    loaded = {**LOADED, "version": 4}
    stored = {**STORED, "version": 6}
    backend.on("GET", ITEM, loaded, loaded, stored).on("PATCH", ITEM, stored)
    store, _ = await edited(crud)

    assert await store.save()

    assert "Someone else saved this record just before you" in store.state.not_kept[0]


async def test_a_confirmed_save_that_cannot_be_seen_says_so(backend, crud):
    backend.on("GET", ITEM, LOADED).on("PATCH", ITEM, STORED)
    store, _ = await edited(crud)

    assert await store.save()

    assert "the record still has its old values: reload" in store.state.not_kept[0]
    assert not store.dirty


NO_SUCH = json_answer({"detail": "Not found."}, 404)


@pytest.mark.parametrize(
    ("read", "words", "missing"),
    [
        (LOADED, "but the record still exists: your change was not saved.", False),
        ({**LOADED, "title": "else"}, "still exists. It is unknown whether your change", False),
        (refuses(), "it is unknown whether it still exists. Save again to check.", False),
        (redirects("/elsewhere"), "it is unknown whether it still exists", False),
        (NO_SUCH, "This record no longer exists", True),
    ],
)
@pytest.mark.parametrize("method", ["PATCH", "PUT"])
async def test_a_record_that_a_save_does_not_find_is_read_before_it_is_called_gone(
    backend, crud, method, read, words, missing
):
    backend.on("GET", ITEM, LOADED, LOADED, read).on(method, ITEM, NO_SUCH)
    backend.on("GET", "/elsewhere", NO_SUCH)
    store, _ = await edited(crud, use_patch=method == "PATCH")

    assert not await store.save()

    assert words in (store.state.problem or "")
    assert store.state.missing is missing
    assert store.state.uncertain is None and not store.state.saving
    assert store.changes() == {"title": "new"}


async def test_a_save_answered_with_404_that_was_stored_is_found(backend, crud):
    backend.on("GET", ITEM, LOADED, LOADED, STORED).on("PATCH", ITEM, NO_SUCH)
    store, facts = await edited(crud)

    assert await store.save()

    assert "still exists. Your change was saved anyway." in facts[1].words
    assert not store.dirty


async def test_a_save_is_repeated_after_a_404_that_was_not_true(backend, crud):
    backend.on("GET", ITEM, LOADED, LOADED, LOADED, LOADED, STORED)
    backend.on("PATCH", ITEM, NO_SUCH, STORED)
    store, _ = await edited(crud)
    await store.save()

    assert await store.save()

    assert store.state.problem is None


async def test_a_record_that_is_gone_after_a_conflict_is_missing(backend, crud):
    backend.on("GET", ITEM, LOADED, LOADED, NO_SUCH).on("PATCH", ITEM, json_answer({}, 409))
    store, _ = await edited(crud)

    assert not await store.save()

    assert store.state.missing and "no longer exists" in (store.state.problem or "")


async def test_a_creation_answered_with_404_is_not_called_a_deleted_record(backend, crud):
    backend.on("POST", ALL, NO_SUCH)
    store = DetailStore(crud)
    await store.load()
    store.edit("title", "x")

    assert not await store.save()

    assert f"Not found: POST {ALL}" in (store.state.problem or "")
    assert "no longer exists" not in (store.state.problem or "")


async def test_a_record_whose_address_redirects_to_nothing_is_not_called_missing(backend, crud):
    backend.on("GET", ITEM, LOADED, redirects("/elsewhere")).on("GET", "/elsewhere", NO_SUCH)
    store, _ = await loaded(crud)

    await store.load()

    assert "redirects to /elsewhere, which was not found (404)" in (store.state.problem or "")
    assert not store.state.missing


async def test_a_deletion_is_not_believed_for_a_redirect_to_nothing(backend, crud):
    backend.on("GET", ITEM, LOADED, LOADED, redirects("/elsewhere"))
    backend.on("GET", "/elsewhere", NO_SUCH).on("DELETE", ITEM, NO_SUCH)
    store, facts = await loaded(crud)

    assert not await store.delete()

    assert "unknown whether it was deleted" in (store.state.problem or "")
    assert facts == []
