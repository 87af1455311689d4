"""What a toast says of a deletion is true, also where another page was opened meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from svc_tui.testing import FakeBackend, sign_in, until, waits_for
from tests.screens.books import console


@pytest.mark.parametrize(("key", "shown"), [("full_stop", "page 2/3 · loading"), ("ctrl+c", "● ")])
async def test_a_page_that_was_not_read_again_is_no_sign_of_a_record_that_is_still_there(
    backend: FakeBackend, tmp_path: Path, key: str, shown: str
) -> None:
    books = [{"id": n, "title": f"Book {n}"} for n in range(1, 51)]
    backend.add_collection("/api/books", books, page_size=20)
    again, next_page = asyncio.Event(), asyncio.Event()

    def deletes(request: httpx.Request) -> httpx.Response:
        backend.once("GET", "/api/books/", waits_for(again, []), waits_for(next_page, []))
        return httpx.Response(204)

    app = console(backend, tmp_path, "/books")
    async with app.run_test(size=(120, 40)) as pilot:
        await sign_in(pilot, "admin")
        await until(pilot, "1-20 of 50")
        await pilot.press("d")
        await until(pilot, "Delete this record?")
        backend.on("DELETE", "/api/books/1", deletes)
        await pilot.press("y")
        await until(pilot, "page 1/3 · loading")
        await pilot.press(key)
        await until(pilot, shown)
        again.set()

        await until(pilot, "Deleted: Book 1")
        assert app.svc is not None and app.svc.history.last() is not None
        next_page.set()
