"""The page before the first page: painted while the console signs in by itself."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from svc_tui.text import label


class StartPage(Screen[None]):
    """Shows the console's name and what it is waiting for; there is nothing to type into."""

    DEFAULT_CSS = """
    StartPage { align: center middle; }
    StartPage > .words { width: auto; height: auto; }
    StartPage Static { width: auto; }
    """

    def __init__(self, title: str, place: str, waiting: str) -> None:
        super().__init__()
        self._lines = title, place, waiting

    def compose(self) -> ComposeResult:
        title, place, waiting = self._lines
        with Vertical(classes="words"):
            yield Static(label(title), classes="title")
            yield Static(label(place), classes="place")
            yield Static(label(waiting), classes="waiting")
