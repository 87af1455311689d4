"""While a dialog is open, the last line names its keys, and none of the page beneath."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from tests.console import Person

Console = Callable[..., AbstractAsyncContextManager[Person]]


def last_line(person: Person) -> str:
    """The footer."""
    return person.text().split("\n")[-1].strip()


async def test_each_dialog_that_comes_on_top_shows_its_own_keys(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.until(lambda: "Enter Open" in last_line(person))

        await person.press("i")
        await person.until(lambda: last_line(person).startswith("Typing  Esc Close · Ctrl+S Save"))

        await person.type("abc")
        await person.press("escape")
        await person.sees("Unsaved changes")
        await person.until(lambda: last_line(person) == "")  # Its buttons say its keys.
        await person.press("escape")
        await person.until(lambda: last_line(person).startswith("Typing  Esc Close · Ctrl+S Save"))


async def test_the_palette_has_no_keys_of_the_page_beneath_it(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")

        await person.press("ctrl+p")

        await person.until(lambda: "Esc Close" in last_line(person))
        assert "Open" not in last_line(person)
