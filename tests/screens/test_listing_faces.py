"""Every face of a list, photographed as text at two sizes."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.widgets import Input

from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.lists import command, hold, settled, store_of, table_of, writing
from tests.screens.test_faces import picture
from tests.screens.test_first_pages import SIZES, without_port

Console = Callable[..., AbstractAsyncContextManager[Person]]
Act = Callable[[Person], Awaitable[None]]


@dataclass(frozen=True)
class Face:
    """How to get there, and by which words one knows it."""

    act: Act
    words: tuple[str, ...]
    start: str = "/articles"


def keys(*pressed: str) -> Act:
    """Keys alone."""

    async def act(person: Person) -> None:
        await person.press(*pressed)

    return act


def line(text: str) -> Act:
    """Something typed into the search line, at once: a pause in it would be searched for."""

    async def act(person: Person) -> None:
        await person.press("slash")
        written = person.app.focused
        assert isinstance(written, Input)
        written.insert_text_at_cursor(text.rstrip("\n"))
        if text.endswith("\n"):
            await person.press("enter")
        else:
            await person.until(lambda: "search=" in person.location)

    return act


async def narrowed(person: Person) -> None:
    await person.press("ampersand")
    await person.type("draft")
    await person.press("enter")


async def quick_edit_with_errors(person: Person) -> None:
    await person.press("I")
    await person.sees("Quick add", "Featured")
    await person.press("ctrl+s")


async def refused_by_the_backend(person: Person) -> None:
    await person.press("i")
    await person.sees("Quick edit:", "Featured")
    await person.press("ctrl+u")
    await person.type("A forbidden word")
    await person.press("ctrl+s")


async def views(person: Person) -> None:
    await person.press("V", "k", "enter")
    await person.sees("Name")
    await person.type("My drafts")
    await person.press("enter")
    await person.until(lambda: "Saved as My drafts." in person.toasts)
    person.app.svc.snack.dismiss_all()  # type: ignore[union-attr]
    await person.press("V")


async def changed_view(person: Person) -> None:
    await command(person, "view save My drafts")
    await person.sees("‹My drafts›")
    await person.press("right_curly_bracket")
    person.app.svc.snack.dismiss_all()  # type: ignore[union-attr]


async def failed(person: Person) -> None:
    store = store_of(person)
    store.source.crud = person.app.svc.crud("/api/nothing-here")  # type: ignore[union-attr,attr-defined]
    await person.press("r")


async def first_load(person: Person, error: str | None) -> None:
    """What is seen before there were any rows."""
    grid = table_of(person).grid
    grid.clear(columns=True)
    grid.keys = []
    store_of(person).change(
        rows=(), keys=(), count=0, pages=1, loaded_at=None, loading=error is None, error=error
    )


async def loading(person: Person) -> None:
    await first_load(person, None)


async def never_loaded(person: Person) -> None:
    await first_load(person, "The server does not answer.")


FACES = {
    "loading": Face(loading, ("Loading…",)),
    "failed at first": Face(never_loaded, ("The server does not answer.",)),
    "failed later": Face(failed, ("out of date",)),
    "no rows on a tab": Face(keys(), ("Nothing matches",), "/articles?tab=draft&search=zzzz"),
    "tabs with counts": Face(keys("right_curly_bracket"), ("[Drafts 93]", "1-20 of 93")),
    "chips": Face(
        keys(), ("Status: Draft", "Featured"), "/articles?f_status=draft&f_featured=true"
    ),
    "filter panel": Face(keys("f"), ("Filters", "[ ] In review")),
    "filter panel, fetched": Face(keys("f", "down"), ("[ ] Business",)),
    "filter panel, days": Face(keys("f", *["down"] * 4), ("From", "To")),
    "line completed": Face(line("sta"), ("Tab: status:",)),
    "line that is invalid": Face(line("colour:red\n"), ("There is no filter colour",)),
    "narrowed": Face(narrowed, ("only “draft”",)),
    "actions": Face(keys("space", "space", "x"), ("Actions for 2 rows",)),
    "typed count": Face(keys("asterisk", "d"), ("Type 20 to continue",)),
    "quick edit": Face(keys("i"), ("Quick edit:", "Featured")),
    "quick edit refused": Face(refused_by_the_backend, ("A title cannot contain",)),
    "quick add with errors": Face(quick_edit_with_errors, ("Quick add", "equired")),
    "move mode": Face(keys("m", "down", "down"), ("Moving", "3 of 300")),
    "columns": Face(keys("C"), ("✓ Author",)),
    "sort menu": Face(keys("S", "down", "space"), ("1 ▲",)),
    "views": Face(views, ("My drafts", "Save this view…")),
    "a view that was changed": Face(changed_view, ("‹My drafts*›", "1-20 of 93")),
    "export": Face(keys("X"), ("Export to a file", "300 rows")),
    "copying": Face(keys("y"), ("Copy what?",)),
    "range": Face(keys("v", "down"), ("Range",)),
    "whole record": Face(keys("plus"), ("Slug            a-", "Esc closes")),
    "raw": Face(keys("Y"), ("Raw JSON",)),
}


@SIZES
@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
async def test_a_face(
    console: Console, size: tuple[int, int], face: Face, snapshot: SnapshotAssertion
):
    async with console(size=size, start=face.start) as person:
        await person.sees("Drafts")
        await person.until(lambda: table_of(person).listed.loaded_at)
        await settled(person)
        await face.act(person)
        assert await picture(person, *face.words) == snapshot


@SIZES
async def test_the_preview(console: Console, size: tuple[int, int], snapshot: SnapshotAssertion):
    async with console(size=(max(size[0], 140), size[1]), start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("p")
        assert await picture(person, "Category        Culture") == snapshot


@pytest.mark.parametrize("size", [(80, 24), (80, 40)], ids=["80x24", "80x40"])
async def test_the_preview_where_it_has_no_room_beside_the_rows(
    console: Console, size: tuple[int, int], snapshot: SnapshotAssertion
):
    async with console(size=size, start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("p")
        assert await picture(person, "Category        Culture") == snapshot


@SIZES
async def test_the_progress_of_an_action(
    console: Console, fresh_demo: DemoProcess, size: tuple[int, int], snapshot: SnapshotAssertion
):
    async with console(size=size, start="/articles?tab=draft") as person:
        await person.sees("[Drafts")
        await settled(person)
        go_on = hold(person, writing)
        await person.press("space", "space", "space", "x", "enter")
        await person.sees("Publish 3 rows?")
        await person.press("y")
        await person.sees("0/3 · Esc stops")
        # Held requests are in flight, so it never settles; the sign of that comes and goes.
        light = re.compile(r" +(?:● ## ms|…)? +admin")
        shown = light.sub(lambda found: "admin".rjust(len(found[0])), without_port(person.text()))
        assert shown == snapshot
        go_on.set()
        await person.until(lambda: "Publish: 3 ok. Press u to undo it." in person.toasts)


@SIZES
async def test_the_result_sheet(
    console: Console, fresh_demo: DemoProcess, size: tuple[int, int], snapshot: SnapshotAssertion
):
    async with console(size=size, start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("asterisk", "d")
        await person.sees("Type 20 to continue")
        await person.type("20")
        await person.press("tab", "tab", "enter")
        await person.until(lambda: store_of(person).state.tab_counts.get("published") == 138)
        assert await picture(person, "R retries failed rows") == snapshot
