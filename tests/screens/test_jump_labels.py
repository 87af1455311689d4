"""Ctrl+O: a letter on each place of the page, to move the focus there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList

from svc_tui.cli.demo import FILE
from svc_tui.widgets.form.tabs import TabBar
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.record.body import DetailBody
from svc_tui.widgets.shell.jump_labels import LETTERS, JumpLabels, jump_keys
from svc_tui.widgets.shell.sidebar import SvcSidebarList
from tests.console import Person
from tests.screens.lists import settled

Console = Callable[..., AbstractAsyncContextManager[Person]]


async def labels(person: Person) -> dict[str, Widget]:
    """Press Ctrl+O and return the labels on the screen by their letters."""
    await person.press("ctrl+o")
    await person.until(lambda: isinstance(person.app.screen, JumpLabels))
    await person.settles()
    return {str(one.name): one for one in person.app.screen.query(".letter")}


async def jump(person: Person, to: Widget) -> None:
    """Press the letter that is drawn on a widget."""
    shown = await labels(person)
    y = to.region.y
    places = person.app.screen._places
    at = next(key for key in shown if places[key] is to)
    assert shown[at].region.y == y
    shown_at = shown[at].region
    assert at in person.text().splitlines()[y][shown_at.x : shown_at.right]
    await person.press(*at)
    await person.until(lambda: not isinstance(person.app.screen, JumpLabels))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_from_the_rows_to_the_search_and_the_sidebar_and_back(
    console: Console, size: tuple[int, int]
) -> None:
    async with console(start="/articles", size=size) as person:
        await person.sees("1-20 of 300")
        await settled(person)
        page = person.app.screen
        grid, search = page.query_one(ListGrid), page.query_one(".search", Input)
        await jump(person, grid)
        assert person.app.focused is grid
        await jump(person, search)
        await person.press("s", "e", "a")
        await person.until(lambda: search.value == "sea")

        await jump(person, page.query(SvcSidebarList).first())
        await person.press("down", "enter")
        await person.until(lambda: person.location == "/categories")


async def test_labels_stand_beside_what_they_name(console: Console) -> None:
    async with console(start="/articles/20", size=(80, 24)) as person:
        await person.sees("Save and close")
        await person.settles()
        before = person.text().splitlines()
        shown = await labels(person)
        lines = person.text().splitlines()
        for word in ("Text", "Save and close", "Delete", "Slug", "Italiano"):
            at = next(y for y, line in enumerate(before) if word in line)
            assert word in lines[at]
        assert len(shown) > 8


@pytest.mark.parametrize("start", ["/", "/articles"])
async def test_the_letter_of_the_sidebar_covers_no_icon(console: Console, start: str) -> None:
    async with console(start=start, size=(80, 24)) as person:
        await person.sees("Newsroom", "Articles")
        await person.until(lambda: "⌂" in person.text())
        await person.settles()
        await labels(person)
        assert "⌂" in person.text()


async def test_a_page_without_places_says_so_instead_of_only_dimming(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        for one in person.app.screen.focus_chain:
            one.disabled = True
        await person.press("ctrl+o")
        await person.sees("There is nothing to jump to here.")
        assert not isinstance(person.app.screen, JumpLabels)


async def test_esc_and_the_key_itself_leave_everything_as_it_is(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.sees("Published 1")
        before, focused = person.text(), person.app.focused
        for key in ("escape", "ctrl+o"):
            assert len(await labels(person)) > 3
            assert person.text() != before
            await person.press(key)
            await person.until(lambda: not isinstance(person.app.screen, JumpLabels))
            assert person.app.focused is focused
            assert person.text() == before
            assert person.location == "/articles"


async def test_what_was_typed_stays_when_another_field_is_chosen(console: Console) -> None:
    async with console(start="/articles/20", size=(80, 24)) as person:
        await person.sees("Save and close")
        await person.press("enter", "end", "X")
        title = person.app.focused
        assert isinstance(title, Input) and title.value.endswith("X")
        typed = title.value
        summary = next(one for one in person.app.screen.query("LongText"))
        await jump(person, summary)
        await person.until(lambda: person.app.focused is summary)
        await person.press("Y")
        await person.until(lambda: "Y" in str(getattr(summary, "text", "")))
        assert title.value == typed


async def test_no_place_of_a_form_changes_by_being_chosen(console: Console) -> None:
    async with console(start="/articles/20", size=(120, 40)) as person:
        await person.sees("Save and close")
        await person.settles()
        body = person.app.screen.query_one(DetailBody)
        kinds = set[type]()
        for key in [*await labels(person)]:
            if not isinstance(person.app.screen, JumpLabels):
                await labels(person)
            await person.press(key)
            await person.until(lambda: not isinstance(person.app.screen, JumpLabels))
            await person.settles()
            assert person.app.focused is not None
            kinds.add(type(person.app.focused))
            assert person.location == "/articles/20"
        assert {TabBar, Button, DetailBody} <= kinds
        assert body.is_attached
        await person.press("ctrl+o", next(iter(LETTERS)), "escape", "escape")
        await person.until(lambda: person.location != "/articles/20")


async def test_in_a_dialog_the_letters_are_on_its_parts(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("f")
        await person.sees("╭─ Filters ─")
        await person.settles()
        lists = [*person.app.screen.query(OptionList)]
        await jump(person, lists[1])
        await person.until(lambda: person.app.focused is lists[1])
        await person.sees("╭─ Filters ─")


async def test_a_resize_takes_the_letters_away(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await labels(person)
        await person.pilot.resize_terminal(120, 40)
        await person.until(lambda: not isinstance(person.app.screen, JumpLabels))
        assert person.app.size == Size(120, 40)


async def test_without_colors_the_letters_have_brackets(console: Console) -> None:
    async with console(start="/articles", ascii=True) as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await labels(person)
        await person.sees("[a]", "[s]")


async def test_another_key_of_the_console_file_opens_and_closes_them(
    console: Console, tmp_path: Path
) -> None:
    file = tmp_path / "console.toml"
    file.write_text(f'{FILE.read_text("utf-8")}\n[keys]\n"app.jump" = "f12"\n', "utf-8")
    async with console(start="/articles", file=file) as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("ctrl+o", "f12")
        await person.until(lambda: isinstance(person.app.screen, JumpLabels))
        await person.settles()
        await person.press("f12")
        await person.until(lambda: not isinstance(person.app.screen, JumpLabels))


def test_more_places_than_letters_have_two_each() -> None:
    assert jump_keys(3) == ["a", "s", "d"]
    assert len(jump_keys(26)) == len(set(jump_keys(26))) == 26
    many = jump_keys(40)
    assert len(set(many)) == 40 and {len(key) for key in many} == {2}
