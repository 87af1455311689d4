"""Each key that a page, a hint or the help names acts there, or says why it can't."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from textual.binding import ActiveBinding
from textual.widget import Widget

from svc_tui import SvcDetail
from svc_tui.stores.unavailable_reason import CAN_ONLY_BE_READ, not_possible_message
from svc_tui.terminal.external_editor import EditorResult
from svc_tui.widgets.choice_menu import ChoiceMenu
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.media.zoom import ZoomedMedia
from svc_tui.widgets.shell.effective_bindings import effective_bindings
from svc_tui.widgets.shell.sidebar import SvcSidebarList
from tests.backends.cms import CmsProcess
from tests.console import Person
from tests.screens.cms_consoles import starter
from tests.screens.test_footer import record_actions
from tests.screens.test_read_only import read_only

Console = Callable[..., AbstractAsyncContextManager[Person]]

pytestmark = pytest.mark.usefixtures("fresh_demo")

UNTOUCHED = ("ctrl+c", "ctrl+q", "ctrl+z")
"""Keys that the driver of the tests takes for itself."""


def helped(person: Person) -> list[ActiveBinding]:
    """The keys that `?` would list here."""
    every = effective_bindings(person.app.screen)
    return [one for one in every if one.binding.description and one.binding.id]


async def silent_at(person: Person, ran: list[tuple[object, str]], focus: Widget) -> list[str]:
    """The keys of the help that neither reach their action nor say why."""
    svc, found = person.app.svc, []
    assert svc is not None
    for one in helped(person):
        if one.binding.key in UNTOUCHED:
            continue
        ran.clear()
        svc.snack.dismiss_all()
        await person.press(one.binding.key)
        acted = one.binding.action in [action for _, action in ran]
        said = bool(svc.snack.state.toasts)
        if not (acted if one.enabled else said):
            what = [action for _, action in ran] or "nothing"
            found.append(f"{focus!r}: {one.binding.key} {one.binding.description}: {what}")
    return found


async def silent_here(person: Person) -> list[str]:
    """The same for every place of the focus on this page; those with the same keys are one."""
    restore = person.app.run_action
    ran = record_actions(person)
    found, seen = [], set()
    for focus in [person.app.screen.focused, *person.app.screen.focus_chain]:
        if focus is None or not focus.is_attached:
            continue
        person.app.screen.set_focus(focus)
        await person.pilot.pause()
        what = frozenset(
            (one.binding.key, one.binding.action, one.enabled) for one in helped(person)
        )
        if what not in seen:
            seen.add(what)
            found += await silent_at(person, ran, focus)
    person.app.run_action = restore  # type: ignore[method-assign]
    return found


PLACES = {
    "list": ("/articles", "1-20 of 300", ()),
    "record": ("/articles/5", "Back", ()),
    "repeater": ("/articles/5", "Back", ("}", "}", "enter")),
    "media": ("/media", "Photos", ()),
}
OPENED = {
    "quick edit": ("/articles", "1-20 of 300", ("i",)),
    "filters": ("/articles", "1-20 of 300", ("f",)),
    "sorting": ("/articles", "1-20 of 300", ("S",)),
    "picture": ("/media", "Photos", ("end", "p")),
    "file": ("/media", "Photos", ("end", "enter")),
    "choice": ("/articles/5", "Back", ("down", "down", "enter", "enter")),
}


async def silent_on(
    console: Console, place: tuple[str, str, tuple[str, ...]], **options: Path
) -> list[str]:
    """The silent keys of a page, or of what these keys open on it."""
    where, words, keys = place
    async with console(start=where, size=(110, 40), **options) as person:
        await person.sees(words)
        await person.settles()
        page, focused = person.app.screen, person.app.screen.focused
        for key in keys:
            await person.press(key)
            await person.settles()
        assert not keys or (person.app.screen, person.app.screen.focused) != (page, focused)
        return await silent_here(person)


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES.keys())
async def test_each_key_of_the_help_acts_or_says_why_to_who_may_only_read(
    console: Console, tmp_path: Path, place: tuple[str, str, tuple[str, ...]]
) -> None:
    assert await silent_on(console, place, file=read_only(tmp_path)) == []


@pytest.mark.parametrize(
    "place", [*PLACES.values(), *OPENED.values()], ids=[*PLACES.keys(), *OPENED.keys()]
)
async def test_each_key_of_the_help_acts_or_says_why(
    console: Console, place: tuple[str, str, tuple[str, ...]]
) -> None:
    assert await silent_on(console, place) == []


async def test_each_key_of_the_help_of_a_menu_acts_or_says_why(
    cms: CmsProcess, tmp_path: Path
) -> None:
    console = starter(cms, tmp_path, '[svc]\ndialect = "camomilla"\ntitle = "CMS"\n')
    async with console(start="/menus/1", size=(110, 40)) as person:
        await person.sees("Contact")
        await person.settles()
        assert await silent_here(person) == []


# What hints name

KEY = re.compile(r"\b(F\d{1,2}|Ctrl\+[A-Z]|Delete|Enter|PgUp|PgDn)\b|[↑↓←→]")
LETTER = re.compile(
    r"(?<![\w+.] )\b([a-zA-Z]|J K)\b(?= (?:adds|deletes|move|shows|opens|takes back))"
)
SPELLED = {"↑": "up", "↓": "down", "←": "left", "→": "right", "pgup": "pageup", "pgdn": "pagedown"}
STEPS = ("up", "down", "left", "right", "pageup", "pagedown")
"""Keys that always do something on a record: only in a field do they what a hint says."""


def keys_in(words: str) -> set[str]:
    """The keys that a hint names, as Textual calls them."""
    named = {one.group(0).casefold() for one in KEY.finditer(words)}
    letters = {key for one in LETTER.finditer(words) for key in one.group(1).split()}
    return {SPELLED.get(key, key) for key in named} | letters


def dead_keys(person: Person, words: str, *, typing: bool) -> list[str]:
    """The keys in a hint that neither act nor say why with the focus where it is."""
    alive = {one.binding.key for one in effective_bindings(person.app.screen)}
    return [
        f"{key}: {words}"
        for key in keys_in(words)
        if key not in alive or (key in STEPS and not typing)
    ]


async def dead_in_hints(person: Person, seen: set[SvcField]) -> list[str]:
    """What the hints of this tab's fields name and can't be pressed there, but for `seen` ones."""
    body = person.app.screen.query_one(SvcDetail).body
    found: list[str] = []
    for stop in [one for form in body.cursor.forms for one in form.stops]:
        if not isinstance(stop, SvcField) or stop in seen:
            continue
        seen.add(stop)
        body.focus()
        body.cursor.move_to(stop)
        await person.pilot.pause()
        now, inside = [
            *re.split(r"\be, then|Enter to edit\.|into the list:", stop.looking_hint, maxsplit=1),
            "",
        ][:2]
        found += dead_keys(person, now, typing=False)
        if stop.begin():
            await person.pilot.pause()
            found += dead_keys(person, inside or stop.hint, typing=True)
    body.focus()
    await person.pilot.pause()
    return found


@pytest.mark.parametrize("writes", [True, False], ids=["writes", "reads"])
async def test_hints_of_fields_name_no_key_that_is_dead_there(
    console: Console, tmp_path: Path, writes: bool
) -> None:
    only = {} if writes else {"file": read_only(tmp_path)}
    async with console(start="/articles/5", size=(110, 40), **only) as person:
        found = []
        for place in ("/articles/5", "/authors/1", "/orders/1", "/categories/1"):
            await person.goes_to(place)
            await person.sees("Back")
            await person.settles()
            seen: set[SvcField] = set()
            for _tab in range(4):
                found += await dead_in_hints(person, seen)
                await person.press("right_curly_bracket")
                await person.settles()
        assert found == []


# One by one


def lend(person: Person, text: str) -> list[str]:
    """Stand in for $EDITOR: it leaves this text; gives the texts that it was opened with."""
    opened: list[str] = []

    async def edit_outside(before: str, suffix: str) -> EditorResult:
        opened.append(before)
        return EditorResult(text)

    person.app.edit_outside = edit_outside  # type: ignore[attr-defined]
    return opened


async def test_f4_edits_a_field_of_one_line_in_the_editor(console: Console) -> None:
    async with console(start="/articles/5") as person:
        await person.sees("Save and close")
        await person.settles()
        opened = lend(person, "Written elsewhere")
        detail = person.app.screen.query_one(SvcDetail)
        before = detail.store.state.draft.original["translations"]["en"]["title"]
        await person.press("f4")
        await person.until(lambda: "Written elsewhere" in person.text())
        assert opened == [before]
        await person.press("enter")
        lend(person, "Two\nlines")
        await person.press("f4")
        await person.sees("Two lines", "line breaks were changed to spaces")
        assert detail.store.dirty


async def test_f4_says_why_where_no_editor_can_open_a_value(
    console: Console, tmp_path: Path
) -> None:
    async with console(start="/articles/5", file=read_only(tmp_path)) as person:
        await person.sees("read-only")
        await person.settles()
        await person.press("f4")
        await person.told(not_possible_message("Editing", CAN_ONLY_BE_READ))
        await person.press("p")
        await person.until(lambda: any("has a preview" in one for one in person.toasts))


async def test_p_previews_a_file_of_the_library_and_closes_it_again(console: Console) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.settles()
        await person.press("p")
        await person.until(lambda: any("no file here to preview" in one for one in person.toasts))
        await person.press("end", "p")
        await person.until(lambda: isinstance(person.app.screen, ZoomedMedia))
        await person.press("p")
        await person.until(lambda: not isinstance(person.app.screen, ZoomedMedia))


async def test_x_on_a_record_runs_an_action_of_its_resource(console: Console) -> None:
    async with console(start="/articles/5", size=(100, 30)) as person:
        await person.sees("Save and close")
        await person.settles()
        await person.press("x")
        await person.until(lambda: isinstance(person.app.screen, ChoiceMenu))
        await person.sees("Publish", "Publish all or none")
        await person.press("enter")
        await person.sees("Publish 1 row?")
        await person.press("y")
        await person.until(lambda: "Publish: 1 ok. Press u to undo it." in person.toasts)
        await person.sees("Save and close")
        detail = person.app.screen.query_one(SvcDetail)
        await person.until(lambda: detail.store.state.draft.original["status"] == "published")
        await person.press("x", "down")
        await person.sees("Withdraw", "Back to Draft")


async def test_x_on_a_record_with_changes_asks_to_save_them_first(console: Console) -> None:
    async with console(start="/articles/5") as person:
        await person.sees("Save and close")
        await person.settles()
        await person.press("enter")
        await person.type("!")
        await person.press("escape", "x")
        await person.sees("Actions for", "your changes are saved first")
        await person.press("escape")
        await person.sees("changed (1)")


async def test_x_on_a_record_says_where_the_actions_are_if_it_has_none(console: Console) -> None:
    async with console(start="/categories/1") as person:
        await person.sees("Save and close")
        await person.settles()
        await person.press("x")
        await person.told_of("no actions for this record")


async def test_quick_edit_without_a_change_says_that_there_is_nothing_to_save(
    console: Console,
) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.settles()
        await person.press("i")
        await person.sees("Quick edit:")
        await person.settles()
        await person.press("ctrl+s")
        await person.sees("Nothing to save")


async def test_keys_that_a_list_does_not_have_say_so(console: Console) -> None:
    async with console(start="/tags") as person:
        await person.sees("of ")
        await person.settles()
        for key, words in (
            ("i", "no quick edit"),
            ("m", "no fixed order"),
            ("W", "Nothing is staged"),
            ("f", "no filters"),
            ("}", "no tabs"),
        ):
            await person.press(key)
            await person.until(lambda words=words: any(words in one for one in person.toasts))


@pytest.mark.parametrize(
    ("key", "frame", "footer"),
    [
        ("S", "Enter sorts", "Enter Sort"),
        ("C", "Enter applies", "Enter Apply"),
        ("V", "Enter opens", "Enter Open"),
        ("x", "Enter chooses", "Enter Choose"),
    ],
)
async def test_the_frame_of_a_menu_names_enter_and_the_footer_does_not_say_it_again(
    console: Console, key: str, frame: str, footer: str
) -> None:
    async with console(start="/articles", size=(120, 40)) as person:
        await person.sees("1-20 of 300")
        await person.settles()

        await person.press(key)

        await person.sees(frame)
        assert footer not in person.text()


async def test_the_help_finds_the_keys_of_another_part_of_the_page(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.settles()
        person.app.screen.query_one(SvcSidebarList).focus()
        await person.settles()
        await person.press("question_mark")
        await person.sees("Most used")
        await person.type("mark this row")
        await person.sees("Elsewhere on this page", "Mark this row.")
