"""`svc-tui demo`, as somebody who tries it out meets it."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from svc_tui.cli.exits import ERROR, OK, USAGE
from tests.pty.consoles import console, ends_with_a_sentence
from tests.pty.terminal import Terminal

STARTS_WITHIN = 60
"""Seconds; seeding takes a moment on a busy machine."""


@pytest.fixture(autouse=True)
def own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """So that a test sees what a demo leaves behind."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def demo_at_home(*arguments: str) -> Terminal:
    """A demo, small, to be entered with `with`."""
    return console("demo", "--rows", "25", *arguments)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    """Whether a process is there and not just waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # Gone before, or while it was read.
        return False


def eventually(condition: Callable[[], bool], seconds: float = 30) -> bool:
    """Whether it comes true in time."""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


def on_category(terminal: Terminal) -> Terminal:
    """The form of category 3 of a demo that begins, ready for keys."""
    terminal.wait_for("Signed in as admin", timeout=STARTS_WITHIN)
    terminal.type(":").wait_for("articles  authors").type("/categories/3").press("enter")
    return terminal.wait_for("Save and close").wait_quiet()


def drafts_in(folder: Path) -> str:
    """What the drafts below a folder hold."""
    return " ".join(one.read_text() for one in folder.glob("**/drafts/*.json"))


def is_free(kept: Path) -> bool:
    """Whether no demo runs in a folder."""
    with (kept / "newsroom.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def test_the_demo_opens_signed_in_and_leaves_nothing(own_temporary_folder: Path) -> None:
    with demo_at_home() as terminal:
        terminal.wait_for("Signed in as admin", timeout=STARTS_WITHIN)
        [backend] = children(terminal.pid)
        terminal.press("enter").wait_for("In review").wait_for(" of 25")
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == OK
        assert terminal.restored(), terminal.left_behind()
        assert terminal.text().strip() == ""
        assert not is_running(backend)
    assert [*own_temporary_folder.iterdir()] == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["SIGTERM", "SIGHUP"])
def test_a_signal_ends_the_backend_too(own_temporary_folder: Path, number: signal.Signals) -> None:
    with demo_at_home() as terminal:
        terminal.wait_for("Signed in as admin", timeout=STARTS_WITHIN)
        [backend] = children(terminal.pid)
        terminal.signal(number)
        assert terminal.wait_exit() == 128 + number
        assert terminal.restored(), terminal.left_behind()
        assert not is_running(backend)
    assert [*own_temporary_folder.iterdir()] == []


def test_a_closed_window_ends_the_backend_too(own_temporary_folder: Path) -> None:
    with demo_at_home() as terminal:
        terminal.wait_for("Signed in as admin", timeout=STARTS_WITHIN)
        [backend] = children(terminal.pid)
        terminal.vanish()
        assert eventually(lambda: not is_running(backend))
        assert eventually(lambda: not [*own_temporary_folder.iterdir()])


def test_a_killed_console_takes_the_backend_along(own_temporary_folder: Path) -> None:
    with demo_at_home() as terminal:
        terminal.wait_for("Signed in as admin", timeout=STARTS_WITHIN)
        [backend] = children(terminal.pid)
        [server] = children(backend)
        terminal.signal(signal.SIGKILL).wait_exit()
        assert eventually(lambda: not is_running(backend) and not is_running(server))
        assert eventually(lambda: not [*own_temporary_folder.iterdir()])


def test_a_signal_while_it_prepares_leaves_nothing(own_temporary_folder: Path) -> None:
    with console("demo", "--rows", "100000") as terminal:
        terminal.wait_for("Seeding", timeout=STARTS_WITHIN)
        [backend] = children(terminal.pid)
        terminal.signal(signal.SIGTERM)
        assert terminal.wait_exit() == 128 + signal.SIGTERM
        assert not is_running(backend)
    assert [*own_temporary_folder.iterdir()] == []


def test_an_interrupt_while_it_prepares_leaves_nothing(own_temporary_folder: Path) -> None:
    with console("demo", "--rows", "100000") as terminal:
        terminal.wait_for("Seeding", timeout=STARTS_WITHIN).press("ctrl+c")
        assert terminal.wait_exit() == 130
        assert "Traceback" not in terminal.text()
    assert [*own_temporary_folder.iterdir()] == []


def test_two_demos_run_beside_each_other() -> None:
    with demo_at_home() as first, demo_at_home("--user", "viewer") as second:
        first.wait_for("Signed in as admin", timeout=STARTS_WITHIN)
        second.wait_for("Signed in as viewer", timeout=STARTS_WITHIN)


def test_a_kept_demo_is_there_again(tmp_path: Path) -> None:
    kept = tmp_path / "newsroom"
    with demo_at_home("--keep", str(kept)) as terminal:
        terminal.wait_for("Signed in as admin", timeout=STARTS_WITHIN).press("ctrl+q")
        assert terminal.wait_exit() == OK
    made = (kept / "newsroom.sqlite3").stat().st_ino
    with demo_at_home("--keep", str(kept)) as terminal:
        terminal.wait_for("Signed in as admin", timeout=STARTS_WITHIN)
        assert (kept / "newsroom.sqlite3").stat().st_ino == made
        with demo_at_home("--keep", str(kept)) as other:
            ends_with_a_sentence(other, ERROR, "Another demo is running in")


def test_a_kept_demo_has_the_drafts_of_a_killed_console_on_any_port(tmp_path: Path) -> None:
    kept = tmp_path / "newsroom"
    with demo_at_home("--keep", str(kept)) as terminal:
        on_category(terminal).press("enter").type("half a wo").wait_for("half a wo")
        assert eventually(lambda: "half a wo" in drafts_in(kept))
        terminal.signal(signal.SIGKILL).wait_exit()
    assert eventually(lambda: is_free(kept))
    with demo_at_home("--keep", str(kept)) as terminal:
        terminal.wait_for("Signed in as admin", timeout=STARTS_WITHIN)
        terminal.press("g", "k").wait_for("half a wo", timeout=STARTS_WITHIN)


def test_a_demo_that_deletes_its_data_says_so_and_offers_no_keep() -> None:
    with demo_at_home() as terminal:
        on_category(terminal).press("enter").type("half a wo").wait_for("half a wo")
        terminal.press("ctrl+q").wait_for("The demo deletes its data when it ends")
        terminal.wait_for("--keep DIR").wait_for("Discard (x)")
        assert "Keep (k)" not in terminal.text()


@pytest.mark.parametrize("flag", ["--no-diff", "--ascii", "--no-color", "--theme=svc-light"])
def test_the_demo_opens_with_each_flag_of_its_look(flag: str) -> None:
    with demo_at_home(flag) as terminal:
        terminal.wait_for("Signed in as admin", timeout=STARTS_WITHIN)


def test_a_kept_demo_offers_to_keep_unsaved_changes(tmp_path: Path) -> None:
    kept = tmp_path / "newsroom"
    with demo_at_home("--keep", str(kept)) as terminal:
        on_category(terminal).press("enter").type("half a wo").wait_for("half a wo")
        terminal.press("ctrl+q").wait_for("Keep saves a draft on this machine").wait_for("Keep (k)")
        assert "The demo deletes" not in terminal.text()


def test_a_console_keeps_drafts_after_its_backend_was_killed(own_temporary_folder: Path) -> None:
    with demo_at_home() as terminal:
        on_category(terminal)
        [backend] = children(terminal.pid)
        [server] = children(backend)
        os.kill(server, signal.SIGKILL)
        assert eventually(lambda: not is_running(server))
        terminal.press("enter").type("half a wo").wait_for("half a wo")
        assert eventually(lambda: "half a wo" in drafts_in(own_temporary_folder))
        assert "be saved" not in terminal.text()
        terminal.signal(signal.SIGKILL).wait_exit()
        assert eventually(lambda: not [*own_temporary_folder.iterdir()])


def test_a_port_that_is_taken_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with demo_at_home("--port", str(taken.getsockname()[1])) as terminal:
            ends_with_a_sentence(terminal, ERROR, "Can't use port", "Address already in use.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--user", "nobody-such"], "The demo has no user nobody-such. Available: admin, editor"),
        (["--url", "https://x.test"], "The demo has its own backend"),
        (["--password-stdin"], "Demo passwords are the usernames"),
        (["--rows", "-1"], "argument --rows: must not be negative"),
        (["--port", "70000"], "argument --port: must be between 0 and 65535"),
    ],
)
def test_what_the_demo_cannot_do_is_said(arguments: list[str], said: str) -> None:
    with demo_at_home(*arguments) as terminal:
        ends_with_a_sentence(terminal, USAGE, said)


def test_without_its_packages_the_demo_names_them() -> None:
    program = (
        "import importlib.util as u, sys; find = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name == 'django' else find(name, *more)\n"
        "from svc_tui.__main__ import main; main()"
    )
    with console("demo", program=(sys.executable, "-c", program)) as terminal:
        ends_with_a_sentence(terminal, ERROR, "pip install 'django<5.3' djangorestframework")


@pytest.mark.parametrize("user", ["admin", "editor", "viewer", "nobody"])
def test_everybody_of_the_demo_can_sign_in(user: str) -> None:
    with demo_at_home("--user", user) as terminal:
        terminal.wait_for(f"Signed in as {user}", timeout=STARTS_WITHIN)


def test_the_machine_s_own_settings_do_not_reach_the_demo(tmp_path: Path) -> None:
    foreign = {"SVC_TUI_URL": "http://127.0.0.1:1", "SVC_TUI_PROFILE": "live"}
    (tmp_path / "svc.toml").write_text("not a console file")
    with console("demo", "--rows", "5", env=foreign, cwd=tmp_path) as terminal:
        terminal.wait_for("Signed in as admin", timeout=STARTS_WITHIN)
