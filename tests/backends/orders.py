"""`python -m tests.backends.orders`: a server that is honest and has habits of its own.

Records have no id but their address, under a name that the server has behind its proxy. Lists and
records are in two envelopes, days are milliseconds, a change is a PUT of the whole record that gets
an empty answer, a new record only a `Location`, a deletion a 202, and a refusal is RFC 9457.
"""

from __future__ import annotations

import sys
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.backends.process import Answers, ServerProcess, serve

BASE = "/api/v2"
INSIDE = f"http://orders.internal:8080{BASE}"
DAY = 86_400_000
FIRST = 1_700_006_400_000
ORDERS: dict[str, dict[str, Any]] = {
    f"A-{n:02}": {"title": f"Order {n:02}", "placed": FIRST + n * DAY, "paid": n % 2 == 0}
    for n in range(1, 46)
}


def told(key: str) -> dict[str, Any]:
    """Return an order as the server tells it."""
    return {"link": f"{INSIDE}/orders/{key}", **ORDERS[key]}


class Handler(Answers):
    """Answers below `/api/v2`."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self._refused():
            return
        key = self._key()
        if key in ORDERS:
            return self.answer(200, {"data": {"order": told(key)}})
        if key is not None:
            return self._problem(404, "There is no such order.")
        asked = {name: one[0] for name, one in parse_qs(urlsplit(self.path).query).items()}
        start, count = int(asked.get("start", 0)), int(asked.get("count", 10))
        rows = [told(key) for key in sorted(ORDERS)]
        page = {"orders": rows[start : start + count], "total": len(rows)}
        self.answer(200, {"data": page, "took": 3})

    def do_POST(self) -> None:
        body = self.json()
        if urlsplit(self.path).path == f"{BASE}/sessions":
            if body != {"login": "ada", "secret": "ada"}:
                return self._problem(401, "The secret is wrong.")
            return self.answer(201, {"data": {"token": "t-1"}})
        if self._refused() or self._wrong(body):
            return
        key = f"A-{len(ORDERS) + 1:02}"
        ORDERS[key] = body
        self.answer(201, None, ("Location", f"{INSIDE}/orders/{key}"))

    def do_PUT(self) -> None:
        body, key = self.json(), self._key()
        if self._refused() or self._wrong(body):
            return
        if key is None or key not in ORDERS:
            return self._problem(404, "There is no such order.")
        body.pop("link", None)
        ORDERS[key] = body
        self.answer(204, None)

    def do_PATCH(self) -> None:
        self.json()
        self._problem(405, "PATCH is not supported.", Allow="GET, PUT, DELETE")

    def do_DELETE(self) -> None:
        if not self._refused():
            ORDERS.pop(self._key() or "", None)
            self.answer(202, {"data": {"job": "7"}})

    def _wrong(self, body: dict[str, Any]) -> bool:
        errors = []
        if len(str(body.get("title", ""))) < 3:
            errors.append({"pointer": "#/title", "detail": "Three letters or more."})
        if not isinstance(body.get("placed"), int):
            errors.append({"pointer": "#/placed", "detail": "Milliseconds since 1970."})
        if errors:
            self._problem(422, "The order can't be stored.", errors)
        return bool(errors)

    def _refused(self) -> bool:
        if self.headers.get("Authorization") == "Bearer t-1":
            return False
        self._problem(401, "Sign in at /sessions.")
        return True

    def _key(self) -> str | None:
        return unquote(urlsplit(self.path).path.removeprefix(f"{BASE}/orders").strip("/")) or None

    def _problem(self, status: int, detail: str, errors: Any = (), **headers: str) -> None:
        body = {"type": "about:blank", "title": "Refused", "status": status, "detail": detail}
        body |= {"errors": errors} if errors else {}
        self.answer(status, body, *headers.items(), kind="application/problem+json")


class OrdersProcess(ServerProcess):
    """The server as a process."""

    def __init__(self) -> None:
        super().__init__(sys.executable, "-m", "tests.backends.orders")


if __name__ == "__main__":
    serve(Handler)
