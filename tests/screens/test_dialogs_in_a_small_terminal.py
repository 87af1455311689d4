"""Dialogs that are open while the terminal shrinks to 60×20: all of them can still be used."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Input

from tests.console import Person
from tests.screens.test_media_upload import pictures

Console = Callable[..., AbstractAsyncContextManager[Person]]

pytestmark = pytest.mark.usefixtures("fresh_demo")

LIST = {
    "delete": ("d",),
    "delete several": ("space", "space", "d"),
    "quick edit": ("i",),
    "leave quick edit": ("i", "x", "escape"),
    "add": ("I",),
    "filters": ("f",),
    "sorting": ("S",),
    "columns": ("C",),
    "views": ("V",),
    "actions": ("x",),
    "action": ("x", "enter"),
    "bulk edit": ("x", "down", "down", "enter"),
    "bulk question": ("space", "x", "down", "down", "enter", "down", "enter", "enter", "ctrl+s"),
    "export": ("X",),
    "the whole row": ("plus",),
    "JSON": ("Y",),
    "value": ("f3",),
    "worklist": ("a", "enter"),
    "help": ("question_mark",),
    "palette": ("ctrl+p",),
    "command line": ("colon",),
    "traffic": ("T",),
    "log": ("at",),
    "tasks": ("w",),
    "places": ("g",),
    "drafts": ("g", "k"),
    "own changes": ("g", "o"),
}
RECORD = {
    "changes": ("equals_sign",),
    "delete": ("d",),
    "actions": ("x",),
    "fill": ("right_square_bracket", "F"),
    "leave": ("enter", "x", "escape", "escape"),
    "errors": ("enter", "shift+home", "delete", "escape", "M"),
}
LIBRARY = {
    "delete": ("end", "d"),
    "delete folder": ("d",),
    "new folder": ("N",),
    "rename folder": ("f2",),
    "replace": ("end", "R"),
    "move": ("end", "M"),
    "go to": ("t",),
    "browse": ("B",),
    "missing texts": ("F",),
    "worklist": ("a", "enter"),
    "picture": ("end", "p"),
}
PLACES = {
    "/articles": ("1-20 of 300", LIST),
    "/articles/5": ("Save and close", RECORD),
    "/media": ("Photos", LIBRARY),
}
CASES = [(place, name) for place, (_, dialogs) in PLACES.items() for name in dialogs]


def is_whole(widget: Widget) -> bool:
    """Whether all of a widget is on the screen, and wide enough for its words."""
    around = [one for one in widget.ancestors if isinstance(one, Widget) and one.region]
    seen = all(one.region.contains_region(widget.region) for one in around)
    needed = widget.get_content_width(widget.container_size, widget.app.size)
    return seen and widget.content_size.width >= needed


async def unusable(person: Person) -> list[str]:
    """What can't be reached of the dialog that is open."""
    dialog = person.app.screen
    assert isinstance(dialog, ModalScreen)
    found = [
        f"{type(dialog).__name__} is not on the screen: {box.region}"
        for box in dialog.query(".dialog")
        if not dialog.region.contains_region(box.region)
    ]
    for button in dialog.query(Button):
        if not is_whole(button):
            button.scroll_visible(animate=False)
            await person.settles()
        if button.display and not is_whole(button):
            found.append(f"{type(dialog).__name__}: {button.label} is cut: {button.region}")
    return found


async def shrink(person: Person) -> None:
    await person.pilot.resize_terminal(60, 20)
    await person.until(lambda: person.app.size.width == 60)
    await person.settles()


@pytest.mark.parametrize(("place", "name"), CASES)
async def test_a_dialog_can_be_used_after_the_terminal_has_shrunk(
    console: Console, place: str, name: str
) -> None:
    words, dialogs = PLACES[place]
    async with console(start=place, size=(120, 40)) as person:
        await person.sees(words)
        await person.settles()
        page = person.app.screen
        for key in dialogs[name]:
            await person.press(key)
            await person.settles()
        await person.until(lambda: person.app.screen is not page)
        await shrink(person)
        bad = await unusable(person)
        assert bad == [], person.text()


async def test_the_question_about_an_upload_can_be_used_after_the_terminal_has_shrunk(
    console: Console, tmp_path: Path
) -> None:
    (cat,) = pictures(tmp_path, "cat.png")
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("Photos")
        await person.settles()
        await person.press("U")
        await person.until(lambda: isinstance(person.app.focused, Input))
        await person.type(f"{cat}\n")
        await person.sees("Upload file cat.png")
        await shrink(person)
        bad = await unusable(person)
        assert bad == [], person.text()
