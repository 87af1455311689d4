"""What is said while a dialog is open can be read there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest
from rich.cells import cell_len
from textual._context import visible_screen_stack
from textual.color import Color

from svc_tui import SvcSnackBar
from tests.console import Person
from tests.screens.lists import list_of

Console = Callable[..., AbstractAsyncContextManager[Person]]


def ground_of(person: Person, text: str) -> Color | None:
    """The colour behind a text on the screen."""
    visible_screen_stack.set(person.app._background_screens)
    for strip in person.app.screen._compositor.render_strips():
        if (start := strip.text.find(text)) >= 0:
            cells = cell_len(strip.text[:start])
            behind = next(iter(strip.crop(cells, cells + 1)))
            assert behind.style is not None and behind.style.bgcolor is not None
            return Color.from_rich_color(behind.style.bgcolor)
    return None


@pytest.mark.parametrize("size", [(80, 24), (40, 10)])
async def test_a_toast_stands_over_a_dialog_as_bright_as_on_a_page(
    console: Console, size: tuple[int, int]
):
    async with console(start="/articles", size=size) as person:
        await list_of(person)
        assert person.app.svc is not None
        said = person.app.svc.snack
        said.show("on the page", duration=0)
        await person.sees("on the page")
        bright = ground_of(person, "on the page")
        await person.press("f")
        await person.sees("Filters")

        said.show("over the dialog", duration=0)

        await person.until(lambda: ground_of(person, "over the dialog") == bright)
        assert "on the page" not in person.app.screen.query_one(SvcSnackBar).render().plain


async def test_a_dialog_gives_its_lines_back_when_the_toast_goes(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        await person.press("f")
        await person.sees("Filters")
        assert person.app.svc is not None
        toast = person.app.svc.snack.show("over the dialog", duration=0)
        await person.until(lambda: person.app.screen.query(SvcSnackBar))

        person.app.svc.snack.dismiss(toast.id)

        await person.sees_no("over the dialog")
        await person.press("escape")
        await person.sees_no("Filters")
        assert not person.app.screen.is_modal


async def test_nothing_covers_the_line_of_a_command(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        await person.press("colon")
        await person.type("articles stat")
        assert person.app.svc is not None
        person.app.svc.snack.show("said meanwhile", duration=0)
        await person.settles()
        assert ":articles stat" in person.text().splitlines()[-1]


async def test_a_toast_leaves_the_lines_that_name_keys(console: Console):
    async with console(start="/articles/5") as person:
        await person.sees("Save and close")
        await person.settles()
        assert person.app.svc is not None

        person.app.svc.snack.show("said over the page", duration=0)

        await person.sees("said over the page")
        *_, buttons, footer = person.text().splitlines()
        assert "Save" in buttons
        assert "? Keys" in footer


async def test_a_toast_leaves_the_words_in_the_frame_of_the_page_free(console: Console):
    async with console(start="/articles", size=(120, 40)) as person:
        await list_of(person)
        assert person.app.svc is not None
        person.app.svc.snack.show("word " * 20, duration=0)

        await person.sees("word word")
        await person.sees("1-20 of 300", "sorted by Position")
