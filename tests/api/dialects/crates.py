"""A small backend with a wire of its own, for the dialect that docs/backends.md shows."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.backends.process import Answers, LocalServer

LONGEST = 12
"""Characters that a title may have."""


class Crates(LocalServer):
    """Keeps records as `{"id": …, "attributes": {…}}`, and notes what it was sent."""

    def __init__(self) -> None:
        super().__init__(_Handler)
        self.rows: dict[int, dict[str, Any]] = {
            id: {"title": f"Crate {id}", "weight": id * 10} for id in range(1, 8)
        }
        self.sent: list[tuple[str, str, Any]] = []
        """Method, path with its query, and the JSON or the parts of each request."""

    def record(self, id: int) -> dict[str, Any]:
        return {"id": id, "attributes": self.rows[id]}


class _Handler(Answers):
    server: Crates

    def _parts(self) -> Any:
        raw = self.body()
        kind = self.headers.get("Content-Type", "")
        if "boundary=" not in kind:
            return json.loads(raw) if raw else None
        boundary = kind.partition("boundary=")[2].encode()
        parts = {}
        for piece in raw.split(b"--" + boundary)[1:-1]:
            head, _, value = piece.strip(b"\r\n").partition(b"\r\n\r\n")
            found = re.search(rb'name="([^"]+)"', head)
            assert found is not None
            parts[found[1].decode()] = value
        return parts

    def _do(self) -> None:
        body, crates = self._parts(), self.server
        crates.sent.append((self.command, self.path, body))
        path, query = urlsplit(self.path).path, parse_qs(urlsplit(self.path).query)
        steps = [one for one in path.split("/") if one][2:]
        if self.command == "OPTIONS":
            return self.answer(405, {"detail": "No such method."})
        if self.command == "GET" and not steps:
            skip, take = (int(query.get(key, ["5"])[0]) for key in ("skip", "take"))
            ids = sorted(crates.rows)[skip : skip + take]
            data = [crates.record(id) for id in ids]
            return self.answer(200, {"data": data, "meta": {"total": len(crates.rows)}})
        id = int(steps[0]) if steps else max(crates.rows) + 1
        if self.command != "GET":
            values = body if "attributes" in body else json.loads(body.get("data", b"{}"))
            files = {key: value for key, value in body.items() if key.startswith("attributes.")}
            given = values.get("attributes", {})
            given = dict(json.loads(given) if isinstance(given, bytes) else given)
            if len(given.get("title", "")) > LONGEST:
                return self.answer(400, {"attributes": {"title": ["Too long."]}})
            given |= {key.partition(".")[2]: f"/files/{len(files[key])}" for key in files}
            crates.rows[id] = {**crates.rows.get(id, {}), **given}
        return self.answer(200, {"data": crates.record(id)})

    do_GET = do_POST = do_PATCH = do_PUT = do_OPTIONS = _do
