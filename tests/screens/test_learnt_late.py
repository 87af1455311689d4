"""A list that learns more of its backend while somebody works in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

from svc_tui.models.resource import Resource
from svc_tui.screens.listing import ListPage
from tests.console import Person

Console = Callable[..., AbstractAsyncContextManager[Person]]


async def test_a_row_that_can_be_opened_late_does_not_open_over_another_page(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        found = asyncio.Event()

        async def lookup_of(resource: Resource) -> str:
            await found.wait()
            return resource.lookup

        assert person.app.svc is not None
        monkeypatch.setattr(person.app.svc.discovery, "lookup_of", lookup_of)
        await person.press("enter")
        await person.goes_to("/categories")
        found.set()
        await person.settles()

        assert person.location.startswith("/categories")


async def test_the_page_is_not_renewed_between_the_two_keys_of_a_copy(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.settles()
        page = person.app.screen
        assert isinstance(page, ListPage) and person.app.svc is not None
        await person.until(page._is_quiet)
        learnt = page.resource.model_copy(update={"label": "Learnt"})
        monkeypatch.setattr(page, "_known_resource", lambda: learnt)  # What is as it was stays.

        await person.press("y")
        assert not page._is_quiet()
        person.app.svc.discovery.notify_learnt("")
        await person.press("escape")

        await person.until(lambda: person.app.screen is not page)
        await person.settles()
