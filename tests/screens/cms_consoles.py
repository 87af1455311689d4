"""Consoles on the real CMS, with two collections declared and the library."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Any

from textual.widgets import OptionList

from svc_tui.app.app import SvcApp
from svc_tui.cli.loading import load
from svc_tui.widgets.choice_menu import ChoiceMenu
from tests.backends.cms import CmsProcess
from tests.console import Person, person_at

FILE = """
[svc]
dialect = "camomilla"
title = "CMS"
timezone = "UTC"

[[resources]]
name = "articles"
endpoint = "/api/camomilla/articles/"
model = "article"
columns = ["id", "title", "status"]
fields = [
  { key = "title", translatable = true },
  { key = "identifier" },
]

[[resources]]
name = "products"
endpoint = "/api/models/product/"
model = "product"
draggable = true
columns = ["name", "sku", { key = "price", sortable = true }]
filters = [{ value = "specs__certified", choices = ["true"] }]
fields = [
  { key = "name", translatable = true, required = true },
  { key = "price", type = "number" },
]
"""

Starter = Callable[..., AbstractAsyncContextManager[Person]]
"""`async with console(user="editor", start="/articles") as person:`."""


def starter(cms: CmsProcess, folder: Path, words: str = FILE) -> Starter:
    """Starts consoles on this CMS; they share a state directory."""
    file = folder / "svc.toml"
    file.write_text(words)

    def start(
        *, user: str = "admin", start: str = "/", size: tuple[int, int] = (100, 30)
    ) -> AbstractAsyncContextManager[Person]:
        wishes = {"base_url": cms.url, "user": user}
        made = partial(load, file, wishes, password=user, environ={}, state=folder / "state")
        return person_at(SvcApp(load=made, start=start), size)

    return start


async def chooses(person: Person, words: str) -> None:
    """Choose an entry of the menu that is open."""
    await person.until(lambda: isinstance(person.app.screen, ChoiceMenu))
    menu = person.app.screen
    at = next(n for n, one in enumerate(menu.entries) if one.text == words)  # type: ignore[attr-defined]
    menu.query_one(OptionList).highlighted = at
    await person.press("enter")


async def stored(person: Person, path: str) -> Any:
    """What the CMS has."""
    assert person.app.svc is not None
    return (await person.app.svc.fetch("GET", path)).json()
