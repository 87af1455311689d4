"""The line between the console and its terminal: bad ones, old ones, and what it says of itself."""

from __future__ import annotations

import select
import time
from pathlib import Path

import pytest

from svc_tui.cli.demo import FILE
from svc_tui.cli.exits import OK
from tests.backends.demo import DemoProcess
from tests.pty.consoles import ROOT, SVC_TUI, console, ends_with_a_sentence
from tests.pty.terminal import Terminal

KEYS = 150
"""Keys that are held on a stuck line; twelve a second make twelve seconds."""


def signed_in(terminal: Terminal) -> None:
    """Sign in, and wait for the list."""
    terminal.wait_for("Password").type("admin").press("enter").type("admin").press("enter")
    terminal.wait_for("1-20 of").wait_quiet(0.3)


def rests(pid: int) -> None:
    """Wait until a process has done all it had to do: nothing of it can be seen."""
    deadline, used, still = time.monotonic() + 60, -1, 0
    while still < 5:
        assert time.monotonic() < deadline, "it never rests"
        now = sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
        still, used = (still + 1 if now == used else 0), now
        select.select([], [], [], 0.1)


def on_articles(demo: DemoProcess) -> tuple[str, ...]:
    """The arguments that open the demo's articles."""
    return ("open", "/articles", "--config", str(FILE), "--url", demo.url)


def test_what_was_sent_is_told_at_the_end(demo: DemoProcess) -> None:
    with console(*on_articles(demo), "--stats") as terminal:
        signed_in(terminal)
        terminal.press("down", "down").wait_quiet(0.2).press("ctrl+q")
        ends_with_a_sentence(terminal, OK, "sent to the terminal:", "requests", "% of what Textual")


def test_without_the_layer_textual_sends_and_it_says_so(demo: DemoProcess) -> None:
    with console(*on_articles(demo), "--no-diff", "--stats") as terminal:
        signed_in(terminal)
        terminal.press("ctrl+q")
        ends_with_a_sentence(terminal, OK, "not counted: Textual draws directly")


def test_the_file_may_switch_the_layer_off(demo: DemoProcess, tmp_path: Path) -> None:
    file = tmp_path / "svc.toml"
    file.write_text(f'[svc]\nbase_url = "{demo.url}"\ndiff = false\n')
    with console("--config", str(file), "--stats") as terminal:
        terminal.wait_for("Password").press("ctrl+q")
        ends_with_a_sentence(terminal, OK, "not counted")


def test_pictures_are_left_out_while_the_line_is_stuck(demo: DemoProcess) -> None:
    with console(*on_articles(demo), "--stats") as terminal:
        signed_in(terminal)
        before = len(terminal.output)
        terminal.hold()
        for _ in range(KEYS):
            terminal.press("down", "up")
        terminal.press("down")
        rests(terminal.pid)
        terminal.let_go().wait_quiet(0.4)
        # Sent one by one they were some 300 bytes each.
        assert len(terminal.output) - before < KEYS * 2 * 100


@pytest.mark.parametrize("term", ["vt100", "linux", "screen", "xterm-16color", "rxvt-unicode"])
def test_terminals_that_can_little_are_served(demo: DemoProcess, term: str) -> None:
    env = {"TERM": term, "COLORTERM": None}
    with console(*on_articles(demo), env=env) as terminal:
        signed_in(terminal)
        terminal.press("down", ".").wait_for("21-40 of").press("ctrl+q")
        assert terminal.wait_exit() == OK
        assert terminal.restored(), terminal.left_behind()


def test_a_terminal_that_answers_nothing_is_served(demo: DemoProcess) -> None:
    argv = [*SVC_TUI, *on_articles(demo)]
    with Terminal(argv, env={"PYTHONPATH": str(ROOT)}, answering=False) as terminal:
        signed_in(terminal)
        terminal.press(":").wait_for("articles").type("line").press("enter").wait_for("Traffic")
        terminal.press("r").wait_for("no response")


def test_a_terminal_that_answers_is_measured(demo: DemoProcess) -> None:
    with console(*on_articles(demo)) as terminal:
        signed_in(terminal)
        terminal.press("T").wait_for("Traffic").press("r").wait_for("ms round trip")
