"""Keys of the list page that narrow, sort, copy, preview and say why they can't."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest
from textual.widgets import Input, Static

from svc_tui.screens.record import DetailPage
from svc_tui.stores.unavailable_reason import permission_denied_message
from svc_tui.widgets.choice_menu import ChoiceMenu
from svc_tui.widgets.letters import is_typing
from svc_tui.widgets.listing.preview import RowPreview, ZoomedRow
from svc_tui.widgets.listing.quick_form import QuickForm
from svc_tui.widgets.listing.raw import RawRow
from tests.console import Person
from tests.screens.lists import settled, store_of, table_of, watch

Console = Callable[..., AbstractAsyncContextManager[Person]]


# Copying


async def test_a_wrong_second_key_after_y_runs_nothing(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("y", "d")
        await person.until(lambda: any("Nothing was copied" in one for one in person.toasts))
        assert "Delete this record?" not in person.text()
        await person.press("y", "down")
        assert table_of(person).grid.current == "1"
        assert not table_of(person).copying.active


@pytest.mark.parametrize(
    ("letter", "copied"),
    [
        ("y", r"KEY"),
        ("c", r"TITLE"),
        ("j", r'\{\n  "id": KEY,[\s\S]*\}'),
        ("u", r"http://127\.0\.0\.1:\d+/api/articles/KEY/"),
        ("l", r"/articles\?f_status=draft"),
        ("x", r"svc-tui list articles status:draft --config=\S+ --url=http://127\.0\.0\.1:\d+"),
    ],
)
async def test_y_and_a_letter_copy(console: Console, letter: str, copied: str):
    async with console(start="/articles?f_status=draft") as person:
        await person.sees("Status: Draft")
        await person.until(lambda: person.location == "/articles?f_status=draft")
        await person.until(lambda: table_of(person).grid.current_row)
        row = table_of(person).grid.current_row or {}
        wanted = copied.replace("KEY", str(row["id"])).replace("TITLE", re.escape(row["title"]))
        await person.press("y", letter)
        await person.until(lambda: person.app.clipboard)
        assert re.fullmatch(wanted, person.app.clipboard)
        await person.sees("Copied to the terminal's clipboard.")


# Narrowing and sorting


async def test_a_choice_is_shown_and_narrowed_by_its_label_and_copied_as_its_value(
    console: Console,
):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("ampersand")
        await person.type("in review")
        await person.press("enter")
        table = table_of(person)
        rows = store_of(person).state.rows
        reviewed = [str(row["id"]) for row in rows if row["status"] == "review"]
        await person.until(lambda: table.grid.keys == reviewed)
        await person.press("right")
        await person.until(lambda: table.copying.text_of("c") == "review")


async def test_loaded_rows_are_narrowed_without_asking(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.until(lambda: store_of(person).source.has(store_of(person).state.query.at(2)))
        sent = watch(person)
        await person.press("ampersand")
        await person.type("draft")
        await person.sees("only “draft”")
        await person.press("enter")
        table = table_of(person)
        rows = store_of(person).state.rows
        drafts = [str(row["id"]) for row in rows if row["status"] == "draft"]
        assert table.grid.keys == drafts
        await person.press("asterisk")
        await person.until(lambda: [*store_of(person).state.selection.rows] == drafts)
        await person.press("m")
        await person.until(lambda: any("while they are filtered" in one for one in person.toasts))
        await person.press("escape")
        await person.until(lambda: len(table.grid.keys) == 20)
        await person.press("escape")
        await person.sees_no("marked")
        assert sent == []


async def test_the_first_key_of_two_may_be_forgotten_after_the_end(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("g")
    person.app.chords.forget()  # Its time may be up while the console closes.
    assert person.app.return_code in (None, 0)


async def test_narrowed_to_nothing_says_so(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("ampersand")
        await person.type("qqqq")
        await person.sees("No row on this page contains “qqqq”")
        await person.press("enter", "0")
        await person.sees_no("No row on this page")
        assert len(table_of(person).grid.keys) == 20


async def test_a_column_that_nothing_was_turned_of_is_sorted_by_at_once(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("S", "down", "down", "enter")
        await person.sees("sorted by Category ▲")


# Values, previews


async def test_f3_shows_the_whole_value_of_a_cell(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("f3")
        await person.until(lambda: isinstance(person.app.screen, RawRow))
        title = store_of(person).state.rows[0]["title"]
        assert isinstance(person.app.screen, RawRow)
        assert (person.app.screen.heading, person.app.screen.json) == ("Title", title)


async def test_the_preview_is_remembered(console: Console):
    async with console(start="/articles", size=(140, 40)) as person:
        await person.sees("1-20 of 300")
        await person.press("p")
        await person.sees("Slug           ")
    async with console(start="/articles", size=(140, 40)) as person:
        await person.sees("Slug           ")
        await person.press("p")
        await person.sees_no("Slug           ")
    async with console(start="/articles", size=(140, 40)) as person:
        await person.sees("1-20 of 300")
        await settled(person)
        assert not person.app.screen.query(RowPreview)


async def test_the_preview_and_the_zoomed_row_format_values_as_their_columns(console: Console):
    async with console(start="/orders?ordering=-amount", size=(140, 40)) as person:
        await settled(person)
        amount = f"{float(store_of(person).state.rows[0]['amount']):,.2f}"
        assert "," in amount
        await person.press("p")
        await person.until(lambda: bool(person.app.screen.query(RowPreview)))
        preview = person.app.screen.query_one(RowPreview)
        await person.until(lambda: amount in str(preview.content))
        await person.press("plus")
        await person.until(lambda: isinstance(person.app.screen, ZoomedRow))
        await person.until(
            lambda: amount in str(person.app.screen.query_one(".facts", Static).content)
        )


async def test_in_a_small_terminal_the_preview_stands_instead_of_the_rows(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("down", "p")
        await person.sees("Slug            story-2", "p or Esc: rows")
        await person.sees_no("Category Name")  # The category has it.
        assert "  3   " not in person.text(), "only the row itself is left"
        await person.press("down")
        await person.sees("Slug            story-3")
        await person.press("space")
        await person.sees("1 marked")
        await person.press("escape")
        await person.sees_no("Slug           ")
        await person.sees("1 marked", "✓ 3", "12")
        assert table_of(person).grid.current == "4"


async def test_a_preview_finds_its_place_as_the_terminal_changes(console: Console):
    async with console(start="/articles", size=(80, 40)) as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("p")
        await person.sees("Slug           ")
        assert table_of(person).previewing.place == "below"
        await person.pilot.resize_terminal(140, 40)
        await person.until(lambda: table_of(person).previewing.place == "beside")
        await person.sees("Slug           ")
        await person.pilot.resize_terminal(80, 24)
        await person.told_of("Press p to show it instead")
        await person.sees_no("Slug           ")
        await person.press("p")
        await person.sees("Slug           ")
        await person.pilot.resize_terminal(80, 40)
        await person.until(lambda: table_of(person).previewing.place == "below")
        await person.sees("Slug           ")


async def test_a_preview_that_stood_instead_of_the_rows_is_not_there_the_next_time(
    console: Console,
):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("p")
        await person.sees("Slug           ")
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300", "18  ")
        assert not person.app.screen.query(RowPreview)


async def test_plus_shows_the_whole_record_however_narrow(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("plus")
        await person.sees("Slug           ", "Esc closes")
        await person.press("escape")
        await person.sees("1-20 of 300")


# Opening


async def test_e_opens_the_record_and_types_into_its_first_field(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("down", "e")
        await person.until(lambda: isinstance(person.app.page, DetailPage))
        await person.until(lambda: is_typing(person.app.focused))
        assert person.location == "/articles/2"


async def test_history_goes_back_to_the_list_as_it_was_and_forward_again(console: Console):
    async with console(start="/articles?page=2") as person:
        await person.sees("21-40 of 300")
        await person.press("down", "enter")
        await person.until(lambda: person.location == "/articles/22")
        await person.sees("Save and close")
        await person.press("H")
        await person.sees("21-40 of 300")
        assert person.location == "/articles?page=2"
        await person.until(lambda: table_of(person).grid.current == "22")
        await person.press("L")
        await person.until(lambda: person.location == "/articles/22")


# Why not


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("n", permission_denied_message("Adding", "add_article")),
        ("ctrl+n", permission_denied_message("Adding", "add_article")),
        ("d", permission_denied_message("Deleting", "delete_article")),
        ("i", permission_denied_message("Changing", "change_article")),
        ("e", permission_denied_message("Changing", "change_article")),
        ("m", permission_denied_message("Changing", "change_article")),
        ("comma", "This is the first page."),
    ],
)
async def test_a_key_that_may_not_act_says_why_once(console: Console, key: str, why: str):
    async with console(user="viewer", start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press(key, key, key)
        await person.until(lambda: why in person.toasts)
        assert person.toasts.count(why) == 1
        assert person.location == "/articles"


async def test_a_column_that_can_not_be_sorted_by_says_so(console: Console):
    async with console(start="/tags") as person:
        await person.sees("Slug")
        for _ in table_of(person).grid.drawn_columns:
            column = table_of(person).grid.current_column
            if column is not None and not column.sortable:
                break
            await person.press("right")
        else:
            pytest.fail("every column of the tags can be sorted by: choose another list")
        await person.press("s")
        await person.until(lambda: any("can't sort by" in one for one in person.toasts))


async def test_a_move_while_searching_says_why_not(console: Console):
    async with console(start="/articles?search=harbour") as person:
        await person.sees("search “harbour”", "1-12 of 12")
        await person.press("m")
        await person.until(lambda: any("while searching" in one for one in person.toasts))


async def test_a_proposed_path_is_typed_over(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("X")
        await person.sees("~/articles.csv")
        await person.type("x.csv")
        assert person.app.screen.query_one(Input).value == "x.csv"


async def test_the_actions_menu_begins_on_something_harmless(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("space", "x")
        await person.sees("Delete")
        menu = person.app.screen
        assert isinstance(menu, ChoiceMenu)
        assert [one.dangerous for one in menu.entries] == [False] * 5 + [True] * 2
        assert menu.entries[-1].text == "Delete"
        await person.press("enter")
        await person.sees("Publish 1 row?")


async def test_a_tab_and_filters_are_told_in_words_and_cleared_by_keys(console: Console):
    async with console(start="/articles?tab=review") as person:
        await person.sees("1-20 of 58", "tab In review", "col (C)")
        await settled(person)
        await person.press("slash")
        await person.sees("Typing", "Enter Search", "Esc To the rows")
        await person.type("harbour")
        await person.press("enter")
        await person.sees("search “harbour”", "Found:")
        await settled(person)
        await person.press("escape")
        await person.sees("All 300", "1-20 of 58")
        await settled(person)
        await person.press("0")
        await person.sees("1-20 of 300", "[All 300]")
        assert person.location == "/articles"

        await person.goes_to("/articles?f_status=draft&f_featured=true")
        await person.sees("Press 0 to clear", "2 filters", "Found: [All 8]")
        await settled(person)
        await person.press("backspace")
        await person.sees("1 filter")
        await person.until(lambda: "backspace" in person.app.screen.active_bindings)
        await settled(person)
        await person.press("backspace")
        await person.sees("1-20 of 300")
        await settled(person)
        assert not store_of(person).state.query.filters


async def test_the_menu_of_one_row_says_how_many_rows_an_export_takes(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("x")
        await person.sees("Export to a file…  300 rows")
        await person.press("escape", "space", "x")
        await person.sees("Export to a file…  1 marked row")


async def test_up_and_down_go_from_field_to_field_of_a_quick_edit_both_ways(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("i")
        await person.sees("Quick edit:", "Featured")

        def here() -> str:
            form = person.app.screen.query_one(QuickForm)
            return form.here.path if form.here else ""

        await person.until(lambda: here() == "title")
        down = []
        for _ in range(5):
            await person.press("down")
            down.append(here())
        assert down == ["status", "featured", "category", "published_at", "published_at"]
        up = []
        for _ in range(5):
            await person.press("up")
            up.append(here())
        assert up == ["category", "featured", "status", "title", "title"]


async def test_the_footer_of_quick_edit_names_its_keys(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("i")
        await person.sees("Ctrl+S saves", "F9 saves and goes to the next row", "Esc cancels")


async def test_a_letter_that_no_filter_begins_with_is_told(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("f")
        await person.sees("╭─ Filters")
        await person.press("z")
        await person.sees("No filter begins with “z”.")
