"""Where one types, in which language, and which keys act there, is plain at the field itself."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from svc_tui.widgets.form.media_lines import MediaLines
from svc_tui.widgets.record.body import DetailBody
from tests.console import Person
from tests.screens.test_record import field, opened

Console = Callable[..., AbstractAsyncContextManager[Person]]


def line_of(person: Person, label: str) -> str:
    return next(one for one in person.text().splitlines() if label in one)


async def in_the_cover(person: Person) -> None:
    """Stand among the files of a field, where letters are no text."""
    await opened(person)
    await person.settles()
    cover = field(person, "cover")
    assert cover.begin()
    await person.until(lambda: isinstance(person.app.focused, MediaLines))


async def test_the_field_says_the_language_that_is_typed(console: Console):
    async with console(start="/articles/1") as person:
        await opened(person)
        await person.settles()
        assert " en " in line_of(person, "Title*").partition("Title*")[2]

        await person.press("enter", "ctrl+t")

        await person.until(lambda: " it " in line_of(person, "Title*").partition("Title*")[2])
        await person.press("escape", "down")
        assert " it " not in line_of(person, "Title*").partition("Title*")[2]
        assert "Slug ≡" in line_of(person, "Slug")


async def test_the_language_is_changed_among_the_files_of_a_field(console: Console):
    async with console(start="/articles/1") as person:
        await in_the_cover(person)

        await person.press("right_square_bracket")

        await person.sees("Cover ≡")
        assert isinstance(person.app.focused, MediaLines)


async def test_a_tab_turned_among_the_files_of_a_field_begins_no_typing(console: Console):
    async with console(start="/articles/1") as person:
        await in_the_cover(person)

        await person.press("left_curly_bracket")

        await person.until(lambda: isinstance(person.app.focused, DetailBody))


async def test_a_key_that_does_nothing_among_the_files_of_a_field_says_so(console: Console):
    async with console(start="/articles/1") as person:
        await in_the_cover(person)

        await person.press("equals_sign")

        await person.sees(
            "“Changes” doesn't work inside this field. Press Esc, then the key again."
        )


async def test_the_help_finds_a_key_that_works_outside_of_the_field_and_says_where(
    console: Console,
):
    async with console(start="/articles/1") as person:
        await in_the_cover(person)

        await person.press("c")
        await person.sees(
            "“Duplicate” doesn't work inside this field. Press Esc, then the key again."
        )
        await person.press("question_mark")
        await person.sees("Most used")
        await person.type("dup")

        await person.sees("Not available here", "starts as a copy of this one.")
        await person.sees("work inside this field")
        await person.sees_no("No key on this page")


async def test_the_help_lists_no_key_that_would_be_typed_as_text(console: Console):
    async with console(start="/articles/1") as person:
        await opened(person)
        await person.press("enter")
        await person.settles()
        await person.press("f1")
        await person.sees("Most used")
        await person.type("sidebar")
        await person.sees("Show or hide the sidebar.", "Press Esc to stop typing, then")

        await person.press(*["backspace"] * 7)
        await person.type("top of the list")
        await person.sees_no("gg")


async def test_a_digit_meant_for_a_field_does_not_leave_the_form(console: Console):
    async with console(start="/articles/1") as person:
        await opened(person)
        await person.settles()

        await person.press(await person.digit_of("/articles"))
        await person.sees("Press Enter to type into this field, or g and the digit")
        assert person.location.startswith("/articles/1")

        await in_the_cover(person)
        await person.press(await person.digit_of("/articles"))
        assert person.location.startswith("/articles/1")
        await person.press("escape", "g", await person.digit_of("/categories"))
        await person.until(lambda: person.location.startswith("/categories"))


async def test_down_leaves_a_date_as_it_is(console: Console):
    async with console(start="/articles/1") as person:
        await opened(person)
        await person.settles()
        detail = person.app.page.detail  # type: ignore[union-attr]
        (published,) = [
            (form, one)
            for form in detail.forms
            for one in form.descriptors
            if one.key == "event_date"
        ]
        await published[0].reveal(published[1])
        here = field(person, "event_date")
        before = here.value
        assert here.begin()
        await person.pilot.pause()

        await person.press("down")

        await person.until(lambda: detail.cursor.here is not here)
        assert here.value == before
