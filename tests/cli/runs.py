"""The command line as a process without a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str


def svc_tui(
    *arguments: str,
    stdin: str = "",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Done:
    """Run `svc-tui` to its end; what it draws or asks on a terminal it cannot."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    done = subprocess.run(
        [sys.executable, "-m", "svc_tui", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environ,
        timeout=60,
        start_new_session=True,  # without a terminal to ask, even where the tests have one
    )
    return Done(done.returncode, done.stdout, done.stderr)


def sentence(done: Done) -> str:
    """The one line on stderr; nothing else may have been said."""
    assert "Traceback" not in done.err, done.err
    assert done.out == ""
    [line] = done.err.splitlines()
    return line
