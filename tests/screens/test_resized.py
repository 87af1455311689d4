"""After a change of size, pages and dialogs look as if they had been opened at that size."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

from tests.console import Person
from tests.screens.test_first_pages import without_port

Console = Callable[..., AbstractAsyncContextManager[Person]]

SMALL, LARGE = (80, 24), (120, 40)

DIALOGS = {
    "/": ("", "question_mark", "ctrl+p", "w"),
    "/articles": ("", "f", "S", "C", "x", "i", "p", "V", "X", "d", "space x", "question_mark"),
    "/articles/5": ("", "question_mark", "d", "down down enter"),
    "/articles/new": ("", "question_mark"),
    "/media": ("", "t", "U", "N", "f", "end enter", "question_mark"),
    "/settings/pictures": ("",),
    "/no/such/page": ("",),
}
"""The keys that open a dialog on a page; "" for the page alone."""


async def at_size(person: Person, size: tuple[int, int]) -> str:
    await person.pilot.resize_terminal(*size)
    await person.settles()
    return without_port(person.text())


async def opened(person: Person, page: str, keys: str, size: tuple[int, int]) -> str:
    """Return the screen after a page was opened at a size, and keys pressed."""
    while person.app.screen.is_modal:
        person.app.pop_screen()
        await person.pilot.pause()
    await person.goes_to("/tags")
    await person.pilot.resize_terminal(*size)
    await person.settles()
    await person.goes_to(page)
    await person.settles()
    if keys:
        await person.press(*keys.split())
    return await at_size(person, size)


@pytest.mark.parametrize("page", DIALOGS)
async def test_a_change_of_size_leaves_no_trace(console: Console, page: str) -> None:
    async with console(start="/tags", size=SMALL) as person:
        await person.settles()
        differ = []
        for keys in DIALOGS[page]:
            small = await opened(person, page, keys, SMALL)
            grown = await at_size(person, LARGE)
            again = await at_size(person, SMALL)
            large = await opened(person, page, keys, LARGE)
            shrunk = await at_size(person, SMALL)
            for what, is_now, wanted in (
                ("grown", grown, large),
                ("shrunk", shrunk, small),
                ("again", again, small),
            ):
                if is_now != wanted:
                    differ.append(f"{page} {keys}, {what}:\n{is_now}\n--- not ---\n{wanted}")
        assert not differ, "\n\n".join(differ)
