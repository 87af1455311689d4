"""A server that speaks json-server 0.17's documented protocol, where Node is not at hand.

`_page`, `_limit`, `_sort`, `_order`, `q`, equality filters, `X-Total-Count`, `Link`, `/db`; no
validation, no accounts. `POST /_test/reset` puts the rows back.
"""

from __future__ import annotations

import copy
import json
import re
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.backends.process import Answers, serve

START: dict[str, list[dict[str, Any]]] = {
    "posts": [
        {"id": n, "title": f"Post {n:02}", "views": (n * 7) % 100, "author": f"a{n % 3}"}
        for n in range(1, 46)
    ],
    "comments": [{"id": n, "body": f"Comment {n}", "postId": n} for n in range(1, 6)],
}
DB = copy.deepcopy(START)


class Handler(Answers):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        name, id = self._place()
        if name == "db":
            return self._answer(200, DB)
        if name not in DB:
            return self._answer(404, {})
        if id:
            row = self._row(name, id)
            return self._answer(404 if row is None else 200, row or {})
        query = {key: values for key, values in parse_qs(urlsplit(self.path).query).items()}
        rows = [row for row in DB[name] if _matches(row, query)]
        for key, order in reversed(
            [*zip(_listed(query, "_sort"), _listed(query, "_order"), strict=False)]
        ):
            rows.sort(key=lambda row: (str(type(row.get(key))), row.get(key)),
                      reverse=order == "desc")  # fmt: skip
        headers = {}
        if "_page" in query or "_limit" in query:
            page, size = int(query.get("_page", ["1"])[0]), int(query.get("_limit", ["10"])[0])
            headers["X-Total-Count"] = str(len(rows))
            if page * size < len(rows):
                more = {**{k: v[0] for k, v in query.items()}, "_page": page + 1}
                headers["Link"] = f'<{self.headers["Host"]}/{name}?{urlencode(more)}>; rel="next"'
            rows = rows[(page - 1) * size : page * size]
        self._answer(200, rows, *headers.items())

    def do_POST(self) -> None:
        name, _ = self._place()
        if name == "_test":
            DB.clear()
            DB.update(copy.deepcopy(START))
            return self._answer(200, {})
        row = {**self.json(), "id": max((one["id"] for one in DB[name]), default=0) + 1}
        DB[name].append(row)
        self._answer(201, row)

    def do_PATCH(self) -> None:
        self._change(lambda row, body: {**row, **body, "id": row["id"]})

    def do_PUT(self) -> None:
        self._change(lambda row, body: {**body, "id": row["id"]})

    def do_DELETE(self) -> None:
        name, id = self._place()
        row = self._row(name, id)
        if row is not None:
            DB[name].remove(row)
        self._answer(404 if row is None else 200, {})

    def do_OPTIONS(self) -> None:
        self.json()
        self.send_response(204)  # As its CORS middleware answers.
        self.end_headers()

    def _change(self, changed: Any) -> None:
        name, id = self._place()
        row, body = self._row(name, id), self.json()
        if row is None:
            return self._answer(404, {})
        new = DB[name][DB[name].index(row)] = changed(row, body)
        self._answer(200, new)

    def _place(self) -> tuple[str, str]:
        name, _, id = urlsplit(self.path).path.strip("/").partition("/")
        return name, id

    def _row(self, name: str, id: str) -> dict[str, Any] | None:
        return next((row for row in DB.get(name, ()) if str(row["id"]) == id), None)

    def _answer(self, status: int, body: Any, *headers: tuple[str, str]) -> None:
        content = json.dumps(body, indent=2).encode()
        self.answer(status, content, *headers, kind="application/json; charset=utf-8")


def _listed(query: dict[str, list[str]], key: str) -> list[str]:
    return query.get(key, [""])[0].split(",") if query.get(key) else []


def _matches(row: dict[str, Any], query: dict[str, list[str]]) -> bool:
    """Whether a row holds the text and has the values; keys that no row has are no filter."""
    text = query.get("q", [""])[0].lower()
    if text and not any(text in str(value).lower() for value in row.values()):
        return False
    wanted = {key: values for key, values in query.items() if key in row}
    return all(re.fullmatch("|".join(map(re.escape, values)), str(row[key]))
               for key, values in wanted.items())  # fmt: skip


if __name__ == "__main__":
    serve(Handler)
