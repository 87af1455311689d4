"""`python -m tests.backends.plain [--key KEY]`: a few rows without any framework.

As json-server has them: a bare array, no accounts. With a key, each request needs it in
`X-API-Key`. `POST /_test/key` changes the key, and the status that others get; the key `reader`
is known and may read nothing.
"""

from __future__ import annotations

import sys
from typing import Any

from tests.backends.process import Answers, ServerProcess, serve

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


class Handler(Answers):
    """Reads and writes the rows at `/articles`."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """One row, or all of them."""
        if self._refused():
            return
        name = self._name()
        if name is None:
            return self.answer(404, {"error": "not found"})
        if not name:
            return self.answer(200, list(ROWS.values()))
        row = ROWS.get(name)
        self.answer(200 if row else 404, row or {"error": "not found"})

    def do_POST(self) -> None:
        """A new row, or a new key."""
        body = self.json()
        if self.path == "/_test/key":
            KEYS[:] = [body["key"]]
            STATUS[:] = [body.get("status", 401)]
            return self.answer(200, {})
        if self._refused():
            return
        row = {**body, "id": len(ROWS) + 1}
        ROWS[str(row["id"])] = row
        self.answer(201, row)

    def do_PATCH(self) -> None:
        """Change a row."""
        body = self.json()
        if self._refused():
            return
        row = ROWS.get(self._name() or "")
        if row is None:
            return self.answer(404, {"error": "not found"})
        row.update(body)
        self.answer(200, row)

    do_PUT = do_PATCH

    def _name(self) -> str | None:
        path = self.path.partition("?")[0].strip("/")
        root, _, name = path.partition("/")
        return name if root == "articles" else None

    def _refused(self) -> bool:
        if not KEYS or self.headers.get("X-API-Key") in KEYS:
            return False
        if self.headers.get("X-API-Key") == "reader":
            self.answer(403, {"error": "not with this key"})
        else:
            self.answer(STATUS[0], {"error": "no valid key"})
        return True


if __name__ == "__main__":
    serve(Handler)
