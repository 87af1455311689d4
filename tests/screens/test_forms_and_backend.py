"""What a form does with a backend beside reading and saving: checks, languages, limits."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from svc_tui.app.app import SvcApp
from svc_tui.app.composables import use_crud
from svc_tui.config.options import Options
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.resource import Resource
from svc_tui.widgets.form.field import SvcField
from tests.backends.demo import DemoProcess
from tests.console import Person, person_at
from tests.screens.test_record import stored, writes

ARTICLE = "/api/articles/5/"
LONG = 2_000_000

Opening = Callable[..., AbstractAsyncContextManager[Person]]


@pytest.fixture
def editing(tmp_path: Path, fresh_demo: DemoProcess) -> Opening:
    """Article 5 with these fields: `async with editing({"key": "slug"}) as person:`."""

    @asynccontextmanager
    async def opened(*fields: dict[str, Any], endpoint: str = "/api/articles"):
        resource = Resource(
            name="articles",
            endpoint=endpoint,
            model="article",
            languages=("en", "it"),
            fields=[FieldDescriptor(**one) for one in fields],
        )
        options = Options(base_url=fresh_demo.url)
        app = SvcApp(options, resources=[resource], state_dir=tmp_path / "s", start="/articles/5")
        async with person_at(app, size=(100, 30)) as person:
            await person.type("admin\nadmin\n")
            await person.until(lambda: person.app.screen.query(SvcField))
            await person.settles()
            yield person

    return opened


def told(person: Person) -> str:
    """Everything on the screen as one line."""
    return " ".join(person.text().split())


async def test_a_check_asks_the_backend_about_what_was_typed(editing: Opening):
    asked: list[str] = []

    async def taken(value: str, model: Any) -> str | None:
        asked.append(value)
        page = await use_crud("/api/articles").list(search=value)
        others = [row for row in page.results if row["slug"] == value and row["id"] != model["id"]]
        return f"{others[0]['title']} has this slug." if others else None

    checked = {"key": "slug", "validate_async": taken, "validate_async_debounce": 300}
    async with editing(checked) as person:
        other = await stored(person, "/api/articles/6/")
        await writes(person, "slug", other["slug"])
        await person.sees("has this slug.")
        assert asked[-1] == other["slug"]
        rounds = len(asked)

        await person.type("-of-mine")
        await person.sees_no("has this slug.")
        await person.until(lambda: asked[-1] == f"{other['slug']}-of-mine")
        for _ in "-of-mine":
            await person.pilot.press("backspace")
        await person.sees("has this slug.")
        assert asked.count(other["slug"]) == 1, "the same value is asked about once"
        assert len(asked) <= rounds + len("-of-mine")


async def test_a_check_that_the_backend_refuses_keeps_nobody_from_saving(editing: Opening):
    async def broken(value: str, model: Any) -> None:
        await use_crud("/api/nowhere").list()

    async with editing({"key": "slug", "validate_async": broken, "validate_async_debounce": 0}) as (
        person
    ):
        await writes(person, "slug", "another-slug")
        await person.sees("could not be checked")

        await person.press("f2")

        await person.told_of("Saved.")
        assert (await stored(person))["slug"] == "another-slug"


async def test_a_value_of_all_languages_is_stored_in_each_of_them(editing: Opening):
    same = {"key": "title", "translatable": True, "synci18n": True}
    own = {"key": "summary", "translatable": True}
    async with editing(same, own) as person:
        before = (await stored(person))["translations"]
        await writes(person, "title", "Expo 2030")

        await person.press("f2")
        await person.told_of("Saved.")

        after = (await stored(person))["translations"]
        assert {lang: one["title"] for lang, one in after.items()} == {
            "en": "Expo 2030",
            "it": "Expo 2030",
        }
        for lang in ("en", "it"):
            assert after[lang]["summary"] == before[lang]["summary"]


@pytest.mark.parametrize("length", [9_000, LONG])
async def test_what_is_too_large_for_the_server_is_kept_and_saved_when_it_is_shorter(
    editing: Opening, length: int
):
    narrow = "/api/_test/odd/narrow"
    async with editing({"key": "title"}, {"key": "body", "type": "textarea"}, endpoint=narrow) as (
        person
    ):
        store = person.app.page.detail.store
        before = await stored(person)
        store.edit("body", "x" * length)
        await writes(person, "title", "Much to say")

        await person.press("f2")

        await person.until(lambda: "(413)" in told(person))
        assert "Nothing you typed is lost." in told(person)
        assert len(store.state.draft.current["body"]) == length
        assert (await stored(person))["title"] == before["title"]

        store.edit("body", "Short.")
        await person.press("f2")
        await person.told_of("Saved.")
        after = await stored(person)
        assert (after["title"], after["body"]) == ("Much to say", "Short.")


async def test_a_condition_on_a_value_that_is_nowhere_is_told(editing: Opening):
    fields = (
        {"key": "slug"},
        {"key": "a", "when": {"phase_of_moon": "full"}},
        {"key": "b", "when": {"phase_of_sun": {"empty": True}}},
        {"key": "c", "when_not": {"status": "draft"}},
    )
    async with editing(*fields) as person:
        said = (
            "The condition of the field “a” refers to “phase_of_moon”, "
            "which the record does not have."
        )
        await person.until(lambda: said in person.toasts)
        assert not any("phase_of_sun" in one or '"status"' in one for one in person.toasts)
