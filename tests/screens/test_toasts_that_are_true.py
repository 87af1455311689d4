"""A toast goes as soon as what it says is no longer so."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets import Input

from svc_tui import ActionContext, ActionDescriptor, SvcDetail
from svc_tui.stores.session.snack_store import LEFT, UNDONE, SnackStore
from svc_tui.widgets.listing.actions import SvcListActions
from svc_tui.widgets.shell.snack_bar import KEY_LINES, PANELS
from tests.console import Person
from tests.screens.lists import list_of, settled, store_of
from tests.screens.test_discarded import discard, typed_into

Console = Callable[..., AbstractAsyncContextManager[Person]]


def shown(person: Person) -> list[str]:
    """The toasts that stand on the screen now."""
    assert person.app.svc is not None
    return [toast.message for toast in person.app.svc.snack.state.toasts]


async def test_what_is_restored_and_then_saved_is_not_said_to_want_saving(
    console: Console, fresh_demo: object
) -> None:
    async with console(start="/categories/1") as person:
        await typed_into(person)
        await discard(person)
        await person.goes_to("/categories/1")
        await person.sees("#1", "Save and close")
        await person.settles()
        await person.press("u")
        await person.until(lambda: any("Save to keep" in one for one in shown(person)))
        assert not any(one.startswith("Discarded") for one in shown(person))
        await person.press("f2")
        await person.until(lambda: "Saved. Press u to undo it." in shown(person))
        await person.until(lambda: not any("Save to keep" in one for one in shown(person)))


async def test_a_sentence_about_a_page_goes_with_the_page(console: Console) -> None:
    async with console(start="/categories/1") as person:
        await typed_into(person)
        await person.press("1")
        await person.until(lambda: any("Not saved yet" in one for one in shown(person)))
        detail = person.app.screen.query_one(SvcDetail)
        detail.store.discard()
        await person.until(lambda: not any("Not saved yet" in one for one in shown(person)))


def test_only_what_an_event_makes_untrue_is_taken_away() -> None:
    snack = SnackStore()
    snack.show("of the page", until=(LEFT,))
    snack.show("Saved.")
    snack.end(LEFT)
    assert [toast.message for toast in snack.state.toasts] == ["Saved."]
    assert [toast.message for toast in snack.history] == ["of the page", "Saved."]


async def test_a_toast_leaves_what_is_marked_in_sight(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.settles()
        await person.press("u")
        await person.sees("There is nothing to undo.")
        await person.press("space", "space")
        await person.sees("2 marked")
        assert "There is nothing to undo." in person.text()


@pytest.mark.parametrize(
    ("start", "size"), [("/articles", (80, 24)), ("/articles", (120, 40)), ("/media", (80, 20))]
)
async def test_a_toast_never_covers_the_cursor_of_a_list(
    console: Console, start: str, size: tuple[int, int]
) -> None:
    async with console(start=start, size=size) as person:
        await person.sees("1-20 of 300" if start == "/articles" else "Photos")
        await person.settles()
        await person.press("end")
        assert person.app.svc is not None
        person.app.svc.snack.show("Something happened. " * 2 * (size[0] // 20), duration=0)
        await person.sees("i Something happened.")
        for key in ("up", "up", "up", "down", "down", "down", "down"):
            await person.press(key)
            await person.settles()
            grid: Any = person.app.focused
            assert "Something" not in person.text().splitlines()[grid.cursor_line]
            assert "Something" in person.text()


async def test_toasts_for_which_there_is_no_room_move_no_others(console: Console) -> None:
    async with console(start="/articles") as person:
        await list_of(person)
        await person.press("home", *["down"] * 10)
        assert person.app.svc is not None
        for number in range(4):
            person.app.svc.snack.show(f"{number} is said. " + "word " * 60, duration=0)
        await person.sees("3 is said")
        await person.settles()
        grid: Any = person.app.focused
        assert "0 is said" not in person.text()
        assert "word" not in person.text().splitlines()[grid.cursor_line]
        assert "3 is said" in person.text()


async def test_a_cursor_that_moves_under_a_toast_searches_no_page(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with console(start="/articles") as person:
        await list_of(person)
        assert person.app.svc is not None
        person.app.svc.snack.show("Something happened.", duration=0)
        await person.sees("i Something happened.")
        await person.settles()
        searched: list[str] = []
        plain = Screen.query

        def query(screen: Any, *selectors: Any) -> Any:
            searched.extend(map(str, selectors))
            return plain(screen, *selectors)

        monkeypatch.setattr(Screen, "query", query)
        await person.press("down", "down", "end")
        await person.settles()
        assert not [one for one in searched if PANELS in one or KEY_LINES in one]


async def test_saved_does_not_cover_the_row_that_the_cursor_comes_back_to(
    console: Console, fresh_demo: object
) -> None:
    async with console(start="/articles") as person:
        await list_of(person)
        await person.press("end", "enter")
        await person.sees("Save and close")
        await person.settles()
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.focused, Input))
        await person.press("z", "escape")
        await person.pilot.click("SvcDetailButtons .save")
        await person.sees("✓ Saved", "1-20 of 300")
        await person.settles()
        grid: Any = person.app.focused
        assert grid.current == "20"
        assert "Saved" not in person.text().splitlines()[grid.cursor_line]


async def test_a_toast_raised_in_the_search_line_leaves_the_cursor_in_sight(
    console: Console,
) -> None:
    async with console(start="/articles") as person:
        await list_of(person)
        await person.press("end", "slash")
        assert person.app.svc is not None
        person.app.svc.snack.show("Something happened. " * 3, duration=0)
        await person.sees("i Something happened.")
        await person.press("escape")
        await person.settles()
        grid: Any = person.app.focused
        assert grid.current == "20"
        assert "Something" not in person.text().splitlines()[grid.cursor_line]


async def ask_only(ctx: ActionContext) -> None:
    """Ask for a name, and do nothing with it."""
    await ctx.ask([{"key": "name", "required": True}], "Which name?")


async def test_an_action_that_does_nothing_leaves_the_toast_about_the_last_change(
    console: Console,
) -> None:
    async with console(start="/articles") as person:
        await list_of(person)
        assert person.app.svc is not None
        words = "Deleted: a row. Press u to undo it."
        person.app.svc.snack.show(words, duration=0, until=(LEFT, UNDONE))
        await person.press("space")
        actions = person.app.screen.query_one(SvcListActions)
        action = ActionDescriptor(label="Rename", handler=ask_only)
        actions.start(action, store_of(person).state.selection)
        await person.sees("Rename 1 row?")
        await person.press("y")
        await person.sees("Which name?")
        await person.press("escape")
        await person.until(lambda: "Nothing was done." in shown(person))
        assert words in shown(person)


async def test_u_takes_away_only_the_toast_about_what_it_undid(console: Console) -> None:
    async with console(start="/articles?search=a") as person:
        await person.sees("search “a”")
        await settled(person)
        assert person.app.svc is not None
        words = "Publish: 3 ok. Press u to undo it."
        person.app.svc.snack.show(words, duration=0, until=(LEFT, UNDONE))
        await person.press("0")
        await person.sees("Search cleared. Press u to undo.", "1-20 of 300")
        await settled(person)
        await person.sees("Publish: 3 ok.")
        assert "undo it" not in person.text(), "u undoes the newest only"
        await person.press("u")
        await person.sees("search “a”", "Press u to undo it.")
        assert shown(person) == [words]


async def test_what_the_library_says_of_u_stays_there(console: Console) -> None:
    async with console(start="/media") as person:
        await person.sees("Photos")
        await person.settles()
        await person.press("u")
        await person.sees("changes to files can't be undone")
        await person.press("1")
        await person.until(lambda: person.location != "/media")
        await person.until(lambda: shown(person) == [])


async def test_a_newer_search_ends_the_toast_of_what_u_no_longer_brings_back(
    console: Console,
) -> None:
    async with console(start="/articles?search=a") as person:
        await person.sees("search “a”")
        await settled(person)
        await person.press("0")
        await person.until(lambda: "Search cleared. Press u to undo." in shown(person))
        await settled(person)
        assert "Search cleared. Press u to undo." in shown(person)
        await person.press("slash")
        await person.type("festival")
        await person.press("enter")
        await person.sees("search “festival”")
        await person.until(lambda: not any("cleared" in one for one in shown(person)))


async def test_a_toast_about_the_keys_of_a_dialog_ends_with_it(console: Console) -> None:
    async with console(start="/articles") as person:
        await list_of(person)
        await person.press("x")
        await person.sees("Edit fields…")
        await person.press("Z")
        await person.until(lambda: any("keys of this dialog" in one for one in shown(person)))
        await person.press("escape")
        await person.until(lambda: not any("dialog" in one for one in shown(person)))


async def test_nothing_to_save_in_a_quick_edit_ends_with_it(console: Console) -> None:
    async with console(start="/articles") as person:
        await list_of(person)
        await person.press("i")
        await person.sees("Quick edit", "Ctrl+S saves")
        await person.settles()
        await person.press("ctrl+s")
        await person.until(lambda: any("Press Esc to close" in one for one in shown(person)))
        await person.press("escape")
        await person.until(lambda: not any("Nothing to save" in one for one in shown(person)))
