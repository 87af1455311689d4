"""Code of the program between console and backend: its faults name it, and its place is logged."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from svc_tui import (
    Auth,
    Dialect,
    InvalidResponse,
    ListAdapter,
    NotSent,
    Options,
    Svc,
    Wire,
)
from svc_tui.api.auth import guard
from svc_tui.api.dialects.presets import DRF, JSONAPI
from svc_tui.api.dialects.wire import wire_dialect
from svc_tui.api.errors import PartFailed
from svc_tui.api.session import Tokens
from svc_tui.models.foreign_code import WrongReturn, await_held
from svc_tui.models.records import UserProfile
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.testing import BASE, FakeBackend
from tests.rest import begin_tasks_at_once


class Broken(httpx.AsyncBaseTransport):
    """A transport that fails, or that answers nothing."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if self.error is not None:
            raise self.error
        return None  # type: ignore[return-value]


def fails(*args: Any, **named: Any) -> Any:
    raise KeyError("harbour")


@pytest.mark.parametrize(
    "error", [ValueError("no cable"), asyncio.CancelledError(), GeneratorExit(), None]
)
async def test_a_transport_that_fails_is_named(
    error: BaseException | None, caplog: pytest.LogCaptureFixture
) -> None:
    async with Svc(BASE, transport=Broken(error)) as svc:
        with pytest.raises(PartFailed, match="The transport Broken failed"):
            await svc.auth.login("admin", "admin")
        with pytest.raises(PartFailed, match="check before you try again") as failed:
            await svc.crud("/api/books").create({"title": "x"})

    assert failed.value.may_have_been_applied
    assert "the transport Broken failed" in caplog.text


async def test_a_transport_may_raise_what_httpx_raises() -> None:
    from svc_tui import Unreachable

    async with Svc(BASE, transport=Broken(httpx.ConnectError("no"))) as svc:
        with pytest.raises(Unreachable):
            await svc.crud("/api/books").list()


async def test_a_hook_that_reads_the_profile_is_named(
    backend: FakeBackend, caplog: pytest.LogCaptureFixture
) -> None:
    backend.add_user("admin")
    dialect = Dialect("mine", profile_answer=fails)
    async with Svc(BASE, transport=backend.transport, dialect=dialect) as svc:
        with pytest.raises(PartFailed, match=r"The hook profile_answer failed \(KeyError\)"):
            await svc.auth.login("admin", "admin")
    assert "harbour" in caplog.text


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"other": 1}, "its hook record_answer failed, see :log"),
        ({"data": [1]}, "it should be one record, but it is a list"),
        ({"data": None}, "it should be one record, but it is null"),
    ],
)
async def test_an_answer_in_which_no_record_is_found_is_no_record(answer: Any, why: str) -> None:
    def taken(body: Any) -> Any:
        return body["data"]

    transport = httpx.MockTransport(lambda request: httpx.Response(200, json=answer))
    async with Svc(BASE, transport=transport, dialect=Dialect("mine", record_answer=taken)) as svc:
        books = svc.crud("/api/books")
        with pytest.raises(InvalidResponse, match=why) as read:
            await books.detail(1)
        nothing = answer.get("data", 1) is None
        unknown = "it has no id for the new record" if nothing else why
        with pytest.raises(InvalidResponse, match=unknown) as written:
            await books.create({"title": "x"})
    assert written.value.may_have_been_applied and not read.value.may_have_been_applied


@pytest.mark.parametrize("in_options", [False, True])
@pytest.mark.parametrize("made", [False, True])
async def test_a_dialect_may_have_a_wire_and_a_hook_of_its_own(
    made: bool, in_options: bool
) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"rows": [{"id": 1, "t": "Harbour"}], "all": 1})

    def read(record: Any) -> Any:
        return {"id": record["id"], "title": record["t"]}

    wire = Wire(items="rows", total="all")
    transport = httpx.MockTransport(answer)
    dialect = replace(DRF if made else Dialect("mine"), wire=wire, from_wire=read)
    if made and not in_options:
        dialect = wire_dialect("mine", "Mine", wire, from_wire=read)
    options = Options(base_url=BASE, wire=wire if in_options else None)
    async with Svc(options=options, transport=transport, dialect=dialect) as svc:
        page = await svc.crud("/api/books").list()
    assert page.count == 1 and page.results == [{"id": 1, "title": "Harbour"}]


async def test_a_hook_in_the_place_of_one_of_a_built_in_dialect_is_used() -> None:
    def read(record: Any, exchange: Any) -> Any:
        return {"id": record["id"], "title": "Mine"}

    rows = {"data": [{"id": "1", "type": "books", "attributes": {"title": "Theirs"}}]}
    transport = httpx.MockTransport(lambda request: httpx.Response(200, json=rows))
    for wire in (None, Wire()):
        options = Options(base_url=BASE, wire=wire)
        dialect = replace(JSONAPI, read_record=read)
        async with Svc(options=options, transport=transport, dialect=dialect) as svc:
            page = await svc.crud("/api/books").list()
        assert [row["title"] for row in page.results] == ["Mine"]


@pytest.mark.parametrize("made", [False, True])
async def test_a_hook_beside_a_wire_goes_before_what_the_wire_says(made: bool) -> None:
    sent: list[Any] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(json.loads(request.content or b"null"))
        one = {"type": "books", "id": "1", "attributes": {"title": "Theirs"}}
        return httpx.Response(200, json={"data": [one] if request.method == "GET" else one})

    own: dict[str, Any] = {
        "list_answer": lambda body: {"results": body["data"], "count": 45},
        "from_wire": lambda record: {"id": record["id"], "title": "Mine"},
        "to_wire": lambda values, metadata: {"mine": values},
    }
    wire = Wire(items="nowhere", record="data", records="jsonapi", body="data")
    dialect = replace(JSONAPI, **own) if made else Dialect("mine", wire=wire, **own)
    transport = httpx.MockTransport(answer)
    async with Svc(options=Options(base_url=BASE), transport=transport, dialect=dialect) as svc:
        page = await svc.crud("/api/books").list()
        made_now = await svc.crud("/api/books").create({"title": "New"})

    mine = {"id": "1", "title": "Mine"}
    assert (page.results, page.count, made_now) == ([mine], 45, mine)
    assert sent[-1] == {"mine": {"title": "New"}}


async def test_a_hook_that_words_nothing_sends_nothing(
    backend: FakeBackend, caplog: pytest.LogCaptureFixture
) -> None:
    backend.add_collection("/api/books", [{"id": 1}])

    def forgets(values: Any, metadata: object) -> None:
        values.pop("id", None)

    dialect = Dialect("mine", to_wire=forgets, from_wire=fails)
    async with Svc(BASE, transport=backend.transport, dialect=dialect) as svc:
        with pytest.raises(NotSent, match="its hook to_wire failed"):
            await svc.crud("/api/books").create({"title": "x"})
        with pytest.raises(Exception, match="its hook from_wire failed, see :log"):
            await svc.crud("/api/books").list()

    assert not any(call.startswith("POST") for call in backend.calls)
    assert "hook to_wire of the dialect failed" in caplog.text


@pytest.mark.parametrize("error", [RuntimeError("x"), KeyError("x"), Exception("x")])
async def test_a_hook_that_fails_on_the_answer_to_a_write_says_that_it_is_unknown(
    backend: FakeBackend, error: Exception
) -> None:
    backend.add_collection("/api/books", [{"id": 1, "title": "old"}])

    def reads(record: Any) -> Any:
        if record["title"] == "new":
            raise error
        return record

    dialect = Dialect("mine", from_wire=reads)
    async with Svc(BASE, transport=backend.transport, dialect=dialect) as svc:
        with pytest.raises(InvalidResponse, match="its hook from_wire failed") as failed:
            await svc.crud("/api/books").partial_update(1, {"title": "new"})

    assert failed.value.may_have_been_applied
    assert backend.collections[0].rows[0]["title"] == "new"


@pytest.mark.parametrize("method", [fails, lambda params: None, lambda: {}])
async def test_a_method_of_the_media_adapter_is_named(
    method: Any, backend: FakeBackend, caplog: pytest.LogCaptureFixture
) -> None:
    async with Svc(BASE, transport=backend.transport) as svc:
        svc.svc_media_adapter.merge(build_list_params=method)
        with pytest.raises(PartFailed, match="The method build_list_params of the media adapter"):
            await svc.media.api.explorer()
    assert "the method build_list_params of the media adapter failed" in caplog.text


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({"shelf": object()}, "shelf should be text, a number, .*, not an object"),
        ({"shelf": [{"a": 1}]}, "shelf should be text, .* not a dict"),
        ({3: "a"}, "each key should be a string, not a whole number"),
        ("page=1", "it should return a dict, not a string"),
    ],
)
async def test_a_query_that_cannot_be_sent_names_what_made_it(
    query: Any, told: str, backend: FakeBackend
) -> None:
    hook, method = "hook list_params of the dialect", "build_list_params of the media adapter"
    dialect = Dialect("mine", list_params=lambda **asked: query)
    async with Svc(BASE, transport=backend.transport, dialect=dialect) as svc:
        svc.svc_media_adapter.merge(build_list_params=lambda params: query)
        with pytest.raises(PartFailed, match=f"{hook} failed: {told}"):
            await svc.crud("/api/books").list()
        with pytest.raises(PartFailed, match=f"{method} failed: {told}"):
            await svc.media.api.explorer()

    def pages(page: int, page_size: int) -> Any:
        return query

    async with Svc(BASE, transport=backend.transport) as svc:
        with pytest.raises(PartFailed, match=f"pages of the list adapter failed: {told}"):
            await ListAdapter(pages).ask(svc.crud("/api/books"), ListQuery())


async def test_a_payload_that_cannot_be_sent_names_the_method_that_made_it(
    backend: FakeBackend,
) -> None:
    method = "build_folder_payload of the media adapter"
    async with Svc(BASE, transport=backend.transport) as svc:
        svc.svc_media_adapter.merge(build_folder_payload=lambda values: {"name": object()})
        with pytest.raises(PartFailed, match=f"{method} failed: name contains a value that can't"):
            await svc.media.api.create_folder("Covers")


EXITS: dict[str, BaseException] = {
    "exit": SystemExit(3),
    "interrupt": KeyboardInterrupt(),
    "leak": asyncio.CancelledError(),  # As a timeout of a library that leaks.
    "close": GeneratorExit(),
}


class Hanging(Auth):
    """A sign-in that waits for something that never comes, after what it `does`."""

    does = "nothing"

    async def sign_in(self, username: str, password: str) -> None:
        if self.does == "tell":
            assert self.on_wait is not None
            self.on_wait("Open the other page.")
        if self.does in EXITS:
            raise EXITS[self.does]
        if self.does == "nothing":
            await asyncio.Event().wait()
        await asyncio.sleep(0.1)
        self.tokens.update(token="x")


async def test_a_sign_in_that_hangs_ends_with_a_message(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(guard, "PATIENCE", 0.02)
    async with Svc(BASE, transport=FakeBackend().transport, auth=Hanging()) as svc:
        with pytest.raises(PartFailed, match="sign-in Hanging failed"):
            await svc.auth.login("admin", "admin")
    assert "it did not return within" in caplog.text


async def test_a_sign_in_that_waits_for_the_user_is_not_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guard, "PATIENCE", 0.02)
    monkeypatch.setattr(Hanging, "does", "tell")
    begin_tasks_at_once()
    told: list[str] = []
    async with Svc(BASE, transport=FakeBackend().transport, auth=Hanging()) as svc:
        svc.fetch.auth.on_wait = told.append
        await svc.auth.login("admin", "admin")

    assert told == ["Open the other page."]


@pytest.mark.parametrize("does", EXITS)
async def test_a_sign_in_that_exits_does_not_end_the_console(
    monkeypatch: pytest.MonkeyPatch, does: str
) -> None:
    monkeypatch.setattr(Hanging, "does", does)
    why = type(EXITS[does]).__name__
    async with Svc(BASE, transport=FakeBackend().transport, auth=Hanging()) as svc:
        with pytest.raises(PartFailed, match=rf"The sign-in Hanging failed \({why}\)"):
            await svc.auth.login("admin", "admin")


def test_code_that_is_closed_half_way_is_none_that_fails() -> None:
    closed: list[str] = []

    async def waits() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            closed.append("properly")

    step = await_held(waits())
    loop = asyncio.new_event_loop()
    task = loop.create_task(step)
    loop.run_until_complete(asyncio.sleep(0))
    step.close()  # Raises what the coroutine raises.
    task.cancel()
    loop.run_until_complete(asyncio.wait([task]))
    loop.close()

    assert closed == ["properly"]


async def test_a_sign_in_that_is_cancelled_is_none_that_fails() -> None:
    async with Svc(BASE, transport=FakeBackend().transport, auth=Hanging()) as svc:
        signing_in = asyncio.create_task(svc.auth.login("admin", "admin"))
        await asyncio.sleep(0)
        signing_in.cancel()
        with pytest.raises(asyncio.CancelledError):
            await signing_in


class OwnLogin(Auth):
    """A sign-in that stores a token and returns a profile."""

    def __init__(self, token: Any, profile: UserProfile) -> None:
        self.token, self.found = token, profile

    async def sign_in(self, username: str, password: str) -> None:
        self.tokens["token"] = self.token

    async def profile(self) -> UserProfile:
        return self.found


@pytest.mark.parametrize(
    ("token", "profile", "words"),
    [
        (object(), {}, r'tokens\["token"\] should be a string, not an object'),
        (b"secret", {}, r'tokens\["token"\] should be a string, not bytes'),
        ({"a": 1}, {}, r'tokens\["token"\] should be a string, not a dict'),
        ("x", {"username": 5}, "its profile is not valid: username should be a string"),
        ("x", {"permissions": frozenset({5})}, "permissions: each should be a string"),
        ("x", {"id": object()}, "id should be a string or a whole number, not an object"),
        ("x", {"permissions": "add_book"}, "permissions should be a list, not a string"),
        ("x", {"groups": [5]}, "groups: each should be a string, not a whole number"),
    ],
)
async def test_what_a_sign_in_stores_or_returns_is_checked_at_once(
    tmp_path: Path, token: Any, profile: dict[str, Any], words: str
) -> None:
    user = UserProfile(**{"username": "ada", **profile})
    auth = OwnLogin(token, user)
    async with Svc(BASE, transport=FakeBackend().transport, auth=auth, state_dir=tmp_path) as svc:
        with pytest.raises(PartFailed, match=f"The sign-in OwnLogin failed: .*{words}") as caught:
            await svc.auth.login("ada", "secret")

    assert "secret" not in str(caught.value)


def test_every_way_to_store_a_token_is_checked() -> None:
    tokens, wrong = Tokens(), cast(Any, 5)
    tokens |= {"a": "1"}
    assert tokens.setdefault("b", "2") == "2"
    tokens.update({"c": "3"}, d="4")
    for store in (
        lambda: tokens.update(token=wrong),
        lambda: tokens.setdefault("token", wrong),
        lambda: tokens.__ior__({"token": wrong}),
        lambda: tokens.__setitem__(wrong, "x"),
    ):
        with pytest.raises(WrongReturn):
            store()

    assert tokens == {"a": "1", "b": "2", "c": "3", "d": "4"}
