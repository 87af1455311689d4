"""A change that is refused with a status of success is no success."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest

from svc_tui import ActionDescriptor, Options, Resource, Svc, SvcApp
from svc_tui.api.errors import ApiError, Conflict, NotFound, Refused, Unconfirmed, VersionRequired
from svc_tui.api.responses import raise_for_status
from svc_tui.config.options import AuthOptions
from svc_tui.models.wire import Wire, WireErrors
from svc_tui.stores.history.past_writes import succeeded
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.testing import FakeBackend, json_answer
from tests.backends.process import Answers, LocalServer
from tests.console import person_at


def answer(body: Any, method: str = "POST", sent: Any = None) -> httpx.Response:
    request = httpx.Request(method, "https://cms.test/api/x/", json=sent)
    return httpx.Response(200, json=body, request=request)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"ok": False}, ""),
        ({"ok": False, "why": "locked"}, ""),
        ({"success": False, "message": "It is locked."}, "It is locked."),
        ({"success": False, "data": None, "error": {"message": "No."}}, "No."),
        ({"error": "It is locked."}, "It is locked."),
        ({"errors": [{"message": "It is locked."}]}, "It is locked."),
        ({"data": None, "errors": [{"message": "It is locked."}]}, "It is locked."),
        ({"status": "error", "message": "It is locked."}, "It is locked."),
        ({"status": "fail", "data": None, "message": "No."}, "No."),
    ],
)
def test_an_answer_that_says_no_is_a_refusal(body: Any, why: str) -> None:
    with pytest.raises(Refused) as told:
        raise_for_status(answer(body))

    assert told.value.detail == why and not told.value.may_have_been_applied
    assert str(told.value).startswith("The server refused POST /api/x/ (status 200)")


@pytest.mark.parametrize(
    ("body", "sent"),
    [
        ({"ok": True}, None),
        ({"id": 7, "success": False}, None),  # a record with such a value
        ({"slug": "a", "title": "A", "ok": False}, {"title": "A"}),  # what was sent is in it
        ({"slug": "a", "ok": False}, {"ok": False}),
        ({"slug": "a", "title": "A", "ok": False}, {"thing": {"title": "A"}}),
        ({"error": ""}, None),
        ({"errors": []}, None),
        ({"message": "Saved.", "errors": ["No mail was sent."]}, None),
        ({"errors": ["2 skipped"], "done": 5}, None),
        ({"error": "2 skipped", "done": 5}, None),
        ({"status": "error", "title": "A build that failed"}, None),
        ([{"ok": False}], None),
        ({}, None),
    ],
)
def test_a_record_and_what_says_nothing_are_no_refusals(body: Any, sent: Any) -> None:
    assert raise_for_status(answer(body, sent=sent)).status_code == 200


def test_a_refusal_of_a_record_with_a_message_is_no_record() -> None:
    body = {"ok": False, "message": "It is locked."}
    with pytest.raises(Refused) as told:
        raise_for_status(answer(body, sent={"name": "Ada", "message": "Hello"}))

    assert told.value.detail == "It is locked."
    raise_for_status(answer({"ok": False, "message": "Hello"}, sent={"message": "Hello"}))


def test_reading_is_never_refused() -> None:
    raise_for_status(answer({"ok": False}, "GET"))


def test_messages_of_fields_stand_at_their_fields() -> None:
    with pytest.raises(Refused) as told:
        raise_for_status(answer({"success": False, "errors": {"title": ["Too long."]}}))

    assert told.value.errors == {"title": ["Too long."]}


class Stubborn(Answers):
    """Two rows; every change is answered with the status of a success, and none is made."""

    says: ClassVar[dict[str, Any]] = {"ok": False, "error": "The row is locked."}

    def do_GET(self) -> None:
        rows = [{"id": number, "title": f"Row {number}"} for number in (1, 2)]
        name = self.path.partition("?")[0].removeprefix("/rows").strip("/")
        self.answer(200, next((row for row in rows if str(row["id"]) == name), rows))

    def _change(self) -> None:
        self.body()
        self.answer(200, self.says)

    do_POST = do_PATCH = do_DELETE = _change


@pytest.fixture
def url() -> Iterator[str]:
    with LocalServer(Stubborn) as server:
        yield server.url


def options(url: str, **wire: Any) -> Options:
    auth = AuthOptions(kind="none")
    return Options(base_url=url, auth=auth, trailing_slash=False, wire=Wire(**wire))


async def test_a_refused_change_is_not_in_the_log_as_made(url: str, tmp_path: Path) -> None:
    async with Svc(options=options(url), state_dir=tmp_path, session="kept") as svc:
        crud = svc.crud("/rows")
        store = DetailStore(crud, id="1", history=svc.history)
        await store.load()
        store.edit("title", "new")

        assert not await store.save()
        with pytest.raises(Refused):
            await crud.delete(1)

        assert "The row is locked" in (store.state.problem or "")
        assert svc.write_log is not None and store.dirty
        logged = [one.entry for one in svc.write_log.file.lines()]
        assert [one["status"] for one in logged if one] == [200, 200]
        assert not any(succeeded(one) for one in logged if one)


async def test_a_wire_names_another_flag_or_none(url: str) -> None:
    for other in ("", "meta.done"):
        async with Svc(options=options(url, errors=WireErrors(success=other))) as svc:
            with pytest.raises(Unconfirmed):  # It is no refusal, and the row is still there.
                await svc.crud("/rows").delete(1)
    async with Svc(options=options(url, errors=WireErrors(success="ok"))) as svc:
        with pytest.raises(Refused):
            await svc.crud("/rows").delete(1)


async def test_a_console_shows_the_refusal_of_a_deletion_and_of_an_action(
    url: str, tmp_path: Path
) -> None:
    zap = ActionDescriptor(label="Zap", request={"method": "POST", "path": "{endpoint}/{id}/zap"})
    rows = Resource(name="rows", endpoint="/rows", columns=["title"], actions=[zap])
    app = SvcApp(options(url), resources=[rows], start="/rows", state_dir=tmp_path)
    async with person_at(app, size=(100, 30)) as person:
        await person.sees("Row 2")
        await person.press("x")
        await person.sees("Actions for Row 1")
        await person.press("enter")
        await person.sees("Zap 1 row?")
        await person.press("y")
        await person.sees("Zap: 1 failed", "locked.")
        await person.press("escape")
        await person.sees_no("Zap: 1 failed")
        await person.press("d")
        await person.sees("Cancel (n)")
        await person.press("y")
        await person.until(lambda: any("The row is locked" in one for one in person.toasts))
        assert not any(one.startswith("Deleted") for one in person.toasts)


@pytest.mark.parametrize(
    ("sent", "body", "advice", "unsure"),
    [
        ({"ids": [1, 2, 3]}, {"ok": False, "updated": 2}, "2 rows were changed anyway", True),
        ({"ids": [1, 2]}, {"ok": False, "data": {"updated": 1}}, "1 row was changed", True),
        ({"ids": [1, 2]}, {"ok": False}, "Some rows may have been changed", True),
        ({"all": True}, {"ok": False}, "Some rows may have been changed", True),
        ({"ids": [1, 2]}, {"ok": False, "updated": 0}, "Nothing was saved.", False),
        ({"ids": [1]}, {"ok": False}, "Nothing was saved.", False),
    ],
)
def test_a_refusal_of_many_rows_says_that_a_part_may_be_done(
    sent: Any, body: Any, advice: str, unsure: bool
) -> None:
    with pytest.raises(Refused) as told:
        raise_for_status(answer(body, sent=sent))
    assert advice in str(told.value)
    assert told.value.may_have_been_applied is unsure


@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [
        (404, NotFound, "/api/things/1/"),
        (410, NotFound, "/api/things/1/"),
        (409, Conflict, "The server reported a conflict"),
        (412, Conflict, "Someone else changed this first"),
        (428, VersionRequired, "requires the record's version"),
    ],
)
async def test_what_became_of_a_record_is_told_by_the_kind_of_error(
    status: int, kind: type[ApiError], words: str
) -> None:
    backend = FakeBackend()
    backend.on("GET", "/api/things/1/", json_answer({}, status))
    backend.on("PATCH", "/api/things/1/", json_answer({}, status))
    async with Svc("http://things.test", transport=backend.transport) as svc:
        things = svc.crud("/api/things")
        for call in (things.detail(1), things.partial_update(1, {"a": 1})):
            with pytest.raises(kind) as told:
                await call
            assert told.value.status == status
            assert words in str(told.value)
