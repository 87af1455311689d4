"""Consoles that are not quite the demo's own."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from tests.console import Person

BARE = """
[svc]
base_url = "http://127.0.0.1:1"
page_size = 20

[[resources]]
name = "articles"
endpoint = "/api/articles"
"""


def bare_console(console: Any, folder: Path) -> AbstractAsyncContextManager[Person]:
    """A console whose file says no more than where the articles are."""
    file = folder / "svc.toml"
    file.write_text(BARE, "utf-8")
    started: AbstractAsyncContextManager[Person] = console(start="/articles", file=file)
    return started


ODD = """
[svc]
base_url = "http://127.0.0.1:1"
page_size = 20

[[resources]]
name = "articles"
endpoint = "/api/_test/odd/{how}"
lookup = "id"
model = "article"
columns = [
  {{ key = "title", sortable = true }},
  {{ key = "status", format = "badge", width = 10 }},
  {{ key = "author.name", label = "Author", width = 14 }},
  {{ key = "published_at", format = "date", width = 10 }},
  {columns}
]
filters = [{{ value = "status", choices = ["draft", "review"] }}]
"""


def odd_console(
    console: Any, folder: Path, how: str, columns: str = "", **wishes: Any
) -> AbstractAsyncContextManager[Person]:
    """A console on articles that are told badly, in one of the ways that the demo knows."""
    file = folder / "odd.toml"
    file.write_text(ODD.format(how=how, columns=columns), "utf-8")
    wishes = {"start": "/articles", **wishes}
    started: AbstractAsyncContextManager[Person] = console(file=file, **wishes)
    return started
