"""`python -m tests.backends.odd_descriptions`: rows, and descriptions of them that are not right.

The rows are at `/things`; each name of `DOCUMENTS` is an address below `/spec/`, and `/moved/PORT`
redirects to that of another of these servers; an argument is one more address of it. `GET /seen`
names the requests so far, with `secret` behind those that had credentials.
"""

from __future__ import annotations

import json
import sys
from typing import Any, ClassVar

import httpx

from tests.backends.process import Answers, ServerProcess, serve

ROWS = [{"id": number, "name": f"Thing {number}"} for number in range(1, 8)]

THING = {
    "type": "object",
    "properties": {
        "id": {"type": "integer", "readOnly": True},
        "name": {"type": "string", "maxLength": 20},
        "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}},
        "twin": {"$ref": "#/components/schemas/Twin"},
    },
}
TWIN = {"allOf": [{"$ref": "#/components/schemas/Twin"}, {"$ref": "#/components/schemas/Thing"}]}


def described(path: str = "/things", *, schemes: Any = None, **more: Any) -> dict[str, Any]:
    """Return a description of the rows at a path."""
    rows = {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}}
    answer = {"200": {"content": {"application/json": {"schema": rows}}}}
    schemas = {"Thing": THING, "Twin": TWIN}
    document = {"openapi": "3.1.0", "paths": {path: {"get": {"responses": answer}}}}
    components = {"schemas": schemas}
    if schemes:
        components["securitySchemes"] = schemes
    return {**document, "components": components, **more}


def large() -> dict[str, Any]:
    """Return a description of 500 paths and 5 MB."""
    found = described()
    one = found["paths"]["/things"]
    words = "Told at length. " * 600
    found["paths"] |= {f"/more/{n}": {**one, "description": words} for n in range(500)}
    return found


DOCUMENTS: dict[str, tuple[int, str, bytes]] = {
    "page": (200, "text/html", b"<!doctype html><title>Sign in</title>"),
    "gateway": (502, "text/html", b"<center><h1>502 Bad Gateway</h1></center>"),
    "cut": (200, "application/json", json.dumps(described()).encode()[:200]),
    "nothing": (200, "application/json", b""),
    "ring": (200, "application/json", json.dumps(described()).encode()),
    "large": (200, "application/json", json.dumps(large()).encode()),
    "elsewhere": (
        200,
        "application/json",
        json.dumps(described(servers=[{"url": "http://127.0.0.2:9/"}])).encode(),
    ),
    "foreign": (
        200,
        "application/json",
        json.dumps(
            described(
                servers=[{"url": "http://127.0.0.2:9/"}],
                schemes={"key": {"type": "apiKey", "in": "header", "name": "X-API-Key"}},
            )
        ).encode(),
    ),
    "liar": (
        200,
        "application/json",
        json.dumps(described(servers=[{"url": "/not/here"}])).encode(),
    ),
}


class Handler(Answers):
    """Answers with rows and documents."""

    seen: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        path = self.path.partition("?")[0].rstrip("/")
        if path == "/seen":
            return self.answer(200, self.seen)
        has_secret = {"x-api-key", "authorization", "cookie"} & {
            one.lower() for one in self.headers
        }
        self.seen.append(path + (" secret" if has_secret else ""))
        if path.startswith("/moved/"):
            port = path.removeprefix("/moved/")
            return self.answer(302, None, ("Location", f"http://127.0.0.1:{port}/spec/ring"))
        document = "/spec/ring" if sys.argv[1:] == [path] else path
        if path == "/things":
            return self.answer(200, ROWS)
        missing = (404, "application/json", b'{"detail": "Not found."}')
        status, kind, body = DOCUMENTS.get(document.removeprefix("/spec/"), missing)
        return self.answer(status, body, kind=kind)

    def do_OPTIONS(self) -> None:
        """Only the usual sign-in, which no description here names, takes a POST."""
        known = self.path == "/api/auth/login"
        self.answer(405 if known else 404, None, *[("Allow", "POST")] * known)


class OddProcess(ServerProcess):
    """The server as a process."""

    def __init__(self, *place: str) -> None:
        super().__init__(sys.executable, "-m", "tests.backends.odd_descriptions", *place)

    def seen(self) -> list[str]:
        """Return the requests so far."""
        found: list[str] = httpx.get(f"{self.url}/seen", trust_env=False).json()
        return found


if __name__ == "__main__":
    serve(Handler)
