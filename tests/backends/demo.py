"""The demo backend as a child process, for every test that wants a real server."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any


class DemoProcess:
    """`python -m svc_tui.demo` in a folder; ready when constructed, gone after `stop`."""

    def __init__(
        self,
        folder: Path,
        *,
        rows: int = 300,
        variant: str = "",
        testing: bool = True,
        port: int = 0,
        delay_ms: int = 0,
    ) -> None:
        command = [sys.executable, "-m", "svc_tui.demo", "--dir", str(folder)]
        command += ["--rows", str(rows), "--port", str(port), "--delay-ms", str(delay_ms)]
        command += ["--variant", variant] if variant else []
        command += ["--testing"] if testing else []
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.progress: list[str] = []
        self.url = self._await_url()

    def _await_url(self) -> str:
        """The address, once it answers; raises RuntimeError with the words on stderr otherwise."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            fact: dict[str, Any] = json.loads(line)
            if "url" in fact:
                return str(fact["url"])
            self.progress.append(fact["progress"])
        _, complaint = self.process.communicate(timeout=10)
        raise RuntimeError(complaint.decode().strip() or f"ended with {self.process.returncode}")

    def stop(self) -> int:
        """Close its stdin, which ends it; returns its exit code. A second call does no harm."""
        if self.process.stdin and not self.process.stdin.closed:
            self.process.stdin.close()
        try:
            code = self.process.wait(timeout=10)
        finally:
            if self.process.poll() is None:
                self.process.kill()
            for pipe in (self.process.stdout, self.process.stderr):
                if pipe is not None:
                    pipe.close()
        return code

    def __enter__(self) -> DemoProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
