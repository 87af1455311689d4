"""Pictures in the console: the library as a grid, and the page on which ways are tried."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from svc_tui.screens.media import MediaPage
from svc_tui.widgets.media.grid import MediaGrid
from tests.console import Person
from tests.screens.test_first_pages import without_port

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])


async def in_the_grid(person: Person) -> MediaGrid:
    """Change to the grid, and wait for its pictures."""
    await person.sees("▸ Photos")
    await person.press("number_sign")
    await person.until(lambda: person.app.screen.query(MediaGrid))
    grid = person.app.screen.query_one(MediaGrid)
    await person.until(lambda: grid.looking.looks and not grid.looking.fetching)
    await person.settles()
    return grid


@SIZES
async def test_the_library_is_a_grid_of_pictures(
    console: Any, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with console(size=size, start="/media") as person:
        await in_the_grid(person)
        assert without_port(person.text()) == snapshot


async def test_the_grid_is_remembered_and_opens_files(console: Any) -> None:
    async with console(size=(120, 40), start="/media") as person:
        grid = await in_the_grid(person)
        await person.press("j", "enter")
        await person.sees("Description")
        assert person.app.svc.preferences.state.gallery == "grid"
        await person.press("q")
        await person.until(lambda: grid.has_focus)
        await person.goes_to("/")
        await person.goes_to("/media")
        await person.until(lambda: isinstance(person.app.page, MediaPage))
        await person.until(lambda: person.app.screen.query(MediaGrid))
        await person.settles()


@SIZES
async def test_ways_of_showing_pictures_are_tried_on_a_page(
    console: Any, size: tuple[int, int], snapshot: SnapshotAssertion, monkeypatch: Any
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("TERM_PROGRAM", raising=False)
    async with console(size=size, start="/settings/pictures") as person:
        await person.sees("Pictures in this terminal", "▀▀▀")
        await person.settles()
        assert without_port(person.text()) == snapshot


async def test_a_way_that_nobody_has_seen_is_not_kept(console: Any) -> None:
    async with console(start="/settings/pictures") as person:
        await person.sees("▀▀▀")
        await person.press("down", "enter")
        await person.sees("Do you see a yellow disc", "\U0010eeee")
        await person.press("n")
        await person.sees("● Half blocks", "▀▀▀")
        assert person.app.svc.pictures.state.mode == "half-block"
        await person.press("enter", "y")
        await person.sees("● kitty graphics")
        assert person.app.svc.pictures.state.mode == "kitty"


async def test_switching_off_takes_pictures_from_the_details(console: Any) -> None:
    async with console(size=(120, 40), start="/media") as person:
        await person.sees("▸ Photos")
        await person.press("j", "j", "j", "j", "enter")
        await person.sees("▀▀▀")
        await person.press("P")
        await person.sees("Pictures are off. Press P to show them.")
        await person.sees_no("▀▀▀")
        preview = person.app.screen.query_one("SvcMediaEditor SvcMediaPreview")
        await person.until(lambda: preview.size.height == 3)
        await person.press("P")
        await person.sees("▀▀▀")
