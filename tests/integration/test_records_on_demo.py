"""One record on a real backend: PUT, files, conflicts, refusals, and answers that never come."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from svc_tui.app.context import Svc
from svc_tui.stores.record.detail_store import NEW, DetailStore
from svc_tui.stores.record.history_store import HistoryStore
from svc_tui.stores.record.merge import MINE
from tests.backends.demo import DemoProcess

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f64540"
    "0000000049454e44ae426082"
)


class Line(httpx.AsyncBaseTransport):
    """The way to the backend; the answers to some methods are lost on it, or are others."""

    def __init__(self) -> None:
        self.inner = httpx.AsyncHTTPTransport()
        self.sent: list[str] = []
        self.lost: set[str] = set()
        """Methods whose requests arrive, and whose answers do not."""
        self.cut: set[str] = set()
        """Methods whose requests do not arrive."""
        self.instead: dict[str, httpx.Response] = {}
        """Methods that something in between answers."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request.method)
        if request.method in self.cut:
            raise httpx.ReadError("cut off", request=request)
        if request.method in self.instead:
            return self.instead[request.method]
        answer = await self.inner.handle_async_request(request)
        if request.method in self.lost:
            await answer.aread()
            raise httpx.ReadError("cut off", request=request)
        return answer

    async def aclose(self) -> None:
        await self.inner.aclose()


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
async def svc(fresh_demo: DemoProcess, line: Line, tmp_path: Path) -> AsyncIterator[Svc]:
    async with Svc(fresh_demo.url, state_dir=tmp_path / "state", transport=line) as services:
        await services.auth.login("admin", "admin")
        line.sent.clear()
        yield services


async def loaded(svc: Svc, path: str = "/api/articles", id: str = "5", **said: Any) -> DetailStore:
    store = DetailStore(svc.crud(path), id=id, **said)
    await store.load()
    assert store.state.loaded
    return store


async def now(svc: Svc, path: str = "/api/articles/5/") -> Any:
    return (await svc.fetch("GET", path)).json()


async def test_put_sends_the_whole_record_and_loses_nothing(svc: Svc, line: Line) -> None:
    store = await loaded(svc, "/api/categories", "3", use_patch=False)
    before = dict(store.state.draft.original)
    store.edit("description", "Put anew")

    assert await store.save(), store.state

    assert "PUT" in line.sent
    assert "PATCH" not in line.sent
    after = await now(svc, "/api/categories/3/")
    assert {**before, "description": "Put anew"} == after


async def test_put_of_a_translated_record_keeps_every_language(svc: Svc) -> None:
    store = await loaded(svc, use_patch=False)
    english = store.state.draft.get("translations.en.title")
    store.edit("translations.it.title", "Nuovo")

    assert await store.save(), store.state

    after = await now(svc)
    assert after["translations"]["it"]["title"] == "Nuovo"
    assert after["translations"]["en"]["title"] == after["title"] == english


async def test_a_file_travels_with_the_texts_of_two_languages(svc: Svc, tmp_path: Path) -> None:
    file = tmp_path / "dot.png"
    file.write_bytes(PNG)
    library = (await now(svc, "/api/media/?page_size=1"))["results"]
    key = str(library[0]["id"])
    store = await loaded(svc, "/api/media", key)
    store.edit("file", file)
    store.edit("translations.en.title", "A dot")
    store.edit("translations.it.title", "Un punto")

    assert await store.save(), store.state

    after = await now(svc, f"/api/media/{key}/")
    assert [after["translations"][lang]["title"] for lang in ("en", "it")] == ["A dot", "Un punto"]
    assert after["size"] == len(PNG)
    assert not store.dirty


async def test_a_new_record_with_a_file_is_created_and_goes_on_under_its_id(
    svc: Svc, tmp_path: Path
) -> None:
    file = tmp_path / "terms.txt"
    file.write_text("Terms.", "utf-8")
    store = await loaded(svc, "/api/authors", NEW)
    for key, value in {"name": "Nora", "contract": file, "languages": ["English"]}.items():
        store.edit(key, value)

    assert await store.save(), store.state

    after = await now(svc, f"/api/authors/{store.state.id}/")
    assert (after["name"], after["languages"]) == ("Nora", ["English"])
    assert "terms" in after["contract"]


async def test_an_answer_that_is_lost_after_the_write_is_found_out(svc: Svc, line: Line) -> None:
    store = await loaded(svc)
    store.edit("slug", "lost-answer")
    line.lost = {"PATCH"}

    assert await store.save()

    assert line.sent.count("PATCH") == 1
    assert (await now(svc))["slug"] == "lost-answer"
    assert not store.dirty


async def test_a_write_that_never_arrived_is_told_and_kept(svc: Svc, line: Line) -> None:
    store = await loaded(svc)
    store.edit("slug", "never-there")
    line.cut = {"PATCH"}

    assert not await store.save()
    assert "is not saved yet" in (store.state.problem or "")
    line.cut = set()
    assert await store.save()

    assert (await now(svc))["slug"] == "never-there"


async def test_with_the_whole_line_cut_nothing_is_known_and_the_next_save_looks_first(
    svc: Svc, line: Line
) -> None:
    store = await loaded(svc)
    store.edit("slug", "in-the-dark")
    line.lost = {"PATCH"}
    line.sent.clear()

    async def goes_dark(request: httpx.Request) -> httpx.Response:
        if request.method == "GET" and "PATCH" in line.sent:
            raise httpx.ConnectError("no way", request=request)
        return await Line.handle_async_request(line, request)

    line.handle_async_request = goes_dark  # type: ignore[method-assign]
    assert not await store.save()
    assert "unknown whether your change was saved" in (store.state.problem or "")

    del line.handle_async_request
    line.lost = set()
    assert await store.save()

    assert line.sent.count("PATCH") == 1
    assert (await now(svc))["slug"] == "in-the-dark"


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (500, "was not saved. Save again."),
        (502, "is not saved yet, but the server may still be working on it"),
        (503, "was not saved. Save again."),
    ],
)
async def test_a_fault_of_the_backend_is_looked_after(
    svc: Svc, line: Line, status: int, words: str
) -> None:
    store = await loaded(svc)
    store.edit("slug", "faulty")
    line.instead = {"PATCH": httpx.Response(status, html="<h1>Oops</h1>")}

    assert not await store.save()

    assert words in (store.state.problem or "")
    assert store.changes() == {"slug": "faulty"}


async def test_two_consoles_never_write_over_each_other(svc: Svc) -> None:
    mine, theirs = await loaded(svc), await loaded(svc)
    theirs.edit("slug", "theirs")
    theirs.edit("summary", "Theirs too")
    assert await theirs.save()
    mine.edit("slug", "mine")
    mine.edit("price", "12.00")

    assert not await mine.save()

    assert mine.state.clash is not None
    assert mine.state.clash.fields == ("slug",)
    assert (await now(svc))["slug"] == "theirs"
    mine.settle(mine.state.clash.merge.choose_all(MINE))
    assert await mine.save()
    after = await now(svc)
    assert (after["slug"], after["summary"], after["price"]) == ("mine", "Theirs too", "12.00")


async def test_a_record_that_somebody_deleted_is_told_and_kept(svc: Svc) -> None:
    store = await loaded(svc, "/api/tags", "9")
    store.edit("name", "kept")
    await svc.fetch("DELETE", "/api/tags/9/")

    assert not await store.save()

    assert store.state.missing
    assert store.changes() == {"name": "kept"}


async def test_an_undo_brings_back_what_stood_there(svc: Svc) -> None:
    history = HistoryStore()
    store = await loaded(svc, history=history)
    before = await now(svc)
    store.edit("slug", "for-a-moment")
    store.edit("translations.it.title", "Per un momento")
    assert await store.save()
    write = history.last()
    assert write is not None

    assert await store.undo(write)

    after = await now(svc)
    assert after["slug"] == before["slug"]
    assert after["translations"] == before["translations"]
