"""Recorded exchanges with a real server, and the two servers that make and replay them.

`Recording(url)` passes requests on to a server and keeps what was said; `Replay(file)` answers from
such a file. A key is method, path, query and JSON body; an answer holds from the number of changes
that were sent before it. A form with files is known by its address alone. Credentials and tokens
are not kept: a sign-in is known by its path alone, and what looks like a token is replaced.
"""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx

from tests.backends.process import Answers, LocalServer

FOLDER = Path(__file__).parents[1] / "wires" / "recorded"
BASE = "{base}"
KEPT = ("content-type", "x-total-count", "link", "content-range", "allow", "location", "etag")
TOKENS = ("access_token", "refresh_token", "jwt", "token", "refreshToken")
SIGN_INS = ("/auth/login", "/auth/refresh", "/auth/logout", "/api/auth/local")
SAFE = ("GET", "HEAD", "OPTIONS")


def key_of(method: str, target: str, body: bytes) -> str:
    """Return what identifies a request."""
    parts = urlsplit(target)
    query = urlencode(sorted(parse_qsl(parts.query, keep_blank_values=True)))
    key = f"{method} {parts.path}" + (f"?{query}" if query else "")
    if body[:2] == b"--":
        return f"{key} (form)"
    if body and parts.path not in SIGN_INS:
        key += f" {json.dumps(json.loads(body), sort_keys=True)}"
    return key


def without_tokens(body: Any) -> Any:
    """Return a JSON answer with a placeholder for each token."""
    if isinstance(body, dict):
        return {
            key: f"a-{key}" if key in TOKENS and value else without_tokens(value)
            for key, value in body.items()
        }
    return [without_tokens(one) for one in body] if isinstance(body, list) else body


class _Server(LocalServer):
    """Answers each request by a method of its own."""

    def __init__(self) -> None:
        outer = self

        class Handler(Answers):
            protocol_version = "HTTP/1.1"

            def pass_on(self) -> None:
                status, headers, body = outer.answer(
                    self.command, self.path, self.body(), dict(self.headers)
                )
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                if status != 204:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            do_GET = do_HEAD = do_OPTIONS = do_POST = do_PUT = do_PATCH = do_DELETE = pass_on

        super().__init__(Handler)
        self.asked: list[str] = []
        """The requests so far."""
        self._lock = threading.Lock()

    def answer(
        self, method: str, target: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], bytes]:
        raise NotImplementedError


class Recording(_Server):
    """Passes requests on to a real server, and keeps what was said."""

    def __init__(self, target: str) -> None:
        super().__init__()
        self.target = target
        self.said: dict[str, list[dict[str, Any]]] = {}
        self.changes = 0

    def answer(
        self, method: str, target: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], bytes]:
        passed = {
            name: value
            for name, value in headers.items()
            if name.lower() not in ("host", "connection", "content-length", "accept-encoding")
        }
        with self._lock:
            path = urlsplit(target).path
            if method not in SAFE and path not in SIGN_INS:
                self.changes += 1
            self.asked.append(f"{method} {path}")
            answer = httpx.request(
                method, self.target + target, content=body, headers=passed, trust_env=False,
                timeout=60,
            )  # fmt: skip
            text = answer.text.replace(self.target, BASE)
            kept = {
                name: value.replace(self.target, BASE)
                for name, value in answer.headers.items()
                if name in KEPT
            }
            said: Any = text
            if "json" in answer.headers.get("content-type", "") and text:
                said = without_tokens(json.loads(text))
            exchange = {"status": answer.status_code, "headers": kept, "body": said}
            known = self.said.setdefault(key_of(method, target, body), [])
            if not known or any(known[-1][name] != exchange[name] for name in exchange):
                known.append({"from": self.changes, **exchange})
        local = {name: value.replace(BASE, self.url) for name, value in kept.items()}
        return answer.status_code, local, text.replace(BASE, self.url).encode()

    def write(self, file: Path) -> None:
        """Write the exchanges, one answer a line."""
        lines = [
            f"{json.dumps(key)}: [\n  " + ",\n  ".join(map(json.dumps, answers)) + "\n ]"
            for key, answers in sorted(self.said.items())
        ]
        file.write_text("{\n " + ",\n ".join(lines) + "\n}\n")


class Replay(_Server):
    """Answers as a real server did."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._said: dict[str, list[dict[str, Any]]] = json.loads(file.read_text())
        self._changes = 0
        self.unknown: list[str] = []
        """Requests that were not recorded."""

    def answer(
        self, method: str, target: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], bytes]:
        key = key_of(method, target, body)
        with self._lock:
            path = urlsplit(target).path
            if method not in SAFE and path not in SIGN_INS:
                self._changes += 1
            self.asked.append(f"{method} {path}")
            answers = self._said.get(key)
            if answers is None:
                self.unknown.append(key)
                return 404, {"Content-Type": "application/json"}, b'{"error": "not recorded"}'
            before = [one for one in answers if one["from"] <= self._changes]
            found = before[-1] if before else answers[0]
        text = found["body"] if isinstance(found["body"], str) else json.dumps(found["body"])
        local = {name: value.replace(BASE, self.url) for name, value in found["headers"].items()}
        return found["status"], local, re.sub(re.escape(BASE), self.url, text).encode()
