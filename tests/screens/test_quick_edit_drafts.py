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
        edit_fields=[TITLE],
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


async def test_a_discarded_draft_of_fields_that_are_gone_says_that_it_is_kept(
    tmp_path: Path,
) -> None:
    backend = FakeBackend()
    backend.add_user("admin")
    backend.add_collection("/api/books", [{"id": 1, "title": "Emma", "pages": 1}])
    async with signed_in(console(backend, tmp_path, "/books/1")) as person:
        await person.sees("Emma", "Pages")
        await person.settles()
        await person.press("down", "enter", "end", "7")
        await person.sees("17", "changed (1)")
        await person.press("escape", "escape")
        await person.sees("Unsaved")
        await person.press("x")
        await person.sees("Discarded. Press u to bring it back.")
    async with person_at(console(backend, tmp_path, "/books", [TITLE])) as person:
        await person.sees("1-1 of 1")
        await person.press("g", "k")
        await person.sees("Emma", "discarded")
        await person.press("enter")
        await person.sees("none of the fields of the draft")
        await person.press("g", "k")
        await person.sees("Emma", "1 value")
