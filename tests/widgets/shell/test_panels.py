"""Help, log and palette, over the pages of a real console."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from textual.widgets import Input, OptionList

from svc_tui import Options, Resource, SvcApp
from svc_tui.widgets.shell.help import HelpScreen
from svc_tui.widgets.shell.log_panel import LogPanel
from svc_tui.widgets.shell.synonyms import matches
from tests.console import Person, person_at
from tests.fakes import BASE, FakeBackend, cookie_answer, json_answer

LABEL = "[b]Articles[/nope]"


@asynccontextmanager
async def console(folder: Path, **wishes: Any) -> AsyncIterator[Person]:
    """Somebody signed in on a fake backend, in a list whose label is hostile."""
    backend = FakeBackend().on("POST", "/api/auth/login", cookie_answer({}, "__svc_session=x"))
    backend.on("GET", "/api/profiles/me/", {"id": 1, "username": "admin", "is_superuser": True})
    backend.on("GET", "/api/articles/", json_answer([{"id": 1, "title": "One"}]))
    articles = Resource(name="articles", endpoint="/api/articles", label=LABEL, columns=["title"])
    transport: httpx.AsyncBaseTransport = backend.transport
    options = Options(base_url=BASE)
    app = SvcApp(options, resources=[articles], transport=transport, state_dir=folder)
    async with person_at(app, **wishes) as person:
        assert app.svc is not None
        await app.svc.auth.login("admin", "x")
        await app.svc.router.replace("/articles")
        await person.sees("One")
        yield person


async def test_the_help_lists_the_keys_of_what_has_the_focus_by_area(tmp_path: Path) -> None:
    async with console(tmp_path, size=(120, 50)) as person:
        await person.press("question_mark")
        await person.until(lambda: isinstance(person.app.screen, HelpScreen))

        await person.sees("Most used", "Open this record.", "Marks and actions")
        said = [
            "" if option.id else str(option.prompt).strip("─ ") or "blank"
            for option in person.app.screen.query_one(OptionList).options
        ]
        headings = [one for one in said if one not in ("", "blank")]
        assert headings[0] == "Most used"
        assert len(headings) == len(set(headings))
        assert [said[said.index(one) - 1] for one in headings[1:]] == ["blank"] * len(headings[1:])
        lines = [
            str(option.prompt)
            for column in person.app.screen.query(OptionList)
            for option in column.options
        ]
        assert any(line.strip().startswith("Console ") for line in lines)
        # Two columns beside each other: the sentence of a key stands in for its label.
        assert any(line.split() == ["Enter", "Open", "this", "record."] for line in lines)
        assert lines.index(next(one for one in lines if "Moving" in one)) > len(lines) // 2
        await person.press("escape")
        await person.until(lambda: not isinstance(person.app.screen, HelpScreen))


async def test_the_help_is_paged_to_its_end_and_back_on_the_smallest_screen(
    tmp_path: Path,
) -> None:
    async with console(tmp_path, size=(80, 24)) as person:
        await person.press("question_mark")
        await person.sees("Most used")
        seen = person.text()
        for _ in range(8):
            await person.press("pagedown")
            seen += person.text()

        # Every key was to be seen on the way, also those that are dim now.
        for words in ("Open this record.", "Mark all rows", "Show all keys of this page."):
            assert words in seen
        keys = person.app.screen.query_one(OptionList)
        end = keys.scroll_offset.y
        assert end == keys.max_scroll_y
        await person.press(*["pageup"] * 9)
        await person.sees("Most used")
        assert keys.scroll_offset.y == 0


async def test_the_help_breaks_long_words_about_a_key_under_themselves(tmp_path: Path) -> None:
    async with console(tmp_path, size=(60, 24)) as person:
        await person.press("question_mark")
        await person.sees("Most used")
        await person.type("list.delete")
        await person.sees("Delete this or marked rows. Asks")

        first = next(row for row in person.text().splitlines() if "Delete this" in row)
        last = next(row for row in person.text().splitlines() if "first." in row)
        assert last.index("first.") == first.index("Delete this")


async def test_a_search_of_the_help_that_finds_nothing_says_so_and_the_way_back(
    tmp_path: Path,
) -> None:
    async with console(tmp_path, size=(80, 24)) as person:
        await person.press("question_mark")
        await person.sees("Most used")

        await person.type("[b]xyz")
        await person.sees("No key on this page matches “[b]xyz”.", "Clear the search to see")
        await person.press("enter", *["backspace"] * 6)

        await person.sees("Most used")
        await person.sees_no("No key on this page")


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("remove", "Delete"),
        ("log out", "Sign out"),
        ("small form", "Edit this row"),
        ("next error", "In a record"),
        ("gallery", "Switch between grid and list."),
        ("lack", "Show only files with missing text."),
    ],
)
async def test_the_help_finds_phrases_other_words_and_keys_of_other_pages(
    tmp_path: Path, typed: str, seen: str
) -> None:
    async with console(tmp_path, size=(80, 24)) as person:
        await person.press("question_mark")
        await person.sees("Most used")

        await person.type(typed)

        await person.sees(seen)


async def test_the_help_leads_to_the_palette_of_its_page(tmp_path: Path) -> None:
    async with console(tmp_path, size=(80, 24)) as person:
        await person.press("question_mark")
        await person.sees("Ctrl+P all commands")

        await person.press("ctrl+p")
        await person.sees("Search for commands")
        await person.type("refresh")

        await person.sees("Reload this page.")
        assert not any(isinstance(one, HelpScreen) for one in person.app.screen_stack)


async def test_the_help_is_searched_and_enter_runs_what_is_found(tmp_path: Path) -> None:
    async with console(tmp_path, size=(120, 50)) as person:
        await person.press("question_mark")
        await person.until(lambda: isinstance(person.app.screen, HelpScreen))
        await person.type("list.search")
        keys = person.app.screen.query_one(OptionList)
        await person.until(lambda: len([1 for one in keys.options if one.id]) == 1)

        await person.press("enter")

        await person.until(lambda: isinstance(person.app.focused, Input))
        assert not isinstance(person.app.screen, HelpScreen)


async def test_what_the_help_runs_may_belong_to_the_console(tmp_path: Path) -> None:
    async with console(tmp_path, size=(120, 50)) as person:
        await person.press("question_mark")
        await person.until(lambda: isinstance(person.app.screen, HelpScreen))
        await person.type("app.log")

        await person.press("enter")

        await person.until(lambda: isinstance(person.app.screen, LogPanel))


async def test_the_log_has_the_newest_on_top_and_the_details(tmp_path: Path) -> None:
    async with console(tmp_path, size=(120, 40)) as person:
        assert person.app.svc is not None
        person.app.svc.snack.show("first", detail="GET /api/a/: [b]no")
        person.app.svc.snack.show("second")
        await person.press("at")
        await person.until(lambda: isinstance(person.app.screen, LogPanel))
        await person.sees("first", "second", "GET /api/a/: [b]no")

        log = "\n".join(row for row in person.text().splitlines() if ":" in row)
        assert log.index("second") < log.index("first")


async def test_the_palette_goes_to_a_page_whose_label_is_markup(tmp_path: Path) -> None:
    async with console(tmp_path, size=(120, 40)) as person:
        await person.goes_to("/")
        await person.press("ctrl+p")
        await person.sees(f"Go to {LABEL}")
        await person.type("go to art")
        await person.sees(f"Go to {LABEL}")

        await person.press("down", "enter")

        await person.until(lambda: person.location == "/articles")


async def test_the_palette_runs_actions_themes_and_the_way_out(tmp_path: Path) -> None:
    async with console(tmp_path, size=(120, 40)) as person:
        await person.press("ctrl+p")
        await person.type("theme: svc-light")
        await person.sees("Theme: svc-light")
        await person.press("down", "enter")
        await person.until(lambda: person.app.theme == "svc-light")

        await person.press("ctrl+p")
        await person.type("sign out")
        await person.sees("Sign out")
        await person.press("down", "enter")
        await person.until(lambda: person.location == "/login")


async def test_a_previewed_theme_is_not_said_to_be_in_use(tmp_path: Path) -> None:
    async with console(tmp_path, size=(120, 40)) as person:
        used = person.app.theme
        other = "svc-dark" if used == "svc-light" else "svc-light"
        await person.press("ctrl+p")
        await person.type(f"theme: {other}")
        await person.until(lambda: person.app.theme == other)  # Its entry is under the cursor.

        await person.press(*["backspace"] * len(other.removeprefix("svc-")))
        await person.sees("Theme: svc-dark", "Theme: svc-light", "in use")

        assert [one for one in person.text().splitlines() if "in use" in one and used in one]
        assert person.text().count("in use") == 1


async def test_a_theme_that_is_only_the_first_match_is_not_previewed(tmp_path: Path) -> None:
    async with console(tmp_path, size=(120, 40)) as person:
        used = person.app.theme
        await person.press("ctrl+p")
        await person.type("theme")
        await person.sees("Theme: ansi-dark")
        await person.settles()
        assert person.app.theme == used
        await person.press("ctrl+u")
        await person.type("thdk")  # Only here and there in a name.
        await person.sees_no("Theme: ansi-dark")
        assert person.app.theme == used
        await person.press("ctrl+u")
        await person.type("theme")
        await person.sees("Theme: ansi-dark")

        await person.press("down")
        await person.until(lambda: person.app.theme != used)


def test_everything_finds_all() -> None:
    assert matches("mark everything", "All Mark all rows that match, on all pages.")


async def test_where_the_backend_has_no_own_profile_gp_says_so(tmp_path: Path) -> None:
    async with console(tmp_path) as person:
        await person.press("g", "p")
        await person.sees("This backend has no page for your own profile.")


def test_a_synonym_is_found_while_it_is_typed() -> None:
    assert matches("transl", "Fill empty fields from another language.")
    assert not matches("log", "Sign out End this session.")  # It may still become another word.
    assert matches("colour", "Theme: nord Dark") and matches("dark mode", "Theme: nord Dark")
