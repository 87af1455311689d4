"""The same values for many records: only what was touched, and nothing beside it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import httpx
import pytest

from svc_tui.app.context import Svc
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import ActionDescriptor, ActionRequest
from svc_tui.stores.listing.action_runner import AT_ONCE
from svc_tui.stores.listing.action_store import ActionStore
from svc_tui.stores.listing.action_types import Action
from svc_tui.stores.listing.bulk_edit import EDIT, BulkChanges, empty_value
from svc_tui.stores.listing.planned_changes import MIXED
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.draft import Unreadable
from svc_tui.stores.runs.row_writers import ActOnRows, RowWork
from svc_tui.widgets.listing.action_preview import about
from svc_tui.widgets.listing.bulk_edit import bulk_editable_fields
from tests.fakes import FakeBackend, json_answer, sent_json
from tests.stores.fake_list import FakeList, refusal


@pytest.fixture
def rows(backend: FakeBackend) -> FakeList:
    return FakeList(backend, 30)


def marked(*ids: int) -> Selection:
    return Selection({str(id): {"id": id, "title": f"Title {id}"} for id in ids})


def patches(backend: FakeBackend) -> list[Any]:
    return [sent_json(one) for one in backend.requests if one.method == "PATCH"]


def test_only_what_was_touched_is_a_change():
    touched = BulkChanges().given("title", "x").given("seo.title", "y").given("title", None)
    assert touched.changes == {"seo": {"title": "y"}}


def test_translations_are_written_in_their_language_alone():
    touched = BulkChanges().given("translations.it.title", "Ciao")
    assert touched.changes == {"translations": {"it": {"title": "Ciao"}}}


def test_false_zero_and_an_empty_list_are_values():
    touched = BulkChanges().given("a", False).given("b", 0).given("c", [])
    assert touched.changes == {"a": False, "b": 0, "c": []}


def test_what_cannot_be_read_is_told_at_its_place():
    touched = BulkChanges().given("price", Unreadable("12x", "That is no number."))
    assert touched.unreadable == {"price": ("That is no number.",)}


def test_empty_is_what_the_rows_or_the_type_have_for_it():
    assert empty_value("select", "draft") == ""
    assert empty_value("text", MIXED) == ""
    assert empty_value("m2m", MIXED) == []
    assert empty_value("date", MIXED) is None


def test_conditions_are_not_asked_where_there_are_many_records():
    field = FieldDescriptor(
        key="rating", required=True, when={"price": 1}, show=lambda model: False
    )
    (free,) = bulk_editable_fields([field, FieldDescriptor(key="id", readonly=True)])
    assert free.applies_to({}) and free.show is None and not free.required


async def test_each_row_gets_one_patch_a_few_at_a_time(
    svc: Svc, rows: FakeList, backend: FakeBackend
):
    action = EDIT.changing(BulkChanges().given("title", "Same"))
    state = await ActionStore(svc.crud("/api/articles")).run(action, marked(*range(1, 31)))
    assert len(state.of("ok")) == 30
    assert patches(backend) == [{"title": "Same"}] * 30
    assert rows.busiest <= AT_ONCE
    assert state.summary == "Edit fields: 30 ok"


async def test_failed_rows_alone_are_tried_again(svc: Svc, rows: FakeList, backend: FakeBackend):
    rows.refused = {2: refusal()}
    store = ActionStore(svc.crud("/api/articles"))
    await store.run(EDIT.changing(BulkChanges().given("title", "Same")), marked(1, 2, 3))
    backend.requests.clear()
    rows.refused = {}
    state = await store.retry_failed()
    assert len(patches(backend)) == 1
    assert len(state.of("ok")) == 3


async def test_an_object_that_is_replaced_whole_keeps_what_stood_beside_the_value(
    svc: Svc, backend: FakeBackend
):
    where = {"lat": 1, "lng": 2}
    backend.on("GET", "/api/articles/1/", json_answer({"id": 1, "location": where}))
    backend.on("PATCH", "/api/articles/1/", json_answer({"id": 1}))
    action = EDIT.changing(BulkChanges().given("location.lat", 9))
    await ActionStore(svc.crud("/api/articles")).run(action, marked(1))
    assert patches(backend) == [{"location": {"lat": 9, "lng": 2}}]


def echoed(request: httpx.Request) -> httpx.Response:
    """The answer of a backend that stored what it was sent."""
    return httpx.Response(200, json=json.loads(request.content))


@pytest.mark.parametrize("parts", [frozenset(), frozenset({"seo"})])
async def test_a_record_that_is_sent_whole_keeps_all_that_was_not_edited(
    svc: Svc, backend: FakeBackend, parts: frozenset[str]
):
    english = {"title": "Two", "body": "x"}
    record = {
        "id": 1,
        "title": "a",
        "translations": {"en": english, "it": {"title": "Due", "body": "y"}},
        "seo": {"title": "b", "description": "c"},
    }
    backend.on("GET", "/api/articles/1/", json_answer(record, headers={"ETag": '"v1"'}))
    backend.on("PUT", "/api/articles/1/", echoed)
    changes = BulkChanges().given("translations.it.title", "Tre").given("seo.title", "d")
    action = replace(EDIT.changing(changes, parts=parts), sends_changes=lambda: False)

    state = await ActionStore(svc.crud("/api/articles")).run(action, marked(1))

    assert state.summary == "Edit fields: 1 ok"
    (put,) = [one for one in backend.requests if one.method == "PUT"]
    assert sent_json(put) == {
        **record,
        "translations": {"en": english, "it": {"title": "Tre", "body": "y"}},
        "seo": {"title": "d", "description": "c"},
    }
    assert put.headers["if-match"] == '"v1"', "nobody else's change is overwritten"


async def test_a_retry_sends_whole_records_once_the_backend_has_refused_a_patch(
    svc: Svc, backend: FakeBackend
):
    refused = json_answer({"detail": "No PATCH."}, 405, headers={"Allow": "GET, PUT"})
    backend.on("GET", "/api/articles/1/", json_answer({"id": 1, "title": "a"}))
    backend.on("PATCH", "/api/articles/1/", refused).on("PUT", "/api/articles/1/", echoed)
    action = replace(
        EDIT.changing(BulkChanges().given("title", "Same")),
        sends_changes=lambda: svc.takes_patch_at("/api/articles/"),
    )
    store = ActionStore(svc.crud("/api/articles"))
    state = await store.run(action, marked(1))
    assert len(state.of("failed")) == 1

    state = await store.retry_failed()

    assert len(state.of("ok")) == 1
    assert [one.method for one in backend.requests if one.method != "GET"] == ["PATCH", "PUT"]


async def test_a_secret_is_neither_shown_nor_remembered(svc: Svc, rows: FakeList):
    action = EDIT.changing(BulkChanges().given("title", "hush"), secrets=("title",))
    assert "hush" not in about(action, marked(1), lambda row: "A row")
    store = ActionStore(svc.crud("/api/articles"), history=svc.history)
    await store.run(action, marked(1))
    (write,) = svc.history.state.writes
    assert write.values == ()


ANOTHER = "The response to PATCH /api/articles/1/ is invalid: it describes another record (9). "
TO_DRAFT = ActionDescriptor(
    id="draft",
    label="To draft",
    request=ActionRequest(method="PATCH", path="{endpoint}/{id}/", body={"title": "Same"}),
)


@pytest.mark.parametrize("action", [EDIT.changing(BulkChanges().given("title", "Same")), TO_DRAFT])
@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ({"id": 1, "title": "Title 1"}, ("failed", f"{ANOTHER}It was not saved.")),
        ({"id": 1, "title": "Same"}, ("ok", "")),
        (
            {"id": 9, "title": "Same"},
            (
                "unknown",
                f"{ANOTHER}It is unknown whether it was done. "
                "Check the record before you try again.",
            ),
        ),
    ],
)
async def test_an_answer_about_another_record_is_no_success(
    svc: Svc, backend: FakeBackend, action: Action, now: dict[str, Any], expected: tuple[str, str]
):
    backend.on("PATCH", "/api/articles/1/", {"id": 9, "title": "Same"})
    backend.on("GET", "/api/articles/1/", now)

    state = await ActionStore(svc.crud("/api/articles")).run(action, marked(1))

    assert [(one.state, one.reason) for one in state.outcomes] == [expected]


async def test_a_part_is_not_written_into_what_was_read_of_another_record(
    svc: Svc, backend: FakeBackend
):
    backend.on("GET", "/api/articles/1/", {"id": 9, "seo": {"title": "a", "text": "theirs"}})
    action = EDIT.changing(BulkChanges().given("seo.title", "b"))

    state = await ActionStore(svc.crud("/api/articles")).run(action, marked(1))

    assert [(one.state, one.reason) for one in state.outcomes] == [
        ("failed", ANOTHER.replace("PATCH", "GET").rstrip())
    ]
    assert patches(backend) == []


async def test_a_row_that_its_change_gave_a_new_slug_is_done(svc: Svc, backend: FakeBackend):
    backend.on("PATCH", "/api/books/dune/", {"slug": "arrakis", "title": "Arrakis"})
    backend.on("GET", "/api/books/dune/", json_answer({"detail": "Not found."}, 404))
    books = Selection({"dune": {"slug": "dune", "title": "Dune"}})
    action = EDIT.changing(BulkChanges().given("title", "Arrakis"))

    state = await ActionStore(svc.crud("/api/books"), lookup="slug").run(action, books)

    assert [one.state for one in state.outcomes] == ["ok"]


async def test_a_verb_on_a_row_that_reads_as_another_record_writes_nothing(
    svc: Svc, backend: FakeBackend
):
    backend.on("GET", "/api/articles/1/", {"id": 9, "title": "Theirs"})
    writer = ActOnRows(TO_DRAFT, lambda: ServerSource(svc.crud("/api/articles")))

    result = await writer.write(RowWork("1"))

    assert (result.state, result.reason) == ("failed", ANOTHER.replace("PATCH", "GET").rstrip())
    assert patches(backend) == []


@pytest.mark.parametrize(
    ("given", "told"),
    [("007", 7), ("6F9619FF-8B86-D011-B42D-00CF4FC964FF", "6f9619ff-8b86-d011-b42d-00cf4fc964ff")],
)
async def test_an_id_may_be_given_in_another_spelling_than_the_backends(
    svc: Svc, backend: FakeBackend, given: str, told: object
):
    backend.on("GET", f"/api/articles/{given}/", {"id": told, "title": "Old"})
    backend.on("PATCH", f"/api/articles/{given}/", {"id": told, "title": "Same"})
    writer = ActOnRows(TO_DRAFT, lambda: ServerSource(svc.crud("/api/articles")))

    result = await writer.write(RowWork(given))

    assert (result.state, result.reason) == ("ok", "")


async def test_a_change_that_is_made_later_is_unknown_where_reading_it_failed_once(
    svc: Svc, backend: FakeBackend
):
    backend.on("PATCH", "/api/articles/1/", json_answer({"job": 7}, 202))
    now = {"id": 1, "title": "Title 1"}
    backend.on("GET", "/api/articles/1/", json_answer({}, 500), now)
    action = EDIT.changing(BulkChanges().given("title", "Same"))

    state = await ActionStore(svc.crud("/api/articles")).run(action, marked(1))

    assert [one.state for one in state.outcomes] == ["unknown"]
    assert state.left == ()
