"""Field types of the demo's own forms, on the real backend."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from syrupy.assertion import SnapshotAssertion

from svc_tui.widgets.form.calendar import CalendarDialog
from svc_tui.widgets.form.color import PaletteDialog
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.file import FileDialog
from svc_tui.widgets.form.multi_select import MultiSelectDialog
from svc_tui.widgets.form.picker import PickerDialog
from tests.console import Person
from tests.screens.test_record import stored


def fields_of(person: Person, key: str) -> list[SvcField]:
    """The fields of this key that are there."""
    return [one for one in person.app.page.query(SvcField) if one.descriptor.key == key]


async def at(person: Person, key: str) -> Any:
    """Type into a field, in whatever tab it stands."""
    await person.until(lambda: person.app.page.query("SvcDetail"))
    detail = person.app.page.query_one("SvcDetail")
    await person.until(lambda: detail.places)
    await person.settles()
    place = next(one for one in detail.places if one.field.key == key)
    detail.errors.go_to(place)
    await person.until(lambda: fields_of(person, key) and fields_of(person, key)[0].editor)
    (here,) = fields_of(person, key)
    await person.until(lambda: here.has_focus_within or (here.begin() and False))
    await person.settles()
    return here


async def save(person: Person) -> None:
    """Save, and wait for the toast."""
    told = len(saves(person))
    await person.press("f2")
    await person.until(lambda: len(saves(person)) > told)


def saves(person: Person) -> list[str]:
    """Return the toasts about saves."""
    return [one for one in person.toasts if one.startswith("Saved.")]


async def shows(person: Person, kind: type[Any]) -> Any:
    """Wait for a dialog whose list is there."""
    await person.until(lambda: isinstance(person.app.screen, kind))
    await person.settles()
    return person.app.screen


async def test_an_author_is_chosen_and_sent_with_her_id(fresh_demo: Any, console: Any):
    async with console(start="/articles/6", size=(120, 40)) as person:
        here = await at(person, "author")
        await person.press("enter")
        await shows(person, PickerDialog)
        await person.press("down", "down", "enter")
        await person.until(lambda: here.value != here.edits.loaded)
        chosen = here.value
        await save(person)
        assert (await stored(person, "/api/articles/6/"))["author"]["id"] == chosen["id"]


async def test_tags_keep_what_was_there_and_a_new_one_is_made_in_place(
    fresh_demo: Any, console: Any
):
    async with console(start="/articles/6", size=(120, 40)) as person:
        before = (await stored(person, "/api/articles/6/"))["tags"]
        await at(person, "tags")
        await person.press("enter")
        await shows(person, PickerDialog)
        await person.type("brand new")
        await person.sees("Nothing matches “brand new”")
        await person.press("ctrl+n")
        await person.sees("Quick add")
        await person.settles()
        await person.press("f2")
        await person.until(lambda: isinstance(person.app.screen, PickerDialog))
        await person.sees(f"{len(before) + 1} chosen", "Created and chosen:  brand new.")
        assert not saves(person)
        await person.press("f2")
        await person.until(lambda: not isinstance(person.app.screen, PickerDialog))
        await save(person)
        after = (await stored(person, "/api/articles/6/"))["tags"]
        assert len(after) == len(before) + 1
        assert set(before) < set(after)


async def test_a_file_is_uploaded_kept_and_removed(fresh_demo: Any, console: Any, tmp_path: Path):
    paper = tmp_path / "contract.txt"
    paper.write_text("signed")
    async with console(start="/authors/2", size=(120, 40)) as person:
        here = await at(person, "contract")
        await person.press("enter")
        dialog = await shows(person, FileDialog)
        dialog.query_one("PathLine").value = str(paper)
        await person.press("enter")
        await person.until(lambda: here.value == paper)
        await save(person)
        row = await stored(person, "/api/authors/2/")
        assert httpx.get(row["contract"], trust_env=False).text == "signed"
        assert row["active"] is True or row["active"] is False
        await at(person, "contract")
        await person.press("delete")
        await save(person)
        assert (await stored(person, "/api/authors/2/"))["contract"] is None


async def test_several_choices_a_time_and_an_address_are_saved(fresh_demo: Any, console: Any):
    async with console(start="/authors/1", size=(120, 40)) as person:
        await at(person, "languages")
        await person.press("enter")
        await shows(person, MultiSelectDialog)
        await person.press("end", "space", "enter")
        await person.until(lambda: not isinstance(person.app.screen, MultiSelectDialog))
        here = await at(person, "calls_from")
        await person.press("shift+up")
        await person.until(lambda: here.value == "09:31:00")
        await save(person)
        row = await stored(person, "/api/authors/1/")
        assert row["languages"] == ["English", "Spanish"]
        assert row["calls_from"] == "09:31:00"


async def test_a_date_and_a_rating_are_saved(fresh_demo: Any, console: Any):
    async with console(start="/articles/6", size=(120, 40)) as person:
        here = await at(person, "event_date")
        await person.press("end", *["backspace"] * 10)
        await person.type("2026-02-31")
        await person.until(lambda: here.content() == "2026-02-31")
        await person.press("tab")
        await person.sees("There is no day 31 in", "2026-02: use 01 to 28.")
        await at(person, "event_date")
        await person.press("backspace", "backspace")
        await person.type("28")
        await at(person, "rating")
        await person.press("home", "right", "right")
        await save(person)
        row = await stored(person, "/api/articles/6/")
        assert (row["event_date"], row["rating"]) == ("2026-02-28", 2)


async def test_gd_goes_to_the_record_that_a_field_points_to(console: Any):
    async with console(start="/articles/6", size=(120, 40)) as person:
        here = await at(person, "category")
        await person.press("escape")
        key = here.value
        await person.press("g", "d")
        await person.until(lambda: person.location == f"/categories/{key}")


SIZES = ((80, 24), (120, 40))
DIALOGS: tuple[tuple[str, str, tuple[str, ...], type[Any]], ...] = (
    ("/articles/6", "tags", ("enter",), PickerDialog),
    ("/articles/6", "category", ("enter",), PickerDialog),
    ("/articles/6", "event_date", ("f6",), CalendarDialog),
    ("/authors/1", "languages", ("enter",), MultiSelectDialog),
    ("/categories/1", "colour", ("f6",), PaletteDialog),
)


async def test_the_dialogs_look_like_this(console: Callable[..., Any], snapshot: SnapshotAssertion):
    for start, key, keys, kind in DIALOGS:
        for size in SIZES:
            async with console(start=start, size=size) as person:
                await at(person, key)
                await person.press(*keys)
                await shows(person, kind)
                text = re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:·····", person.text())
                assert text == snapshot(name=f"{key} {size[0]}x{size[1]}")
