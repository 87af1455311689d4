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
