"""The command line over a page, and the panel that tells what went over the line."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager

import pytest
from textual.events import Paste
from textual.widgets import Input

from svc_tui.screens.listing import ListPage
from svc_tui.widgets.shell.command_line import CommandLine
from svc_tui.widgets.shell.connection_panel import ConnectionPanel
from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.lists import command
from tests.screens.test_record import opened

Console = Callable[..., AbstractAsyncContextManager[Person]]


@pytest.fixture
async def person(console: Console) -> AsyncIterator[Person]:
    """Somebody at home."""
    async with console() as person:
        await person.sees("Signed in as")
        yield person


async def test_a_page_is_reached_with_what_to_look_for_there(person: Person) -> None:
    await command(person, "articles status=draft lighthouse")
    await person.until(lambda: isinstance(person.app.screen, ListPage))
    await person.sees("Status: Draft", "Old lighthouse")
    await person.until(lambda: person.location == "/articles?f_status=draft&search=lighthouse")


async def test_behind_a_list_one_types_what_its_search_line_takes(person: Person) -> None:
    await command(person, "articles status:draft published_at:last year lighthouse")
    await person.until(lambda: isinstance(person.app.screen, ListPage))
    await person.sees("Status: Draft", "Published: last year")
    asked = "/articles?f_status=draft&f_published_at=last%20year&search=lighthouse"
    await person.until(lambda: person.location == asked)


async def test_a_choice_that_has_to_be_looked_up_is_found_by_its_name(person: Person) -> None:
    await command(person, "articles author:rinaldi status:draft")
    await person.sees("Author: Giulia Rinaldi", "Status: Draft")
    await person.until(lambda: "f_author=" in person.location)


async def test_a_choice_that_nobody_has_leaves_the_line_to_be_mended(person: Person) -> None:
    await command(person, "articles author:nobody sea")
    await person.sees("No exact match for “nobody” in Author.", "1-20 of 300")
    await person.sees("author:nobody sea")
    await person.press(*["backspace"] * 10)
    await person.type("rinaldi\n")
    await person.sees("Author: Giulia Rinaldi")


async def test_lines_pasted_into_any_line_are_joined(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        for keys in (["slash"], ["ampersand"], ["colon"], ["ctrl+p"], ["f", "down", "tab"]):
            await person.press(*keys)
            await person.until(lambda: isinstance(person.app.focused, Input))
            line = person.app.focused
            assert isinstance(line, Input)
            person.app.post_message(Paste("old\r\nlight\nhouse\n"))
            await person.until(lambda line=line: line.value == "old light house")
            await person.press("ctrl+a", "delete", "escape")
            await person.until(lambda: not isinstance(person.app.focused, Input))


async def test_a_filter_that_is_none_is_told_before_one_goes_anywhere(person: Person) -> None:
    await command(person, "articles statu:draft")
    await person.sees("There is no filter statu. Available: status, category", ":articles statu")
    assert person.location == "/"
    await person.press(*["left"] * 6)
    await person.type("s\n")
    await person.sees("Status: Draft")


async def test_a_choice_that_a_filter_does_not_have_is_told_before_one_goes_anywhere(
    person: Person,
) -> None:
    await command(person, "articles status=foo")
    await person.sees("Status has no “foo”. Available: Draft, In review, Published.")
    await person.sees(":articles status=foo")
    assert person.location == "/"


async def test_a_location_that_asks_for_no_choice_at_all_says_why_nothing_matches(
    person: Person,
) -> None:
    await command(person, "/articles?status=foo")
    await person.sees("Nothing matches because Status has no “foo”. Available: Draft,")
    await person.press("0")
    await person.sees("1-20 of 300")


async def test_names_and_values_of_filters_are_completed_behind_a_list(person: Person) -> None:
    await person.press("colon")
    await person.type("articles sta")
    await person.sees("status: Status")
    await person.press("tab")
    await person.type("dr")
    await person.press("tab")
    line = person.app.screen.query_one(Input)
    assert line.value == "articles status:draft "
    await person.type("published_at:last mo")
    await person.sees('"last month" 20')
    await person.press("tab")
    assert line.value == 'articles status:draft published_at:"last month" '


async def test_tab_completes_and_enter_runs_only_what_is_typed(person: Person) -> None:
    await person.press("colon")
    await person.sees("articles  authors")
    await person.type("art")
    await person.press("enter")
    await person.sees("There is no page or command “art”", "Did you mean “articles”?")
    line = person.app.screen.query_one(Input)
    assert line.selected_text == line.value, "the next letter replaces it"
    await person.press("tab")
    assert person.app.screen.query_one(Input).value == "articles"
    await person.press("enter")
    await person.until(lambda: person.location.startswith("/articles"))


async def test_what_was_typed_comes_back_and_esc_leaves_everything_as_it_was(
    person: Person,
) -> None:
    await command(person, "authors")
    await person.until(lambda: person.location.startswith("/authors"))
    await person.press("colon", "up")
    assert person.app.screen.query_one(Input).value == "authors"
    await person.press("escape")
    await person.until(lambda: not isinstance(person.app.screen, CommandLine))
    assert person.location.startswith("/authors")


async def test_what_cannot_be_done_here_is_said(person: Person) -> None:
    await command(person, "w")
    await person.sees("“w” works in a record or file. Open one first.")
    await person.type("diff live\n")
    await person.sees("“diff live” works in a list or record. Open one first.")


async def test_an_address_without_a_collection_does_not_stay_in_the_sidebar(person: Person) -> None:
    def names() -> list[str]:
        assert person.app.svc is not None
        return [one.name for one in person.app.svc.router.routes]

    before = names()
    await command(person, "open /etc/passwd")
    await person.sees("Not found")
    assert names() != before
    await person.goes_to("/tags")
    await person.sees("1-20 of")
    assert names() == before
    await person.press("minus")
    await person.sees("etc/passwd", "Not found")


async def test_a_colon_behind_a_refused_line_begins_another_command(person: Person) -> None:
    await person.goes_to("/tags")
    await person.sees("1-20 of")
    await command(person, "diff nosuch")
    await person.sees("The console file has no other profiles. Add one as [profiles.NAME].")
    await person.type(":q")
    await person.until(lambda: person.app.screen.query_one(Input).value == "q")


async def test_a_record_is_saved_from_the_command_line(
    fresh_demo: DemoProcess, console: Console
) -> None:
    async with console(start="/articles/3") as person:
        await opened(person)
        await person.settles()
        await person.press("enter", "end")
        await person.type(" (checked)")
        await person.press("escape")
        await person.sees("changed (1)")
        await command(person, "w")
        await person.told_of("Saved.")


async def test_the_line_says_what_it_cost(person: Person) -> None:
    await person.settles()
    # On a machine that is very busy, none of the requests so far may have told a time.
    fetch = person.app.svc.fetch
    while not any(one.is_measured for one in fetch.history):
        await fetch("GET", "/api/articles/?page_size=1")
    await command(person, "line")
    await person.until(lambda: isinstance(person.app.screen, ConnectionPanel))
    await person.sees("requests to the backend  ", "ms median")
    await person.press("r")
    await person.sees("no response")
