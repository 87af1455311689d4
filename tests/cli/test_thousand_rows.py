"""A run over a thousand rows that is killed at random moments: each row is written exactly once."""

from __future__ import annotations

import os
import random
from pathlib import Path

from svc_tui.cli.exits import OK
from svc_tui.config.paths import state_dir
from tests.backends.rows import RowsProcess
from tests.cli.runs import ROOT
from tests.cli.verbs import Rows
from tests.preloaded import PreloadedProgram

ROWS, KILLS = 1_000, 10


def run_until_killed(rows: Rows, arguments: tuple[str, ...], written: int) -> None:
    """Start a command, and kill it as soon as the server has carried out so many writes."""
    verb, *rest = arguments
    argv = ["-m", "svc_tui", verb, "--config", str(rows.config), *rest, "--jobs", "12"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with open(os.devnull, "r+b") as null:
        files = (null.fileno(),) * 3
        program = PreloadedProgram(argv, files=files, env=env)
        try:
            rows.process.await_written(written)
        finally:
            program.kill()
            program.wait(30)
    rows.process.await_idle()


def test_a_run_that_is_killed_at_ten_random_moments_writes_each_row_once(tmp_path: Path) -> None:
    moments = sorted(random.Random(7).sample(range(1, ROWS - 50), KILLS))
    update = ("update", "items", "--all", "--expect", str(ROWS), "--set", "note=x", "--yes")
    with RowsProcess(ROWS) as process:
        rows = Rows(process, tmp_path)
        for arguments, moment in zip((update, *[("resume",)] * (KILLS - 1)), moments, strict=True):
            run_until_killed(rows, arguments, moment)
            assert len(process.writes()) < ROWS
        done = rows("resume", "--jobs", "12")
        assert done.code == OK, done.err
        assert sorted(process.writes()) == sorted(f"PATCH {n}" for n in range(1, ROWS + 1))
        assert {row["note"] for row in process.rows().values()} == {"x"}
    assert not list((state_dir() / "runs").iterdir())
