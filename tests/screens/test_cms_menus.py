"""Navigation menus on the real CMS, as an administrator, an editor and a viewer use them."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from svc_tui.app import SvcApp
from svc_tui.cli.loading import load
from svc_tui.screens.menus import MenuPage
from svc_tui.widgets.menu.manager import SvcMenuManager
from tests.backends.cms import CmsProcess
from tests.console import Person, person_at

FILE = '[svc]\ndialect = "camomilla"\ntitle = "CMS"\n'
MENUS = "/api/camomilla/menus"


@pytest.fixture
def console(cms: CmsProcess, tmp_path: Path) -> Any:
    """`async with console(user="editor", start="/menus/1") as person:`."""
    file = tmp_path / "svc.toml"
    file.write_text(FILE)

    def start(
        *, user: str = "admin", start: str = "/menus/1", size: tuple[int, int] = (80, 24)
    ) -> AbstractAsyncContextManager[Person]:
        wishes = {"base_url": cms.url, "user": user}
        made = partial(load, file, wishes, password=user, environ={}, state=tmp_path / "state")
        return person_at(SvcApp(load=made, start=start), size)

    return start


def manager(person: Person) -> SvcMenuManager:
    assert isinstance(person.app.page, MenuPage)
    return person.app.page.manager


async def stored(person: Person, id: str = "1") -> Any:
    """What the CMS has."""
    assert person.app.svc is not None
    return (await person.app.svc.fetch("GET", f"{MENUS}/{id}/")).json()


def titles(nodes: Any) -> list[Any]:
    """Titles, those below an entry in a list after it."""
    found: list[Any] = []
    for node in nodes:
        found += [node["title"], *([titles(node["nodes"])] if node["nodes"] else [])]
    return found


async def test_menus_are_listed_with_their_entries(console: Any) -> None:
    async with console(start="/") as person:
        await person.sees("Menus")
        await person.goes_to("/menus")
        await person.sees("main", "en 3 · it 1", "footer", "en 1 · it 0")


async def test_a_menu_shows_the_tree_of_each_language(console: Any) -> None:
    async with console() as person:
        await person.sees("▾ About  /about", "    Team  /about/team", "  Contact  /contact")
        await person.press("]")
        await person.sees("[it]", "Chi siamo  /it/about")
        await person.sees_no("Contact")
