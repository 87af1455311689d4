"""The operator's own editor on the console's terminal: it gets it whole, and gives it back."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.pty.consoles import console
from tests.pty.terminal import Terminal

EDITOR = """
import os, pathlib, stat, sys
path = pathlib.Path(sys.argv[-1])
mode = oct(stat.S_IMODE(path.stat().st_mode))
print("EDITOR HAS THE TERMINAL", path.suffix, mode, sys.stdin.isatty())
answer = input("what now? ")
if answer == "fail":
    sys.exit(3)
if answer == "write":
    path.write_text("written outside\\n", "utf-8")
pathlib.Path(sys.argv[1]).write_text(str(path), "utf-8")
"""


def opened(tmp_path: Path) -> Terminal:
    """The demo, at an article's summary, with an editor that asks what to do."""
    script, left = tmp_path / "editor.py", tmp_path / "left"
    script.write_text(EDITOR, "utf-8")
    command = f"{sys.executable} {script} {left}"
    return console("demo", "--rows", "20", env={"EDITOR": command, "VISUAL": None}, cwd=tmp_path)


def test_an_editor_has_the_terminal_and_gives_it_back(tmp_path: Path) -> None:
    with opened(tmp_path) as terminal:
        terminal.wait_for("Signed in as admin", timeout=60).wait_for("Articles").press("enter")
        terminal.wait_for("1-20 of 20").press("enter").wait_for("Summary").wait_quiet()
        terminal.press("enter", "tab", "tab").wait_quiet()

        terminal.press("f4").wait_for("EDITOR HAS THE TERMINAL .txt 0o600 True")
        terminal.wait_for("what now?").type("write").press("enter")
        terminal.wait_for("written outside").wait_for("Save and close").wait_for("Title*")
        file = Path((tmp_path / "left").read_text("utf-8"))
        assert not file.parent.exists()

        terminal.type("and typed ").wait_for("and typed")
        terminal.press("f4").wait_for("what now?").type("fail").press("enter")
        terminal.wait_for("The editor exited with code 3").wait_for("and typed").wait_for("Title*")
        terminal.press("ctrl+q")
