"""A console that has to end while the operator's editor is open."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from svc_tui.cli.demo import FILE
from tests.backends.demo import DemoProcess
from tests.pty.consoles import console
from tests.pty.terminal import Terminal
from tests.pty.test_killed_while_typing import PATIENCE, kept, signed_in, typed

EDITOR = """
import pathlib, sys
path = pathlib.Path(sys.argv[-1])
path.write_text("half a wo", "utf-8")
print("WRITTEN", path.suffix)
input("and now? ")
"""


def with_editor(demo: DemoProcess, folder: Path) -> Terminal:
    script = folder / "editor.py"
    script.write_text(EDITOR, "utf-8")
    env = {"EDITOR": f"{sys.executable} {script}", "VISUAL": None}
    arguments = ("open", "/categories/3", "--config", str(FILE), "--url", demo.url)
    return console(*arguments, env=env)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM], ids=["SIGHUP", "SIGTERM"])
def test_what_an_editor_had_written_by_then_becomes_a_draft(
    demo: DemoProcess, own_places: Path, tmp_path: Path, number: signal.Signals
) -> None:
    with with_editor(demo, tmp_path) as terminal:
        signed_in(terminal).press("down", "f4").wait_for("WRITTEN .txt", PATIENCE)
        terminal.signal(number)
        assert terminal.wait_exit() == 128 + number

    assert "half a wo" in typed(own_places)
    assert len(kept(own_places)) == 1
