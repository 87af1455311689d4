"""Menus of a list: what the columns hold, and what a sort order will do."""

from __future__ import annotations

from textual.app import App

from svc_tui.models.listing import ListColumn
from svc_tui.widgets.choice_menu import ChoiceMenu, Entry
from svc_tui.widgets.dialog_words import key_words, keys_named
from svc_tui.widgets.listing.columns import distinct_names
from svc_tui.widgets.listing.sorting import SortMenu


async def test_the_columns_dialog_shows_a_tick_a_name_and_what_the_column_holds() -> None:
    app = App[None]()
    async with app.run_test(size=(100, 30)) as pilot:
        entries = [Entry("title", "Title", "Town hall", on=True), Entry("slug", "Slug", "town")]
        menu = ChoiceMenu("Columns", entries, multiple=True)
        await app.push_screen(menu)
        await pilot.pause()

        lines = [str(one.prompt) for one in menu.lines.options]
        assert lines == ["  1 ✓ Title   Town hall", "      Slug    town"]


def test_two_columns_of_one_label_are_told_apart() -> None:
    columns = [
        ListColumn(key="category_name", label="Category"),
        ListColumn(key="category"),
        ListColumn(key="called", label="Name"),
        ListColumn(key="name"),
    ]
    examples = {"category_name": "News", "category": "4", "called": "Ada", "name": "ada"}

    assert list(distinct_names(columns, examples).values()) == [
        "Category", "Category id", "Name", "Name (name)",
    ]  # fmt: skip


async def test_the_sort_menu_says_each_direction_and_names_every_key_once() -> None:
    app = App[None]()
    async with app.run_test(size=(100, 30)) as pilot:
        columns = [ListColumn(key="title"), ListColumn(key="day", format="date")]
        menu = SortMenu(columns, ["title"])
        await app.push_screen(menu)
        await pilot.press("down", "space", "space")

        lines = [str(one.prompt) for one in menu.lines.options]
        assert lines == [" Title    1 ▲ A–Z", " Day      2 ▼ newest first"]
        result = str(menu.query_one(".result").content)
        assert result == "Enter sorts by Title A–Z, then Day newest first."
        assert {"Enter", "Space", "J", "K", "0", "Esc"} <= keys_named(key_words(menu)).keys()


async def test_a_letter_goes_to_the_next_column_of_the_sort_menu() -> None:
    app = App[None]()
    async with app.run_test(size=(100, 30)) as pilot:
        columns = [ListColumn(key="title"), ListColumn(key="status"), ListColumn(key="day")]
        menu = SortMenu(columns)
        await app.push_screen(menu)
        await pilot.press("d", "space", "s", "space")
        await pilot.pause()

        assert str(menu.query_one(".result").content) == "Enter sorts by Day A–Z, then Status A–Z."
