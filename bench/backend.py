"""A backend that answers at once: prepared bytes for sign-in, profile and one list."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from types import TracebackType

ROWS, COUNT = 50, 500
COLUMNS = ("title", "status", "author", "section", "views", "words", "language", "created_at")
"""Columns of the bench's list, of twelve fields a row."""

FIELDS = ("title", "status", "author", "section", "language", "slug", "created_at", "updated_at")
"""Fields of the bench's form."""

FIRST_ROW = "Story 000"
"""A text that is seen when the list is there."""


def row(number: int) -> dict[str, object]:
    """A record of twelve fields."""
    return {
        "id": number,
        "title": f"Story {number:03d}",
        "status": ("draft", "published", "archived")[number % 3],
        "author": f"Author {number % 7}",
        "section": ("news", "sports", "culture")[number % 3],
        "views": number * 37,
        "words": 300 + number,
        "language": "en",
        "slug": f"story-{number:03d}",
        "featured": number % 5 == 0,
        "created_at": f"2026-03-{number % 28 + 1:02d}T09:30:00Z",
        "updated_at": f"2026-04-{number % 28 + 1:02d}T10:45:00Z",
    }


PROFILE = {"id": 1, "username": "admin", "email": "admin@example.org", "is_superuser": True}
PAGE = {
    "count": COUNT,
    "next": "/api/articles/?page=2",
    "previous": None,
    "results": [row(number) for number in range(ROWS)],
}


ITEMS = 200
LINES = 12_500
"""Of eighty characters each, which makes a megabyte."""

SENTENCE = "The harbour wakes early: nets are mended, and boats leave before the first tram."[:79]


def long_record() -> dict[str, object]:
    """A record with a list of two hundred objects, and with a text of a megabyte."""
    blocks = [{"title": f"Block {n:03d}", "text": SENTENCE, "size": n} for n in range(ITEMS)]
    return {"id": 1, "title": "Long", "blocks": blocks, "text": f"{SENTENCE}\n" * LINES}


def prepared(body: object, status: str = "200 OK", *headers: str) -> bytes:
    """A whole answer, ready to be sent."""
    content = json.dumps(body).encode()
    head = [f"HTTP/1.1 {status}", "Content-Type: application/json", *headers]
    return "\r\n".join([*head, f"Content-Length: {len(content)}", "", ""]).encode() + content


ANSWERS = {
    "POST /api/auth/login": prepared(
        {},
        "200 OK",
        "Set-Cookie: __svc_session=bench; Path=/; HttpOnly; Max-Age=86400",
        "Set-Cookie: csrftoken=abcdefghijklmnopqrstuvwxyz012345; Path=/; Max-Age=86400",
    ),
    "POST /api/auth/logout": prepared({}),
    "GET /api/profiles/me": prepared(PROFILE),
    "GET /api/articles": prepared(PAGE),
    "GET /api/articles/1": prepared(row(1)),
    "GET /api/longs/1": prepared(long_record()),
    "GET /api/longs": prepared({"count": 1, "next": None, "previous": None, "results": [row(1)]}),
    "POST /api/sink": prepared({"id": 1}, "201 Created"),
}
MISSING = prepared({"detail": "Not found."}, "404 Not Found")


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One connection, kept open; bodies are read and thrown away."""
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            await _swallow(reader, writer, head)
            writer.write(answer_to(head))
            await writer.drain()
    except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
        pass  # The client, or the bench, has come to its end.
    finally:
        writer.close()


def answer_to(head: bytes) -> bytes:
    """The prepared answer to a request's first line; queries and slashes at the end are ignored."""
    method, target, _ = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ")
    return ANSWERS.get(f"{method} {target.partition('?')[0].rstrip('/')}", MISSING)


async def _swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
    lower = head.lower()
    if b"expect: 100-continue" in lower:
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    _, found, rest = lower.partition(b"content-length:")
    left = int(rest.split(b"\r\n", 1)[0]) if found else 0
    while left:
        piece = await reader.read(min(left, 1 << 20))
        if not piece:
            return
        left -= len(piece)


class Backend:
    """The backend in a process of its own, so that it takes no time of whoever measures."""

    url = ""

    def __enter__(self) -> Backend:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.backend"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.url = f"http://127.0.0.1:{int(self._process.stdout.readline())}"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.communicate()


async def main() -> None:
    """Serve until the standard input ends; the first line of output is the port."""
    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=1 << 20)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(main())
