"""`python -m tests.backends.rows [COUNT]`: many rows that can be written, and a log of each write.

`GET /_test/writes` lists the writes as `PATCH 12`. `POST /_test/faults` sets faults by name:

- `drop`: ids whose next write is carried out and not answered
- `busy`: ids whose next write is answered 503 with `Retry-After: 0`
- `refuse`: ids whose writes are refused with 400; `forbid`: with 403;
  `conflict`: with 409
- `hold`: after this many writes, further ones wait until `release` is set; they are carried out
  then, whoever still waits for them, or with `abandon` forgotten
- `grow`: a row is added with each page that is read; `endless`: every page promises another one
- `cursor`: pages are named by a token of the page before, and not counted
"""

from __future__ import annotations

import sys
import threading
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.backends.process import Answers, ServerProcess, serve

COUNT = int(sys.argv[1]) if sys.argv[1:] and sys.argv[1].isdigit() else 40
STATUSES = ("draft", "review", "published")
ROWS: dict[int, dict[str, Any]] = {}
WRITES: list[str] = []
FAULTS: dict[str, Any] = {}
CONNECTED: list[object] = []
LOCK = threading.RLock()
CHANGED = threading.Condition(LOCK)


def reset() -> None:
    """Put the rows back."""
    ROWS.clear()
    WRITES.clear()
    FAULTS.clear()
    for n in range(1, COUNT + 1):
        ROWS[n] = {
            "id": n,
            "slug": f"row-{n}",
            "title": f"Row {n}",
            "status": STATUSES[n % 3],
            "note": None,
        }


class RowsProcess(ServerProcess):
    """The server as a child process."""

    def __init__(self, count: int = 40) -> None:
        super().__init__(sys.executable, "-m", "tests.backends.rows", str(count))

    def writes(self) -> list[str]:
        """Every write that was carried out, in order: `PATCH 12`."""
        import httpx

        found: list[str] = httpx.get(f"{self.url}/_test/writes", trust_env=False).json()
        return found

    def rows(self) -> dict[str, dict[str, Any]]:
        """Every row, by its id as text."""
        import httpx

        found: dict[str, dict[str, Any]]
        found = httpx.get(f"{self.url}/_test/rows", trust_env=False).json()
        return found

    def faults(self, **faults: Any) -> None:
        """Set faults, by name."""
        import httpx

        httpx.post(f"{self.url}/_test/faults", json=faults, trust_env=False)

    def await_held(self, count: int) -> None:
        """Wait until this many writes are held."""
        import httpx

        httpx.get(f"{self.url}/_test/held/{count}", trust_env=False, timeout=60)

    def await_written(self, count: int) -> None:
        """Wait until this many writes were carried out."""
        import httpx

        httpx.get(f"{self.url}/_test/written/{count}", trust_env=False, timeout=60)

    def await_idle(self) -> None:
        """Wait until no write is held any more, and nobody else is connected."""
        import httpx

        httpx.get(f"{self.url}/_test/idle", trust_env=False, timeout=60)

    def reset(self) -> None:
        """Put the rows back."""
        import httpx

        httpx.post(f"{self.url}/_test/reset", trust_env=False)


class Handler(Answers):
    """Reads and writes the rows at `/items`."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def handle(self) -> None:
        """Answer requests until the client is gone."""
        with suppress(ConnectionError):
            super().handle()

    def setup(self) -> None:
        """Count who is connected."""
        super().setup()
        with CHANGED:
            CONNECTED.append(self)

    def finish(self) -> None:
        """Count who is connected."""
        with CHANGED:
            CONNECTED.remove(self)
            CHANGED.notify_all()
        super().finish()

    def do_GET(self) -> None:
        """A page, a row, or what a test asks for."""
        url = urlsplit(self.path)
        parts = url.path.strip("/").split("/")
        if parts[0] == "_test":
            return self._tell(parts)
        with LOCK:
            if len(parts) == 1:
                query = {name: values[-1] for name, values in parse_qs(url.query).items()}
                return self.answer(200, self._page(query))
            row = ROWS.get(int(parts[1])) if parts[1].isdigit() else None
            return self.answer(200, row) if row else self.answer(404, {"detail": "Not found."})

    def do_POST(self) -> None:
        """A new row, or what a test wants."""
        parts = urlsplit(self.path).path.strip("/").split("/")
        body = self.json()
        if parts[0] == "_test":
            with CHANGED:
                FAULTS.update(body) if parts[1] == "faults" else reset()
                CHANGED.notify_all()
            return self.answer(200, {})
        if len(parts) == 3:
            return self._write(int(parts[1]), lambda row: {**row, "note": parts[2]}, parts[2])
        with LOCK:
            new = max(ROWS, default=0) + 1
        self._write(new, lambda row: {"id": new, "title": "", "status": "draft", **body}, "POST")

    def do_PATCH(self) -> None:
        """Change a row."""
        body = self.json()
        number = int(urlsplit(self.path).path.strip("/").split("/")[1])
        self._write(number, lambda row: {**row, **body}, "PATCH")

    def do_DELETE(self) -> None:
        """Delete a row."""
        number = int(urlsplit(self.path).path.strip("/").split("/")[1])
        self._write(number, lambda row: {}, "DELETE")

    def do_OPTIONS(self) -> None:
        """Nothing is told."""
        self.answer(405, {"detail": "Not allowed."})

    def _write(self, number: int, changed: Any, verb: str) -> None:
        with CHANGED:
            if number not in ROWS and verb != "POST":
                return self.answer(404, {"detail": "Not found."})
            if number in FAULTS.get("refuse", ()):
                return self.answer(400, {"title": ["This title is not wanted."]})
            if number in FAULTS.get("forbid", ()):
                return self.answer(403, {"detail": "Not yours."})
            if number in FAULTS.get("conflict", ()):
                return self.answer(409, {"detail": "Locked by an editor."})
            if number in FAULTS.get("busy", ()):
                FAULTS["busy"].remove(number)
                return self.answer(503, {"detail": "Later."}, ("Retry-After", "0"))
            FAULTS["held"] = FAULTS.get("held", 0)
            while len(WRITES) >= FAULTS.get("hold", 10**9) and not FAULTS.get("release"):
                FAULTS["held"] += 1
                CHANGED.notify_all()
                CHANGED.wait()
                FAULTS["held"] -= 1
                CHANGED.notify_all()
                if FAULTS.get("abandon"):
                    self.close_connection = True
                    return
            if number not in ROWS and verb != "POST":
                return self.answer(404, {"detail": "Not found."})
            row = changed(ROWS.get(number, {}))
            ROWS[number] = row
            if not row:
                del ROWS[number]
            WRITES.append(f"{verb} {number}")
            CHANGED.notify_all()
            drop = number in FAULTS.get("drop", ())
            if drop:
                FAULTS["drop"].remove(number)
        if drop:
            self.close_connection = True
            self.connection.close()
        elif row:
            self.answer(201 if verb == "POST" else 200, row)
        else:
            self.answer(204, None)

    def _page(self, query: dict[str, str]) -> dict[str, Any]:
        if FAULTS.get("grow"):
            new = max(ROWS) + 1
            ROWS[new] = {**ROWS[1], "id": new}
        rows = list(ROWS.values())
        if status := query.get("status"):
            rows = [row for row in rows if row["status"] in status.split(",")]
        if search := query.get("search"):
            rows = [row for row in rows if search.casefold() in row["title"].casefold()]
        order = query.get("ordering", "")
        if order:
            rows.sort(
                key=lambda row: row.get(order.lstrip("-")) or "", reverse=order.startswith("-")
            )
        page = int(query.get("page", 1))
        if FAULTS.get("cursor"):
            page = int(query.get("cursor", "page1").removeprefix("page"))
        size = int(query.get("page_size", 20))
        chosen = rows[(page - 1) * size : page * size]
        more = page * size < len(rows) or FAULTS.get("endless")
        if FAULTS.get("endless"):
            chosen = chosen or rows[:size]
        if FAULTS.get("cursor"):
            return {"next": f"page{page + 1}" if more else None, "results": chosen}
        return {"count": len(rows), "next": "more" if more else None, "results": chosen}

    def _tell(self, parts: list[str]) -> None:
        with CHANGED:
            if parts[1] == "held":
                CHANGED.wait_for(lambda: FAULTS.get("held", 0) >= int(parts[2]), timeout=50)
            if parts[1] == "idle":
                CHANGED.wait_for(lambda: not FAULTS.get("held") and len(CONNECTED) < 2, timeout=50)
            if parts[1] == "written":
                CHANGED.wait_for(lambda: len(WRITES) >= int(parts[2]), timeout=50)
            told: Any = WRITES if parts[1] == "writes" else ROWS
            self.answer(200, told)

    def body(self) -> bytes:
        data = super().body()
        if len(data) < int(self.headers.get("Content-Length", 0)):
            raise ConnectionResetError  # Whoever sent it was killed in the middle.
        return data


if __name__ == "__main__":
    reset()
    serve(Handler)
