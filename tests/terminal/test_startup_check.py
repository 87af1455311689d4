"""Whether a console can be shown: asked of streams, and of whole programs in a terminal."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from svc_tui.terminal.startup_check import terminal_facts, terminal_problem
from tests.pty.terminal import Terminal

GOOD = {"TERM": "xterm-256color", "LANG": "en_US.UTF-8"}
ASK = (
    "import os, sys; from svc_tui.terminal.startup_check import *;"
    "problem = terminal_problem(sys.__stdin__, sys.__stdout__, sys.__stderr__, os.environ);"
    "facts = terminal_facts(sys.stderr, os.environ);"
    "print('answer:', problem, '|', facts, '\\u2581', file=sys.stderr)"
)


class Tty(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding=encoding)

    def isatty(self) -> bool:
        return True


class Fixed(Tty):
    """A stream whose encoding cannot be changed."""

    def reconfigure(self, **changes: object) -> None:
        raise io.UnsupportedOperation


def test_a_terminal_is_no_problem() -> None:
    assert terminal_problem(Tty(), Tty(), Tty(), dict(GOOD)) is None


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("stream", [None, io.StringIO()])
def test_a_redirected_stream_is_named(place: int, stream: io.StringIO | None) -> None:
    streams = [Tty(), Tty(), Tty()]
    streams[place] = stream  # type: ignore[call-overload]
    name = ("standard input", "standard output", "standard error")[place]
    problem = terminal_problem(*streams, dict(GOOD))
    assert problem is not None
    assert problem.startswith("The console needs a terminal, ")
    assert f", but {name} is not one. Run it without pipes" in problem


def test_a_closed_stream_is_no_terminal() -> None:
    closed = Tty()
    closed.close()
    problem = terminal_problem(closed, Tty(), Tty(), dict(GOOD))
    assert problem is not None
    assert "standard input is not one" in problem


@pytest.mark.parametrize(("term", "said"), [("dumb", "'dumb'"), ("", "not set"), (None, "not set")])
def test_a_terminal_that_only_prints_is_refused(term: str | None, said: str) -> None:
    environ = {"LANG": "C.UTF-8"} | ({} if term is None else {"TERM": term})
    assert said in (terminal_problem(Tty(), Tty(), Tty(), environ) or "")


@pytest.mark.parametrize("language", ["C", "POSIX", "", "de_DE.UTF-8"])
def test_an_encoding_that_only_python_lacks_is_set(language: str) -> None:
    stderr = Tty("latin-1")
    assert terminal_problem(Tty(), Tty(), stderr, {"TERM": "xterm", "LANG": language}) is None
    assert (stderr.encoding, stderr.errors) == ("utf-8", "backslashreplace")


def test_a_latin_1_locale_is_asked_to_change() -> None:
    environ = {"TERM": "xterm", "LC_ALL": "en_US.ISO-8859-1", "LANG": "C.UTF-8"}
    problem = terminal_problem(Tty(), Tty(), Tty("iso8859-1"), environ)
    assert problem is not None
    assert "uses iso8859-1. Set a UTF-8 locale" in problem


def test_an_encoding_that_cannot_be_set_is_a_problem() -> None:
    assert "UTF-8" in (terminal_problem(Tty(), Tty(), Fixed("ascii"), {"TERM": "xterm"}) or "")


def test_an_exported_size_is_forgotten() -> None:
    environ = GOOD | {"COLUMNS": "200", "LINES": "50"}
    terminal_problem(Tty(), Tty(), Tty(), environ)
    assert environ == GOOD


def test_a_tiny_terminal_is_not_refused_and_its_facts_are_known() -> None:
    env = {"SSH_CONNECTION": "a b", "TMUX": "/tmp/x", "COLUMNS": "200"}
    with Terminal([sys.executable, "-c", ASK], size=(20, 5), env=env) as terminal:
        assert terminal.wait_exit() == 0
        said = terminal.output.decode().replace("\r\n", "")
    assert "answer: None" in said
    assert "columns=20, rows=5, colors='truecolor', over_ssh=True, in_tmux=True" in said


def test_a_c_locale_is_no_reason() -> None:
    env = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    with Terminal([sys.executable, "-c", ASK], env=env) as terminal:
        assert terminal.wait_exit() == 0
        assert "answer: None" in terminal.text()
        assert "▁" in terminal.text()


def test_a_log_of_stderr_breaks_the_drawing_and_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "log"
    shell = f'"{sys.executable}" -c "$ASK" 2>"{log}"'
    ask = ASK.partition("facts =")[0] + "print(problem)"
    with Terminal(["sh", "-c", shell], env={"ASK": ask}) as terminal:
        terminal.wait_for("standard error is not one.")


@pytest.mark.parametrize(
    ("environ", "colors"),
    [
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm-kitty"}, "truecolor"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "none"),
    ],
)
def test_colors_are_what_the_environment_promises(
    environ: dict[str, str], colors: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.get_terminal_size", lambda fileno: os.terminal_size((80, 24)))
    facts = terminal_facts(sys.__stderr__, environ)  # type: ignore[arg-type]
    assert facts.colors == colors


PROGRAM = """
from svc_tui import Options, SvcApp

SvcApp(Options(base_url="https://cms.test")).run({how})
print("ended")
"""


@pytest.mark.parametrize(("how", "code"), [("", 2), ("headless=True, auto_pilot=quit", 0)])
def test_a_program_without_a_terminal_says_so(how: str, code: int) -> None:
    quit = "async def quit(pilot): pilot.app.exit()\n"
    done = subprocess.run(
        [sys.executable, "-c", quit + PROGRAM.format(how=how)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "TERM": "xterm"},
    )

    assert done.returncode == code, done.stderr
    if code:
        said = "The console needs a terminal, but standard input is not one. "
        said += "Run it without pipes or redirection.\n"
        assert (done.stdout, done.stderr) == ("", said)


def test_a_program_whose_errors_go_to_a_file_names_them(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    shell = f'"{sys.executable}" -c "$PROGRAM" 2>"{errors}"'
    env = {"PROGRAM": PROGRAM.format(how="")}
    with Terminal(["sh", "-c", shell], env=env) as terminal:
        assert terminal.wait_exit() == 2
    said = "The console needs a terminal, but standard error is not one. "
    said += "Run it without pipes or redirection.\n"
    assert errors.read_text() == said
