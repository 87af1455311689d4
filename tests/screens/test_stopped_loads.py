"""Ctrl+C gives up waiting: what is shown then never stands under another query's name."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import httpx

from tests.console import Person
from tests.screens.lists import hold, settled, store_of, table_of

Console = Callable[..., AbstractAsyncContextManager[Person]]


def drafts(request: httpx.Request) -> bool:
    return request.url.params.get("tab") == "draft"


def any_get(request: httpx.Request) -> bool:
    return request.method == "GET"


async def test_rows_of_another_tab_are_called_old_after_ctrl_c(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300", "Drafts 93", "All 300")
        await settled(person)
        known = dict(store_of(person).state.tab_counts)
        go_on = hold(person, drafts)
        await person.press("r", "right_curly_bracket")
        await person.sees("[Drafts")
        await person.press("ctrl+c")
        await person.sees(
            "Stopped. The rows below are older. Press r to reload",
            "old rows",
            "page 1/15 not loaded",
        )
        assert table_of(person).grid.has_class("-stale")
        counts = store_of(person).state.tab_counts
        assert counts.get("draft") in (None, known["draft"])

        go_on.set()
        await person.press("r")
        await person.sees_no("old rows")
        await person.sees(f"1-20 of {known['draft']}")
        assert not table_of(person).grid.has_class("-stale")


async def test_ctrl_c_stops_the_first_load_of_a_list(console: Console):
    async with console(start="/") as person:
        go_on = hold(person, any_get)
        await person.goes_to("/articles")
        await person.sees("Loading…")
        await person.press("ctrl+c")
        await person.sees("Stopped before any rows loaded. Press r to load them.", "no rows loaded")
        go_on.set()
        await person.press("r")
        await person.sees("1-20 of 300")


async def test_ctrl_c_stops_a_record_that_does_not_come(console: Console):
    async with console(start="/") as person:
        go_on = hold(person, any_get)
        await person.goes_to("/articles/1")
        await person.sees("Loading…")
        await person.press("ctrl+c")
        await person.sees("Loading was stopped. Press r to try again.")
        go_on.set()
        await person.press("r")
        await person.sees("Save and close")


async def test_ctrl_c_stops_the_media_library_before_its_files_came(console: Console):
    async with console(start="/") as person:
        go_on = hold(person, any_get)
        await person.goes_to("/media")
        await person.sees("Loading…")
        await person.press("ctrl+c")
        await person.sees("Loading was stopped. Press r to try again.")
        go_on.set()
        await person.press("r")
        await person.sees_no("Loading was stopped")
