"""Writes whose answer is no answer, and two people at one record, on plain REST framework."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from svc_tui.testing import FakeBackend, json_answer, sign_in, text, until, until_idle
from svc_tui.widgets.form.field import SvcField
from tests.backends.stock import StockProcess
from tests.console import Person, demo_console, person_at
from tests.screens.books import console
from tests.screens.lists import table_of

PAGE = {"status": 200, "body": "<html>Sign in to the proxy</html>", "content_type": "text/html"}
"""What a proxy answers in the place of the backend."""

Opened = Callable[..., AbstractAsyncContextManager[Person]]


@pytest.fixture
def opened(fresh_stock: StockProcess, tmp_path: Path) -> Opened:
    """The console on plain REST framework: `async with opened("/notes") as person:`."""

    def start(where: str, more: str = "") -> Any:
        file = fresh_stock.console_file(tmp_path)
        file.write_text(file.read_text().replace('name     = "notes"', f'name = "notes"{more}'))
        app = demo_console(fresh_stock.url, tmp_path / "state", file=file, start=where)
        return person_at(app, (100, 30))

    return start


async def told(person: Person, words: str) -> None:
    await person.until(lambda: any(words in one for one in person.toasts))


async def deleting(person: Person) -> None:
    """Ask for the row under the cursor to be deleted, and say yes."""
    await person.press("d")
    await person.sees("Delete this record?")
    await person.press("y")


def note(stock: StockProcess, id: int) -> Any:
    return next(iter(stock.rows("note", id=id)), None)


async def first_note(person: Person) -> int:
    """The id of the row under the cursor."""
    await person.sees("Text", "1-")
    await person.settles()
    return int(table_of(person).grid.current or "")


async def test_a_page_that_answers_a_deletion_is_not_called_deleted(opened, fresh_stock):
    async with opened("/notes") as person:
        id = await first_note(person)
        fresh_stock.fault(f"/notes/{id}/", method="DELETE", **PAGE)
        await deleting(person)
        await told(person, "a web page instead of data")
        await told(person, "It still exists: nothing was deleted.")
        assert not any("Deleted" in one for one in person.toasts)
    assert note(fresh_stock, id)


async def test_a_deletion_whose_answer_is_lost_is_found_to_be_done(opened, fresh_stock):
    async with opened("/notes") as person:
        id = await first_note(person)
        fresh_stock.fault(f"/notes/{id}/", method="DELETE", drop=True, after=True)
        await deleting(person)
        await told(person, "Deleted:")
    assert note(fresh_stock, id) is None


async def test_a_row_that_a_404_says_is_gone_and_that_is_there_is_an_error(opened, fresh_stock):
    async with opened("/notes") as person:
        id = await first_note(person)
        fresh_stock.fault(f"/notes/{id}/", method="DELETE", status=404, body={"detail": "No."})
        await deleting(person)
        await told(person, "but it still exists")
        assert not any("Deleted" in one or "gone" in one for one in person.toasts)


async def test_a_row_that_somebody_changed_is_asked_about_once_more(opened, fresh_stock):
    async with opened("/notes") as person:
        id = await first_note(person)
        fresh_stock.change("note", id, text="Theirs, and important")
        await deleting(person)
        await person.sees("Delete it anyway?", "Someone changed it", "Text")
        await person.press("escape")
        await person.sees_no("Delete it anyway?")
    assert note(fresh_stock, id)["text"] == "Theirs, and important"


async def test_a_record_that_somebody_changed_is_asked_about_before_it_is_deleted(
    opened, fresh_stock
):
    async with opened("/articles/3") as person:
        await person.until(lambda: person.app.page and person.app.page.query(SvcField))
        await person.settles()
        fresh_stock.change("article", 3, title="Theirs")
        await person.press("d")
        await person.sees("Delete this record?")
        await person.press("y")
        await person.sees("Delete it anyway?", "Title")
        await person.press("y")
        await told(person, "Deleted:")
    assert not fresh_stock.rows("article", id=3)


async def typed(person: Person, title: str) -> None:
    """Another title in the form, as if it were typed."""
    await person.until(lambda: person.app.page and person.app.page.query(SvcField))
    await person.settles()
    next(one for one in person.app.page.query(SvcField) if one.path == "title").accept(title)
    await person.pilot.pause()


async def test_a_save_that_somebody_overwrites_at_once_says_so_and_keeps_what_was_typed(
    opened, fresh_stock
):
    async with opened("/articles/3") as person:
        await typed(person, "Mine")

        async def theirs(response: Any) -> None:
            if response.request.method == "PATCH":
                fresh_stock.change("article", 3, title="Theirs")

        client = person.app.svc.fetch._client
        client.event_hooks = {**client.event_hooks, "response": [theirs]}
        await person.press("f2")
        await told(person, "Saved, but someone else has since overwritten some of your changes.")
        await told(person, "“Title” was changed by someone else at the same time")
        assert person.app.page.detail.store.changes() == {"title": "Mine"}


@pytest.mark.parametrize("body", [{}, {"id": None, "title": None}, "null"])
async def test_an_answer_without_the_record_moves_nowhere_and_tells_what_is_stored(
    opened, fresh_stock, body
):
    async with opened("/articles/3") as person:
        await typed(person, "Mine")
        fresh_stock.fault("/articles/3/", method="PATCH", status=200, body=body, after=True)
        await person.press("f2")
        await told(person, "Saved.")
        assert person.location.startswith("/articles/3")
        assert not person.app.page.detail.store.dirty
    assert fresh_stock.rows("article", id=3)[0]["title"] == "Mine"


async def test_a_save_that_a_slow_server_stores_later_is_not_said_to_be_lost(opened, fresh_stock):
    async with opened("/articles/3") as person:
        await typed(person, "Mine")
        fresh_stock.fault("/articles/3/", method="PATCH", drop=True)
        await person.press("f2")
        await person.sees("the server may still be working on it")
        fresh_stock.change("article", 3, title="Mine")
        await person.press("f2")
        await person.until(lambda: not person.app.page.detail.store.dirty)
    patches = [one for one in fresh_stock.requests() if one["method"] == "PATCH"]
    assert len(patches) == 1


async def test_an_empty_record_is_an_error_page_and_no_blank_form(opened, fresh_stock):
    fresh_stock.fault("/articles/3/", method="GET", times=None, status=200, body={})
    async with opened("/articles/3") as person:
        await person.sees("it should be one record")
        assert not person.app.page.query(SvcField)


SEND = """
actions  = [{ label = "Send", request = { method = "POST", path = "{endpoint}/{id}/send/" } }]"""


async def test_a_post_of_which_nobody_knows_is_unknown_and_offers_no_retry(opened, fresh_stock):
    async with opened("/notes", SEND) as person:
        await first_note(person)
        fresh_stock.fault("/send/", method="POST", **PAGE)
        await person.press("x")
        await person.sees("Actions for 1", "Send")
        await person.press("enter")
        await person.sees("Send 1 row?")
        await person.press("y")
        await person.sees("Send: 1 unknown", "It is unknown whether")
        assert "R retries" not in person.text()
        await person.press("R")
        await person.press("escape")
        await person.sees_no("Send: 1 unknown")
    posts = [one for one in fresh_stock.requests() if one["path"].endswith("/send/")]
    assert len(posts) == 1


async def test_a_record_that_a_404_says_is_gone_and_that_is_there_is_not_offered_anew(
    backend: FakeBackend, tmp_path: Path
):
    async with console(backend, tmp_path, "/books/1").run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour", 8)
        await until_idle(pilot)
        title = next(one for one in pilot.app.page.query(SvcField) if one.path == "title")
        title.accept("Harbours")
        backend.once("PATCH", "/api/books/1/", json_answer({}, 404))
        await pilot.press("f2")
        await until(pilot, "but the record still exists", 8)
        assert "Press c to create" not in text(pilot)
        await pilot.press("f2")
        await until(pilot, "Saved.", 8)
    assert not [one for one in backend.calls if one == "POST /api/books/"]
