"""Drafts of the record's form, met in a quick edit that shows fewer fields."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from svc_tui.app.app import SvcApp
from svc_tui.config.options import Options
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.resource import Resource
from svc_tui.testing import BASE, FakeBackend
from tests.console import person_at, signed_in

TITLE, PAGES = FieldDescriptor(key="title"), FieldDescriptor(key="pages", type="number")


def console(
    backend: FakeBackend,
    state: Path,
    start: str,
    fields: Sequence[FieldDescriptor] = (TITLE, PAGES),
) -> SvcApp:
    books = Resource(
        name="books",
        endpoint="/api/books",
        columns=["title"],
        fields=fields,
        edit_fields=fields[:1],
    )
    return SvcApp(
        Options(base_url=BASE),
        resources=[books],
        transport=backend.transport,
        start=start,
        state_dir=state,
    )


@pytest.mark.parametrize("typed", ["7", "Z"])
async def test_a_quick_edit_leaves_a_draft_of_what_it_lacks_for_the_form(
    tmp_path: Path, typed: str
) -> None:
    backend = FakeBackend()
    backend.add_user("admin")
    backend.add_collection("/api/books", [{"id": 1, "title": "Emma", "pages": 1}])
    async with signed_in(console(backend, tmp_path, "/books/1")) as person:
        await person.sees("Emma", "Pages")
        await person.settles()
        await person.press("down", "enter", "end", typed)
        await person.sees(f"1{typed}", "changed (1)")
    async with person_at(console(backend, tmp_path, "/books")) as person:
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
    async with signed_in(console(backend, tmp_path, start, [title])) as person:
        await person.sees("Emma")
        await person.settles()
        await person.press(*opens or ("enter",))
        await person.settles()
        await person.press("end", "!")
        await person.sees("Emma!")
        await person.settles()
    async with person_at(console(backend, tmp_path, start, [title])) as person:
        await person.sees("Emma")
        await person.settles()
        await person.press(*opens)
        await person.sees("Typed", "Emma!")
        await person.press("y")
        await person.sees("restored from your draft")
        await person.press("ctrl+s")
        await person.sees("Saved.")
        assert [one.content for one in backend.requests if one.method == "PATCH"] == [
            b'{"title":"Emma!","code":"EMMA!"}'
        ]
        await person.until(lambda: not [*tmp_path.rglob("drafts/*.json")])
