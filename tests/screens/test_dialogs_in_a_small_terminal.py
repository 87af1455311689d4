"""All dialogs: they can be used while the terminal shrinks, and have the width of their content."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Input

from svc_tui.widgets.record.merge_dialog import MergeDialog
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
    "errors": ("enter", "shift+home", "delete", "escape", "exclamation_mark"),
}
LIBRARY = {
    "delete": ("end", "d"),
    "delete folder": ("home", "d"),
    "new folder": ("N",),
    "rename folder": ("home", "f2"),
    "replace": ("end", "R"),
    "move": ("end", "M"),
    "go to": ("t",),
    "browse": ("o",),
    "missing texts": ("exclamation_mark",),
    "worklist": ("a", "enter"),
    "picture": ("end", "p"),
}
PLACES = {
    "/articles": ("1-20 of 300", LIST),
    "/articles/5": ("Save and close", RECORD),
    "/media": ("Photos", LIBRARY),
}
TOGETHER = {"/articles": 10, "/articles/5": 1, "/media": 10}
"""The number of dialogs that one console opens in turn; on a record, they change what is there."""

PARTS = [
    (place, tuple(dialogs)[start : start + TOGETHER[place]])
    for place, (_, dialogs) in PLACES.items()
    for start in range(0, len(dialogs), TOGETHER[place])
]


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


async def resize(person: Person, columns: int, rows: int) -> None:
    await person.pilot.resize_terminal(columns, rows)
    await person.until(lambda: person.app.size.width == columns)
    await person.settles()


def misplaced(person: Person) -> list[str]:
    """What of the open dialog is wider than can be read, or is not in the middle of the page."""
    dialog, left = person.app.screen, person.app.screen_stack[0].query_one(".page").region.x
    width, found = person.app.size.width, []
    for box in dialog.query(".dialog"):
        beside = 0 < box.region.width < width - left - 1
        fills = box.region.width in (width, width - left)
        if fills or getattr(dialog, "under", None) is not None:
            continue
        if box.region.width > 90 and not isinstance(dialog, MergeDialog):
            found.append(f"{type(dialog).__name__} is {box.region.width} cells wide")
        is_fixed = box.styles.width is not None and box.styles.width.cells is not None
        start = left if beside and (is_fixed or width > 80) else 0
        if abs(2 * box.region.x + box.region.width - start - width) > 2:
            found.append(f"{type(dialog).__name__} is at {box.region}, not in the middle")
    return found


@pytest.mark.parametrize(
    ("place", "names"), PARTS, ids=lambda one: one[0] if isinstance(one, tuple) else one
)
async def test_a_dialog_is_in_the_middle_of_the_page_and_can_be_used_after_each_resize(
    console: Console, place: str, names: tuple[str, ...]
) -> None:
    words, dialogs = PLACES[place]
    async with console(start=place, size=(80, 24)) as person:
        await person.sees(words)
        await person.settles()
        page, bad = person.app.screen, []
        for name in names:
            focus = page.focused
            for key in dialogs[name]:
                await person.press(key)
                await person.settles()
            await person.until(lambda: person.app.screen is not page)
            await person.settles()
            found = misplaced(person)
            await resize(person, 200, 50)
            found += misplaced(person)
            await resize(person, 60, 20)
            bad += [f"{name}: {one}" for one in [*found, *await unusable(person)]]
            while person.app.screen is not page:
                person.app.pop_screen()
                await person.pilot.pause()
            page.set_focus(focus)
            await resize(person, 80, 24)
        assert bad == []


async def test_the_palette_leaves_the_sidebar_in_sight(console: Console) -> None:
    async with console(start="/articles", size=(100, 30)) as person:
        await person.sees("1-20 of 300")
        await person.press("ctrl+p")
        await person.sees("Enter runs")
        assert "▣ Media" in person.text() and "◧ Categories" in person.text()


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
        await resize(person, 60, 20)
        bad = await unusable(person)
        assert bad == [], person.text()
