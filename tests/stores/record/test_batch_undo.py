"""What one action did to many rows, taken back together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from svc_tui.app.context import Svc
from svc_tui.models.listing import ActionDescriptor
from svc_tui.stores.listing.action_store import ActionState, ActionStore
from svc_tui.stores.listing.bulk_edit import EDIT, BulkChanges
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.batch_undo import AS_BEFORE, BatchUndo
from svc_tui.stores.record.history_store import Write
from tests.fakes import BASE, FakeBackend, sent_json

ROWS = "/api/articles/"


class Records:
    """Three articles that can be read and patched one by one."""

    def __init__(self, backend: FakeBackend) -> None:
        self.backend = backend
        self.rows = {
            str(id): {"id": id, "title": f"Title {id}", "status": was}
            for id, was in enumerate(("draft", "review", "published"), 1)
        }
        self.refused: dict[str, httpx.Response] = {}
        for key in self.rows:
            backend.on("GET", f"{ROWS}{key}/", self._read)
            backend.on("PATCH", f"{ROWS}{key}/", self._write)

    @property
    def statuses(self) -> list[str]:
        return [str(row["status"]) for row in self.rows.values()]

    @property
    def patched(self) -> list[tuple[str, object]]:
        """The rows that were patched, and with what."""
        asked = [one for one in self.backend.requests if one.method == "PATCH"]
        return [(one.url.path.split("/")[-2], sent_json(one)) for one in asked]

    def _read(self, request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json=self.rows[request.url.path.split("/")[-2]])

    def _write(self, request: httpx.Request) -> httpx.Response:
        key = request.url.path.split("/")[-2]
        if key in self.refused:
            return self.refused[key]
        self.rows[key] |= {name: str(one).lower() for name, one in sent_json(request).items()}
        return httpx.Response(200, json=self.rows[key])


@pytest.fixture
async def svc(backend: FakeBackend, tmp_path: Path) -> AsyncIterator[Svc]:
    async with Svc(BASE, transport=backend.transport, state_dir=tmp_path) as services:
        yield services


@pytest.fixture
def backend() -> FakeBackend:
    return FakeBackend()


@pytest.fixture
def records(backend: FakeBackend) -> Records:
    return Records(backend)


@pytest.fixture
def actions(svc: Svc, records: Records) -> ActionStore:
    return ActionStore(svc.crud("/api/articles"), history=svc.history, base="/articles")


async def archive(actions: ActionStore, records: Records, status: str = "Archived") -> None:
    """Write another status to every row; the backend spells it in its own way."""
    rows = {key: dict(row) for key, row in records.rows.items()}
    state = await actions.run(EDIT.changing(BulkChanges({"status": status})), Selection(rows))
    assert state.summary == "Edit fields: 3 ok"
    assert records.statuses == ["archived"] * 3


async def take_back(svc: Svc, actions: ActionStore) -> tuple[BatchUndo, ActionState]:
    """All that is still to be undone of the last action."""
    last = svc.history.last(ROWS)
    assert last is not None
    action = BatchUndo(svc.history.beside(last), names={"status": "Status"}, base="/articles")
    rows = {key: {"id": key, "title": one.title} for key, one in action.writes.items()}
    return action, await actions.run(action, Selection(rows))


async def test_every_row_gets_back_what_stood_there_before(svc, actions, records) -> None:
    await archive(actions, records)

    _, state = await take_back(svc, actions)

    assert state.summary == "Undo “Edit fields”: 3 ok"
    assert records.statuses == ["draft", "review", "published"]
    assert records.patched[3:] == [
        ("1", {"status": "draft"}),
        ("2", {"status": "review"}),
        ("3", {"status": "published"}),
    ]
    assert svc.history.last(ROWS) is None, "nothing is left to undo"


async def test_what_somebody_changed_since_is_left_alone_and_told(svc, actions, records) -> None:
    await archive(actions, records)
    records.rows["2"]["status"] = "theirs"

    _, state = await take_back(svc, actions)

    assert records.statuses == ["draft", "theirs", "published"]
    (skipped,) = state.of("skipped")
    assert skipped.reason == "Status has changed since then. Open the record and press u to choose."
    assert svc.history.last(ROWS) is None
    assert svc.history.last(ROWS, "2") is not None, "it is still undone where its record is"


async def test_a_row_that_was_put_back_by_others_already_needs_nothing(
    svc, actions, records
) -> None:
    await archive(actions, records)
    records.rows["2"]["status"] = "review"

    _, state = await take_back(svc, actions)

    assert [one.reason for one in state.of("skipped")] == [AS_BEFORE]
    assert svc.history.last(ROWS) is None


async def test_what_the_backend_refuses_to_put_back_can_be_undone_again(
    svc, actions, records
) -> None:
    await archive(actions, records)
    records.refused = {"2": httpx.Response(400, json={"status": ["No."]})}

    _, state = await take_back(svc, actions)

    assert [(one.key, one.reason) for one in state.of("failed")] == [("2", "Status: No.")]
    last = svc.history.last(ROWS)
    assert last is not None and last.id == "2"
    records.refused = {}
    await actions.retry_failed()
    assert records.statuses == ["draft", "review", "published"]
    assert svc.history.last(ROWS) is None


async def test_rows_in_which_nothing_was_changed_are_not_sent(svc, actions, records) -> None:
    records.rows["3"]["status"] = "archived"
    await archive(actions, records, "archived")

    action, state = await take_back(svc, actions)

    assert [*action.writes] == ["1", "2"]
    assert state.summary == "Undo “Edit fields”: 2 ok"
    assert svc.history.last(ROWS) is None


async def test_rows_that_were_done_by_a_second_try_are_taken_back_with_the_others(
    svc, actions, records
) -> None:
    rows = {key: dict(row) for key, row in records.rows.items()}
    records.refused = {"1": httpx.Response(503, json={"detail": "Busy."})}
    await actions.run(EDIT.changing(BulkChanges({"status": "archived"})), Selection(rows))
    records.refused = {}
    await actions.retry_failed()

    last: Write | None = svc.history.last(ROWS)

    assert last is not None
    assert {one.id for one in svc.history.beside(last)} == {"1", "2", "3"}
    assert svc.history.forgotten_in_run(last) == 0


async def test_an_undo_of_many_that_is_called_off_leaves_the_others_to_be_undone(
    svc, actions, records
) -> None:
    await archive(actions, records)
    actions.subscribe(lambda event: actions.cancel())

    _, state = await take_back(svc, actions)

    assert state.of("ok") == () and len(state.left) == 3
    last = svc.history.last(ROWS)
    assert last is not None and len(svc.history.beside(last)) == 3


# Actions that declare what they change


def published_by(backend: FakeBackend, records: Records) -> None:
    """Have the backend publish records, one by one and all in one request."""

    def publish(keys: list[str]) -> httpx.Response:
        for key in keys:
            if key not in records.refused:
                records.rows[key] |= {"status": "published", "seen": True}
        refused = any(key in records.refused for key in keys)
        return httpx.Response(409 if refused else 200, json={"detail": "Locked."})

    backend.on("POST", f"{ROWS}bulk_publish/", lambda one: publish(ids_of(one)))
    for key in records.rows:
        backend.on("POST", f"{ROWS}{key}/publish/", lambda one: publish([id_of(one)]))


def ids_of(request: httpx.Request) -> list[str]:
    sent = sent_json(request)
    return [str(id) for id in sent.get("ids", ("1", "2", "3"))]


def id_of(request: httpx.Request) -> str:
    return request.url.path.split("/")[-3]


EACH = {"path": "{endpoint}/{id}/publish/"}
ALL = {"path": "{endpoint}/bulk_publish/", "per": "selection"}


@pytest.mark.parametrize("request_", [EACH, ALL], ids=["each", "all"])
async def test_the_fields_that_an_action_declares_go_back_in_all_its_rows(
    svc, backend, actions, records, request_
) -> None:
    published_by(backend, records)
    action = ActionDescriptor(label="Publish", request=request_, changes="status")
    stale = {key: {"id": row["id"], "status": "old"} for key, row in records.rows.items()}

    assert (await actions.run(action, Selection(stale))).summary == "Publish: 3 ok"
    assert actions.undoable and records.statuses == ["published"] * 3

    batch, state = await take_back(svc, actions)

    assert state.summary == "Undo “Publish”: 2 ok"
    assert [*batch.writes] == ["1", "2"]
    assert records.patched == [("1", {"status": "draft"}), ("2", {"status": "review"})]
    assert records.statuses == ["draft", "review", "published"]
    assert svc.history.last(ROWS) is None and not actions.undoable


async def test_rows_that_the_action_left_alone_are_not_undone(
    svc, backend, actions, records
) -> None:
    published_by(backend, records)
    records.refused = {"2": httpx.Response(409)}
    action = ActionDescriptor(label="Publish", request=EACH, changes=("status", "missing"))

    await actions.run(action, Selection({key: {"id": key} for key in records.rows}))
    records.refused = {}
    await take_back(svc, actions)

    assert records.patched == [("1", {"status": "draft"})]
    assert records.statuses == ["draft", "review", "published"]


async def test_a_row_that_can_not_be_read_is_done_and_says_that_it_is_not_undone(
    svc, backend, actions, records
) -> None:
    published_by(backend, records)
    backend.on("GET", f"{ROWS}1/", lambda one: httpx.Response(500))
    action = ActionDescriptor(label="Publish", request=ALL, changes="status")

    await actions.run(action, Selection({key: {"id": key} for key in ("1", "2")}))

    first, second = svc.history.state.writes
    assert records.statuses[:2] == ["published"] * 2
    assert "can't be undone" in (first.obstacle or "") and second.obstacle is None
    assert actions.undoable


async def test_everything_that_matches_is_undone_row_by_row(svc, backend, actions, records) -> None:
    published_by(backend, records)
    backend.on("GET", ROWS, lambda one: httpx.Response(200, json=[*records.rows.values()]))
    action = ActionDescriptor(label="Publish", request=ALL, changes="status", handle_all=True)

    state = await actions.run(action, Selection().of_everything(ListQuery(), 3))
    await take_back(svc, actions)

    assert state.summary == "Publish: 3 ok"
    sent = next(one for one in backend.requests if one.method == "POST")
    assert sent_json(sent) == {"all": True, "query": {}}
    assert records.statuses == ["draft", "review", "published"]


async def test_rows_that_are_restored_later_are_unknown_and_not_sent_again(
    svc, actions, records
) -> None:
    await archive(actions, records)
    records.refused = {"1": httpx.Response(202, json={"job": 7})}

    _, state = await take_back(svc, actions)

    assert [one.state for one in state.outcomes] == ["unknown", "ok", "ok"]
    assert state.outcomes[0].reason == (
        "The server accepted it (status 202) and may still be working on it. "
        "Check the record before you try again."
    )
    assert state.left == ()


async def test_the_reason_of_a_row_that_was_not_restored_names_no_form(
    svc, actions, records
) -> None:
    await archive(actions, records)
    records.refused = {"1": httpx.Response(200, json=records.rows["1"])}

    _, state = await take_back(svc, actions)

    assert (state.outcomes[0].state, state.outcomes[0].reason) == (
        "failed",
        "Not saved: the server accepted the change, but the record did not change.",
    )
