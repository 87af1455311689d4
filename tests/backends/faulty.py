"""A server before the demo backend that spoils uploads; a process of its own, run by its tests.

The name of a file says what becomes of it: `413-html.png` is refused as a web server refuses it,
`drop-later.png` loses its connection in the middle, `lost-answer.png` after it was stored. Each
name is spoiled once: the second time it arrives. A name with `always` in it is spoiled every time.
All else passes through unchanged.
"""

from __future__ import annotations

import http.client
import re
import socket
import struct
import sys
from typing import ClassVar
from urllib.parse import urlsplit

from tests.backends.process import Answers, ServerProcess, serve

HTML, JSON = "text/html", "application/json"

FAULTS = {
    "400": (400, JSON, b'{"file": ["The picture is upside down."]}'),
    "401": (401, JSON, b'{"detail": "Your session is over."}'),
    "413-json": (413, JSON, b'{"detail": "At most 1 MB, please."}'),
    "413-html": (413, HTML, b"<html><h1>413 Request Entity Too Large</h1>nginx</html>"),
    "500": (500, HTML, b"<html><h1>Server Error (500)</h1></html>"),
}
"""What a name that begins so is answered: early, long before its last byte has been read."""

AFTERWARDS = ("lost", "page", "cut")
"""What spoils only the answer: by then the backend has stored the file."""

HEAD = 8 * 1024
"""Bytes of a body among which the name of its file stands."""

PIECE = 64 * 1024


class Handler(Answers):
    """Passes requests on, or spoils them."""

    protocol_version = "HTTP/1.1"
    backend = ""
    spoiled: ClassVar[set[str]] = set()

    def handle_all(self) -> None:
        """Any request."""
        length = int(self.headers.get("Content-Length", 0))
        head = self.rfile.read(min(length, HEAD))
        found = re.search(rb'filename="([^"]*)"', head)
        name = found.group(1).decode() if found else ""
        fault = self._fault(name)
        if fault in AFTERWARDS:
            self._pass_on(head + self.rfile.read(length - len(head)), fault)
        elif fault:
            self._spoil(fault, length - len(head))
        else:
            self._pass_on(head + self.rfile.read(length - len(head)))

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = do_OPTIONS = handle_all

    def _fault(self, name: str) -> str:
        kinds = (*FAULTS, "drop", *AFTERWARDS)
        fault = next((kind for kind in kinds if name.startswith(kind)), "")
        if not fault or name in self.spoiled:
            return ""
        if "always" not in name:
            self.spoiled.add(name)
        return fault

    def _spoil(self, fault: str, left: int) -> None:
        self.close_connection = True
        if fault == "drop":
            self.rfile.read(left // 2)
            self._reset()
            return
        status, kind, body = FAULTS[fault]
        self._answer(status, [("Content-Type", kind), ("Connection", "close")], body)
        while left > 0 and (piece := self.rfile.read(min(left, PIECE))):
            left -= len(piece)  # As web servers do, so that the answer is not lost in a reset.

    def _reset(self) -> None:
        """Without a farewell: the other side hears a reset."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def _pass_on(self, body: bytes, fault: str = "") -> None:
        connection = http.client.HTTPConnection(self.backend, timeout=60)
        connection.request(self.command, self.path, body or None, dict(self.headers.items()))
        answer = connection.getresponse()
        content = answer.read()
        hop = ("transfer-encoding", "connection", "content-length", "date", "server")
        headers = [(key, value) for key, value in answer.getheaders() if key.lower() not in hop]
        connection.close()
        if fault == "lost":
            self._reset()
        elif fault == "page":
            self._answer(200, [("Content-Type", HTML)], b"<html><h1>Sign in</h1></html>")
        else:
            self._answer(answer.status, headers, content[:10] if fault == "cut" else content)

    def _answer(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.send_response(status)
        for key, value in headers:
            self.send_header(key, value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()


class FaultyProcess(ServerProcess):
    """The server in front of a backend."""

    def __init__(self, backend: str) -> None:
        super().__init__(sys.executable, "-m", "tests.backends.faulty", urlsplit(backend).netloc)


if __name__ == "__main__":
    Handler.backend = sys.argv[1]
    serve(Handler)
