"""Drafts of the record's form, met in a quick edit that shows fewer fields."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from svc_tui.app.app import SvcApp
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.resource import Resource
from svc_tui.testing import FakeBackend
from tests.backends.demo import DemoProcess
from tests.console import Person, person_at, signed_in
from tests.screens.books import console
from tests.screens.lists import settled

TITLE, PAGES = FieldDescriptor(key="title"), FieldDescriptor(key="pages", type="number")


def books_console(
    backend: FakeBackend,
    state: Path,
    start: str,
    fields: Sequence[FieldDescriptor] = (TITLE, PAGES),
    **more: Any,
) -> SvcApp:
    """A console whose quick edit has the first of these fields, unless others are given."""
    shown: dict[str, Any] = {"fields": fields, "edit_fields": fields[:1], **more}
    books = Resource(name="books", endpoint="/api/books", columns=["title"], **shown)
    return console(backend, state, start, resources=[books])


@pytest.mark.parametrize("typed", ["7", "Z"])
async def test_a_quick_edit_leaves_a_draft_of_what_it_lacks_for_the_form(
    tmp_path: Path, typed: str
) -> None:
    backend = FakeBackend()
    backend.add_user("admin")
    backend.add_collection("/api/books", [{"id": 1, "title": "Emma", "pages": 1}])
    async with signed_in(books_console(backend, tmp_path, "/books/1")) as person:
        await person.sees("Emma", "Pages")
        await person.settles()
        await person.press("down", "enter", "end", typed)
        await person.sees(f"1{typed}", "changed (1)")
    async with person_at(books_console(backend, tmp_path, "/books")) as person:
        await person.sees("1-1 of 1")
        await person.press("i")
        await person.sees("Quick edit: Emma")
        await person.settles()
        await person.sees_no("Typed")
        await person.press("end", *"!!", "ctrl+s")
        await person.sees("Saved.", "Emma!!")
        assert [one.content for one in backend.requests if one.method == "PATCH"] == [
            b'{"title":"Emma!!"}'
        ]
        await person.goes_to("/books/1")
        await person.sees("Typed", f"1{typed}")


@pytest.mark.parametrize(("start", "opens"), [("/books/1", ()), ("/books", ("i",))])
async def test_a_draft_is_restored_with_what_no_field_of_the_form_shows(
    tmp_path: Path, start: str, opens: Sequence[str]
) -> None:
    """What `on_change` set elsewhere in the record belongs to what was typed."""
    backend = FakeBackend()
    backend.add_user("admin")
    backend.add_collection("/api/books", [{"id": 1, "title": "Emma", "code": "EMMA"}])
    title = FieldDescriptor(key="title", on_change=lambda model, val: {"code": val.upper()})
    async with signed_in(books_console(backend, tmp_path, start, [title])) as person:
        await person.sees("Emma")
        await person.settles()
        await person.press(*opens or ("enter",))
        await person.settles()
        await person.press("end", "!")
        await person.sees("Emma!")
        await person.settles()
    async with person_at(books_console(backend, tmp_path, start, [title])) as person:
        await person.sees("Emma")
        await person.settles()
        await person.press(*opens)
        await person.sees("Typed", "Emma!")
        await person.press("y")
        await person.sees("restored")
        await person.press("ctrl+s")
        await person.sees("Saved.")
        assert [one.content for one in backend.requests if one.method == "PATCH"] == [
            b'{"title":"Emma!","code":"EMMA!"}'
        ]
        await person.until(lambda: not [*tmp_path.rglob("drafts/*.json")])


async def test_a_discarded_title_of_a_quick_edit_comes_back_where_the_form_shows_it(
    console: Callable[..., AbstractAsyncContextManager[Person]], fresh_demo: DemoProcess
) -> None:
    """The quick edit of the demo writes a flat title; its form has one for each language."""
    async with console(start="/articles") as person:
        await settled(person)
        await person.press("down", "i")
        await person.sees("Quick edit:", "Title")
        await person.settles()
        await person.press("end", *" ZZZ", "escape")
        await person.sees("Unsaved changes")
        await person.settles()
        await person.press("x")
        await person.sees("Press u to bring it back.")
        await person.press("u")
        await person.sees("1 field restored", "changed (1)", " ZZZ")
        await person.press("=")
        await person.sees("Title (en)", "ZZZ")
        assert not [
            row for row in person.text().splitlines() if row.strip(" │").startswith("title")
        ]
        await person.press("escape")
        await person.press("ctrl+s")
        await person.sees("Saved.")


async def test_a_flat_text_belongs_to_the_language_that_repeats_it(tmp_path: Path) -> None:
    """Also where the default language is not the first one, and others were typed meanwhile."""
    backend = FakeBackend()
    backend.add_user("admin")
    texts = {"it": {"title": "Emma, it"}, "en": {"title": "Emma"}}
    backend.add_collection("/api/books", [{"id": 1, "title": "Emma", "translations": texts}])
    languages = FieldDescriptor(key="title", translatable=True)
    wishes: dict[str, Any] = {
        "languages": ["it", "en"],
        "fields": [languages],
        "edit_fields": [TITLE],
    }

    async with signed_in(books_console(backend, tmp_path, "/books", **wishes)) as person:
        await person.sees("1-1 of 1")
        await person.press("i")
        await person.sees("Quick edit: Emma")
        await person.settles()
        await person.press("end", "!")
        await person.sees("Emma!")
        await person.settles()
    async with person_at(books_console(backend, tmp_path, "/books/1", **wishes)) as person:
        await person.sees("Typed", "Title (en)", "Emma!")
        await person.press("y")
        await person.sees("restored")
        await person.press("ctrl+s")
        await person.sees("Saved.")
        sent = [json.loads(one.content) for one in backend.requests if one.method == "PATCH"]
        assert sent == [{"translations": {"en": {"title": "Emma!"}}}]
