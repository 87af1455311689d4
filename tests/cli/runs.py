"""The command line as a process without a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from tests.preloaded import PreloadedProgram

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
    cold: bool = False,
) -> Done:
    """Run `svc-tui` to its end; what it draws or asks on a terminal it cannot.

    It finds everything imported, unless it starts `cold`: where the test is about imports.
    """
    environ = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    argv = ["-m", "svc_tui", *arguments]
    with TemporaryFile() as asked, TemporaryFile() as out, TemporaryFile() as err:
        asked.write(stdin.encode())
        asked.seek(0)
        files = asked.fileno(), out.fileno(), err.fileno()
        # In a session of its own: without a terminal to ask, even where the tests have one.
        program = (
            subprocess.Popen(
                [sys.executable, *argv],
                **dict(zip(("stdin", "stdout", "stderr"), files, strict=True)),
                cwd=cwd,
                env=environ,
                start_new_session=True,
            )
            if cold
            else PreloadedProgram(argv, files=files, env=environ, cwd=cwd)
        )
        try:
            code = program.wait(60)
        finally:
            program.kill()
        out.seek(0)
        err.seek(0)
        return Done(code, out.read().decode(), err.read().decode())


def sentence(done: Done) -> str:
    """The one line on stderr; nothing else may have been said."""
    assert "Traceback" not in done.err, done.err
    assert done.out == ""
    [line] = done.err.splitlines()
    return line
