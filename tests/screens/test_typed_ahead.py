"""Keys that are typed before what they are meant for is there go to it all the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest
from textual.events import Key

from svc_tui.screens.listing import ListPage
from svc_tui.terminal import key_order
from tests.console import NAMES, Person
from tests.screens.lists import hold, settled, store_of

Console = Callable[..., AbstractAsyncContextManager[Person]]


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take longer to open a page than anybody would wait for it."""
    monkeypatch.setattr(key_order, "OPENING", 30.0)


def burst(person: Person, text: str) -> None:
    """Characters that arrive all at once, as from a slow line."""
    for character in text:
        person.app.post_message(Key(NAMES.get(character, character), character))


async def list_of(person: Person) -> None:
    await person.sees("1-20 of")
    await settled(person)


async def test_what_is_typed_behind_n_is_the_title_of_the_new_record(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        burst(person, "nMarkt dw xq")
        await person.sees("Markt dw xq")
        assert person.location == "/articles/new"


async def test_what_is_typed_behind_n_waits_for_a_slow_backend(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        go_on = hold(person, lambda request: True)
        burst(person, "nHello w d ")
        await person.until(lambda: person.location == "/articles/new")
        go_on.set()
        await person.sees("Hello w d")


async def test_what_is_typed_behind_i_goes_into_the_small_form(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        go_on = hold(person, lambda request: True)
        burst(person, "iZw d x")
        await person.sees("Loading…")
        go_on.set()
        await person.sees("Zw d x")
        assert isinstance(person.app.page, ListPage)
        assert not store_of(person).state.selection


async def test_esc_does_not_wait_for_a_form_that_is_being_read(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        go_on = hold(person, lambda request: True)
        burst(person, "i")
        await person.sees("Loading…")
        person.app.post_message(Key("escape", None))
        await person.sees_no("Loading…")
        go_on.set()
