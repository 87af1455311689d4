"""While a dialog is open, the last line names its keys, and none of the page beneath."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from textual._context import visible_screen_stack
from textual.color import Color

from svc_tui.widgets.form.chooser import ChoiceDialog
from svc_tui.widgets.listing.quick_edit_dialog import QuickEditDialog
from tests.console import Person
from tests.screens.lists import settled

Console = Callable[..., AbstractAsyncContextManager[Person]]


def last_line(person: Person) -> str:
    """The footer."""
    return person.text().split("\n")[-1].strip()


QUICK_EDIT = "Typing  Enter Next field · F1 Keys"
"""The keys that the frame of quick edit does not name."""


async def test_each_dialog_that_comes_on_top_shows_its_own_keys(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.until(lambda: "Enter Open" in last_line(person))

        await person.press("i")
        await person.until(lambda: last_line(person) == QUICK_EDIT)

        await person.type("abc")
        await person.press("escape")
        await person.sees("Unsaved changes")
        await person.until(lambda: last_line(person) == "F1 Keys")  # The buttons name theirs.
        await person.press("escape")
        await person.until(lambda: last_line(person) == QUICK_EDIT)


async def test_ctrl_s_in_an_open_list_chooses_and_says_that_nothing_is_saved_yet(
    console: Console,
) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("i")
        await person.until(lambda: last_line(person) == QUICK_EDIT)
        await person.press("down", "enter")
        await person.until(lambda: isinstance(person.app.screen, ChoiceDialog))
        await person.press("up", "ctrl+s")

        await person.sees("Chosen, not saved yet. Press Ctrl+S again to save.")
        assert isinstance(person.app.screen, QuickEditDialog)
        assert person.app.screen.form.has_unsaved_changes


async def test_the_palette_has_no_keys_of_the_page_beneath_it(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")

        await person.press("ctrl+p")

        await person.until(lambda: "Esc" in person.text() and "Typing" in last_line(person))
        assert "Open" not in last_line(person)


def colours_of(person: Person, words: str) -> list[tuple[Color, Color]]:
    """The colour of a text in the footer, and that of its ground."""
    visible_screen_stack.set(person.app._background_screens)
    last = person.app.screen._compositor.render_strips()[-1]
    return [
        (Color.from_rich_color(one.style.color), Color.from_rich_color(one.style.bgcolor))
        for one in last
        if one.style is not None and words in one.text
    ]


async def test_the_footer_is_as_bright_under_a_dialog_as_without_one(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        before = colours_of(person, "Enter")

        await person.press("d")
        await person.until(lambda: last_line(person).startswith("F1"))

        assert colours_of(person, "F1") == before
        assert "/ Search" not in last_line(person)


async def test_the_footer_repeats_no_key_that_a_button_names(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)

        await person.press("d")

        await person.sees("Cancel (n)", "Delete (y)", "Enter or Esc presses Cancel")
        await person.until(lambda: last_line(person) == "F1 Keys")


async def test_a_menu_names_what_enter_does(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)

        await person.press("x")
        await person.sees("Enter chooses · Esc cancels")
        await person.press("escape", "C")
        # The frame names its keys, and the footer does not say them again.
        await person.sees("Enter applies · Space ticks · J K move · Esc cancels")
        await person.until(lambda: last_line(person) == "F1 Keys")
