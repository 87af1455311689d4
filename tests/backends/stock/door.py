"""What the tests steer the site with, at `/_test/`, and the faults that they ask for.

It stands before Django, so that the site itself stays as people run it.
"""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any

import state

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]


class Door:
    """A WSGI application around the site's own."""

    def __init__(self, site: Application) -> None:
        self._site = site
        self._faults: list[dict[str, Any]] = []
        self._seen: list[dict[str, str]] = []
        self._lock = threading.Lock()

    def __call__(self, environ: Environ, start: StartResponse) -> Iterable[bytes]:
        """Answer a request of the tests, spoil one, or let the site answer it."""
        path = environ["PATH_INFO"]
        if path.startswith("/_test/"):
            done = self._steer(path.removeprefix("/_test/"), environ)
            return _answer(start, 200, json.dumps(done).encode(), "application/json")
        method = environ["REQUEST_METHOD"]
        with self._lock:
            seen = {"method": method, "path": path, "query": environ.get("QUERY_STRING", "")}
            self._seen.append(seen)
            fault = self._fault_for(method, path)
        if fault is None:
            return self._site(environ, start)
        return self._spoil(fault, environ, start)

    def _fault_for(self, method: str, path: str) -> dict[str, Any] | None:
        """The fault that a request meets, counted; called under the lock."""
        for fault in self._faults:
            if fault["method"] in ("*", method) and re.search(fault["path"], path):
                if fault["times"] is not None:
                    fault["times"] -= 1
                    if fault["times"] <= 0:
                        self._faults.remove(fault)
                return fault
        return None

    def _spoil(self, fault: dict[str, Any], environ: Environ, start: StartResponse) -> Any:
        time.sleep(fault["delay"])
        if fault["after"]:
            # The site does its part, and what it says is lost.
            body = self._site(environ, lambda *_: None)
            for _ in body:
                pass
            if close := getattr(body, "close", None):
                close()
        if fault["drop"]:
            connection: socket.socket = environ["stock.connection"]
            connection.shutdown(socket.SHUT_RDWR)
            return _answer(start, 500, b"", "text/plain")
        if fault["status"] is None:
            return self._site(environ, start)
        text = fault["body"]
        content = text if isinstance(text, str) else json.dumps(text)
        headers = tuple(fault["headers"].items())
        return _answer(start, fault["status"], content.encode(), fault["content_type"], headers)

    def _steer(self, wish: str, environ: Environ) -> Any:
        length = int(environ.get("CONTENT_LENGTH") or 0)
        wanted: dict[str, Any] = json.loads(environ["wsgi.input"].read(length) or b"{}")
        with self._lock:
            match wish:
                case "reset":
                    self._faults.clear()
                    self._seen.clear()
                    state.restore()
                case "end-sessions":
                    from django.contrib.sessions.models import Session

                    return {"ended": Session.objects.all().delete()[0]}
                case "fault":
                    self._faults.append(wanted)
                case "clear":
                    self._faults.clear()
                case "requests":
                    return self._seen
                case "rows" | "change":
                    return _rows(wanted)
                case _:
                    raise ValueError(f"the door knows no {wish}")
        return {}


def _rows(wanted: dict[str, Any]) -> Any:
    """The rows of a model as the database has them, changed first where values are given."""
    from django.apps import apps
    from django.core.serializers.json import DjangoJSONEncoder

    rows = apps.get_model("newsroom", wanted["model"]).objects.filter(**wanted["where"])
    if wanted.get("values"):
        rows.update(**wanted["values"])
    return json.loads(json.dumps(list(rows.order_by("pk").values()), cls=DjangoJSONEncoder))


def _answer(
    start: StartResponse,
    status: int,
    body: bytes,
    kind: str,
    headers: Iterable[tuple[str, str]] = (),
) -> list[bytes]:
    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = "Unknown"
    length = ("Content-Length", str(len(body)))
    start(f"{status} {phrase}", [("Content-Type", kind), length, *headers])
    return [body]
