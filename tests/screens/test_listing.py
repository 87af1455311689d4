"""The list page on the real demo: what a person does there, and what is sent for it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import httpx
import pytest
from syrupy.assertion import SnapshotAssertion

from svc_tui.stores.listing.list_store import ListStore
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.listing.actions import SvcListActions
from svc_tui.widgets.listing.search import SearchLine
from svc_tui.widgets.listing.table import SvcListTable
from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.lists import complete_status, settled, store_of, table_of, watch
from tests.screens.test_first_pages import SIZES, without_port

Console = Callable[..., AbstractAsyncContextManager[Person]]


# Paging, sort, search


async def test_no_page_is_asked_for_twice(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        sent = watch(person)
        for rows in ("21-40", "41-60", "61-80", "81-100"):
            await person.press("full_stop")
            await person.sees(f"{rows} of 300")
            await settled(person)
        for rows in ("61-80", "41-60", "21-40"):
            await person.press("comma")
            await person.sees(f"{rows} of 300")
            await settled(person)

        twice = [one for one, times in Counter(sent).items() if times > 1]
        assert twice == [], sent


async def test_moving_the_cursor_asks_nothing_and_hears_nothing_but_itself(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.until(lambda: store_of(person).source.has(store_of(person).state.query.at(2)))
        await person.settles()
        sent, before = watch(person), len(person.heard(ListStore.Changed))

        await person.press("down", "down", "j", "k", "pagedown", "home")

        assert sent == []
        assert len(person.heard(ListStore.Changed)) == before


async def test_columns_sort_one_after_the_other(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("right", "s")
        await person.sees("Status ▲", "sorted by Status ▲")
        await person.press("right", "S")
        await person.sees("Sort by", "Status", "1 ▲")
        await person.press("space")
        await person.sees("2 ▲", "then", " Category A–Z")
        await person.press("enter")
        await person.sees("Status ▲1", "Category ▲2")
        await person.until(lambda: "ordering=status,category_name" in person.location)
        await person.press("S", "space", "K", "enter")
        await person.sees("Category ▼1", "Status ▲2")
        await person.press("S", "0")
        await person.sees("Enter restores the default order")
        await person.press("enter")
        await person.until(lambda: person.location == "/articles")
        await person.press("S", "space", "0")  # What was turned and cleared is no order.
        await person.sees("Enter restores the default order")


async def test_the_menu_of_orders_is_where_that_of_columns_is(console: Console):
    async with console(start="/articles", size=(120, 40)) as person:
        await person.sees("1-20 of 300")
        middles = []
        for key, title in (("S", "Sort by"), ("C", "Columns")):
            await person.press(key)
            await person.sees(f"╭─ {title}", "Esc cancels")
            middles.append(person.app.screen.query_one(".dialog").region.center)
            await person.press("escape")
            await person.sees_no(f"╭─ {title}")
        off = [abs(one - other) for one, other in zip(*middles, strict=True)]
        assert max(off) <= 1, "they have an odd or an even number of lines"


async def test_words_are_searched_for_after_a_rest_and_esc_leaves_typing(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("end", "up", "slash")
        await person.sees("Typing")
        await person.type("harbour")
        await person.sees("search “harbour”")
        await person.press("escape")
        await person.sees_no("Typing")
        await person.until(lambda: table_of(person).grid.cursor_row == 0)  # The first match.
        await person.until(lambda: "search=harbour" in person.location)


async def test_a_page_size_is_cycled(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("Z")
        await person.sees("1-50 of 300")
        await person.until(lambda: "page_size=50" in person.location)


async def test_a_chosen_column_is_remembered(console: Console):
    async with console(start="/articles") as person:
        await person.sees("Author")
        await person.press("C")
        await person.sees("✓ Author")
        await person.press("down", "down", "down", "space", "enter")
        await person.sees_no("Author")
    async with console(start="/articles") as person:
        await person.sees("Published", "1-20 of")
        assert "Author" not in person.text()


# Filters


async def test_a_typed_line_becomes_chips_in_one_request(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await complete_status(person)
        await settled(person)
        sent = watch(person)
        await person.press("enter")
        await person.sees("Status: Draft ×", "1 filter")
        await person.until(lambda: any("status=draft" in one for one in sent))

        await person.until(lambda: "f_status=draft" in person.location)
        rows = [one for one in sent if "page_size=20" in one and "page=1&" in one]
        assert len(rows) == 1


async def test_a_line_that_makes_no_sense_is_told(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("slash")
        await person.type("colour:red")
        await person.press("enter")
        await person.sees("There is no filter colour")


async def test_the_panel_ticks_choices_and_a_chip_is_taken_away(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("f")
        await person.sees("Filters", "[ ] In review")
        await person.press("right", "space", "down", "space", "enter")
        await person.sees("Status: Draft, In review ×")
        await person.until(lambda: "f_status=draft,review" in person.location)
        await person.press("0")
        await person.sees("1-20 of 300")
        await person.until(lambda: "f_status" not in person.location)


async def test_fetched_choices_are_searched_and_called_by_their_names(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("f", "down", "down", "tab")
        await person.type("giulia")
        await person.sees("[ ] Giulia Rinaldi")
        await person.until(lambda: "Hanna" not in panel_text(person))
        await person.press("down", "enter")
        await person.sees("Author: Giulia Rinaldi ×")


def panel_text(person: Person) -> str:
    """The screen's lines inside the dialog."""
    return "\n".join(line.partition("│")[2] for line in person.text().splitlines())


async def test_a_location_restores_the_filters_with_their_names(console: Console):
    start = "/articles?f_author=7&f_status=draft&tab=draft&page_size=10&ordering=-title"
    async with console(start=start, size=(120, 40)) as person:
        await person.sees("Author: Giulia Rinaldi", "Status: Draft", "[Drafts", "Title ▼")
        assert store_of(person).state.query.page_size == 10


# Tabs


async def test_tabs_have_counts_and_turn(console: Console):
    async with console(start="/articles") as person:
        await person.sees("[All 300]", "Drafts 9", "Published 1")
        await person.press("right_curly_bracket")
        await person.sees("[Drafts 9")
        await person.until(lambda: person.location == "/articles?tab=draft")
        await person.press("left_curly_bracket")
        await person.sees("[All 300]")


# Marks


async def test_marks_are_kept_over_pages_and_esc_takes_them_back_before_it_leaves(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("space", "space", "full_stop")
        await person.sees("21-40", "2 marked (2 elsewhere)")
        await person.press("v", "down", "down", "v")
        await person.sees("5 marked (2 elsewhere)", "✓ 21", "✓ 23")
        await person.press("asterisk")
        await person.sees("19 marked (2 elsewhere)")
        await person.press("escape")
        await person.sees_no("marked")
        assert person.location.startswith("/articles")


async def test_everything_is_the_frozen_query_printed(console: Console):
    async with console(start="/articles?f_status=draft", size=(120, 40)) as person:
        await person.sees("Status: Draft")
        await settled(person)
        await person.press("A")
        await person.sees("marked (Status: Draft)")
        assert store_of(person).state.selection.value == "all"
        told = {fact.selection for fact in person.heard(SvcListTable.SelectionChanged)}  # type: ignore[attr-defined]
        assert told == {"all"}
        await person.press("right_curly_bracket")
        said = "The list now shows different rows, so nothing is marked. "
        said += "Press A to mark all that match."
        await person.until(lambda: said in person.toasts)
        await person.goes_to("/")
        await person.sees("Signed in as admin")
        assert not person.app.svc.snack.shows(said)  # On Home, A marks nothing.


async def test_marks_and_cursor_are_there_after_a_record_was_looked_at(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("space", "down", "enter")
        await person.until(lambda: person.location == "/articles/3")
        await person.press("escape")
        await person.sees("1 marked")
        await person.until(lambda: table_of(person).grid.current == "3")


# Actions


async def test_an_action_runs_over_marked_rows_and_says_how_it_went(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles?tab=draft") as person:
        await person.sees("[Drafts")
        await settled(person)
        await person.press("space", "space", "space")
        await person.sees("3 marked")
        await person.press("x")
        await person.sees("Actions for 3 rows", "Delete")
        await person.press("p", "enter")
        await person.sees("Publish 3 rows?")
        await person.press("y")
        await person.sees("Publish: 3 ok")
        await person.sees_no("marked")
        assert len({id(fact) for fact in person.heard(SvcListActions.ActionCompleted)}) == 1


async def test_an_action_goes_on_when_the_page_is_left_and_says_how_it_went(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles?tab=draft") as person:
        await person.sees("[Drafts")
        await settled(person)
        sent, go_on = watch(person), asyncio.Event()
        client = person.app.svc.fetch._client  # type: ignore[union-attr]

        async def hold(request: httpx.Request) -> None:
            if request.method != "GET":
                await go_on.wait()

        client.event_hooks["request"].append(hold)  # type: ignore[union-attr]
        await person.press("space", "space", "space", "x", "p", "enter")
        await person.sees("Publish 3 rows?")
        await person.press("y")
        await person.until(lambda: any(not one.startswith("GET") for one in sent))
        await person.goes_to("/tags")
        await person.sees("Slug")
        go_on.set()
        await person.until(lambda: "Publish: 3 ok" in person.toasts)


async def test_many_dangerous_rows_want_their_number_typed(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/tags") as person:
        await person.sees("of 3", "Slug")
        await person.press("asterisk")
        await person.sees("20 marked")
        await person.press("d")
        await person.sees("Type 20 to continue")
        await person.type("19")
        await person.press("enter", "escape")
        await person.sees("20 marked")
        await person.press("d")
        await person.type("20")
        await person.press("tab", "tab", "enter")
        await person.sees("Delete: 20 ok")


async def test_what_failed_stays_marked_and_is_tried_again(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        locked = [row for row in store_of(person).state.rows if row.get("locked")]
        assert locked
        await person.press("asterisk", "d")
        await person.sees("Type 20 to continue")
        await person.type("20")
        await person.press("tab", "tab", "enter")
        await person.sees(f"{len(locked)} failed", "R retries failed rows")
        await person.press("R")
        await person.sees("(retry 1): ", f"{len(locked)} failed", "R retries failed rows")
        await person.press("escape")
        await person.sees(f"{len(locked)} marked")


async def test_an_action_without_the_right_says_which_one_is_missing(console: Console):
    async with console(user="viewer", start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("x")
        await person.sees("needs permission `delete_", "needs permission `change_")


async def test_deleting_one_asks_first(console: Console, fresh_demo: DemoProcess):
    async with console(start="/tags") as person:
        await person.sees("Slug")
        await person.press("d")
        await person.sees("Delete this record?")
        await person.press("enter")
        await person.sees_no("Delete this record?")
        assert "Deleted" not in " ".join(person.toasts)
        await person.press("d")
        await person.sees("Delete this record?")
        await person.press("y")
        await person.sees("Deleted:")


# Quick edit, reorder, copies, preview, views, export


async def test_quick_edit_sends_what_changed_and_goes_on(console: Console, fresh_demo: DemoProcess):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        sent = watch(person)
        await person.press("i")
        await person.sees("Quick edit:", "Featured")
        await person.press("tab", "tab", "space", "f9")
        await person.until(lambda: "PATCH /api/articles/1/" in sent)
        await person.until(lambda: table_of(person).grid.current == "2")
        await person.sees("Quick edit:")
        await person.press("escape")
        await person.sees_no("Quick edit")
        assert "Saved." in person.toasts, "u would undo the next record's text, so it is not named"
        await person.press("i")
        await person.sees("Quick edit:")
        await person.press("tab", "tab", "space", "ctrl+s")
        await person.until(lambda: "Saved. Press u to undo it." in person.toasts)
        await person.sees_no("Quick edit")
        await person.press("u")
        await person.sees("Undo")


async def test_a_line_with_an_unknown_choice_is_not_lost(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("slash")
        await person.type("author:nobody-at-all harbour")
        await person.press("enter")
        await person.until(lambda: any("No exact match for" in one for one in person.toasts))
        await person.sees("author:nobody-at-all harbour")
        assert isinstance(person.app.focused, SearchLine)


async def test_quick_edit_begins_at_the_column_of_the_cursor(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("right", "right", "i")
        await person.until(lambda: field_here(person) == "category")
        await person.press("escape")
        await person.sees_no("Quick edit")
        await person.press("left", "left", "left", "i")
        await person.until(lambda: field_here(person) == "title")


async def test_quick_add_begins_in_the_first_field_wherever_the_cursor_is(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("right", "right", "I")
        await person.until(lambda: field_here(person) == "title")


async def test_the_name_of_a_category_that_was_chosen_is_no_change_of_the_server(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("right", "right", "i")
        await person.until(lambda: field_here(person) == "category")
        await person.press("enter")
        await person.sees("─ Category ─")
        await person.type("weath")
        await person.sees("1 record.")
        await person.press("enter")
        await person.sees("Category •")
        await person.press("ctrl+s")
        await person.until(lambda: "Saved. Press u to undo it." in person.toasts)
        assert not [one for one in person.toasts if "Also changed" in one]


def field_here(person: Person) -> str:
    """Return the key of the field that has the focus."""
    around = person.app.focused.ancestors if person.app.focused is not None else ()
    return next((one.descriptor.key for one in around if isinstance(one, SvcField)), "")


async def test_quitting_from_a_quick_edit_asks_about_what_was_typed(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("i")
        await person.sees("Quick edit:", "Featured")
        await person.press("tab", "tab", "space", "ctrl+q")
        await person.sees("Unsaved changes")
        await person.press("escape")
        await person.sees_no("Unsaved changes")
        await person.sees("Quick edit:")


async def test_a_row_is_carried_over_pages_and_dropped_once(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        sent = watch(person)
        await person.press("m")
        await person.sees("Moving", "▸ 1")
        await person.press("down", "down", "pagedown")
        await person.sees("23 of 300")
        await person.press("enter")
        await person.sees("Order saved.")
        assert [one for one in sent if "update_order" in one] == [
            "POST /api/articles/update_order/"
        ]
        await person.press("u")
        await person.sees("Moved back: ")
        await person.until(lambda: table_of(person).grid.keys[0] == "21")
        assert len([one for one in sent if "update_order" in one]) == 2
        await person.press("u")
        await person.sees("None of your changes in this list can be undone.")


async def test_a_move_can_be_taken_back_and_is_refused_while_searching(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("m", "down", "escape")
        await person.sees_no("Moving")
        await person.until(lambda: table_of(person).grid.keys[0] == "1")
        await person.goes_to("/articles?search=harbour")
        await person.sees("search “harbour”")
        await settled(person)
        await person.press("m")
        await person.sees("can't be moved while searching")


@pytest.mark.parametrize(
    ("letter", "copied"), [("y", "1"), ("c", "A headline"), ("j", '"id": 1,'), ("l", "/articles")]
)
async def test_copies_go_to_the_terminals_clipboard(console: Console, letter: str, copied: str):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("y")
        await person.sees("Copy what? Esc cancels", "y Id")
        await person.press(letter)
        await person.sees("Copied to the terminal's clipboard.")
        assert copied in person.app.clipboard


@pytest.mark.parametrize(
    ("width", "status", "footer"),
    [(80, "Copy what? Esc cancels", "y Id · c Cell"), (60, "Copy: y id c cell", "Esc Cancel")],
)
@pytest.mark.parametrize("page", ["/articles", "/articles/5"])
async def test_what_can_be_copied_is_named_once(
    console: Console, page: str, width: int, status: str, footer: str
):
    record = page != "/articles"
    async with console(start=page, size=(width, 24)) as person:
        await person.sees("Delete" if record else "of 300")
        await person.settles()
        await person.press("y")
        named = (status, footer)
        if record:  # Its status is the help of a field, with dots where they fit.
            named = (
                status.replace("y id c cell", "y id · c value"),
                footer.replace("Cell", "Value"),
            )
        await person.sees(*named)
        await person.settles()
        assert person.text().lower().count("j json") == 1


async def test_raw_json_is_shown_as_it_came(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("Y")
        await person.sees("Raw JSON", '"id": 1')
        await person.press("escape")
        await person.sees_no("Raw JSON")


async def test_a_preview_follows_a_resting_cursor_and_asks_for_nothing_twice(console: Console):
    async with console(start="/articles", size=(140, 40)) as person:
        await person.sees("1-20 of 300")
        await settled(person)
        sent = watch(person)
        await person.press("p")
        await person.until(lambda: "GET /api/articles/1/" in sent)
        await person.press("down")
        await person.until(lambda: "GET /api/articles/2/" in sent)
        await person.press("up", "down", "up")
        await person.sees("Slug           ")
        details = [one for one in sent if one.count("/") == 4]
        assert details == ["GET /api/articles/1/", "GET /api/articles/2/"]


async def test_a_view_is_kept_and_comes_back(console: Console):
    async with console(start="/articles?f_status=draft&ordering=-title") as person:
        await person.sees("Status: Draft")
        await person.press("V")
        await person.sees("Save this view…")
        await person.press("k", "enter")
        await person.sees("Name")
        await person.type("My drafts")
        await person.press("enter")
        await person.sees("Saved as My drafts.")
        await person.press("0")
        await person.sees("1-20 of 300")
        await person.press("V")
        await person.sees("My drafts")
        await person.press("m", "enter")
        await person.sees("Status: Draft ×", "sorted by Title ▼")


async def test_ids_are_left_out_of_a_file_where_nobody_wants_them(console: Console, tmp_path: Path):
    async with console(start="/articles?f_status=review") as person:
        await person.sees("1-20 of 58")
        await person.press("X")
        await person.sees("[x] Id as the first column")
        person.app.screen.query_one("Input").value = str(tmp_path / "review.csv")  # type: ignore[attr-defined]
        await person.press("tab", "space")
        await person.sees("[ ] Id as the first column")
        await person.press("enter")
        await person.sees("rows written to")
    assert (tmp_path / "review.csv").read_text("utf-8").startswith("Title,Status")


async def test_a_list_without_columns_guesses_them(console: Console, tmp_path: Path):
    from tests.screens.consoles import bare_console

    async with bare_console(console, tmp_path) as person:
        await person.sees("Title", "Status", "1-20 of 300")


# Faces


@SIZES
async def test_nothing_matches(
    console: Console, size: tuple[int, int], snapshot: SnapshotAssertion
):
    async with console(size=size, start="/articles?search=zzzz") as person:
        await person.sees("Nothing matches", "[All 0]", "Published 0")
        assert without_port(person.text()) == snapshot


@SIZES
async def test_marked_rows_filters_and_a_sort(
    console: Console, size: tuple[int, int], snapshot: SnapshotAssertion
):
    start = "/articles?f_status=draft&ordering=-title&search=harbour"
    async with console(size=size, start=start) as person:
        await person.sees("Status: Draft", "Published 0")
        await person.press("space", "down", "space", "right")
        await person.sees("2 marked")
        assert without_port(person.text()) == snapshot


@SIZES
async def test_a_failed_refresh_leaves_old_rows_and_says_so(
    console: Console, size: tuple[int, int], snapshot: SnapshotAssertion
):
    async with console(size=size, start="/articles?page_size=10") as person:
        await person.sees("1-10 of 300", "Published 1")
        await settled(person)
        store = store_of(person)
        store.source.crud = person.app.svc.crud("/api/nothing-here")  # type: ignore[union-attr,attr-defined]
        await person.press("r")
        await person.sees("The rows below", "out of date")
        assert without_port(person.text()) == snapshot


@pytest.mark.parametrize("size", [(20, 5), (40, 10)])
async def test_a_tiny_terminal_does_no_harm(console: Console, size: tuple[int, int]):
    async with console(size=size, start="/articles") as person:
        await person.until(lambda: hasattr(person.app.page, "list"))
        await person.until(lambda: table_of(person).listed.loaded_at)
        await person.press("down", "space", "f", "escape", "x", "escape", "y", "y")
        await person.until(lambda: len(store_of(person).state.selection.rows) == 1)


async def test_a_title_that_is_too_long_for_the_bar_ends_in_a_sign_of_it(console: Console):
    async with console(start="/articles/5", size=(80, 24)) as person:
        await person.sees("Save and close")
        await person.until(lambda: "… " in person.text().partition("Articles ›")[2][:60])


async def test_a_step_of_the_cursor_paints_no_scroll_bar(
    console: Console, monkeypatch: pytest.MonkeyPatch
):
    async with console(start="/articles?page_size=50", size=(80, 24)) as person:
        await person.sees("1-50 of 300")
        await settled(person)
        await person.settles()
        bar = table_of(person).grid.vertical_scrollbar
        painted: list[int] = []
        render = bar.render_lines
        monkeypatch.setattr(bar, "render_lines", lambda crop: painted.append(1) or render(crop))
        await person.press("end")
        await person.until(lambda: painted)
        await person.settles()
        painted.clear()

        await person.press("up", "up")
        await person.until(lambda: table_of(person).grid.cursor_row == 47)
        await person.pilot.pause()

        assert painted == []
