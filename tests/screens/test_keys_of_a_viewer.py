"""Each key that can be typed on a page acts, or says why not, also for those who may only look."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from string import ascii_letters, digits, punctuation

import pytest
from textual.keys import _character_to_key

from svc_tui.app.unused_keys import UNUSED, UNUSED_IN_DIALOG
from svc_tui.textual_patches.hooks import binding_chain
from tests.backends.cms import CmsProcess
from tests.console import Person
from tests.screens.cms_consoles import starter
from tests.screens.test_footer import record_actions
from tests.screens.test_keys_everywhere import UNTOUCHED

Console = Callable[..., AbstractAsyncContextManager[Person]]

TYPED = [_character_to_key(one) for one in ascii_letters + digits + punctuation]


async def silent_keys(person: Person) -> list[str]:
    """The keys that neither reach an action nor say why."""
    ran, found = record_actions(person), []
    svc = person.app.svc
    assert svc is not None
    bound = [key for _, one in binding_chain(person.app.screen) for key in one.key_to_bindings]
    for key in dict.fromkeys([*bound, *TYPED]):
        if key in UNTOUCHED:
            continue
        ran.clear()
        svc.snack.dismiss_all()
        await person.press(key)
        if not ran and not svc.snack.state.toasts:
            found.append(key)
    return found


@pytest.mark.parametrize(
    ("place", "words", "keys"),
    [
        ("/", "Continue", ()),
        ("/articles", "1-20 of 300", ()),
        ("/tags", "1-20 of", ()),
        ("/articles/5", "Back", ()),
        ("/articles/5", "Back", ("}", "}", "enter")),
        ("/media", "Photos", ()),
        ("/media", "Photos", ("end",)),
        ("/media", "Photos", ("end", "enter")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
async def test_no_key_is_silent_for_a_viewer(
    console: Console, place: str, words: str, keys: tuple[str, ...]
) -> None:
    async with console(start=place, user="viewer", size=(110, 40)) as person:
        await person.sees(words)
        await person.settles()
        for key in keys:
            await person.press(key)
            await person.settles()
        assert await silent_keys(person) == []


async def test_no_key_is_silent_for_a_viewer_of_a_menu(cms: CmsProcess, tmp_path: Path) -> None:
    console = starter(cms, tmp_path, '[svc]\ndialect = "camomilla"\ntitle = "CMS"\n')
    async with console(start="/menus/1", user="viewer", size=(110, 40)) as person:
        await person.sees("Contact")
        await person.settles()
        assert await silent_keys(person) == []


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("e", "Editing needs permission `change_media`. Ask an administrator."),
        ("f2", "Editing needs permission `change_media`. Ask an administrator."),
        ("d", "Deleting needs permission `delete_media`. Ask an administrator."),
        ("M", "Moving needs permission `change_media`. Ask an administrator."),
        ("R", "Replacing needs permission `change_media`. Ask an administrator."),
        ("a", "Filling in texts needs permission `change_media`. Ask an administrator."),
        ("0", "There is no search or filter to clear."),
        ("left", "There is no folder above this one."),
        ("left_curly_bracket", UNUSED),
    ],
)
async def test_the_library_says_what_a_viewer_lacks(console: Console, key: str, words: str) -> None:
    async with console(start="/media", user="viewer") as person:
        await person.sees("Photos")
        await person.settles()
        await person.press("end", key)
        await person.until(lambda: any(words in one for one in person.toasts))


async def test_u_says_that_there_is_nothing_to_undo(console: Console) -> None:
    async with console(start="/") as person:
        await person.sees("Continue")
        await person.settles()
        await person.press("u")
        await person.sees("There is nothing to undo.")


@pytest.mark.parametrize(
    ("place", "words"),
    [("/articles", "1-20 of 300"), ("/articles/5", "Back"), ("/media", "Photos")],
)
async def test_a_key_behind_g_that_names_no_place_runs_nothing(
    console: Console, place: str, words: str
) -> None:
    async with console(start=place) as person:
        await person.sees(words)
        await person.settles()
        page = person.app.screen
        for key in ("F", "n", "v"):
            ran = record_actions(person)
            person.app.chords.begin("g")
            await person.press(key)
            assert ran == []
            await person.sees(f"“g{key}” is not a shortcut")
        assert person.app.screen is page


async def test_a_key_behind_g_for_a_place_that_is_not_here_says_so(console: Console) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("g", "d")
        await person.told("No field here points to a record.")
        await person.press("g", "r")
        await person.told("Only files list the records that use them.")

        routes = person.app.svc.router.routes
        routes[:] = [one for one in routes if one.name != "media"]
        await person.press("g", "m")
        await person.told("This console has no such page.")
        assert person.location == "/articles"


async def test_esc_behind_g_only_takes_it_back(console: Console) -> None:
    async with console(start="/articles?f_status=draft") as person:
        await person.sees("Status: Draft")
        await person.settles()
        person.app.chords.begin("g")
        await person.press("escape")
        assert not person.app.chords.first
        assert person.location == "/articles?f_status=draft"
        assert person.toasts == []


async def test_a_key_behind_y_that_copies_nothing_runs_nothing_in_the_library(
    console: Console,
) -> None:
    async with console(start="/media") as person:
        await person.sees("Photos")
        await person.settles()
        await person.press("end", "y", "d")
        await person.sees("Nothing was copied. Press y, then u or r.")
        assert "Delete this file?" not in person.text()
        await person.press("y", "u")
        await person.until(lambda: person.app.clipboard)


async def test_letters_typed_into_a_dialog_without_fields_are_not_lost_in_silence(
    console: Console,
) -> None:
    async with console(start="/articles/5?lang=it") as person:
        await person.sees("Back")
        await person.settles()
        await person.press("F")
        await person.sees("Fill")
        await person.press("i")
        await person.until(lambda: UNUSED_IN_DIALOG in person.toasts)
        await person.sees("Press F1 to see the keys of this dialog.")
        await person.press("f1")
        await person.sees("─ Keys ─", "Tick or untick this field.")
