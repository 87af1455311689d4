"""Programs in a real terminal, with the patches or as Textual is, and an app of many lines."""

from __future__ import annotations

import sys

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from tests.pty.terminal import Terminal


class Lines(App[None]):
    """More lines than fit."""

    CSS = "Static { height: 1; }"

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            for number in range(40):
                yield Static(f"line {number}")


def run(program: str, patched: bool, env: dict[str, str] | None = None) -> Terminal:
    """Run Python code that applies the patches if `$PATCHED` is set."""
    environment = {"PATCHED": "1" if patched else "", **(env or {})}
    return Terminal([sys.executable, "-c", program], env=environment)
