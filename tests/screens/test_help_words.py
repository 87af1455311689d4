"""Every key in the help is named and explained in our words."""

from __future__ import annotations

from typing import Any

import pytest
from textual.binding import Binding
from textual.widgets import OptionList

from svc_tui.widgets.shell.effective_bindings import key_name
from svc_tui.widgets.shell.help import HelpScreen
from tests.screens.test_record import opened


async def test_keys_that_textual_binds_are_written_and_explained_as_ours(console: Any) -> None:
    async with console(size=(80, 24), start="/articles/1") as person:
        await opened(person)
        await person.press("question_mark")
        await person.until(lambda: isinstance(person.app.screen, HelpScreen))
        await person.settles()
        columns = person.app.screen.query(OptionList)
        lines = [str(line.prompt) for column in columns for line in column.options]

        raw = ("Page Left", "Page Right", "Focus Next", "Focus Previous", " palette ", "^")
        assert not [line for line in lines for word in raw if word in line]
        assert any("Ctrl+PgUp" in line and "Move a screen to the left." in line for line in lines)
        assert any("Go to the previous tab. On a heading, fold it." in line for line in lines)
        helps = {
            line.index("Go to the ") for line in lines if " tab" in line and "Go to the " in line
        }
        assert len(helps) == 1
        assert any("Open a page of the sidebar, after g." in line for line in lines)

        assert key_name(person.app, Binding("ctrl+pagedown", "")) == "Ctrl+PgDn"
        assert key_name(person.app, Binding("ctrl+s", "")) == "Ctrl+S"
        assert key_name(person.app, Binding("ctrl+shift+a", "")) == "Shift+Ctrl+A"
        assert key_name(person.app, Binding("up", "", key_display="↑ ↓")) == "↑ ↓"
        assert key_name(person.app, Binding("less_than_sign", "", key_display="< >")) == "<"


async def test_page_down_passes_keys_that_all_are_dim_and_reaches_the_end(console: Any) -> None:
    async with console(user="viewer", start="/articles") as person:
        await person.sees("1-20 of")
        await person.press("question_mark")
        await person.until(lambda: isinstance(person.app.screen, HelpScreen))
        await person.settles()
        keys = person.app.screen.query(OptionList).first()
        last = max(n for n, option in enumerate(keys.options) if not option.disabled)

        await person.press(*["pagedown"] * 40)

        assert keys.highlighted == last


async def test_without_a_change_there_is_nothing_to_undo(console: Any) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of")
        await person.press("u")
        await person.sees("There is nothing to undo.")


async def test_a_search_that_no_address_can_hold_is_called_too_long(console: Any) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of")
        await person.press("slash")
        person.app.focused.value = "x" * 70_000
        await person.sees("a search or filter is too long")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_every_key_of_a_list_is_explained_on_one_line_below_a_rule_to_the_edge(
    console: Any, size: tuple[int, int]
) -> None:
    async with console(size=size, start="/articles") as person:
        await person.sees("1-20 of")
        await person.press("question_mark")
        await person.until(lambda: isinstance(person.app.screen, HelpScreen))
        await person.settles()
        columns = [one for one in person.app.screen.query(OptionList) if one.display]
        options = [(column, str(one.prompt)) for column in columns for one in column.options]

        assert not [line for _, line in options if "\n" in line]
        rules = [(column, line) for column, line in options if "──" in line]
        assert {column.size.width - len(line) for column, line in rules} <= {1, 2}


async def test_the_key_that_opens_the_help_closes_it_unless_something_is_searched(console: Any):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("question_mark")
        await person.sees("Type to search", "Enter runs the selected key")
        await person.press("question_mark")
        await person.sees_no("Type to search")
        await person.sees_no("all commands")
        await person.press("question_mark")
        await person.sees("all commands")
        await person.type("what")
        await person.press("question_mark")
        await person.sees("what?", "all commands")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_footer_names_no_key_that_the_frame_of_the_help_names(
    console: Any, size: tuple[int, int]
) -> None:
    async with console(start="/articles", size=size) as person:
        await person.sees("1-20 of 300")
        await person.press("question_mark")
        await person.sees("Type to search", "Enter runs it", "Esc closes")
        await person.until(lambda: "Esc Close" not in person.text().splitlines()[-1])
