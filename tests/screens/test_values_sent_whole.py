"""What a PATCH carries, on a backend that replaces the JSON that it gets."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from svc_tui.widgets.form.field import SvcField
from tests.backends.stock import StockProcess
from tests.console import Person, demo_console, person_at

PRINT = {"source": "print", "n": 11, "tags": ["a", "b"]}
ADDRESS = {"city": "Genoa", "street": "Via Garibaldi", "geo": {"lat": 1, "lng": 2}}


@pytest.fixture
def open_article(
    fresh_stock: StockProcess, tmp_path: Path
) -> Callable[..., AbstractAsyncContextManager[Person]]:
    """The console on article 3, whose form has the fields that are given."""

    def start(fields: str, size: tuple[int, int] = (100, 30)) -> Any:
        fresh_stock.change("article", 3, meta=PRINT, settings=ADDRESS)
        file = tmp_path / "svc.toml"
        head = fresh_stock.console_file(tmp_path).read_text().partition("[[resources]]")[0]
        file.write_text(
            f"{head}[[resources]]\nname = 'articles'\nendpoint = '/api/articles'\n"
            f"columns = ['title']\nfields = [{fields}]\n"
        )
        app = demo_console(fresh_stock.url, tmp_path / "state", file=file, start="/articles/3")
        return person_at(app, size)

    return start


async def given(person: Person, **values: Any) -> None:
    """Wait for the form, and give its fields values as if they were typed."""
    await person.until(lambda: person.app.page and person.app.page.query(SvcField))
    await person.settles()
    for field in person.app.page.query(SvcField):
        for key, value in values.items():
            if field.path.replace(".", "_") == key:
                field.accept(value)
    await person.pilot.pause()


async def saved(person: Person) -> None:
    """Save, and wait for the word that it is."""
    await person.press("f2")
    await person.told_of("Saved.")


async def test_changing_one_key_of_a_json_value_keeps_the_others(open_article, fresh_stock):
    async with open_article('{ key = "meta", type = "json" }') as person:
        await given(person, meta={**PRINT, "n": 177})
        await saved(person)
    assert fresh_stock.rows("article", id=3)[0]["meta"] == {**PRINT, "n": 177}


async def test_a_key_taken_out_of_a_json_value_is_gone(open_article, fresh_stock):
    async with open_article('{ key = "meta", type = "json" }') as person:
        await given(person, meta={"n": 11})
        await saved(person)
    assert fresh_stock.rows("article", id=3)[0]["meta"] == {"n": 11}


async def test_a_dotted_key_sends_its_object_whole(open_article, fresh_stock):
    fields = '{ key = "settings.city" }, { key = "settings.geo.lat", type = "number" }'
    async with open_article(fields) as person:
        await given(person, settings_city="Turin")
        await person.press("equals_sign")
        await person.sees("Sent in full: settings (city,", "street, geo).")
        await person.press("escape")
        await saved(person)
    assert fresh_stock.rows("article", id=3)[0]["settings"] == {**ADDRESS, "city": "Turin"}


async def test_what_a_backend_threw_away_is_said_and_put_back(open_article, fresh_stock):
    async with open_article('{ key = "meta", type = "json", whole = false }') as person:
        await given(person, meta={**PRINT, "n": 177})
        await saved(person)
        assert fresh_stock.rows("article", id=3)[0]["meta"] == {"n": 177}
        await person.until(
            lambda: (
                "Also changed by the server: Meta (source), Meta (tags). Press u to undo."
                in person.toasts
            )
        )

        await person.press("u")
        await person.sees(
            "The server also changed: Meta (source), Meta (tags)", "Undo server changes only"
        )
        await person.press("o")
        await person.until(lambda: person.toasts[-1].startswith("Undone"))
    assert fresh_stock.rows("article", id=3)[0]["meta"] == {**PRINT, "n": 177}


async def test_an_undo_puts_back_all_that_a_save_cost(open_article, fresh_stock):
    async with open_article('{ key = "meta", type = "json", whole = false }') as person:
        await given(person, meta={**PRINT, "n": 177})
        await saved(person)
        await person.press("u")
        await person.sees("Undo all (y)")
        await person.press("y")
        await person.until(lambda: person.toasts[-1].startswith("Undone"))
    assert json.dumps(fresh_stock.rows("article", id=3)[0]["meta"], sort_keys=True) == json.dumps(
        PRINT, sort_keys=True
    )
