"""Records with values that few backends send: opened, edited and saved all the same."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from svc_tui import FieldDescriptor, Resource
from svc_tui.testing import FakeBackend, sign_in, text, until, until_idle
from svc_tui.widgets.form.field import SvcField
from tests.backends.stock import StockProcess
from tests.console import Person, demo_console, person_at, signed_in
from tests.screens.books import console

LARGE = 98765432109876543210

STATES = Resource(
    name="states",
    endpoint="/api/states",
    columns=["title"],
    fields=[FieldDescriptor(key="title")],
)


def console_at(stock: StockProcess, folder: Path):
    app = demo_console(
        stock.url, folder / "state", file=stock.console_file(folder), start="/articles/3"
    )
    return person_at(app, (100, 40))


async def opened(person: Person) -> None:
    await person.until(lambda: person.app.page and person.app.page.query(SvcField))
    await person.settles()


def field(person: Person, path: str) -> SvcField:
    return next(one for one in person.app.page.query(SvcField) if one.path == path)


async def test_a_number_of_twenty_digits_survives_an_edit_beside_it(
    fresh_stock: StockProcess, tmp_path: Path
):
    fresh_stock.change("article", 3, meta={"big": LARGE, "n": 1})
    async with console_at(fresh_stock, tmp_path) as person:
        await opened(person)
        area = field(person, "meta").area
        area.text = area.text.replace('"n": 1', '"n": 2')
        await person.press("f2")
        await person.told_of("Saved.")
    assert fresh_stock.rows("article", id=3)[0]["meta"] == {"big": LARGE, "n": 2}


async def test_a_record_with_a_number_beyond_all_numbers_is_opened_and_left_as_it_is(
    fresh_stock: StockProcess, tmp_path: Path
):
    body = '{"id": 3, "title": "Odd", "meta": {"far": 1e999, "exact": 1.10}, "settings": {}}'
    fresh_stock.fault("articles/3", method="GET", times=None, status=200, body=body)
    async with console_at(fresh_stock, tmp_path) as person:
        await opened(person)
        await person.sees('"far": 1e999', '"exact": 1.10')
        field(person, "title").accept("Renamed")
        await person.press("f2")
        await person.until(lambda: person.toasts)
    assert fresh_stock.rows("article", id=3)[0]["title"] == "Renamed"


async def test_a_record_that_is_nested_too_deep_is_a_sentence(
    fresh_stock: StockProcess, tmp_path: Path
):
    deep = '{"a":' * 900 + "1" + "}" * 900
    body = f'{{"id": 3, "title": "Deep", "meta": {deep}}}'
    fresh_stock.fault("articles/3", method="GET", times=None, status=200, body=body)
    async with console_at(fresh_stock, tmp_path) as person:
        await person.sees("it is nested more than 100", "levels deep")


async def test_a_zero_date_is_shown_and_kept(fresh_stock: StockProcess, tmp_path: Path):
    body = '{"id": 3, "title": "Old", "published_at": "0001-01-01T00:00:00Z", "meta": {}}'
    fresh_stock.fault("articles/3", method="GET", times=None, status=200, body=body)
    async with console_at(fresh_stock, tmp_path) as person:
        await opened(person)
        await person.sees("0001-01-01")


async def test_secrets_inside_a_record_are_masked_and_saved_as_they_were(
    fresh_stock: StockProcess, tmp_path: Path
):
    smtp = {"host": "mail", "client_secret": "s3cret", "deep": [{"private_key": "k3y"}]}
    fresh_stock.change("article", 3, meta=smtp)
    async with console_at(fresh_stock, tmp_path) as person:
        await opened(person)
        assert "s3cret" not in person.text()
        assert "k3y" not in person.text()
        area = field(person, "meta").area
        area.text = area.text.replace('"mail"', '"smtp"')
        await person.press("equals_sign")
        await person.sees("Review changes", '"host": "smtp"')
        assert "s3cret" not in person.text()
        await person.press("escape", "f2")
        await person.told_of("Saved.")
    assert fresh_stock.rows("article", id=3)[0]["meta"] == {**smtp, "host": "smtp"}


@pytest.mark.parametrize("key", ["new", "100%", "ä b"])
async def test_a_record_with_an_odd_id_is_opened_from_the_list_and_saved(tmp_path: Path, key: str):
    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    backend.add_collection("/api/states", [{"id": key, "title": "Begun"}])
    app = console(backend, tmp_path, "/states", resources=[STATES])
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Begun", 8)
        await pilot.press("enter")
        await until(pilot, f"#{key}", 8)
        await until_idle(pilot)
        next(one for one in app.page.query(SvcField) if one.path == "title").accept("Over")
        await pilot.press("f2")
        await until(pilot, "Saved.", 8)
    writes = [one for one in backend.calls if not one.startswith(("GET", "OPTIONS"))]
    assert writes[1:] == [f"PATCH /api/states/{quote(key)}/"]


async def test_a_draft_of_a_record_that_is_called_new_is_offered_for_no_new_record(tmp_path: Path):
    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    backend.add_collection("/api/states", [{"id": "new", "title": "Begun"}])
    app = partial(console, backend, tmp_path, "/states", resources=[STATES])
    async with signed_in(app()) as person:
        await person.sees("Begun")
        await person.press("enter")
        await person.sees("#new")
        await person.settles()
        await person.press("enter", "end", *"!!")
        await person.sees("changed (1)")
    async with person_at(app()) as person:
        await person.sees("Begun")
        await person.press("n")
        await person.sees("New record")
        await person.settles()
        await person.sees_no("Typed")
        await person.goes_to("/states")
        await person.sees("1-1 of 1")
        await person.press("enter")
        await person.sees("Typed", "Begun!!")


async def test_an_id_that_is_no_step_of_an_address_is_refused_in_a_sentence(tmp_path: Path):
    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    backend.add_collection("/api/states", [{"id": "..", "title": "Begun"}])
    states = Resource(name="states", endpoint="/api/states", columns=["title"])
    app = console(backend, tmp_path, "/states", resources=[states])
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Begun", 8)
        await pilot.press("enter")
        await until(pilot, "'..' is not a valid record id", 8)


async def test_a_record_whose_id_is_no_part_of_an_address_offers_no_retry(tmp_path: Path) -> None:
    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    backend.add_collection("/api/states", [{"id": "..", "title": "Odd"}])
    app = console(backend, tmp_path, "/states", resources=[STATES])
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Odd")
        await pilot.press("enter")
        await until(pilot, "This record can't be requested")
        await until(pilot, "Press Esc to go back.")
        assert "Press r" not in text(pilot)
        await pilot.press("escape")
        await until(pilot, "1-1 of 1")


@pytest.mark.parametrize("answer", [["a", "b"], {"results": [1, 2], "count": 2}, [["a"], [1]]])
async def test_a_list_of_bare_values_says_what_a_list_needs(
    backend: FakeBackend, tmp_path: Path, answer: Any
) -> None:
    backend.on("GET", "/api/books", answer)
    app = console(backend, tmp_path, "/books")
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "not records, so the rows can't be opened or marked.")
        await until_idle(pilot)
        assert "1-2 of 2" in text(pilot)
        [told] = [toast.message for toast in app.svc.snack.history]
        assert told.endswith("Check the endpoint: each row should be an object with its id.")
