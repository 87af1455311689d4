"""Saved views by name, and a sign where the list has become another one since."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from tests.console import Person
from tests.screens.lists import command, settled
from tests.screens.test_record import opened

Console = Callable[..., AbstractAsyncContextManager[Person]]


async def test_a_view_is_saved_and_opened_by_its_name(console: Console):
    async with console(start="/articles?tab=draft") as person:
        await person.sees("[Drafts")
        await settled(person)
        await command(person, "view save Open work")
        await person.until(lambda: "Saved as Open work." in person.toasts)
        await person.goes_to("/articles")
        await person.sees("[All 300")
        await settled(person)
        await command(person, "view open WORK")
        await person.sees("[Drafts")


async def test_a_view_that_was_changed_has_a_star_until_it_is_saved(console: Console):
    async with console(start="/articles?tab=draft") as person:
        await person.sees("[Drafts")
        await settled(person)
        await person.press("V")
        await person.sees("Save this view…", "Enter opens · Esc cancels")
        await person.press("escape")
        await command(person, "view save Mine")
        await person.press("V")
        await person.sees("Mine  Drafts", "D deletes your view")
        await person.press("escape", "right_curly_bracket")
        await person.sees("[In review", "‹Mine*›", ":view save saves Mine")
        await settled(person)
        await person.press("V")
        await person.sees("Mine *", "changed")
        await person.press("escape")
        await command(person, "view save")
        await person.sees("‹Mine›")
        await person.sees_no("view save keeps")
        await person.press("V")
        await person.sees("Mine  In review")


async def test_an_unknown_view_is_told_with_those_there_are(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await command(person, "view nothing")
        await person.until(lambda: any("no view “nothing”" in one for one in person.toasts))


async def test_a_view_that_is_open_is_named_also_after_a_record_was_looked_at(console: Console):
    async with console(start="/articles?tab=draft", size=(80, 24)) as person:
        await person.sees("[Drafts")
        await settled(person)
        await command(person, "view save A name that is far too long for a line")
        await person.sees("‹A name that is far …›")
        await person.press("s")
        await person.sees("‹A name that is far …*›", "Title ▲")
        await person.press("enter")
        await opened(person)
        await person.press("escape")
        await person.sees("‹A name that is far …*›", "Title ▲")


async def test_other_columns_are_a_change_of_a_view_too(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await command(person, "view save Mine")
        await person.sees("‹Mine›")
        await person.press("C", "space", "enter")
        await person.sees("‹Mine*›")


async def test_a_deleted_view_is_open_no_more_and_can_be_brought_back(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await command(person, "view save Mine")
        await person.sees("‹Mine›")
        await person.press("V", "D")
        await person.told("View Mine deleted. Press V to bring it back.")
        await person.sees_no("‹Mine›")
        await person.press("V")
        await person.sees("Save this view…", "Bring back Mine")
        await person.press("down", "enter")
        await person.told("View Mine is back.")
        await person.sees("‹Mine›")
        await person.press("V")
        await person.sees("Save this view…")
        await person.sees_no("Bring back")
