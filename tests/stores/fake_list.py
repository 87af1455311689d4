"""A collection in memory that pages, sorts, filters, deletes and reorders, and counts questions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx

from tests.fakes import FakeBackend, sent_json

ROWS = "/api/articles/"


class FakeList:
    """`count` articles with ids from 1; every third one is a draft."""

    def __init__(self, backend: FakeBackend, count: int = 100, *, most: int = 200) -> None:
        self.backend = backend
        self.most = most
        """Rows on a page at most, whatever is asked for."""
        self.rows: list[dict[str, Any]] = [
            {
                "id": id,
                "title": f"Title {id}",
                "position": id,
                "status": "draft" if id % 3 == 0 else "published",
            }
            for id in range(1, count + 1)
        ]
        self.refused: dict[int, httpx.Response] = {}
        """What is answered instead of deleting or changing these ids."""
        self.busy = self.busiest = 0
        backend.on("GET", ROWS, self._list)
        backend.on("POST", f"{ROWS}update_order/", self._move)
        for id in range(1, count + 1):
            backend.on("DELETE", f"{ROWS}{id}/", self._write)
            backend.on("PATCH", f"{ROWS}{id}/", self._write)

    @property
    def asked(self) -> list[tuple[int, int]]:
        """Page and page size of every list request."""
        requests = [one for one in self.backend.requests if one.method == "GET"]
        return [(int(one.url.params["page"]), int(one.url.params["page_size"])) for one in requests]

    @property
    def ids(self) -> list[int]:
        """The order as the backend has it."""
        return [row["id"] for row in self.rows]

    def _list(self, request: httpx.Request) -> httpx.Response:
        asked = request.url.params
        rows = self.rows
        if asked.get("status") or asked.get("tab"):
            wanted = (asked.get("tab") or asked["status"]).split(",")
            rows = [row for row in rows if row["status"] in wanted]
        if asked.get("search"):
            rows = [row for row in rows if asked["search"].lower() in row["title"].lower()]
        if asked.get("ordering") == "-id":
            rows = rows[::-1]
        page, size = int(asked["page"]), min(int(asked["page_size"]), self.most)
        first = (page - 1) * size
        if page > 1 and first >= len(rows):
            return httpx.Response(404, json={"detail": "Invalid page."})
        more = first + size < len(rows)
        body = {"count": len(rows), "results": rows[first : first + size]}
        return httpx.Response(200, json={**body, "next": "/more" if more else None})

    async def _write(self, request: httpx.Request) -> httpx.Response:
        self.busy += 1
        self.busiest = max(self.busiest, self.busy)
        await asyncio.sleep(0)
        self.busy -= 1
        id = int(request.url.path.split("/")[-2])
        if id in self.refused:
            return self.refused[id]
        if id not in self.ids:
            return httpx.Response(404, json={"detail": "Not found."})
        if request.method == "DELETE":
            self.rows = [row for row in self.rows if row["id"] != id]
            return httpx.Response(204)
        row = next(row for row in self.rows if row["id"] == id)
        row |= sent_json(request)
        return httpx.Response(200, json=row)

    def _move(self, request: httpx.Request) -> httpx.Response:
        ids, body = self.ids, sent_json(request)
        to = ids.index(body["endId"])
        self.rows.insert(to, self.rows.pop(ids.index(body["startId"])))
        for place, row in enumerate(self.rows, 1):
            row["position"] = place
        return httpx.Response(200, json={"moved": [], "reordered": False})


def refusal(reason: str = "It is still used.", status: int = 409) -> httpx.Response:
    """A backend's no."""
    return httpx.Response(status, json={"detail": reason})


async def until(predicate: Callable[[], object]) -> None:
    """Let others work until something is so."""
    async with asyncio.timeout(30):
        while not predicate():
            await asyncio.sleep(0)
