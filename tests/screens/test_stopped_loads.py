"""Ctrl+C gives up waiting: what is shown then never stands under another query's name."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import httpx
import pytest

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
            "Stopped. The rows below may be out of date. Press r to reload",
            "out of date",
            "page 1/15 not loaded",
        )
        assert table_of(person).grid.has_class("-stale")
        counts = store_of(person).state.tab_counts
        assert counts.get("draft") in (None, known["draft"])

        go_on.set()
        await person.press("r")
        await person.sees_no("out of date")
        await person.sees(f"1-20 of {known['draft']}")
        assert not table_of(person).grid.has_class("-stale")


@pytest.mark.parametrize(
    ("location", "stopped", "comes"),
    [
        (
            "/articles",
            ["Stopped before any rows loaded. Press r to load them.", "no rows loaded"],
            "1-20 of 300",
        ),
        ("/articles/1", ["Loading was stopped. Press r to try again."], "Save and close"),
        ("/media", ["Loading was stopped. Press r to try again."], "Photos"),
    ],
    ids=["the first load of a list", "a record", "the media library before its files"],
)
async def test_ctrl_c_stops_what_does_not_come(
    console: Console, location: str, stopped: list[str], comes: str
):
    async with console(start="/") as person:
        go_on = hold(person, any_get)
        await person.goes_to(location)
        await person.sees("Loading…")
        await person.press("ctrl+c")
        await person.sees(*stopped)
        go_on.set()
        await person.press("r")
        await person.sees_no(stopped[0])
        await person.sees(comes)
