"""A value that was sent and never came back is said, in every way to write a record."""

from __future__ import annotations

from typing import Any, ClassVar

import httpx
import pytest

from svc_tui.api.crud import Crud
from svc_tui.api.dialects.base import Dialect
from svc_tui.app.context import Svc
from svc_tui.models.listing import ActionDescriptor
from svc_tui.stores.listing.action_store import ActionContext, ActionState, ActionStore
from svc_tui.stores.listing.bulk_edit import EDIT, BulkChanges
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.batch_undo import BatchUndo
from svc_tui.stores.record.detail_state import STILL_TYPED
from svc_tui.stores.record.detail_store import NEW, DetailStore
from svc_tui.stores.runs.row_writers import CreateRows, RowWork, UpdateRows
from tests.fakes import FakeBackend, json_answer, sent_json

ITEM, ALL = "/api/articles/7/", "/api/articles/"
KNOWN = ("id", "title", "seo", "author")


@pytest.fixture
def stored(backend: FakeBackend) -> dict[str, Any]:
    """A record of a backend that drops unknown keys without a word, as pydantic does."""
    record: dict[str, Any] = {"id": 7, "title": "old", "seo": {"title": "x"}, "author": {"id": 1}}

    def write(request: httpx.Request) -> httpx.Response:
        for key, value in sent_json(request).items():
            if key == "seo":
                record["seo"] = {"title": value.get("title", "x")}
            elif key in KNOWN:
                record[key] = value
        return httpx.Response(200, json=record)

    backend.on("GET", ITEM, lambda request: httpx.Response(200, json=record))
    backend.on("PATCH", ITEM, write).on("POST", ALL, write)
    return record


@pytest.fixture
def crud(svc: Svc, stored: dict[str, Any]) -> Crud:
    return svc.crud("/api/articles")


async def saved(store: DetailStore, **values: Any) -> bool:
    await store.load()
    for path, value in values.items():
        store.edit(path.replace("__", "."), value)
    return await store.save()


LOST = "The server did not keep “titel”: the returned record has no such field."


async def test_a_save_of_a_key_that_the_record_never_had_is_no_success(crud: Crud) -> None:
    store = DetailStore(crud, id="7")

    assert not await saved(store, titel="new")

    assert store.state.problem == f"Not saved. {LOST} What you typed is still in the form."
    assert store.state.draft.get("titel") == "new" and store.dirty


async def test_what_was_kept_beside_it_is_saved(crud: Crud) -> None:
    store = DetailStore(crud, id="7")

    assert await saved(store, titel="new", title="new")

    assert store.state.not_kept == (LOST, "What was not saved is still in the form.")
    assert store.state.draft.diff() == {"titel": "new"}


async def test_a_part_of_an_object_that_was_dropped_is_named(crud: Crud) -> None:
    store = DetailStore(crud, id="7")

    assert not await saved(store, seo__image="a.png")

    assert "did not keep “seo.image”:" in (store.state.problem or "")


async def test_a_new_record_lacks_it_too(crud: Crud) -> None:
    store = DetailStore(crud, id=NEW)

    assert await saved(store, titel="new", title="new")

    assert store.state.not_kept == (LOST, STILL_TYPED)
    assert store.changes() == {"titel": "new"}


@pytest.mark.parametrize(
    "values",
    [
        {"password": "secret"},  # a secret by its name
        {"note": "x"},  # a field that is declared as write-only
        {"author_id": 1},  # a relation that is shown under its name
        {"author": {"id": 1, "name": "Ada"}},  # only its id counts
        {"hint": ""},  # nothing
    ],
    ids=lambda values: next(iter(values)),
)
async def test_what_is_not_expected_back_is_no_loss(crud: Crud, values: dict[str, Any]) -> None:
    store = DetailStore(crud, id="7", write_only=frozenset({"note"}))

    assert await saved(store, **values, title="new")

    assert store.state.not_kept == ()


async def test_a_key_that_a_hook_sends_under_another_name_is_no_loss(
    svc: Svc, backend: FakeBackend, stored: dict[str, Any]
) -> None:
    dialect = Dialect("own", to_wire=lambda values, metadata: {"title": values["heading"]})
    store = DetailStore(Crud(svc.fetch, ALL, dialect=dialect), id="7")

    assert await saved(store, heading="new")

    assert stored["title"] == "new" and store.state.not_kept == ()


async def test_an_answer_that_shows_what_a_reading_does_not_is_enough(
    backend: FakeBackend, crud: Crud, stored: dict[str, Any]
) -> None:
    def write(request: httpx.Request) -> httpx.Response:
        stored["title"] = "new"
        return httpx.Response(200, json={**stored, "reason": "typo"})

    backend.on("PATCH", ITEM, write)
    store = DetailStore(crud, id="7")

    assert await saved(store, reason="typo", title="new")

    assert store.state.not_kept == ()


async def test_commands_say_it_and_a_row_of_which_nothing_was_kept_failed(crud: Crud) -> None:
    def opened(key: str) -> DetailStore:
        return DetailStore(crud, id=key)

    lost = await UpdateRows(opened).write(RowWork("7", {"titel": "new"}))
    half = await UpdateRows(opened).write(RowWork("7", {"titel": "new", "title": "newer"}))
    made = await CreateRows(opened).write(RowWork("1", {"titel": "new", "title": "x"}))

    assert (lost.state, lost.reason) == ("failed", f"Not saved. {LOST}")
    assert (half.state, half.reason) == ("ok", LOST)
    assert (made.state, made.reason) == ("ok", LOST)


@pytest.mark.parametrize(
    ("values", "state", "words"),
    [
        ({"titel": "new"}, "failed", LOST),
        ({"titel": "new", "title": "newer"}, "ok", LOST),
        ({"title": "newer"}, "ok", ""),
    ],
)
async def test_an_edit_of_many_rows_says_it_for_each(
    crud: Crud, values: dict[str, Any], state: str, words: str
) -> None:
    action = EDIT.changing(BulkChanges(values))

    done = await ActionStore(crud).run(action, Selection({"7": {"id": 7, "title": "old"}}))

    assert [(one.state, one.reason) for one in done.outcomes] == [(state, words)]


async def test_an_edit_of_many_rows_that_changed_nothing_failed(
    backend: FakeBackend, crud: Crud, stored: dict[str, Any]
) -> None:
    backend.on("PATCH", ITEM, json_answer(stored))
    action = EDIT.changing(BulkChanges({"title": "new"}))

    done = await ActionStore(crud).run(action, Selection({"7": {"id": 7, "title": "old"}}))

    assert [one.state for one in done.outcomes] == ["failed"]
    assert "“title” was not saved by the backend" in done.outcomes[0].reason


@pytest.mark.parametrize("key", ["7", NEW])
async def test_a_described_value_that_no_record_shows_may_be_lost(
    backend: FakeBackend, crud: Crud, key: str
) -> None:
    described = {"actions": {"POST": {"sku": {"type": "string"}}}}
    backend.on("OPTIONS", ALL, json_answer(described))
    store = DetailStore(crud, id=key)

    assert await saved(store, sku="1", title="new")

    words = "It is unknown whether everything was saved: the server does not show “sku”."
    assert store.state.not_kept == (words,)
    assert not store.dirty


LOOK = "Check the record before you try again."
UNCHANGED = "was not saved by the backend: it is unchanged."
SHOWN = {
    "id": 7,
    "title": "old",
    "author": {"id": 1},
    "tags": [1],
    "kind": "News",
    "live": False,
    "password": "",
    "translations": {"en": {"name": "E"}, "it": {"name": "I"}},
}


def patching(*bodies: dict[str, Any]) -> Any:
    """A handler that sends these values to each row, and reports the row as done."""

    async def handler(ctx: ActionContext) -> None:
        for row in ctx.rows:
            for body in bodies:
                await ctx.crud.partial_update(row["id"], body)
            ctx.ok(row)

    return handler


async def acted(svc: Svc, handler: Any, *changes: str, ids: Any = (7,)) -> ActionState:
    """Run an action with `changes`; the history of the session remembers it."""
    action = ActionDescriptor(label="Zap", handler=handler, changes=changes)
    rows = {str(id): {"id": id, "title": "old"} for id in ids}
    actions = ActionStore(svc.crud("/api/articles"), history=svc.history)
    return await actions.run(action, Selection(rows))


@pytest.mark.parametrize(
    ("changes", "bodies", "words"),
    [
        ("title", [{"title": "new"}], f"“title” {UNCHANGED}"),
        ("title", [{"title": None}], f"“title” {UNCHANGED}"),
        ("title live", [{"title": "new", "live": False}], f"“title” {UNCHANGED}"),
        ("live", [{"live": True}], f"“live” {UNCHANGED}"),
        ("author", [{"author": 5}], f"“author” {UNCHANGED}"),
        ("tags", [{"tags": [2]}], "The backend did not save 1 entry of “tags” (2)."),
        ("tags", [{"tags": []}], f"“tags” {UNCHANGED}"),
        (
            "translations",
            [{"translations": {one: {"name": "new"}}} for one in ("en", "it")],
            f"“translations.en.name” {UNCHANGED} “translations.it.name” {UNCHANGED}",
        ),
    ],
)
async def test_a_row_that_keeps_nothing_of_what_a_handler_sent_is_unknown(
    svc: Svc, backend: FakeBackend, changes: str, bodies: list[dict[str, Any]], words: str
) -> None:
    backend.on("GET", ITEM, json_answer(SHOWN)).on("PATCH", ITEM, json_answer(SHOWN))

    done = await acted(svc, patching(*bodies), *changes.split())

    assert [(one.state, one.reason) for one in done.outcomes] == [("unknown", f"{words} {LOOK}")]
    assert done.left == (), "it is not retried without a question"


@pytest.mark.parametrize(
    ("changes", "body", "status"),
    [
        ("title", {"title": "new"}, 202),
        ("live", {"title": "new"}, 200),
        ("tags", {"tags": {"connect": [2]}}, 200),
        ("author", {"author": {"connect": 2}}, 200),
        ("kind", {"kind": 2}, 200),
        ("title", {"title": "old"}, 200),
        ("password", {"password": "hunter2"}, 200),
    ],
    ids=["later", "undeclared", "command", "inner", "other form", "as before", "not shown"],
)
async def test_what_a_handler_sent_is_judged_only_where_it_can_be_compared(
    svc: Svc, backend: FakeBackend, changes: str, body: dict[str, Any], status: int
) -> None:
    backend.on("GET", ITEM, json_answer(SHOWN)).on("PATCH", ITEM, json_answer(SHOWN, status))

    done = await acted(svc, patching(body), changes, "id")

    assert [(one.state, one.reason) for one in done.outcomes] == [("ok", "")]


async def test_a_row_that_keeps_a_part_of_what_a_handler_sent_is_ok_with_a_note(
    svc: Svc, stored: dict[str, Any]
) -> None:
    stored["status"] = "draft"  # The backend ignores it in a PATCH.

    done = await acted(svc, patching({"title": "new", "status": "live"}), "title", "status")

    assert [(one.state, one.reason) for one in done.outcomes] == [("ok", f"“status” {UNCHANGED}")]


@pytest.mark.parametrize("reports", ["ok", "failed"])
async def test_a_row_that_was_changed_is_undone_whatever_its_outcome(
    svc: Svc, backend: FakeBackend, stored: dict[str, Any], reports: str
) -> None:
    stored["status"] = "draft"

    def rename(request: httpx.Request) -> httpx.Response:
        stored["title"] = "new"
        return httpx.Response(200, json={})

    backend.on("POST", f"{ITEM}rename/", rename)

    async def handler(ctx: ActionContext) -> None:
        await ctx.crud.partial_update(7, {"status": "live"})
        await ctx.crud.request("POST", f"{ITEM}rename/")
        ctx.ok(7) if reports == "ok" else ctx.failed(7, "It is locked.")

    done = await acted(svc, handler, "status", "title")
    assert [one.state for one in done.outcomes] == ["unknown" if reports == "ok" else "failed"]
    assert stored["title"] == "new"

    last = svc.history.last(ALL)
    assert last is not None
    actions = ActionStore(svc.crud("/api/articles"), history=svc.history)
    undone = await actions.run(BatchUndo(svc.history.beside(last)), Selection({"7": {"id": 7}}))

    assert (undone.summary, stored["title"]) == ("Undo “Zap”: 1 ok", "old")


@pytest.mark.parametrize("reports", [True, False], ids=["reported", "unreported"])
async def test_a_row_without_an_address_does_not_hide_what_was_done_to_others(
    svc: Svc, stored: dict[str, Any], reports: bool
) -> None:
    async def handler(ctx: ActionContext) -> None:
        await ctx.crud.partial_update(7, {"title": "new"})
        for row in ctx.rows if reports else ():
            ctx.ok(row)

    done = await acted(svc, handler, "title", ids=(7, "."))

    assert done.problem is None
    assert [one.state for one in done.outcomes] == ["ok", "ok" if reports else "unknown"]
    assert svc.history.last(ALL) is not None


async def test_rows_that_are_tried_first_are_compared_too(svc: Svc, backend: FakeBackend) -> None:
    class RowByRow(ActionDescriptor):
        by_rows: ClassVar = True

    async def go_on(*_: Any) -> bool:
        return True

    for id in range(1, 6):
        record = json_answer({"id": id, "title": "old"})
        backend.on("GET", f"{ALL}{id}/", record).on("PATCH", f"{ALL}{id}/", record)
    actions = ActionStore(svc.crud("/api/articles"), history=svc.history)
    actions.after_canary = go_on
    action = RowByRow(label="Zap", handler=patching({"title": "new"}), changes=("title",))
    rows = {str(id): {"id": id} for id in range(1, 6)}

    assert (await actions.run(action, Selection(rows), canary=True)).summary == "Zap: 5 unknown"


async def test_a_value_that_was_sent_as_it_was_is_no_failure_where_the_answer_lacks_it(
    crud: Crud, backend: FakeBackend
) -> None:
    emptied = json_answer({"id": 7, "title": ""})
    backend.on("GET", ITEM, emptied).on("PATCH", ITEM, emptied)
    body = {"title": "old"}
    request = {"method": "PATCH", "path": "{endpoint}/{id}/", "body": body}
    action = ActionDescriptor(label="Zap", request=request)

    done = await ActionStore(crud).run(action, Selection({"7": {"id": 7, "title": "old"}}))

    assert [one.state for one in done.outcomes] == ["ok"]
    assert "“title” was not saved" in done.outcomes[0].reason


async def test_a_collection_keeps_nothing_of_what_it_sent(crud: Crud, stored: Any) -> None:
    await crud.partial_update(7, {"title": "hunter2"})
    await crud.request("PATCH", ITEM, json={"title": "hunter2"})

    assert crud.sent.accepted == 2 and "hunter2" not in repr(crud.sent)
