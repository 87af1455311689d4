"""The footer names what keys really do where the focus is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Input, TextArea

from svc_tui import SvcDetail
from svc_tui.stores.unavailable_reason import ONLY_READS, not_possible_message
from svc_tui.widgets.form.boolean import Tick
from svc_tui.widgets.shell.footer import SvcFooter
from tests.console import Person
from tests.screens.test_read_only import read_only

Console = Callable[..., AbstractAsyncContextManager[Person]]


def footer_of(person: Person) -> SvcFooter:
    """The footer that stands on the screen now."""
    page = person.app.page
    assert page is not None
    return page.query_one(SvcFooter)


def named(person: Person) -> dict[str, str]:
    """The keys of the footer, and their words."""
    return {hint.name: hint.word for hint in footer_of(person).hints()}


def record_actions(person: Person) -> list[tuple[object, str]]:
    """From here on keys do nothing, but what they would do is written down."""
    ran: list[tuple[object, str]] = []

    async def instead(action: Any, default_namespace: Any = None, namespaces: Any = None) -> bool:
        target, name, parameters = person.app._parse_action(
            action, default_namespace or person.app, namespaces
        )
        if not target.check_action(name, parameters):
            return False
        ran.append((target, action))
        return True

    person.app.run_action = instead  # type: ignore[method-assign]
    return ran


async def untrue_at(person: Person, ran: list[tuple[object, str]], focus: Widget) -> list[str]:
    """The keys of the footer that do something else than it says, with the focus there."""
    screen: Screen[Any] = person.app.screen
    untrue = []
    for hint in footer_of(person).hints():
        ran.clear()
        await person.press(hint.key)
        if [action for _, action in ran] != [hint.action] or person.app.screen is not screen:
            what = [action for _, action in ran] or "nothing, or typed"
            untrue.append(f"{focus!r}: {hint.name} {hint.word}: {what}")
        if person.app.screen is not screen:
            person.app.pop_screen()
            await person.pilot.pause()
            screen.set_focus(focus)
            await person.pilot.pause()
    return untrue


PLACES = [
    ("/", "Signed in as"),
    ("/articles", "1-20 of 300"),
    ("/articles/5", "Save and close"),
    ("/articles/new", "Save and close"),
    ("/categories", "of"),
    ("/media", "Photos"),
    ("/no/such/page", "Not found"),
    ("/settings/pictures", "ictures"),
]


async def untrue_on(person: Person, place: str, words: str) -> list[str]:
    await person.goes_to(place)
    await person.sees(words)
    await person.settles()
    return await untrue_here(person)


async def untrue_here(person: Person) -> list[str]:
    """The same for every place of the focus on this page."""
    restore = person.app.run_action
    ran = record_actions(person)
    found, seen = [], set()
    for focus in [person.app.screen.focused, *person.app.screen.focus_chain]:
        if focus is None:
            continue
        person.app.screen.set_focus(focus)
        await person.pilot.pause()
        what = type(focus), tuple(footer_of(person).hints())
        if what not in seen:  # Twenty text fields are one.
            seen.add(what)
            found += await untrue_at(person, ran, focus)
    person.app.run_action = restore  # type: ignore[method-assign]
    return found


FIELDS = [
    ("/articles/5", "Save and close"),
    ("/authors/1", "Save and close"),
    ("/orders/1", "Save and close"),
    ("/categories/1", "Save and close"),
]


async def test_every_key_of_the_footer_does_what_it_says_in_every_kind_of_field(
    console: Console,
) -> None:
    async with console(size=(110, 40)) as person:
        found = []
        for place, words in FIELDS:
            found += await untrue_on(person, place, words)
        await person.goes_to("/articles/5")
        await person.sees("Save and close")
        detail = person.app.screen.query_one(SvcDetail)
        for _tab in ("Text", "Filing", "Blocks", "More", "the first one again"):
            await person.settles()
            found += await untrue_here(person)
            detail.body.focus()
            await person.press("right_curly_bracket")
        assert found == []


async def test_home_names_at_most_seven_keys_the_most_used_first(console: Console) -> None:
    async with console(size=(100, 30)) as person:
        await person.sees("Drafts        93")
        await person.settles()
        hints = [
            ("Enter", "Open"), ("↑ ↓ ← →", "Move"), ("r", "Reload"), ("g", "Go to…"),
            (":", "Command"), ("@", "Log"), ("?", "Keys"),
        ]  # fmt: skip
        assert [*named(person).items()] == hints
        await person.pilot.resize_terminal(80, 24)
        await person.sees("Drafts 93")
        await person.settles()
        assert [*named(person).items()] == [*hints[:5], hints[6]]


async def test_a_form_that_can_only_be_read_offers_no_key_that_writes(
    console: Console, tmp_path: Path
) -> None:
    async with console(start="/articles", file=read_only(tmp_path)) as person:
        await person.sees("1-20 of 300")
        await person.settles()
        assert not {"New", "Delete", "Edit", "Save"} & set(named(person).values())
        await person.goes_to("/articles/5")
        await person.sees("read-only")
        await person.settles()
        assert not {"New", "Delete", "Edit", "Save"} & set(named(person).values())
        await person.press("enter")
        await person.until(lambda: not_possible_message("Saving", ONLY_READS) in person.toasts)


async def test_a_row_that_is_carried_shows_the_keys_that_carry_it(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.settles()
        before = named(person)
        await person.press("m")
        await person.sees("Moving:")
        await person.until(lambda: named(person).get("Enter") == "Drop it")
        assert named(person) == {
            "↑": "Up", "↓": "Down", "Enter": "Drop it", "Esc": "Put it back",
            "Ctrl+N": "New", "F1": "Keys",
        }  # fmt: skip
        await person.press("escape")
        await person.until(lambda: named(person) == before)


async def test_after_y_the_footer_shows_what_can_be_copied(console: Console) -> None:
    async with console(start="/articles", size=(120, 30)) as person:
        await person.sees("1-20 of 300")
        await person.settles()
        before = named(person)
        await person.press("y")
        await person.until(lambda: named(person).get("y") == "Id")
        assert "Search" not in named(person).values()
        await person.press("escape")
        await person.until(lambda: named(person) == before)


async def test_a_search_without_a_match_names_no_key_that_would_be_typed(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("slash")
        await person.type("zzzz")
        await person.sees("Nothing matches. Press Esc, then 0 to clear")
        await person.press("escape")
        await person.sees("Nothing matches. Press 0 to clear")
        await person.press("0")
        await person.sees("1-20 of 300")


@pytest.mark.parametrize(
    ("start", "keys", "words"),
    [
        ("/articles", ("f", "down", "right", "n"), {"F1": "Keys"}),
        ("/articles", ("question_mark",), {}),
        ("/articles", ("ctrl+p",), {}),
        ("/articles", ("X",), {"F1": "Keys"}),
        ("/articles", ("i",), {"Enter": "Next field", "F1": "Keys"}),
        ("/media", ("N",), {"F1": "Keys"}),
    ],
)
async def test_while_a_dialog_is_typed_into_the_footer_names_what_its_frame_does_not(
    console: Console, start: str, keys: tuple[str, ...], words: dict[str, str]
) -> None:
    async with console(start=start, size=(120, 40)) as person:
        await person.sees("Enter Open")
        await person.settles()
        await person.press(*keys)
        await person.until(lambda: isinstance(person.app.focused, Input))
        await person.until(lambda: named(person) == words)
        shown = " · ".join(f"{key} {word}" for key, word in words.items())
        assert person.text().splitlines()[-1].strip() == f"Typing  {shown}".strip()


async def test_while_a_record_is_typed_into_the_footer_says_how_to_go_on_and_how_to_stop(
    console: Console,
) -> None:
    async with console(start="/articles/5", size=(120, 40)) as person:
        await person.sees("Save and close")
        await person.press("e")
        line = {"Enter": "Next field", "Esc": "Stop typing", "Ctrl+S": "Save", "F1": "Keys"}
        await person.until(lambda: named(person).items() >= line.items())
        assert list(named(person))[:2] == ["Enter", "Esc"]
        # Enter begins a new line in a text of several lines: Tab goes on there.
        person.app.set_focus(person.app.screen.query(TextArea).first())
        await person.until(lambda: named(person).get("Tab") == "Next field")
        assert "Enter" not in named(person)
        await person.press("escape")
        await person.until(lambda: named(person).get("Enter") == "Edit")
        assert "Stop typing" not in named(person).values()


async def test_a_switch_and_the_buttons_of_a_record_name_their_keys_at_80_columns(
    console: Console,
) -> None:
    async with console(start="/articles/5") as person:
        await person.sees("Save and close")
        await person.settles()
        person.app.set_focus(person.app.screen.query(Tick).first())
        await person.until(lambda: named(person).get("Space") == "Toggle")
        person.app.set_focus(person.app.screen.query(Button).first())
        await person.until(lambda: named(person).get("Enter") == "Press")


async def test_in_the_last_field_the_footer_says_that_enter_leaves_it(console: Console) -> None:
    async with console(start="/tags/1", size=(120, 40)) as person:
        await person.sees("Save and close")
        await person.press("e")
        await person.until(lambda: named(person).get("Enter") == "Next field")
        await person.press("enter")
        await person.until(lambda: named(person).get("Enter") == "Leave field")
        assert "Tab" not in named(person)
        await person.press("enter")
        await person.until(lambda: named(person).get("Enter") == "Edit")


async def test_f1_lists_the_keys_of_a_dialog(console: Console) -> None:
    async with console(start="/articles", size=(120, 40)) as person:
        await person.sees("page 1/")
        await person.settles()
        await person.press("f")
        await person.sees("╭─ Filters")
        await person.press("f1")
        await person.sees("╭─ Keys", "Clear all")
        await person.press("escape")
        await person.sees("╭─ Filters")


async def test_help_keeps_its_place_where_there_are_more_keys_than_room(console: Console) -> None:
    async with console(start="/media", size=(80, 24)) as person:
        await person.sees("Photos")
        await person.settles()
        assert person.text().splitlines()[-1].rstrip().endswith("? Keys")


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
@pytest.mark.parametrize("writes", [True, False], ids=["writes", "reads"])
async def test_every_key_of_the_footer_does_what_it_says(
    console: Console, tmp_path: Path, size: tuple[int, int], writes: bool
) -> None:
    only = {} if writes else {"file": read_only(tmp_path)}
    async with console(size=size, **only) as person:
        await person.sees("Signed in as")
        found = [await untrue_on(person, *place) for place in PLACES]
        assert [one for some in found for one in some] == []
