"""The faces around the pages, photographed as text at two sizes."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from svc_tui import SvcDetail
from tests.console import Person
from tests.screens.test_first_pages import SIZES, without_port


async def picture(person: Person, *words: str) -> str:
    """The screen, once it shows these words and nothing moves any more."""
    await person.sees(*words)
    await person.settles()
    return without_port(person.text())


@SIZES
async def test_a_missing_right(
    console: Any, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with console(size=size, user="nobody", start="/articles") as person:
        assert await picture(person, "Forbidden", "view_article") == snapshot


@SIZES
async def test_a_page_that_is_none(
    console: Any, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with console(size=size, start="/no/such/page") as person:
        assert await picture(person, "Not found") == snapshot


@SIZES
async def test_a_record(console: Any, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    async with console(size=size, start="/categories/1") as person:
        assert await picture(person, "#1", "Save and close") == snapshot


@SIZES
async def test_the_session_ends_over_a_living_page(
    console: Any, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with console(size=size, start="/categories/1") as person:
        await person.sees("#1", "Save and close")
        person.app.svc.auth.expire()
        await person.sees("Your session has ended")
        await person.may_type()
        assert await picture(person, "Your session has ended", "Password") == snapshot


async def test_a_session_that_ends_takes_no_right_from_the_page_beneath(console: Any) -> None:
    async with console(start="/categories/1") as person:
        await person.sees("#1", "Save and close")
        detail = person.app.screen.query_one(SvcDetail)
        person.app.svc.auth.expire()
        await person.sees("Your session has ended")
        assert detail.rights.save and not detail.rights.lacking


@SIZES
@pytest.mark.parametrize(
    ("key", "words"),
    [("question_mark", "Type to search"), ("ctrl+p", "Go to Home")],
    ids=["help", "palette"],
)
async def test_what_a_key_opens(
    console: Any, size: tuple[int, int], key: str, words: str, snapshot: SnapshotAssertion
) -> None:
    async with console(size=size, home="plain") as person:
        await person.sees("Signed in as admin")
        await person.press(key)
        assert await picture(person, words) == snapshot


@SIZES
async def test_a_question(console: Any, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    async with console(size=size, home="plain") as person:
        await person.sees("Signed in as admin")
        person.app.run_worker(
            person.app.svc.confirm.ask(
                "Delete?", "For ever.", confirm_text="Delete", dangerous=True
            )
        )
        assert await picture(person, "For ever.", "Delete (y)") == snapshot


@SIZES
async def test_toasts(console: Any, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    async with console(size=size, home="plain") as person:
        await person.sees("Signed in as admin")
        for kind in ("info", "success", "warning", "error"):
            person.app.svc.snack.show(f"This is {kind}.", kind, 0)
        assert await picture(person, "This is info.", "This is error.") == snapshot
