"""The fake backend does what a real one does, as far as a console or a script can tell."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest

from svc_tui import (
    ConfigError,
    Forbidden,
    MediaListParams,
    NotFound,
    ServerError,
    Svc,
    Unauthorized,
    Unreachable,
)
from svc_tui import ValidationFailed as Invalid
from svc_tui.testing import (
    BASE,
    FakeBackend,
    cookie_answer,
    drops,
    html_answer,
    json_answer,
    redirects,
    sent_json,
    sign_in,
    text,
    text_answer,
    waits_for,
)

BOOKS = [
    {"id": 1, "title": "Harbour", "pages": 90, "lent": False},
    {"id": 2, "title": "Atlas", "pages": 400, "lent": True},
    {"id": 3, "title": "Old harbour", "pages": 12, "lent": False},
]


@pytest.fixture
def backend() -> FakeBackend:
    """A library with a clerk, who may not delete."""
    backend = FakeBackend()
    backend.add_user("clerk", permissions=["view_book", "add_book", "change_book"])
    backend.add_collection("/api/books", BOOKS, model="book", required=["title"], page_size=2)
    return backend


@pytest.fixture
async def svc(backend: FakeBackend) -> AsyncIterator[Svc]:
    """The services of a script in which the clerk is signed in."""
    async with Svc(BASE, transport=backend.transport) as svc:
        await svc.auth.login("clerk", "clerk")
        yield svc


async def titles(svc: Svc, **params: object) -> list[str]:
    page = await svc.crud("/api/books").list(**params)  # type: ignore[arg-type]
    return [row["title"] for row in page.results]


async def test_what_is_added_again_is_replaced(backend: FakeBackend, svc: Svc) -> None:
    backend.add_user("clerk", "other", permissions=["view_shelf"])
    backend.add_collection("/api/shelves/", [{"id": 1, "title": "A"}], model="shelf")
    backend.add_collection("/api/shelves", [{"id": 1, "title": "B"}], model="shelf")

    with pytest.raises(Forbidden):  # The session goes on, with the rights of now.
        await titles(svc)
    assert (await svc.crud("/api/shelves").list()).results == [{"id": 1, "title": "B"}]
    with pytest.raises(Invalid):
        await svc.auth.login("clerk", "clerk")
    assert (await svc.auth.login("clerk", "other")).id == 1
    assert len(backend.users) == 1


async def test_lists_come_in_pages_with_search_order_and_filters(svc: Svc) -> None:
    page = await svc.crud("/api/books").list()
    assert (page.count, page.pages, len(page.results)) == (3, 2, 2)
    assert await titles(svc, page=2) == ["Old harbour"]
    assert await titles(svc, search="harbour") == ["Harbour", "Old harbour"]
    assert await titles(svc, ordering="-pages") == ["Atlas", "Harbour"]
    assert await titles(svc, lent="true") == ["Atlas"]
    assert await titles(svc, ordering="lent,-title", page_size=3) == [
        "Old harbour",
        "Harbour",
        "Atlas",
    ]
    with pytest.raises(NotFound, match="Invalid page"):
        await titles(svc, page=9)


async def test_records_are_made_changed_and_refused(svc: Svc, backend: FakeBackend) -> None:
    books = svc.crud("/api/books")
    made = await books.create({"title": "New"})
    await books.partial_update(made["id"], {"pages": 7})
    assert backend.collections[0].row(4) == {"id": 4, "title": "New", "pages": 7}
    with pytest.raises(Invalid) as blank:
        await books.partial_update(4, {"title": ""})
    assert blank.value.errors == {"title": ["This field may not be blank."]}
    with pytest.raises(Forbidden):
        await books.delete(4)
    with pytest.raises(NotFound):
        await books.detail(99)


async def test_a_record_in_the_place_of_an_id_is_refused(svc: Svc, backend: FakeBackend) -> None:
    rows = [{"id": 1, "title": "A", "author": 3, "tags": [1, 2], "about": {"x": 1}}]
    backend.add_collection("/api/notes", rows)
    notes = svc.crud("/api/notes")
    wrong = {"author": {"id": 4}, "tags": [{"id": 5}], "about": {"y": 2}}
    for send in (notes.create(wrong), notes.partial_update(1, wrong)):
        with pytest.raises(Invalid) as refused:
            await send
        assert sorted(refused.value.errors) == ["author", "tags"]
    await notes.partial_update(1, {"author": 4, "tags": [5], "about": {"y": 2}})
    assert backend.collections[-1].row(1)["author"] == 4


async def test_what_no_request_can_carry_is_told_in_a_sentence(svc: Svc) -> None:
    with pytest.raises(ValueError, match="NaN or infinite, which JSON can't represent"):
        await svc.crud("/api/books").partial_update(1, {"pages": float("nan")})

    class Plain:
        """No model."""

    with pytest.raises(ValueError, match=r"model should be a pydantic model, .* not the class Pl"):
        await svc.crud("/api/books", Plain).list()


async def test_only_who_is_signed_in_is_answered(svc: Svc, backend: FakeBackend) -> None:
    with pytest.raises(Invalid):
        await svc.auth.login("clerk", "wrong")
    backend.end_sessions()
    with pytest.raises(Unauthorized):
        await titles(svc)


async def test_faults_come_on_demand_and_pass(svc: Svc, backend: FakeBackend) -> None:
    backend.once("PATCH", "/api/books/1", json_answer({"detail": "Down."}, 500), drops())
    assert backend.unused == ["PATCH /api/books/1", "PATCH /api/books/1"]
    books = svc.crud("/api/books")
    with pytest.raises(ServerError):
        await books.partial_update(1, {"pages": 1})
    with pytest.raises(Unreachable):
        await books.partial_update(1, {"pages": 1})
    assert (await books.partial_update(1, {"pages": 1}))["pages"] == 1
    assert backend.unused == []


async def test_latency_holds_every_answer(svc: Svc, backend: FakeBackend) -> None:
    backend.latency = 0.05
    began = time.monotonic()
    await titles(svc)
    assert time.monotonic() - began >= 0.05


async def test_a_backend_without_users_answers_everybody() -> None:
    backend = FakeBackend()
    backend.add_collection("/api/books", BOOKS)
    async with httpx.AsyncClient(transport=backend.transport, base_url=BASE) as client:
        assert (await client.get("/api/books/2/")).json()["title"] == "Atlas"
        assert (await client.get("/api/")).json() == {"books": f"{BASE}/api/books/"}
        assert (await client.get("/api/nothing/")).status_code == 404
        fields = (await client.options("/api/books/")).json()["actions"]["POST"]
    assert {name: field["type"] for name, field in fields.items()} == {
        "id": "integer",
        "title": "string",
        "pages": "integer",
        "lent": "boolean",
    }


async def test_a_slash_at_the_end_makes_no_difference_to_a_route() -> None:
    backend = FakeBackend().on("GET", "/api/books", {"here": True}).on("GET", "/api/tags/", [])
    async with httpx.AsyncClient(transport=backend.transport, base_url=BASE) as client:
        for path in ("/api/books", "/api/books/"):
            assert (await client.get(path)).json() == {"here": True}
        assert (await client.get("/api/tags")).json() == []


@pytest.mark.parametrize("body", [b"{", b"", b"[1]", b"\xff"])
async def test_a_body_that_is_no_object_is_refused(body: bytes) -> None:
    backend = FakeBackend()
    backend.add_collection("/api/books", BOOKS)
    async with httpx.AsyncClient(transport=backend.transport, base_url=BASE) as client:
        assert (await client.post("/api/books/", content=body)).status_code == 400
        assert (await client.patch("/api/books/1/", content=body)).status_code == 400


async def test_a_media_library_is_browsed_written_and_searched(tmp_path: Path) -> None:
    backend = FakeBackend()
    folders = [{"id": 1, "name": "Photos", "parent": None}, {"id": 2, "name": "Quay", "parent": 1}]
    files = [
        {"id": 1, "file": "/media/a.png", "mime_type": "image/png", "title": "A", "folder": None},
        {"id": 2, "file": "/media/b.pdf", "mime_type": "application/pdf", "folder": 2},
    ]
    library = backend.add_media(files, folders)
    picture = tmp_path / "c.txt"
    picture.write_text("harbour")

    async with Svc(BASE, transport=backend.transport) as svc:
        api = svc.media.api
        root = await api.explorer()
        assert [one.title for one in root.items] == ["A"] and root.parent_folder is None
        below = await api.explorer(2)
        assert [one.name for one in below.trail] == ["Photos"] and below.count == 1
        everywhere = await api.explorer(params=MediaListParams(search="b.pdf", all=True))
        assert [one.id for one in everywhere.items] == [2]

        made = await api.upload(picture, title="C", folder=2)
        assert (made.file, made.size, made.folder) == ("/media/c.txt", 7, 2)
        await api.patch(made.with_text("title", "Sea"), made)
        await api.move(made.id, None)
        folder = await api.create_folder("New", 1)
        await api.update_folder(folder.id, name="Old")
        await api.delete(1)
        await api.delete_folder(folder.id)

    assert [(one["id"], one.get("title"), one["folder"]) for one in library.files] == [
        (2, None, 2),
        (3, "Sea", None),
    ]
    assert [one["name"] for one in library.folders] == ["Photos", "Quay"]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: text_answer("{}", "application/json"), "text_answer(…): status should be a whole"),
        (lambda: text_answer({"a": 1}), "text_answer(…): text should be a string or"),
        (lambda: json_answer({1, 2}), "json_answer(…): body should be JSON, not a set"),
        (lambda: json_answer({}, headers=["a"]), "json_answer(…): headers should be a dict or"),
        (lambda: html_answer("<h1>no</h1>"), "html_answer(…): status should be a whole number"),
        (lambda: cookie_answer({}, 1), "cookie_answer(…): cookies: each should be a string"),
        (lambda: redirects(302), "redirects(…): location should be a string"),
        (lambda: waits_for("go"), "waits_for(…): event should be Event(…), not a string"),
        (lambda: sent_json({}), "sent_json(…): request should be Request(…), not a dict"),
        (lambda: FakeBackend().add_user("a", 1), "add_user(…): password should be a string or N"),
        (
            lambda: FakeBackend().add_collection("/a", model=None),
            "Collection(…): model should be a string, not None",
        ),
        (
            lambda: FakeBackend().add_collection("/a", page_size=0),
            "Collection(…): page_size should be 1 or more, not 0",
        ),
        (
            lambda: FakeBackend().add_media([1]),
            "MediaLibrary(…): files: each should be a dict, not a whole number",
        ),
        (lambda: text("app"), "text(…): pilot should be Pilot(…), not a string"),
        (lambda: asyncio.run(sign_in("app")), "sign_in(…): pilot should be Pilot(…), not a stri"),
    ],
)
def test_wrong_arguments_are_refused_at_the_call(call: Callable[[], object], said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        call()
    assert said in str(refused.value)
