"""Signals, faults that nobody waits for, and what is said of them."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest
from textual.css.query import NoMatches
from textual.widget import Widget

from svc_tui.terminal.error_log import crash_message, record
from tests.textual_patches.programs import run


def test_the_last_words_name_the_place_and_not_the_message() -> None:
    try:
        raise ValueError("token=secret")
    except ValueError as error:
        words = crash_message(error)
    assert words.startswith("svc-tui stopped because of an error in the program (ValueError, test_")
    assert words.endswith(" No log was written. Start with --log FILE, or log=…, to write one.")
    assert "secret" not in words


def test_the_last_words_name_the_consumers_line() -> None:
    with pytest.raises(NoMatches) as found:
        Widget().query_one("#gone")
    words = crash_message(found.value)
    assert re.search(r"\(NoMatches, dom.py line \d+, called from test_signals.py line \d+\)", words)


def test_a_fault_in_the_log_obeys_nobody(caplog: pytest.LogCaptureFixture) -> None:
    record(ValueError("\x1b]0;x\x07"))
    assert "ValueError: ␛]0;x␇" in caplog.text


NOBODY_WAITS = """
import asyncio, threading
from svc_tui.terminal.error_log import install_error_hooks

async def main():
    install_error_hooks()
    asyncio.create_task(fail())
    thread = threading.Thread(target=crash)
    thread.start()
    thread.join()
    await asyncio.sleep(0.01)

async def fail():
    raise RuntimeError("task")

def crash():
    raise RuntimeError("thread")

asyncio.run(main())
print("reached the end")
raise RuntimeError("at last")
"""


def test_no_fault_prints_a_traceback_wherever_it_happens() -> None:
    with run(NOBODY_WAITS, patched=True) as terminal:
        assert terminal.wait_exit() == 1
        assert "reached the end" in terminal.text()
        assert "stopped because of an error in the program (RuntimeError," in terminal.text()
        assert "Traceback" not in terminal.text()


SIGNALLED = """
import os, pathlib
from textual.app import App
from textual.widgets import Input
from svc_tui.terminal.signals import install_signals

class Signalled(App):
    def on_load(self):
        if os.environ["PATCHED"]:
            install_signals(self, self.journal)

    def compose(self):
        yield Input(id="in")

    async def journal(self):
        pathlib.Path(os.environ["DRAFT"]).write_text(self.query_one(Input).value)
        {then}

app = Signalled()
app.run()
raise SystemExit(app.return_code)
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_keeps_the_draft_and_gives_the_terminal_back(
    number: int, code: int, tmp_path: Path
) -> None:
    draft = tmp_path / "draft"
    program = SIGNALLED.replace("{then}", "")
    with run(program, patched=False) as terminal:
        terminal.wait_for("▔").signal(number)
        terminal.wait_exit()
        assert not terminal.restored()
    with run(program, patched=True, env={"DRAFT": str(draft)}) as terminal:
        terminal.wait_for("▔").type("half a thought").wait_for("half a thought").signal(number)
        assert terminal.wait_exit() == code
        assert terminal.restored(), terminal.left_behind()
    assert draft.read_text() == "half a thought"


@pytest.mark.parametrize(
    "then",
    ["", "import time; time.sleep(60)", "raise RuntimeError"],
    ids=["plain", "stuck", "crash"],
)
def test_a_vanished_terminal_ends_even_a_stuck_program(then: str, tmp_path: Path) -> None:
    draft = tmp_path / "draft"
    program = SIGNALLED.replace("{then}", then)
    with run(program, patched=True, env={"DRAFT": str(draft)}) as terminal:
        terminal.wait_for("▔").type("half").wait_for("half")
        terminal.vanish()
        assert terminal.wait_exit() == 129
    assert draft.read_text() == "half"
