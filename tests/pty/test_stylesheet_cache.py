"""Parsed style sheets are kept by the end of a console, also of one that was quit at once."""

from __future__ import annotations

from pathlib import Path

from svc_tui.cli.exits import OK
from tests.backends.demo import DemoProcess
from tests.pty.consoles import console


def test_the_second_start_finds_the_sheets_that_the_first_one_parsed(
    demo: DemoProcess, tmp_path: Path
) -> None:
    kept = tmp_path / "cache"
    written = []
    for _ in range(2):
        env = {"SVC_TUI_CACHE_DIR": str(kept)}
        with console("--url", demo.url, env=env, cold=True) as terminal:
            terminal.wait_for("Password").press("ctrl+q")
            assert terminal.wait_exit() == OK
        written.append([(file.name, file.stat().st_size > 10_000) for file in kept.iterdir()])
    assert [ready for ((_, ready),) in written] == [True, True]
