"""A server as a child process: it prints its address as a line of JSON, and ends with its stdin.

`LocalServer` is one in a thread, and `Answers` what handlers of both have in common.
"""

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


class Answers(BaseHTTPRequestHandler):
    """A handler that reads bodies, answers with JSON and prints nothing."""

    # The head and the body are sent one after the other: over a connection that is kept, the body
    # would wait 40 ms for the other side to acknowledge the head.
    disable_nagle_algorithm = True

    def body(self) -> bytes:
        """Read the body of the request."""
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def json(self) -> Any:
        """Read the body as JSON; an empty object without one."""
        return json.loads(self.body() or b"{}")

    def answer(
        self,
        status: int,
        body: Any = None,
        *headers: tuple[str, str],
        kind: str = "application/json",
    ) -> None:
        """Answer with JSON; bytes are sent as they are, and nothing for None."""
        if not isinstance(body, bytes):
            body = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        length = ("Content-Length", str(len(body)))
        for name, value in (("Content-Type", kind), length, *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *said: object) -> None:
        """Say nothing."""


class LocalServer(ThreadingHTTPServer):
    """A server on a free port of this machine; inside `with`, it serves from a thread."""

    daemon_threads = True

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self.shutdown()
        self.server_close()


def serve(handler: type[BaseHTTPRequestHandler]) -> None:
    """Serve on a free port of this machine until stdin ends; for a module that is run."""
    threading.Thread(target=end_with_stdin, daemon=True).start()
    server = LocalServer(handler)
    print(json.dumps({"url": server.url}), flush=True)
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
