"""Values in the words that people know, in questions and comparisons, on the real demo backend."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from svc_tui.stores.record.history_store import ValueChange, Write
from svc_tui.widgets.record.changes_dialog import ChangesDialog
from tests.console import Person
from tests.screens.test_field_types import at, save, shows
from tests.screens.test_forms import newsroom
from tests.screens.test_record import opened, stored, writes

__all__ = ["newsroom"]


def picker_is_loaded(field: Any) -> bool:
    dialog = field.picking.dialog
    return dialog is not None and dialog.store.state.loaded


async def names(person: Person, collection: str) -> dict[int, str]:
    """What the records of a collection are called."""
    answer = (await person.app.svc.fetch("GET", f"/api/{collection}/?page_size=100")).json()
    return {one["id"]: one["name"] for one in answer["results"]}


async def outside(person: Person, **values: Any) -> None:
    """Somebody else changes article 7, in the same moment."""
    await person.app.svc.fetch("PATCH", "/api/articles/7/", json=values)


async def another(person: Person, collection: str, than: Any) -> tuple[int, str]:
    """A record of a collection, and its name, that is not this one."""
    found = await names(person, collection)
    return next((key, name) for key, name in found.items() if key != than)


async def test_what_would_be_sent_names_records_choices_and_moments(fresh_demo: Any, console: Any):
    async with console(start="/articles/7", size=(120, 40)) as person:
        await opened(person)
        before = await stored(person, "/api/articles/7/")
        category = (await names(person, "categories"))[before["category"]]
        here = await at(person, "category")
        await person.press("enter")
        await person.until(lambda: picker_is_loaded(here))
        await person.press("down", "down", "enter")
        await person.until(lambda: here.value != before["category"])
        chosen = (await names(person, "categories"))[here.value]

        await person.press("escape", "equals_sign")

        await shows(person, ChangesDialog)
        await person.sees(f"- {category}", f"+ {chosen}")


async def test_a_conflict_names_a_record_of_a_tab_that_was_never_opened(
    fresh_demo: Any, console: Any
):
    async with console(start="/articles/7", size=(120, 40)) as person:
        await opened(person)
        before = await stored(person, "/api/articles/7/")
        key, category = await another(person, "categories", before["category"])
        await writes(person, "title", "Mine")
        await outside(person, category=key, title="Theirs", status="review")

        await person.press("f2")

        await person.sees("Someone else changed this record", "Category", category, "In review")
        await person.press("end")
        await person.sees_no(f"+ {key}")


async def test_a_draft_names_the_record_that_was_chosen_in_it(fresh_demo: Any, console: Any):
    async with console(start="/articles/7", size=(120, 40)) as person:
        await opened(person)
        before = await stored(person, "/api/articles/7/")
        here = await at(person, "category")
        await person.press("enter")
        await person.until(lambda: picker_is_loaded(here))
        await person.press("down", "down", "enter")
        await person.until(lambda: here.value != before["category"])
        category = (await names(person, "categories"))[here.value]
        person.app.before_end()

    async with console(start="/articles/7", size=(120, 40)) as person:
        await person.sees("You have unsaved changes here", "Category", category)


async def test_a_draft_offers_the_author_as_one(fresh_demo: Any, console: Any):
    async with console(start="/articles/7", size=(120, 40)) as person:
        await opened(person)
        here = await at(person, "author")
        before = here.value
        await person.press("enter")
        await person.until(lambda: picker_is_loaded(here))
        await person.press("down", "down", "enter")
        await person.until(lambda: here.value["id"] != before["id"])
        chosen = here.value["name"]
        person.app.before_end()

    async with console(start="/articles/7", size=(120, 40)) as person:
        await person.sees("You have unsaved changes here", f"- {before['name']}", f"+ {chosen}")
        await person.press("y")
        await person.until(lambda: any("1 field restored" in one for one in person.toasts))


async def test_own_writes_and_drafts_are_told_by_labels_and_names(fresh_demo: Any, console: Any):
    async with console(start="/articles/7", size=(120, 40)) as person:
        await opened(person)
        author, category = await at(person, "author"), await at(person, "category")
        before = await stored(person, "/api/articles/7/")
        author.accept({"id": 2, "name": "Somebody", "email": "somebody@newsroom.example"})
        key, name = await another(person, "categories", before["category"])
        category.accept(key)
        await save(person)

        await person.press("escape", "g", "o")

        await person.sees("Your changes", "Category, Author")
        await person.sees("Category", f"+ {name}", "Author", f"- {before['author']['name']}")
        assert "author.id" not in person.text()
        await person.press("escape")
        await writes(person, "title", "Half typed")
        await person.press("escape")
        await person.settles()
        person.app.before_end()
        await person.press("g", "k")
        await person.sees("Unsaved changes", "Articles #7", "Title (en)", "+ Half typed")


async def test_the_unsaved_changes_of_a_new_record_name_its_page(console: Any) -> None:
    async with console(start="/articles/new", size=(80, 24)) as person:
        await opened(person)
        await writes(person, "title", "Half typed")
        await person.press("escape")
        await person.settles()
        person.app.before_end()
        await person.press("g", "k")
        await person.sees("Half typed", "Articles, new", "open now")


async def test_own_writes_keep_their_place_while_the_cursor_moves(console: Any) -> None:
    async with console(start="/articles") as person:
        short = Write(
            "PATCH", "/api/articles", "1", "A", values=(ValueChange(("slug",), "a", "b"),)
        )
        many = tuple(ValueChange((f"field_{n}",), "a", "b") for n in range(9))
        long = Write("PATCH", "/api/articles", "2", "B", values=many)
        person.app.svc.history.change(writes=(long, short))
        await person.press("g", "o")
        await person.sees("Your changes", "+ b")
        frame = person.app.screen.query_one(".dialog")
        await person.settles()
        before = frame.region
        await person.press("down")
        await person.sees("Field 0")
        await person.settles()
        assert frame.region == before


async def test_another_language_shows_days_and_moments_as_lists_do(newsroom: Any):
    moments = {"translatable": True, "tab": "Text", "group": "Dates", "subtab": "", "when": {}}
    said = {"event_date": moments, "published_at": {**moments, "attrs": {"tz": "utc"}}}
    async with newsroom(**said) as person:
        detail = person.app.page.detail
        detail.store.edit("translations.it.event_date", "2026-03-31T22:30:00")
        detail.store.edit("translations.it.published_at", "2026-03-31T22:30:00Z")

        await person.press("percent_sign")

        await person.sees("it │ 2026-03-31")
        moment = datetime(2026, 3, 31, 22, 30, tzinfo=UTC).astimezone()
        await person.sees(f"it │ {moment:%Y-%m-%d %H:%M %Z}")
        assert "T22:30" not in person.text()


async def test_another_language_shows_records_by_their_names(newsroom: Any):
    said = {"type": "m2m", "translatable": True, "attrs": {"endpoint": "/api/tags"}, "tab": "Text"}
    async with newsroom(position={**said, "group": "", "subtab": ""}) as person:
        known = await names(person, "tags")
        person.app.page.detail.store.edit("translations.it.position", [1, 2])

        await person.press("percent_sign")

        await person.sees(f"2: {known[1]}, {known[2]}")


async def test_what_could_be_filled_is_shown_in_words(newsroom: Any):
    said = {"type": "fks", "translatable": True, "attrs": {"endpoint": "/api/tags"}, "tab": "Text"}
    async with newsroom(position={**said, "group": "", "subtab": ""}) as person:
        known = await names(person, "tags")
        person.app.page.detail.store.edit("translations.it.position", 2)

        await person.press("F")

        await person.sees(f"[x] Position: {known[2]}")
