"""The views that keep work from being lost, photographed as text at two sizes."""

from __future__ import annotations

import re
from typing import Any

from syrupy.assertion import SnapshotAssertion

from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.test_faces import picture
from tests.screens.test_first_pages import SIZES
from tests.screens.test_record import door, opened, writes

Size = tuple[int, int]


def without_times(text: str) -> str:
    """The screen without what differs from run to run, in the same width."""
    return re.sub(r"\d\d:\d\d:\d\d", "hh:mm:ss", text)


async def edited(person: Person) -> None:
    """Article 7 with another title, slug and summary."""
    await opened(person)
    person.app.svc.pictures.choose("off")
    await writes(person, "title", "Mine")
    await writes(person, "slug", "mine")


@SIZES
async def test_a_conflict(
    fresh_demo: DemoProcess, console: Any, size: Size, snapshot: SnapshotAssertion
) -> None:
    async with console(size=size, start="/articles/8") as person:
        await edited(person)
        door(fresh_demo, "touch/articles/8")
        await person.press("f2")
        assert await picture(person, "still to choose") == snapshot


@SIZES
async def test_an_offered_draft(console: Any, size: Size, snapshot: SnapshotAssertion) -> None:
    async with console(size=size, start="/articles/8") as person:
        await edited(person)
        person.app.before_end()
    async with console(size=size, start="/articles/8") as person:
        found = await picture(person, "You have unsaved changes here")
        assert without_times(found) == snapshot
        await person.press("x")


@SIZES
async def test_own_writes_and_drafts(
    fresh_demo: DemoProcess, console: Any, size: Size, snapshot: SnapshotAssertion
) -> None:
    async with console(size=size, start="/articles/8") as person:
        await edited(person)
        await person.press("f2")
        await person.told_of("Saved.")
        person.app.svc.snack.dismiss_all()
        await person.press("escape", "g", "o")
        assert without_times(await picture(person, "Your changes")) == snapshot
        await person.press("escape")
        await writes(person, "slug", "typed-and-not-saved")
        person.app.before_end()
        await person.press("escape", "g", "k")
        found = await picture(person, "Unsaved changes", "open now")
        assert without_times(found) == snapshot


@SIZES
async def test_what_a_save_would_send(
    console: Any, size: Size, snapshot: SnapshotAssertion
) -> None:
    async with console(size=size, start="/articles/8") as person:
        await edited(person)
        person.app.page.detail.store.edit("attributes", {"colour": "red", "pages": [1, 2]})
        await person.press("escape", "equals_sign")
        assert await picture(person, "Review changes") == snapshot
