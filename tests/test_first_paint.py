"""What a fresh process has imported when its first page is on the screen."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys
from svc_tui.cli import console, splash, loading, main, open, overrides
from svc_tui.app.app import SvcApp
from svc_tui.app.console import Splash
from textual.timer import Timer

Timer.resume = lambda timer: None  # nothing comes with a tick of the screen's clock
painted = []

class App(SvcApp):
    def post_display_hook(self):
        painted.append(self.screen._compositor.full_map)
        super().post_display_hook()

def load():
    print("painted:", any(painted))
    print("modules:", *sys.modules)
    raise OSError("enough was seen")

App(load=load, greeting=Splash(waiting={waiting!r})).run(headless=True)
"""

LATER = (
    "httpx",
    "pydantic",
    "pygments",
    "markdown_it",
    "importlib.metadata",
    "email",
    "textual.widgets._text_area",
    "textual.widgets._data_table",
    "svc_tui.app.context",
    "svc_tui.routing.router",
    "svc_tui.stores.",
    "svc_tui.introspect.",
    "svc_tui.models.records",
    "svc_tui.models.resource",
    "svc_tui.config.options",
    "svc_tui.widgets.record.",
    "svc_tui.widgets.form.",
    "svc_tui.widgets.listing.",
    "svc_tui.widgets.media.",
    "svc_tui.widgets.shell.sidebar",
    "svc_tui.widgets.shell.topbar",
)
"""Modules, or with a dot at their end all of a kind, without which the first page is painted."""


@pytest.mark.parametrize("waiting", ["", "Opening…"], ids=["login", "saved session"])
def test_the_first_paint_waits_for_nothing_that_it_does_not_show(waiting: str) -> None:
    modules = modules_at_first_paint(waiting)

    assert "svc_tui.app.app" in modules
    assert {name for name in modules if _is_one_of(name, LATER)} == set()


def test_the_console_is_loaded_after_its_first_paint_and_waits_for_no_second_one() -> None:
    assert "painted: True\n" in run("Opening…")


def modules_at_first_paint(waiting: str) -> set[str]:
    """The console loads itself after its first paint; this is what there was before."""
    return set(run(waiting).partition("modules:")[2].splitlines()[0].split())


def run(waiting: str) -> str:
    """What a console says that ends as it is loaded."""
    program = PROGRAM.format(waiting=waiting)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    return done.stdout


def _is_one_of(name: str, kinds: tuple[str, ...]) -> bool:
    return any(name.startswith(kind) if kind.endswith(".") else name == kind for kind in kinds)
