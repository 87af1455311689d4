"""However a console ends, the terminal is as it was, and nothing of it goes on."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from svc_tui.cli.exits import ERROR, INTERRUPTED, OK
from tests.backends.demo import DemoProcess
from tests.pty.consoles import SVC_TUI, console, ends_with_a_sentence

CRASHING = (
    "from svc_tui.app.app import SvcApp\n"
    "def fail(self):\n"
    "    password = 'hunter2'\n"
    "    raise LookupError('here')\n"
    "SvcApp.action_redraw = fail\n"
    "from svc_tui.__main__ import main\n"
    "main()\n"
)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["SIGTERM", "SIGHUP"])
def test_a_signal_restores_the_terminal(demo: DemoProcess, number: signal.Signals) -> None:
    with console("--url", demo.url, cold=True) as terminal:
        terminal.wait_for("Password").signal(number)
        assert terminal.wait_exit() == 128 + number
        assert terminal.restored(), terminal.left_behind()


BEHIND_ANOTHER = ("/bin/sh", "-c", 'trap : HUP; "$0" "$@"; exit $?', *SVC_TUI)
"""As `make` does it: who leads the session hears of a hang-up, and waits for its command to end."""


def test_a_terminal_that_goes_away_ends_a_console_that_is_not_told(demo: DemoProcess) -> None:
    with console("--url", demo.url, program=BEHIND_ANOTHER) as terminal:
        terminal.wait_for("Password").vanish()
        assert terminal.wait_exit() == 128 + signal.SIGHUP


def test_a_crash_is_one_sentence_and_the_log_has_the_place(
    demo: DemoProcess, tmp_path: Path
) -> None:
    log = tmp_path / "svc.log"
    program = (sys.executable, "-c", CRASHING)
    with console("--url", demo.url, "--log", str(log), program=program) as terminal:
        terminal.wait_for("Password").press("ctrl+l")
        ends_with_a_sentence(terminal, ERROR, "svc-tui stopped because of an error", "svc.log")
        assert "hunter2" not in terminal.text()
    assert "LookupError: here" in log.read_text()
    assert "hunter2" not in log.read_text()


def test_quitting_leaves_the_shell_as_it_was(demo: DemoProcess) -> None:
    with console("--url", demo.url, cold=True) as terminal:
        terminal.wait_for("Password").press("ctrl+q")
        assert terminal.wait_exit() == OK
        assert terminal.text().strip() == ""
        assert terminal.restored(), terminal.left_behind()


IGNORING = """
import asyncio, sys
from svc_tui import Command, Options, SvcApp

async def ignores(app):
    app.notify("It began.")
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            pass

command = Command("mine.ignore", "ctrl+f", "Ignore", ignores)
SvcApp(Options(base_url=sys.argv[1], auth={"kind": "none"}), commands=[command]).run()
print("This is the end.")
"""


def test_code_that_ignores_its_cancellation_is_named_and_not_waited_for(
    demo: DemoProcess, tmp_path: Path
) -> None:
    path = tmp_path / "ignoring.py"
    path.write_text(IGNORING, "utf-8")
    with console(str(path), demo.url, program=(sys.executable,), cold=True) as terminal:
        terminal.wait_for("Home").press("ctrl+f")
        terminal.wait_for("It began.").press("ctrl+q")
        ends_with_a_sentence(
            terminal, OK, "ignores (ignoring.py line 9) did not stop at shutdown", "the end."
        )


def test_an_interrupt_at_a_question_is_quiet(demo: DemoProcess) -> None:
    with console("login", "--url", demo.url, "--user", "editor", cold=True) as terminal:
        terminal.wait_for("Password for editor:").press("ctrl+c")
        assert terminal.wait_exit() == INTERRUPTED
        assert "Traceback" not in terminal.text()


def test_a_password_is_asked_for_unseen(demo: DemoProcess) -> None:
    with console("login", "--url", demo.url, cold=True) as terminal:
        terminal.wait_for("Username:").type("viewer").press("enter")
        terminal.wait_for("Password for viewer:").type("viewer").press("enter")
        terminal.wait_for("Signed in as viewer (viewers)")
        assert terminal.wait_exit() == OK
        assert terminal.text().count("viewer") == 4
