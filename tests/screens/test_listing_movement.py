"""Moving through a list: over its pages, in pages as long as the screen, and back with Esc."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

from svc_tui.api.errors import Unreachable
from svc_tui.models.location import Location
from tests.console import Person
from tests.screens.lists import hold, settled, store_of, table_of

Console = Callable[..., AbstractAsyncContextManager[Person]]


def cursor(person: Person) -> tuple[int, int]:
    return store_of(person).state.query.page, table_of(person).grid.cursor_row


async def test_rows_flow_over_pages_in_both_directions(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("up")
        assert cursor(person) == (1, 0)  # Nothing is above the first row of all.
        await person.press("end", "down")
        await person.until(lambda: cursor(person) == (2, 0))
        await settled(person)
        await person.press("up")
        await person.until(lambda: cursor(person) == (1, 19))
        await settled(person)
        await person.press("pagedown")
        await person.until(lambda: cursor(person) == (2, 0))
        await settled(person)
        await person.press("pageup")
        await person.until(lambda: cursor(person) == (1, 19))
        await settled(person)
        await person.press("j", "down")
        await person.until(lambda: cursor(person) == (2, 1))


async def test_a_page_that_was_turned_begins_at_its_first_row(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("down", "down", "down", "full_stop")
        await person.until(lambda: cursor(person) == (2, 0))
        await settled(person)
        await person.press("down", "comma")
        await person.until(lambda: cursor(person) == (1, 0))


async def test_keys_held_down_at_the_end_of_a_page_turn_one_page(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        store, table = store_of(person), table_of(person)

        def hold_down(_: object) -> None:
            """Reach the edge once more when a page has come and is not drawn yet."""
            if store.state.current:
                table.paging.flow(1)

        stop = store.subscribe(hold_down)
        await person.press("end", "down")
        await person.until(lambda: cursor(person)[0] >= 2)
        await settled(person)
        stop()
        assert cursor(person) == (2, 0)


async def test_what_changes_while_a_page_is_on_its_way_does_not_leave_the_cursor_at_its_end(
    console: Console,
):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        table = table_of(person)
        table.grid.go_to_row(19)

        table.paging.flow(1)
        table.show_rows()  # As when the counts of the tabs arrive.

        await person.until(lambda: cursor(person) == (2, 0))
        await person.press(*["down"] * 9)
        assert cursor(person) == (2, 9)


@pytest.mark.parametrize("key", ["0", "s"])
async def test_the_cursor_lands_in_no_other_list_than_the_one_whose_page_was_turned(
    console: Console, key: str
):
    async with console(start="/articles?search=a&page=2") as person:
        await person.sees("21-40 of")
        await settled(person)
        store = store_of(person)
        searched = store.state.query
        asked = {"search": "a", "ordering": "position"}
        go_on = hold(person, lambda request: asked.items() <= dict(request.url.params).items())
        store.source.changed()  # The page before is not at hand.
        await person.press("up")
        await person.until(lambda: store.state.loading)

        await person.press(key)

        await person.until(lambda: store.state.current and store.state.query != searched)
        go_on.set()
        await settled(person)
        assert cursor(person) == (1, 0)


async def test_after_a_page_that_failed_the_next_one_can_be_reached_again(console: Console):
    async with console(start="/articles?page=3") as person:
        await person.sees("41-60 of 300")
        await settled(person)
        table, store = table_of(person), store_of(person)
        table.grid.go_to_row(19)

        class Refusing:
            def has(self, query: object) -> bool:
                return False

            async def page(self, query: object) -> None:
                raise Unreachable(detail="no answer")

        source, store.source = store.source, Refusing()  # type: ignore[assignment]
        await person.press("down")
        await person.until(lambda: store.state.error)
        store.source = source
        await person.press("r")
        await person.until(lambda: store.state.error is None and store.state.current)
        await settled(person)
        assert cursor(person)[0] == 4
        await person.press("end", "down")
        await person.until(lambda: cursor(person) == (5, 0))


async def test_the_last_row_of_the_last_page_is_the_end(console: Console):
    async with console(start="/articles?page=15") as person:
        await person.sees("281-300 of 300")
        await settled(person)
        await person.press("end", "down", "pagedown")
        assert cursor(person) == (15, 19)


async def test_an_open_range_stays_on_its_page(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("end", "up", "v", "down", "down", "v")
        await person.sees("2 marked")
        assert cursor(person) == (1, 19)


async def test_pages_fit_the_screen_as_long_as_that_is_chosen(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("z")
        lines = table_of(person).grid.size.height - 1
        await person.sees(f"1-{lines} of 300")
        await person.pilot.resize_terminal(100, 40)
        await person.until(lambda: store_of(person).state.query.page_size > 30)
        await person.sees(f"1-{table_of(person).grid.size.height - 1} of 300")
    async with console(start="/articles") as person:  # Remembered; the terminal is smaller again.
        await person.sees(f"1-{lines} of 300")
        await settled(person)
        await person.press("z")
        await person.sees("1-20 of 300")
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")


async def test_lists_of_a_console_fit_the_screen_until_their_user_chooses(console: Console):
    async with console(start="/articles", page_size="fit") as person:
        await person.sees("of 300")
        await person.until(lambda: store_of(person).state.query.page_size != 20)
        lines = table_of(person).grid.size.height - 1
        await person.sees(f"1-{lines} of 300")
        await settled(person)
    async with console(start="/orders?page_size=50", page_size="fit", size=(80, 40)) as person:
        await person.sees("1-50 of 200")
        await settled(person)
        assert not table_of(person).paging.fits, "the location says how many"
    async with console(start="/articles", page_size="fit") as person:
        await person.sees(f"1-{lines} of 300")
        await settled(person)
        await person.press("z")
        await person.sees("1-20 of 300")
    async with console(start="/articles", page_size="fit") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        assert store_of(person).state.query.page_size == 20, "it was chosen here"
    async with console(start="/orders?page_size=50", page_size="fit") as person:
        await person.sees("1-50 of 200")
        await settled(person)
        assert not table_of(person).paging.fits, "the location says how many"


async def test_a_location_keeps_its_page_size_in_a_list_that_fits_the_screen(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("z")
        lines = table_of(person).grid.size.height - 1
        await person.sees(f"1-{lines} of 300")
    async with console(start="/articles?page_size=50") as person:
        await person.sees("1-50 of 300")
        await settled(person)
        await person.pilot.resize_terminal(100, 40)
        await person.until(lambda: table_of(person).grid.size.height - 1 > lines)
        await person.press("z")
        await person.sees(f"1-{table_of(person).grid.size.height - 1} of 300")


async def test_esc_clears_one_thing_after_another_and_u_brings_the_search_back(console: Console):
    async with console(start="/articles?f_status=draft&search=a") as person:
        await person.sees("Status: Draft", "search “a”")
        await settled(person)
        found = store_of(person).state.keys
        await person.press("space", "p")
        await person.sees("p or Esc")
        await person.press("escape")
        await person.sees_no("p or Esc")
        await person.press("ampersand", "e", "enter")
        await person.sees("only “e”")
        await person.press("escape")
        await person.sees("Narrowing cleared. Press u to undo.")
        await person.sees_no("only “e”")
        await person.sees("search “a”")
        await person.press("escape")
        await person.sees("Search and filters cleared. Press u")
        await person.until(lambda: store_of(person).state.count == 300)
        assert len(store_of(person).state.selection.rows) == 1
        await settled(person)
        await person.press("u")
        await person.until(lambda: store_of(person).state.keys == found)
        await person.sees("Status: Draft", "search “a”")
        await settled(person)
        await person.press("escape")
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("escape")
        await person.sees_no("1 marked")


async def test_esc_while_a_record_is_opening_leaves_the_search_alone(console: Console):
    async with console(start="/articles?search=a") as person:
        await person.sees("search “a”")
        await settled(person)
        router, may_go = person.app.svc.router, asyncio.Event()

        async def before(location: Location) -> None:
            await may_go.wait()

        router.before, query = before, store_of(person).state.query
        listed = store_of(person)
        await person.pilot.press("enter")
        await person.until(lambda: router.going)
        await person.pilot.press("escape")
        await person.pilot.pause()
        may_go.set()

        await person.until(lambda: person.app.page.visit.location.path != "/articles")
        assert listed.state.query == query


async def test_u_restores_the_marks_that_esc_cleared_on_all_pages(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("space", "space", "full_stop")
        await person.sees("21-40 of 300")
        await settled(person)
        await person.press("space")
        await person.sees("3 marked")
        marked = store_of(person).state.selection
        await person.press("escape")
        await person.sees("3 marks cleared. Press u to restore them.")
        await person.sees_no("3 marked")
        await person.press("u")
        await person.sees("3 marked")
        await person.sees_no("3 marks cleared")
        assert store_of(person).state.selection == marked
        await person.press("A")
        await person.sees("all 300 marked")
        await person.press("escape")
        await person.sees("300 marks cleared. Press u")
        await person.press("space")  # A new mark is not replaced by earlier ones.
        await person.sees("1 marked")
        await person.press("u")
        await person.sees("1 marked")
        await person.press("up", "space")
        await person.sees_no("1 marked")
        await person.press("u")
        await person.sees("all 300 marked")


async def test_u_restores_one_clearing_after_another(console: Console):
    async with console(start="/articles?search=a") as person:
        await person.sees("search “a”")
        await settled(person)
        await person.press("A")
        await person.sees("search “a”", "all 300 marked")
        await person.press("escape")
        await person.sees("1-20 of 300", "Search cleared. Press u to undo.")
        await settled(person)
        await person.press("space", "escape")
        await person.sees("1 mark cleared. Press u to restore it.")
        await person.press("u")
        await person.sees("1 marked")
        await person.press("s")
        await person.sees("by Title ▲")
        await settled(person)
        await person.press("u")  # The search comes back; newer marks and the order stay.
        await person.sees("search “a”", "1 marked", "by Title ▲")


async def test_u_restores_all_marks_with_their_search(console: Console):
    async with console(start="/articles?search=a") as person:
        await person.sees("search “a”")
        await settled(person)
        await person.press("A")
        await person.sees("search “a”", "all 300 marked")
        await person.press("escape")
        await person.sees("1-20 of 300", "Search cleared. Press u to undo.")
        await settled(person)
        await person.press("u")
        await person.sees("search “a”", "all 300 marked")


async def test_u_restores_what_0_cleared(console: Console):
    async with console(start="/articles?tab=draft&f_featured=true&search=a") as person:
        await person.sees("search “a”", "Featured: Yes")
        await settled(person)
        location, found = person.location, store_of(person).state.keys
        await person.press("ampersand", "e", "enter")
        await person.sees("only “e”")
        await person.press("0")
        await person.sees("Tab, search, filters and narrowing cleared. Press u to undo.")
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("u")
        await person.sees("search “a”", "Featured: Yes", "only “e”")
        await person.until(lambda: person.location == location)
        assert store_of(person).state.keys == found


async def test_what_u_would_undo_in_a_list_is_not_offered_on_another_page(console: Console):
    async with console(start="/articles?search=a") as person:
        await person.sees("search “a”")
        await settled(person)
        await person.press("escape")
        await person.sees("Search cleared. Press u")  # It stands on the status line.
        await settled(person)
        await person.press(await person.digit_of("/categories"))
        await person.sees("Categories", "Everything about news.")
        await person.sees_no("Search cleared")


async def test_a_list_is_found_again_as_it_was_left(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("right_curly_bracket")
        await person.sees("Drafts")
        await settled(person)
        await person.press("down", "down", "space")
        await person.sees("1 marked")
        here, key = person.location, table_of(person).grid.current
        await person.goes_to("/categories")
        await person.sees("Obituaries")
        await person.settles()
        await person.press(await person.digit_of("/articles"))
        await person.until(lambda: person.location == here)
        await person.sees("1 marked")
        await settled(person)
        assert table_of(person).grid.current == key
        await person.goes_to("/articles")  # Typed as it stands, it is the list from its beginning.
        await person.until(lambda: person.location == "/articles")


async def test_whoever_waits_after_g_is_shown_the_places(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("g")
        await person.sees("Go to", "Top of the list", "Unsaved changes", "Categories")
        assert "Records that use" not in person.text()  # That is for records.
        await person.press(await person.digit_of("/categories"))
        await person.sees("Obituaries")
        await person.settles()
        await person.press("g")
        await person.sees("Go to")
        await person.press("z", "z", "down", "a", "a")  # No place is behind these.
        await person.settles()
        assert "Go to" in person.text() and person.app.is_running
        await person.press("escape")
        await person.sees_no("Go to")
        await person.press("g")
        await person.sees("Go to")
        await person.press("h")
        await person.until(lambda: person.location == "/")


async def test_the_way_out_is_found_by_g_and_in_the_help(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("B")
        await person.until(lambda: any("too narrow for names" in one for one in person.toasts))
        await person.press("question_mark")
        await person.sees("Type to search")
        await person.type("sign")
        await person.sees("gq", "Sign out")
        await person.press("escape", "escape", "g", "q")
        await person.sees("Password", "Enter signs in", "Ctrl+Q quits")
        await person.until(lambda: "You signed out." in person.toasts)


async def test_the_sign_in_proposes_the_user_who_signed_out_not_the_one_of_the_file(
    console: Console,
):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("g", "q")
        await person.sees("Password")
        await person.may_type()
        await person.press("shift+tab", "home", *["delete"] * 8)
        await person.type("editor\neditor\n")
        await person.until(lambda: person.app.svc.auth.name == "editor")
        await person.settles()
        assert not person.app.svc.router.can_go_back  # Nothing of the session that ended.
        await person.press("g", "q")
        await person.sees("Password")
        assert person.app.screen.query_one("#username").value == "editor"


async def test_a_quick_second_key_needs_no_menu_and_another_key_ends_the_wait(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("g", "h")
        await person.until(lambda: person.location == "/")
        await person.settles()
        assert "─ Go to ─" not in person.text()
