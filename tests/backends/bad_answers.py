"""`python -m tests.backends.bad_answers`: a server whose sign-in, refresh and lists answer wrongly.

`POST /login/<kind>/` and `POST /refresh/<kind>/` answer as their kind says; the tokens of a good
sign-in are refused after `POST /spoil/`. `GET /rows/` needs one. `GET /seen` names the requests so
far, with `token` behind those that had one, those of a second origin after `other:`.
"""

from __future__ import annotations

import base64
import json
import socket
import sys
import threading
import time
from typing import Any, ClassVar

import httpx

from tests.backends.process import Answers, LocalServer, ServerProcess, serve

PAGE = b"<!doctype html><title>Welcome</title>"
HOUR = 3600


def web_token(shift: float) -> str:
    """Return a web token of five minutes by a clock that is wrong by some seconds."""
    now = int(time.time() + shift)
    claims = json.dumps({"iat": now, "exp": now + 300}).encode()
    return f"head.{base64.urlsafe_b64encode(claims).decode().rstrip('=')}.sign"


LOGINS: dict[str, Any] = {
    "array": lambda: {"access": ["a", "b"]},
    "number": lambda: {"access": 7},
    "absent": lambda: {"detail": "Welcome."},
    "control": lambda: {"access": "two\r\nlines"},
    "late": lambda: {"access": web_token(-HOUR), "refresh": "r"},
    "early": lambda: {"access": web_token(HOUR), "refresh": "r"},
    "good": lambda: {"access": "good", "refresh": "r"},
}


class Handler(Answers):
    """Answers by the path."""

    protocol_version = "HTTP/1.1"
    seen: ClassVar[list[str]] = []
    spoilt: ClassVar[list[bool]] = []
    other: ClassVar[str] = ""
    together: ClassVar = threading.Barrier(10)
    """Requests with a refused token are answered ten at a time."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/seen":
            return self.answer(200, self.seen)
        self._note(path)
        if path == "/page/":
            return self.answer(200, PAGE, kind="text/html")
        if path == "/gateway/":
            return self.answer(502, b"<h1>502 Bad Gateway</h1>", kind="text/html")
        if path == "/away/":
            return self.answer(302, None, ("Location", f"{self.other}/rows/"), kind="text/plain")
        if path in ("/never/", "/counted/"):
            page = int(self.path.partition("page=")[2].partition("&")[0] or 1)
            rows = [{"id": page * 20 + n} for n in range(20)]
            more = f"http://{self.headers['Host']}{path}?page={page + 1}"
            count = {"count": 70} if path == "/counted/" else {}
            return self.answer(200, {"results": rows, "next": more, **count})
        if self.spoilt:
            self.together.wait()
        if self.spoilt or not self._token():
            return self.answer(401, {"detail": "No valid token."})
        self.answer(200, [{"id": 1}])

    def do_POST(self) -> None:
        self.body()
        _, call, kind, *_ = (*self.path.split("/"), "")
        self._note(self.path)
        if call == "spoil":
            self.spoilt[:] = [True]
            self.seen.clear()
            return self.answer(200, {})
        if call == "login":
            self.spoilt.clear()
        else:
            time.sleep(0.5)  # Others that were refused wait for this refresh meanwhile.
        if kind == "page":
            return self.answer(200, PAGE, kind="text/html")
        if call == "login":
            return self.answer(200, LOGINS[kind]())
        if kind == "nothing":
            self.close_connection = True
            return self.connection.shutdown(socket.SHUT_RDWR)
        self.answer(int(kind), {"detail": "Not now."})

    def _token(self) -> str:
        return self.headers.get("Authorization", "")

    def _note(self, path: str) -> None:
        self.seen.append(f"{self.command} {path}" + (" token" if self._token() else ""))


class Other(Handler):
    """The second origin."""

    def _note(self, path: str) -> None:
        super()._note(f"other:{path}")


class BadProcess(ServerProcess):
    """The server as a process."""

    def __init__(self) -> None:
        super().__init__(sys.executable, "-m", "tests.backends.bad_answers")

    def spoil(self) -> None:
        """Refuse all tokens from now on, and forget the requests so far."""
        httpx.post(f"{self.url}/spoil/", trust_env=False)

    def seen(self) -> list[str]:
        """Return the requests so far."""
        return list(httpx.get(f"{self.url}/seen", trust_env=False).json())


if __name__ == "__main__":
    with LocalServer(Other) as other:
        Handler.other = other.url
        serve(Handler)
