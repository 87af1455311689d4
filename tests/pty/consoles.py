"""`svc-tui` in a pseudo-terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.pty.terminal import Terminal

ROOT = Path(__file__).parents[2]
SVC_TUI = (sys.executable, "-m", "svc_tui")


def console(
    *arguments: str,
    program: Sequence[str] = SVC_TUI,
    size: tuple[int, int] = (80, 24),
    env: Mapping[str, str | None] | None = None,
    cwd: Path | None = None,
    cold: bool = False,
) -> Terminal:
    """A terminal in which the command line runs.

    It finds everything imported, as the start is most of what it costs, unless it starts `cold` or
    is another `program`.
    """
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    # Pages of one length, whatever the file of the demo says; `svc-tui demo` reads no variables.
    variables = {"PYTHONPATH": path, "SVC_TUI_PAGE_SIZE": "20", **(env or {})}
    preloaded = program is SVC_TUI and not cold
    return Terminal([*program, *arguments], size, variables, cwd, preloaded=preloaded)


def words(terminal: Terminal) -> str:
    """What stands on the screen, without its line ends: sentences wrap at the terminal's width."""
    return " ".join(terminal.text().split())


def ends_with_a_sentence(terminal: Terminal, code: int, *texts: str) -> None:
    """The program ends with this code, these words on the screen, and a terminal as it was."""
    assert terminal.wait_exit() == code, terminal.text()
    # A line ends in the middle of a word where that is longer than the line, as a path may be.
    said = "".join(terminal.text().split())
    for text in texts:
        assert "".join(text.split()) in said, terminal.text()
    assert "Traceback" not in said
    assert terminal.restored(), terminal.left_behind()
