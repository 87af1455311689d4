"""The demo backend as a child process that never outlives us."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from svc_tui.cli.exits import CommandError

PATIENCE = 5
"""Seconds to wait for a child to end."""


AND_CLEAR = '"$@"; code=$?; exec >/dev/null 2>&1; cat; rm -rf -- "$0"; exit $code'
"""Runs a command; removes the folder named first once our end of the pipe is closed."""


class Backend:
    """`python -m svc_tui.demo`, from `with` to its end.

    It reads a pipe of which only we hold the other end: however we end, the pipe closes and the
    backend exits; the shell around it then removes temporary files, even after a kill. If the
    backend ends earlier, nothing is removed: the console still has its own files there. It runs in
    its own session, so the terminal's signals reach it through us.
    """

    def __init__(
        self, folder: Path, *, rows: int, port: int, temporary: Path, hostile: bool = False
    ) -> None:
        # -P: nothing in the current directory is imported.
        python = [sys.executable, "-P", "-m", "svc_tui.demo", "--dir", str(folder)]
        flags = ["--rows", str(rows), "--port", str(port), *["--hostile"] * hostile]
        self._command = ["/bin/sh", "-c", AND_CLEAR, str(temporary), *python, *flags]

    def __enter__(self) -> Backend:
        self._complaints = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            start_new_session=True,
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        process = self._process
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self._complaints.close()

    def await_url(self, tell: Callable[[str], None]) -> str:
        """The address, once it answers; raises CommandError with the backend's own words if not."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            fact = json.loads(line)
            if "url" in fact:
                return str(fact["url"])
            tell(str(fact.get("progress", "")))
        if self._process.stdin is not None:
            self._process.stdin.close()  # The shell waits for this before removing files.
        self._process.wait()
        raise CommandError(self._last_words())

    def _last_words(self) -> str:
        """Return the last line that the backend wrote before it ended."""
        self._complaints.seek(0)
        lines = self._complaints.read().decode("utf-8", "replace").split("\n")
        words = next((line for line in reversed(lines) if line.strip()), "")
        return words or f"The demo backend exited at startup with code {self._process.returncode}."
