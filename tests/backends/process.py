"""A server as a child process: it prints its address as a line of JSON, and ends with its stdin."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).parents[2]


class ServerProcess:
    """A running server; ready when constructed, gone after `stop` or the `with`."""

    def __init__(self, *command: str | PathLike[str]) -> None:
        # Not a pipe: some servers print a lot, and nobody would empty it.
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
        )
        self.progress: list[str] = []
        """What it printed before its address."""
        self.url = self._await_url()

    def _await_url(self) -> str:
        """Return the address once it answers; raise RuntimeError with its stderr otherwise."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            fact: dict[str, Any] = json.loads(line)
            if "url" in fact:
                return str(fact["url"])
            self.progress.append(fact["progress"])
        code = self.process.wait(timeout=30)
        self._errors.seek(0)
        complaint = self._errors.read().decode().strip()
        self.stop()
        raise RuntimeError(complaint or f"ended with {code}")

    def stop(self) -> int:
        """Close its stdin, which ends it; return its exit code. A second call does no harm."""
        if self.process.stdin and not self.process.stdin.closed:
            self.process.stdin.close()
        try:
            return self.process.wait(timeout=30)
        finally:
            if self.process.poll() is None:
                self.process.kill()
            if self.process.stdout is not None:
                self.process.stdout.close()
            self._errors.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


def serve(handler: type[BaseHTTPRequestHandler]) -> None:
    """Serve on a free port of this machine until stdin ends; for a module that is run."""
    threading.Thread(target=end_with_stdin, daemon=True).start()
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        print(json.dumps({"url": f"http://127.0.0.1:{server.server_address[1]}"}), flush=True)
        server.serve_forever()


def free_port() -> int:
    """Return a port of this machine on which no server listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def end_with_stdin() -> None:
    """End the process when its stdin does."""
    sys.stdin.read()
    os._exit(0)
