"""What is marked can be listed, opened and unmarked, on whatever page it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from tests.console import Person
from tests.screens.lists import settled, store_of, table_of
from tests.screens.test_first_pages import SIZES, without_port

Console = Callable[..., AbstractAsyncContextManager[Person]]


async def marked_on_two_pages(person: Person) -> list[str]:
    """Two rows of the first page and one of the second; their keys."""
    await person.sees("1-20 of 300")
    await settled(person)
    await person.press("space", "space", "full_stop")
    await person.sees("21-40 of 300")
    await person.press("space")
    await person.sees("3 marked")
    return list(store_of(person).state.selection.rows)


async def test_marks_of_all_pages_are_listed_and_enter_opens_one(console: Console):
    async with console(start="/articles") as person:
        marks = await marked_on_two_pages(person)
        await person.press("colon")
        await person.type("marks\n")
        await person.sees("3 marked rows", "on another page")
        lines = person.text().splitlines()
        before = [line.partition("on another page")[0] for line in lines if "another page" in line]
        assert len(set(map(cell_len, before))) == 1
        await person.press("enter")
        await person.until(lambda: person.location.startswith(f"/articles/{marks[0]}"))


def ground(person: Person, row: int) -> set[str]:
    """The colours behind a row of the list."""
    grid = table_of(person).grid
    return {str(one.style.bgcolor) for one in grid.render_line(row + 1) if one.style is not None}


async def test_marked_rows_are_tinted_until_they_are_unmarked(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        plain = ground(person, 5)
        await person.press("space", "space")
        await person.until(lambda: ground(person, 0) == ground(person, 1) != plain)
        assert ground(person, 2) not in (plain, ground(person, 1)), "the cursor is here"
        tint = ground(person, 0)
        person.app.theme = "nord"
        await person.until(lambda: ground(person, 0) not in (tint, ground(person, 5)))
        await person.press("up", "up", "space")
        await person.until(lambda: ground(person, 0) == ground(person, 5))


async def test_without_colors_the_sign_of_a_mark_is_enough(
    console: Console, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("NO_COLOR", "1")
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("space")
        await person.sees("✓ 1")
        assert ground(person, 0) == ground(person, 5)


async def test_space_takes_one_mark_away_and_the_last_one_closes(console: Console):
    async with console(start="/articles") as person:
        marks = await marked_on_two_pages(person)
        await person.press("O")
        await person.sees("3 marked rows")
        await person.press("down", "space")
        await person.sees("2 marked rows")
        assert list(store_of(person).state.selection.rows) == [marks[0], marks[2]]
        await person.press("space", "space")
        await person.sees_no("Space unmarks")
        assert not store_of(person).state.selection


@pytest.mark.parametrize(("key", "words"), [("x", "Actions for 3 rows"), ("d", "Delete 3 rows?")])
async def test_a_key_for_marked_rows_takes_the_rows_of_an_open_range(
    console: Console, key: str, words: str
):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("v", "down", "down")
        await person.sees("Range: move the cursor")
        await person.press(key)
        await person.sees(words)


async def test_without_marks_it_says_how_to_mark(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("O")
        await person.until(lambda: "Nothing is marked. Press Space to mark a row." in person.toasts)


@SIZES
async def test_the_list_of_marks(
    console: Console, size: tuple[int, int], snapshot: SnapshotAssertion
):
    async with console(size=size, start="/articles") as person:
        await marked_on_two_pages(person)
        await person.press("O")
        await person.sees("3 marked rows")
        await person.settles()
        assert without_port(person.text()) == snapshot
