"""The whole way in a real terminal, with the installed program: what the README promises."""

from __future__ import annotations

from pathlib import Path

from svc_tui.cli.exits import OK
from tests.pty.consoles import console
from tests.pty.terminal import Terminal


def test_from_the_start_of_the_demo_to_its_end(installed: Path, tmp_path: Path) -> None:
    program = (str(installed / "svc-tui"),)
    env = {"PYTHONPATH": None}
    with console("demo", "--rows", "40", program=program, env=env, cwd=tmp_path) as terminal:
        starts_signed_in(terminal)
        reads_a_list(terminal)
        assert terminal.press("ctrl+q").wait_exit() == OK
        assert terminal.restored(), terminal.left_behind()


def starts_signed_in(terminal: Terminal) -> None:
    """The home page greets, without anything having been typed."""
    terminal.wait_for("Signed in as admin", timeout=60).wait_for("Articles")


def reads_a_list(terminal: Terminal) -> None:
    """Open the articles, turn the page, search, and take the search back."""
    terminal.press("enter").wait_for("1-20 of 40")
    terminal.press(".").wait_for("21-40 of 40")
    terminal.press("/").type("lighthouse").press("enter")
    terminal.wait_for(lambda seen: "of 40" not in seen.text() and "ighthouse" in seen.text())
