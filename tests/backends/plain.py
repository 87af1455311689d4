"""`python -m tests.backends.plain [--key KEY]`: a few rows without any framework.

As json-server has them: a bare array, no accounts. With a key, each request needs it in
`X-API-Key`. `POST /_test/key` changes the key, and the status that others get; the key `reader`
is known and may read nothing.
"""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.backends.process import ServerProcess, serve

ROWS: dict[str, dict[str, Any]] = {
    str(number): {"id": number, "title": f"Row {number}", "done": False} for number in range(1, 8)
}
STATUS = [401]
KEYS = [sys.argv[2]] if sys.argv[1:2] == ["--key"] else []


class PlainProcess(ServerProcess):
    """The server as a child process; with a key where one is named."""

    def __init__(self, key: str = "") -> None:
        wanted = ["--key", key] if key else []
        super().__init__(sys.executable, "-m", "tests.backends.plain", *wanted)


class Handler(BaseHTTPRequestHandler):
    """Reads and writes the rows at `/articles`."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """One row, or all of them."""
        if self._refused():
            return
        name = self._name()
        if name is None:
            return self._answer(404, {"error": "not found"})
        if not name:
            return self._answer(200, list(ROWS.values()))
        row = ROWS.get(name)
        self._answer(200 if row else 404, row or {"error": "not found"})

    def do_POST(self) -> None:
        """A new row, or a new key."""
        body = self._body()
        if self.path == "/_test/key":
            KEYS[:] = [body["key"]]
            STATUS[:] = [body.get("status", 401)]
            return self._answer(200, {})
        if self._refused():
            return
        row = {**body, "id": len(ROWS) + 1}
        ROWS[str(row["id"])] = row
        self._answer(201, row)

    def do_PATCH(self) -> None:
        """Change a row."""
        body = self._body()
        if self._refused():
            return
        row = ROWS.get(self._name() or "")
        if row is None:
            return self._answer(404, {"error": "not found"})
        row.update(body)
        self._answer(200, row)

    do_PUT = do_PATCH

    def _name(self) -> str | None:
        path = self.path.partition("?")[0].strip("/")
        root, _, name = path.partition("/")
        return name if root == "articles" else None

    def _refused(self) -> bool:
        if not KEYS or self.headers.get("X-API-Key") in KEYS:
            return False
        if self.headers.get("X-API-Key") == "reader":
            self._answer(403, {"error": "not with this key"})
        else:
            self._answer(STATUS[0], {"error": "no valid key"})
        return True

    def _body(self) -> Any:
        return json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")

    def _answer(self, status: int, body: object) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


if __name__ == "__main__":
    serve(Handler)
