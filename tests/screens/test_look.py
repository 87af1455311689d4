"""What the console looks like: panels with frames where there is room, tabs, themes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from itertools import pairwise

import pytest
from textual.color import Color
from textual.command import CommandList, CommandPalette
from textual.widgets import Button, Input, OptionList

from svc_tui.config.legible import contrast
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.line import LineInput
from svc_tui.widgets.form.tabs import TabBar
from svc_tui.widgets.listing.grid import ListGrid
from tests.console import Person
from tests.screens.lists import settled

Console = Callable[..., AbstractAsyncContextManager[Person]]


def line_with(person: Person, words: str) -> str:
    """The line of the screen that holds these words."""
    return next((line for line in person.text().splitlines() if words in line), "")


async def test_with_room_panels_have_frames_that_hold_their_words(console: Console) -> None:
    async with console(start="/articles", size=(120, 40)) as person:
        await person.sees("1-20 of 300")
        assert "╰─ 1-20 of 300" in line_with(person, "1-20 of 300")
        assert "╭─ Articles ─" in line_with(person, "╭─ Articles")
        await settled(person)
        await person.press("space")
        await person.sees("1 marked")
        assert "─ 300 · 1 marked ─╮" in person.text()
        assert person.text().count("1 marked") == 1

        await person.pilot.resize_terminal(80, 24)
        await person.sees_no("╰─")
        await person.sees("1-20 of 300", "1 marked")
        await person.pilot.resize_terminal(120, 40)
        await person.until(lambda: "╰─ 1-20 of 300" in line_with(person, "1-20 of 300"))


async def test_with_room_the_library_has_its_numbers_in_the_upper_edge(console: Console) -> None:
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("4 folders · 8 files ─╮")
        await person.press("end", "space")
        await person.sees("4 folders · 8 files · 1 marked ─╮")
        assert person.text().count("1 marked") == 1

        await person.pilot.resize_terminal(80, 24)
        await person.sees_no("╰─")
        await person.sees("4 folders · 8 files · 1 marked")


async def test_a_dialog_has_its_title_in_its_frame_and_a_long_one_inside(console: Console) -> None:
    async with console(start="/articles", size=(80, 24)) as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("f")
        await person.sees("╭─ Filters ─")
        await person.pilot.resize_terminal(50, 24)
        await person.until(lambda: "─ Filters" not in person.text() and "Filters" in person.text())


async def test_a_small_form_has_its_labels_in_a_column_and_opens_lists_below_their_row(
    console: Console,
) -> None:
    async with console(start="/articles", size=(120, 40)) as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("i")
        await person.sees("Quick edit: ")
        await person.until(lambda: isinstance(person.app.focused, LineInput))
        lines = person.text().splitlines()
        at = next(n for n, line in enumerate(lines) if "Title*" in line)
        title, status = lines[at], lines[at + 2]
        assert title.index("Title*") == status.index("Status")

        await person.press("tab", "enter")
        await person.sees("╭─ Status ─", "type to filter")
        row = next(n for n, line in enumerate(person.text().splitlines()) if "╭─ Status" in line)
        assert row == at + 3


async def test_the_count_of_errors_stands_in_the_frame_and_the_message_in_its_field(
    console: Console,
) -> None:
    async with console(start="/articles/7", size=(120, 40)) as person:
        await person.sees("╭─ Details", "Title*")
        await person.until(lambda: person.app.screen.query(SvcField))
        fields = {one.descriptor.key: one for one in person.app.screen.query(SvcField)}
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.focused, LineInput))
        below = fields["slug"].region.y
        await person.press("ctrl+u", "f2")
        await person.sees("✕ This field is required.")
        await person.settles()
        assert fields["slug"].region.y == below  # The message has taken the blank line above it.
        await person.until(lambda: "╰─ 1 error · F8" in line_with(person, "1 error"))
        field = next(one for one in person.app.screen.query(SvcField) if one.messages.wrong)
        message = field.query_one(".problems")
        assert message.region.x == field.editor.region.x
        tab = person.app.screen.query_one(TabBar).render()
        red = [tab.plain[s.start : s.end] for s in tab.spans if "$text-error" in str(s.style)]
        assert red == []  # The tab that is open needs no mark.

        await person.pilot.resize_terminal(80, 24)
        await person.sees("1 error. Press F8 to go to it.")
        first = line_with(person, "1 error")
        assert first == person.text().splitlines()[1] and "#7" in first
        assert "changed" not in first and "•" not in line_with(person, "Title*")
        slug, summary = fields["slug"].editor, fields["summary"].editor
        await person.settles()
        assert slug.region.bottom == summary.region.y
        assert slug.background_colors[1] != summary.background_colors[1]


async def test_the_cursor_row_keeps_the_colours_of_states(console: Console) -> None:
    async with console(start="/articles", size=(80, 24)) as person:
        await person.sees("● Published")
        await settled(person)
        grid = person.app.screen.query_one(ListGrid)
        role = grid.get_component_styles("status--good").color
        row = next(n for n, line in enumerate(grid._rows) if line["status"] == "published")
        grid.go_to_row(row)
        await person.pilot.pause()
        strip = grid.render_line(row + 1)
        styles = [style for text, style, _ in strip if "●" in text and style is not None]
        assert styles and styles[0].bold and styles[0].color is not None
        assert Color.from_rich_color(styles[0].color) == role


async def test_the_theme_under_the_cursor_of_the_palette_is_shown(console: Console) -> None:
    async with console(start="/articles") as person:
        app = person.app
        await person.sees("1-20 of 300")
        before = app.theme
        await person.press("ctrl+p")
        await person.until(lambda: isinstance(app.focused, Input))
        await person.type("theme: nord")
        await person.until(lambda: app.theme == "nord")
        await person.press("escape")
        await person.until(lambda: app.theme == before)
        await person.press("ctrl+p")
        await person.until(lambda: isinstance(app.focused, Input))
        await person.type("theme: nord")
        await person.until(lambda: app.theme == "nord")
        await person.press("enter")
        await person.until(lambda: not app.screen.is_modal)
        assert app.theme == "nord"


async def test_a_line_of_the_palette_that_is_told_after_its_end_changes_nothing(
    console: Console,
) -> None:
    async with console(start="/articles") as person:
        app = person.app
        await person.sees("1-20 of 300")
        await person.press("ctrl+p")
        await person.until(lambda: isinstance(app.focused, Input))
        await person.type("theme: nord")
        await person.until(lambda: app.theme == "nord")
        lines = app.screen.query_one(CommandList)
        line = OptionList.OptionHighlighted(lines, lines.get_option_at_index(0), 0)
        await person.press("escape")
        await person.until(lambda: not lines.is_attached)
        before = app.theme

        app.post_message(CommandPalette.OptionHighlighted(line))
        await person.pilot.pause()

        assert app.theme == before != "nord"


async def test_the_palette_offers_words_before_letters_here_and_there(console: Console) -> None:
    async with console(start="/articles", size=(120, 50)) as person:
        await person.sees("1-20 of 300")
        await person.press("ctrl+p")
        await person.until(lambda: isinstance(person.app.focused, Input))
        await person.type("mark")
        await person.sees("Mark a range. Press again")
        seen = person.text()
        assert seen.index("Mark down") < seen.index("Range") < seen.index("Invert")
        # The names take no more cells than the longest of them.
        assert "Mark down  " in seen and f"{'Mark down':<20}" not in seen


async def test_a_palette_without_a_match_says_what_to_do_and_f1_lists_its_keys(
    console: Console,
) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("ctrl+p")
        await person.until(lambda: isinstance(person.app.focused, Input))
        await person.type("zzqx")
        await person.sees("No matching commands.")
        await person.press("f1")
        await person.sees("Close the palette.")


@pytest.mark.parametrize("options", [{"ascii": True}])
async def test_without_signs_the_open_tab_has_brackets(console: Console, options: dict) -> None:
    async with console(start="/articles", **options) as person:
        await person.sees("[All 300]  Drafts", "* Published")


async def test_without_colors_the_open_tab_has_brackets_and_states_keep_their_signs(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with console(start="/articles") as person:
        await person.sees("[All 300]  Drafts", "● Published")


@pytest.mark.parametrize("theme", ["svc-dark", "svc-light", "nord"])
async def test_the_words_of_a_disabled_button_can_be_read(console: Console, theme: str) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        person.app.theme = theme
        button = Button("Not now", compact=True, disabled=True)
        await person.app.screen.mount(button)
        await person.settles()
        assert button.styles.opacity == button.styles.text_opacity == 1
        _, _, ground, words = button.colors
        assert contrast(words, ground) >= 3


async def test_only_the_button_with_the_focus_is_filled(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        accent = Color.parse(person.app.theme_variables["primary"])

        def filled() -> list[str]:
            buttons = person.app.screen.query(".buttons Button").results(Button)
            return [str(one.label) for one in buttons if one.styles.background == accent]

        answer = asyncio.ensure_future(
            person.app.svc.confirm.ask("Publish?", confirm_text="Publish")
        )
        await person.sees("Publish (y)")
        await person.until(lambda: filled() == ["Cancel (n)"])
        await person.press("tab")
        await person.until(lambda: filled() == ["Publish (y)"])
        await person.press("enter")
        assert await answer


async def test_the_button_with_the_focus_is_black_on_its_color_in_16_colors(
    console: Console,
) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        person.app.theme = "ansi-dark"
        answer = asyncio.ensure_future(
            person.app.svc.confirm.ask("Publish?", confirm_text="Publish")
        )
        await person.sees("Publish (y)")
        for label in ("Cancel (n)", "Publish (y)"):
            await person.until(
                lambda name=label: str(getattr(person.app.focused, "label", "")) == name
            )
            await person.until(lambda: person.app.focused.styles.color == Color.parse("ansi_black"))
            await person.press("tab")
        await person.press("n")
        assert not await answer


async def test_tabs_stand_on_the_ground_of_the_page(console: Console) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        head = person.app.screen.query_one("SvcMediaManager > .head")
        assert head.styles.background == Color.parse(person.app.theme_variables["background"])
    async with console(start="/articles/7") as person:
        await person.sees("Title*")
        assert person.app.screen.query_one(TabBar).styles.background.is_transparent


async def test_the_fields_of_a_quick_edit_have_lines_between_them(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("i")
        await person.sees("Quick edit:", "Featured")
        fields = [*person.app.screen.query(SvcField)]
        await person.until(lambda: fields[1].region.y > 0)
        await person.settles()
        assert all(below.region.y == above.region.bottom + 1 for above, below in pairwise(fields))


async def test_the_filters_have_one_cursor(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.settles()
        await person.press("f")
        await person.sees("[ ] Draft")
        await person.settles()
        choices = person.app.screen.query_one(".right OptionList", OptionList)
        assert grounds(choices, 0) == grounds(choices, 1)
        await person.press("right")
        await person.until(lambda: grounds(choices, 0) != grounds(choices, 1))


def grounds(choices: OptionList, y: int) -> set[object]:
    """The backgrounds of a line."""
    return {one.style.bgcolor for one in choices.render_line(y) if one.style is not None}
