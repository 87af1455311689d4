"""Each key that can be typed on a page acts, or says why not, also for those who may only look."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from string import ascii_letters, digits, punctuation

import pytest
from textual.keys import _character_to_key

from svc_tui.app.keys import UNUSED
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
        ("e", "Editing needs permission `change_media`"),
        ("f2", "Editing needs permission `change_media`"),
        ("d", "Deleting needs permission `delete_media`"),
        ("M", "Moving needs permission `change_media`"),
        ("R", "Replacing needs permission `change_media`"),
        ("a", "Filling in texts needs permission `change_media`"),
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
