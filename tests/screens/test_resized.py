"""After a change of size, pages and dialogs look as if they had been opened at that size."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

from tests.console import Person
from tests.screens.test_first_pages import without_port

Console = Callable[..., AbstractAsyncContextManager[Person]]

SMALL, LARGE = (80, 24), (120, 40)


async def at_size(person: Person, size: tuple[int, int]) -> str:
    await person.pilot.resize_terminal(*size)
    await person.until(lambda: tuple(person.app.screen.size) == size)
    await person.settles()
    return without_port(person.text())


async def opens(person: Person, key: str, words: str) -> None:
    """Press the key on the page, if any, and wait for what is shown then."""
    await person.settles()
    if key:
        await person.press(key)
    await person.sees(words)


@pytest.mark.parametrize(
    ("page", "key", "words"),
    [
        ("/", "", "Missing text"),
        ("/articles", "", "1-20 of 300"),
        ("/articles", "f", "Filters"),
        ("/articles", "S", "Sort by"),
        ("/articles", "C", "Columns"),
        ("/articles", "i", "Quick edit"),
        ("/articles", "ctrl+p", "Go to Home"),
        ("/articles/5", "", "Save and close"),
        ("/articles/5", "question_mark", "Type to search"),
        ("/media", "", "4 folders"),
    ],
)
async def test_a_change_of_size_leaves_no_trace(
    console: Console, page: str, key: str, words: str
) -> None:
    async with console(start=page, size=LARGE) as person:
        await opens(person, key, words)
        large, shrunk = await at_size(person, LARGE), await at_size(person, SMALL)
        assert await at_size(person, LARGE) == large

    async with console(start=page, size=SMALL) as person:
        await opens(person, key, words)
        assert await at_size(person, SMALL) == shrunk
