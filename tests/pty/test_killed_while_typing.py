"""A console that is killed in the middle of a word, and what is there when it is opened again."""

from __future__ import annotations

import json
import signal
import sys
import time
from pathlib import Path

import pytest

from svc_tui.cli.demo import FILE
from tests.backends.demo import DemoProcess
from tests.pty.consoles import console
from tests.pty.terminal import TAKES_KEYS, Terminal

PATIENCE = 30.0


def on_category(demo: DemoProcess) -> Terminal:
    """A console on category 3; the test's own home keeps its session and drafts."""
    return console("open", "/categories/3", "--config", str(FILE), "--url", demo.url)


def signed_in(terminal: Terminal) -> Terminal:
    """Past the login, with the form there."""
    terminal.wait_for("Password").type("admin").wait_for("admin")
    terminal.press("tab").wait_quiet().type("admin").wait_quiet().press("enter")
    return terminal.wait_for("Save and close", PATIENCE).wait_for("Colour", PATIENCE)


def kept(home: Path) -> list[Path]:
    return list((home / "svc-state" / "drafts").glob("*.json"))


def typed(home: Path) -> str:
    """What the drafts on disk hold."""
    found = [json.loads(one.read_text())["changes"] for one in kept(home)]
    return json.dumps(found)


def comes_back(demo: DemoProcess) -> None:
    """A new console offers what was typed, and puts it into the form."""
    with on_category(demo) as terminal:
        terminal.wait_for("You have unsaved changes here", PATIENCE).wait_for("half a wo")
        terminal.wait_quiet(TAKES_KEYS).press("y")
        terminal.wait_for("changed (1)").wait_for("half a wo")
        terminal.press("ctrl+q").wait_for("Unsaved changes")
        terminal.wait_quiet(TAKES_KEYS).press("x")
        assert terminal.wait_exit() == 0


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM], ids=["SIGHUP", "SIGTERM"])
def test_a_signal_in_mid_word_loses_not_one_key(
    demo: DemoProcess, own_places: Path, number: signal.Signals
) -> None:
    with on_category(demo) as terminal:
        signed_in(terminal).press("enter").type("half a wo")
        terminal.wait_for("half a wo").signal(number)
        assert terminal.wait_exit() == 128 + number
        assert terminal.restored(), terminal.left_behind()

    assert "half a wo" in typed(own_places)
    comes_back(demo)
    assert "half a wo" in typed(own_places)  # Discarded, and kept for `u`.


def test_ctrl_z_suspends_with_what_was_typed_on_disk_and_fg_continues(
    demo: DemoProcess, own_places: Path
) -> None:
    with on_category(demo) as terminal:
        signed_in(terminal).press("enter").type("undone").wait_for("undone")
        terminal.press("ctrl+z").wait_gone("undone")  # In a text, it undoes.
        terminal.type("half a wo").wait_for("half a wo").press("escape").wait_gone("Typing")
        terminal.press("ctrl+z").wait_stopped().wait_gone("Save and close")
        assert terminal.restored(), terminal.left_behind()
        assert "half a wo" in typed(own_places)

        terminal.signal(signal.SIGCONT).wait_for("Save and close").wait_for("half a wo")
        terminal.press("f1").wait_for("Type to search").type("suspend")
        terminal.wait_for("Suspend svc-tui")


def test_a_vanished_terminal_loses_nothing(demo: DemoProcess, own_places: Path) -> None:
    with on_category(demo) as terminal:
        signed_in(terminal).press("enter").type("half a wo").wait_for("half a wo")
        terminal.vanish()
        terminal.wait_exit()

    assert "half a wo" in typed(own_places)


def test_a_kill_two_seconds_after_the_last_key_loses_nothing(
    demo: DemoProcess, own_places: Path
) -> None:
    with on_category(demo) as terminal:
        signed_in(terminal).press("enter").type("half a wo").wait_for("half a wo")
        deadline = time.monotonic() + 2 + 8  # Seconds for the disk and a busy machine.
        while "half a wo" not in typed(own_places):
            assert time.monotonic() < deadline, "not kept in time"
            time.sleep(0.02)
        terminal.signal(signal.SIGKILL)
        assert terminal.wait_exit() == 128 + signal.SIGKILL

    comes_back(demo)


def test_a_crash_of_the_program_loses_nothing(demo: DemoProcess, own_places: Path) -> None:
    crashing = (
        "from svc_tui.app.app import SvcApp\n"
        "def fail(self):\n"
        "    raise LookupError('here')\n"
        "SvcApp.action_redraw = fail\n"
        "from svc_tui.__main__ import main\n"
        "main()\n"
    )
    arguments = ("open", "/categories/3", "--config", str(FILE), "--url", demo.url)
    with console(*arguments, program=(sys.executable, "-c", crashing)) as terminal:
        signed_in(terminal).press("enter").type("half a wo").wait_for("half a wo")
        terminal.press("ctrl+l")
        terminal.wait_exit()

    assert "half a wo" in typed(own_places)
