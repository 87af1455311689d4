"""From an error to a sentence and an exit code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from svc_tui.api.errors import (
    Conflict,
    Forbidden,
    InvalidResponse,
    NotSent,
    Unauthorized,
    Unreachable,
)
from svc_tui.cli import exits
from svc_tui.cli.exits import CommandError, complaint_about, report_error
from svc_tui.config.errors import ConfigError, ConfigProblem
from svc_tui.config.paths import StateUnwritable


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ConfigError(ConfigProblem("the file is not there")), exits.USAGE),
        (StateUnwritable(Path("/state"), "Permission denied"), exits.ERROR),
        (Conflict(412, "PATCH", "/a/1/"), exits.CONFLICT),
        (Unauthorized(401, "GET", "/me/"), exits.NOT_SIGNED_IN),
        (Forbidden(403, "GET", "/me/"), exits.REFUSED),
        (NotSent(None, "POST", "/a/", "read-only"), exits.REFUSED),
        (Unreachable(None, "GET", "http://x.test/a/", "no server"), exits.ERROR),
        (InvalidResponse(200, "GET", "/a/", "HTML"), exits.ERROR),
        (CommandError("Wrong.", exits.USAGE), exits.USAGE),
    ],
)
def test_every_expected_failure_has_its_exit_code(error: Exception, code: int) -> None:
    complaint = complaint_about(error)
    assert complaint is not None
    assert complaint.exit_code == code
    assert str(complaint) == str(error)


def test_a_fault_of_the_program_is_no_complaint() -> None:
    assert complaint_about(KeyError("x")) is None


def test_what_a_backend_says_does_not_reach_the_terminal_raw(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert report_error(CommandError("bad \x1b]0;title\x07 news", 5)) == 5
    said = capsys.readouterr().err
    assert "\x1b" not in said and "\x07" not in said
    assert said.startswith("bad ") and said.endswith(" news\n")


@pytest.mark.parametrize("stream", [0, 1, 2])
def test_a_standard_stream_may_be_closed(tmp_path: Path, stream: int) -> None:
    """As a service manager or `>&-` does it: no traceback, and no file gets its number."""
    said, shell = tmp_path / "said", f'exec "$@" {stream}<&-'
    with said.open("wb") as file:
        argv = [sys.executable, "-m", "svc_tui", "apply", "-", "--url", "http://127.0.0.1:9"]
        done = subprocess.run(["sh", "-c", shell, "sh", *argv], stdout=file, stderr=file)
    words = said.read_text()
    assert done.returncode == exits.ERROR and "Traceback" not in words, words
    assert ("Could not reach 127.0.0.1:9" in words) is (stream != 2), words


LEAVING = """
import atexit, sys, logging, threading, time
{loaded}
from svc_tui.cli.exits import leave
logging.basicConfig(filename={log!r})
root = logging.getLogger()
root.addHandler(logging.handlers.MemoryHandler(99, target=root.handlers[0]))
logging.error("kept")
print("said")
{thread}
atexit.register(print, "taken apart")
leave(3)
"""


def left(tmp_path: Path, loaded: str = "", thread: str = "") -> tuple[int, list[str], int]:
    """The exit code, what was said, and how often the log has it."""
    log = tmp_path / "log"
    imports = f"import logging.handlers\n{loaded}"
    program = LEAVING.format(loaded=imports, thread=thread, log=str(log))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    return done.returncode, done.stdout.split("\n")[:-1], log.read_text().count("kept")


def test_a_console_ends_at_once_with_everything_written(tmp_path: Path) -> None:
    assert left(tmp_path, "import textual") == (3, ["said"], 2)


def test_what_has_no_terminal_library_to_take_apart_ends_as_ever(tmp_path: Path) -> None:
    assert left(tmp_path) == (3, ["said", "taken apart"], 2)


def test_a_thread_that_still_works_is_waited_for(tmp_path: Path) -> None:
    thread = "threading.Thread(target=lambda: (time.sleep(0.2), print('worked'))).start()"

    assert left(tmp_path, "import textual", thread) == (3, ["said", "worked", "taken apart"], 2)
