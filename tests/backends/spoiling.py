"""A server before another backend that spoils the answers it is told to; a process of its own.

`SpoilingProcess.spoil("GET", "^/api/articles/", "cut")` spoils the next answer or all of them; the
request has reached nobody then. All else passes through unchanged.
"""

from __future__ import annotations

import json
import re
import socket
import struct
import sys
from typing import Any, ClassVar
from urllib.parse import urlsplit

import httpx

from tests.backends.faulty import HTML, JSON, Handler
from tests.backends.process import ServerProcess, serve

FAULTS: dict[str, tuple[int, dict[str, str], bytes]] = {
    "500": (500, {"Content-Type": HTML}, b"<h1>Server Error (500)</h1>"),
    "502": (502, {"Content-Type": HTML}, b"<center><h1>502 Bad Gateway</h1></center>"),
    "429": (429, {"Content-Type": JSON}, b'{"detail": "Request was throttled."}'),
    "405": (405, {"Content-Type": JSON}, b'{"detail": "Method not allowed."}'),
    "403": (403, {"Content-Type": JSON}, b'{"detail": "You may not do this."}'),
    "400": (400, {"Content-Type": JSON}, b'["It is not \\u001b[31mright."]'),
    "a page": (200, {"Content-Type": HTML}, b"<html><body>Sign in to the proxy</body></html>"),
    "cut": (200, {"Content-Type": JSON}, b'{"id": 1, "items": [{"id": 1}, {"ti'),
    "no text": (200, {"Content-Type": JSON}, bytes(range(256))),
    "broken gzip": (200, {"Content-Type": JSON, "Content-Encoding": "gzip"}, b"no gzip at all"),
    "nested": (200, {"Content-Type": JSON}, b"[" * 100_000 + b"]" * 100_000),
    "elsewhere": (302, {"Location": "http://elsewhere.example/"}, b""),
    "file": (302, {"Location": "file:///etc/passwd"}, b""),
    "ring": (302, {"Location": ""}, b""),
}
"""Answers by name; beside them there are `drop` and `half`, which break the connection."""

NAMES = (*FAULTS, "drop", "half")


class Spoiler(Handler):
    """Passes requests on, or spoils their answers."""

    wish: ClassVar[dict[str, Any]] = {}
    met: ClassVar[list[str]] = []

    def handle_all(self) -> None:
        """Any request."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/_spoil":
            type(self).wish = json.loads(body)
            self.met.clear()
            self._answer(200, [], b"{}")
        elif self.path == "/_met":
            self._answer(200, [], json.dumps(self.met).encode())
        elif self._is_meant():
            self.met.append(f"{self.command} {self.path}")
            if self.wish["times"] is not None:
                self.wish["times"] -= 1
            self._spoil_answer(self.wish["fault"])
        else:
            self._pass_on(body)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = do_OPTIONS = handle_all

    def _is_meant(self) -> bool:
        wish = self.wish
        if not wish or wish["times"] == 0 or wish["method"] not in ("*", self.command):
            return False
        return re.search(wish["path"], self.path) is not None

    def _spoil_answer(self, fault: str) -> None:
        self.close_connection = True
        if fault == "drop":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
        elif fault == "half":
            head = (
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n"
            )
            self.wfile.write(head + b'{"id": 1')
            self.wfile.flush()
        else:
            status, headers, body = FAULTS[fault]
            location = headers.get("Location")
            headers = {**headers, "Location": self.path} if location == "" else headers
            self._answer(status, list(headers.items()), body)


class SpoilingProcess(ServerProcess):
    """The server in front of a backend."""

    def __init__(self, backend: str) -> None:
        super().__init__(sys.executable, "-m", "tests.backends.spoiling", urlsplit(backend).netloc)
        # One for all wishes: making a client takes longer than what it is asked for.
        self._client = httpx.Client(base_url=self.url, trust_env=False, verify=False)

    def stop(self) -> int:
        """End the server, and the connection to it."""
        self._client.close()
        return super().stop()

    def spoil(self, method: str, path: str, fault: str, times: int | None = 1) -> None:
        """Spoil the next `times` answers (None: all) in the way that a name of `NAMES` says."""
        wish = {"method": method, "path": path, "fault": fault, "times": times}
        self._client.post("/_spoil", json=wish).raise_for_status()

    def heal(self) -> None:
        """Spoil nothing more."""
        self._client.post("/_spoil", json={}).raise_for_status()

    def met(self) -> list[str]:
        """The requests whose answers were spoiled since the last wish."""
        return list(self._client.get("/_met").json())


if __name__ == "__main__":
    Spoiler.backend = sys.argv[1]
    serve(Spoiler)
