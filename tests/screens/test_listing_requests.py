"""What each key of a list sends: every request once, and nothing for what is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager

import pytest

from svc_tui.stores.listing.list_store import ListStore
from tests.console import Person
from tests.screens.lists import settled, store_of, watch

Console = Callable[..., AbstractAsyncContextManager[Person]]

PAGE = "page_size=20"
"""What the questions for rows have, and those for a count have not."""

KEYS: dict[str, tuple[Sequence[str], str, int]] = {
    "moving": (["down", "up", "end", "home", "pagedown"], "1-20 of 300", 0),
    "columns": (["right", "left"], "1-20 of 300", 0),
    "marking": (["space", "v", "down", "v", "asterisk"], "marked", 0),
    "a page fetched ahead": (["full_stop"], "21-40 of 300", 0),
    "sorting": (["s"], "sorted by Title ▲", 1),
    "a page size": (["Z"], "1-50 of 300", 1),
    "a tab": (["right_curly_bracket"], "[Drafts", 1),
    "a filter": (["f", "right", "space", "enter"], "Status: Draft", 1),
    "the search": (["slash", *"harbour", "enter"], "search “harbour”", 1),
    "refresh": (["r"], "1-20 of 300", 1),
    "narrowing": (["ampersand", *"draft", "enter"], "only “draft”", 0),
    "menus": (["x", "escape", "S", "escape", "V", "escape", "X", "escape"], "1-20 of 300", 0),
}
"""Keys, what is seen then, and how many questions for the rows they show are sent."""


@pytest.mark.parametrize("act", KEYS)
async def test_a_key_sends_what_it_needs_once(console: Console, act: str):
    keys, words, wanted = KEYS[act]
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.until(lambda: store_of(person).source.has(store_of(person).state.query.at(2)))
        sent, before = watch(person), store_of(person).state.loaded_at
        await person.press(*keys)
        await person.sees(words)
        await person.until(
            lambda: not wanted or store_of(person).state.loaded_at not in (None, before)
        )
        await person.settles()

        assert [one for one, times in Counter(sent).items() if times > 1] == []
        query = store_of(person).state.query
        size = f"page_size={query.page_size}"
        shown = [one for one in sent if f"{size}" in one and f"page={query.page}&" in one]
        assert len(shown) == wanted, sent


async def test_a_page_typed_on_the_command_line_is_asked_for_once(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        sent = watch(person)
        await person.press("colon")
        await person.type("articles page=5")
        await person.press("enter")
        await person.sees("81-100 of 300")
        await settled(person)

        assert len([one for one in sent if PAGE in one and "page=5&" in one]) == 1, sent


async def test_opening_a_record_and_coming_back_asks_for_each_once(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.until(lambda: store_of(person).source.has(store_of(person).state.query.at(2)))
        sent = watch(person)
        await person.press("enter")
        await person.sees("Save and close")
        await person.settles()
        assert [one for one in sent if one == "GET /api/articles/1/"] == ["GET /api/articles/1/"]
        assert not [one for one in sent if PAGE in one]
        sent.clear()
        await person.press("escape")
        await person.sees("1-20 of 300")
        await settled(person)
        await person.settles()
        shown = [one for one in sent if PAGE in one and "page=1&" in one]
        assert len(shown) == 1, sent
        assert [one for one, times in Counter(sent).items() if times > 1] == []


async def test_a_page_turn_is_one_fact_and_sorting_is_two(console: Console):
    """The message trail: a page at hand is shown by one change, an asked one begins and ends."""
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.until(lambda: store_of(person).source.has(store_of(person).state.query.at(2)))
        await person.settles()  # What the store has told so far is heard.

        def changes() -> int:
            return len({id(one.state) for one in person.heard(ListStore.Changed)})  # type: ignore[attr-defined]

        before = changes()
        await person.press("full_stop")
        await person.sees("21-40 of 300")
        await person.settles()
        assert changes() - before == 1

        before = changes()
        await person.press("s")
        await person.sees("sorted by Title ▲")
        await person.settles()
        assert changes() - before == 2
