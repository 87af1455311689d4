"""A backend that exists only in memory: it answers by route, remembers requests, and breaks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import httpx

BASE = "https://cms.test"
"""Where the fake backend seems to live."""

Answer = Callable[[httpx.Request], httpx.Response | Awaitable[httpx.Response]]
"""What a route does with a request; may be async, may raise a transport error."""


class FakeBackend:
    """Answers by method and path; `SvcFetch(BASE, transport=fake.transport)` talks to it.

    A route with several answers gives them one after another, and the last one for ever.
    What has no route is answered with a 404.
    """

    def __init__(self) -> None:
        self.requests: list[httpx.Request] = []
        self._routes: dict[tuple[str, str], list[Answer]] = {}
        self.transport = httpx.MockTransport(self._answer)

    def on(self, method: str, path: str, *answers: Answer | object) -> FakeBackend:
        """Answer a route; what is no callable is JSON."""
        self._routes[method, path] = [
            answer if callable(answer) else json_answer(answer) for answer in answers
        ]
        return self

    @property
    def last(self) -> httpx.Request:
        """The newest request."""
        return self.requests[-1]

    @property
    def last_write(self) -> httpx.Request:
        """The newest request that was to change something."""
        return next(one for one in reversed(self.requests) if one.method not in ("GET", "OPTIONS"))

    @property
    def calls(self) -> list[str]:
        """Every request as `GET /path/`."""
        return [f"{request.method} {_path(request)}" for request in self.requests]

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answers = self._routes.get((request.method, _path(request)))
        if not answers:
            return httpx.Response(404, json={"detail": "Not found."})
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        response = answer(request)
        return response if isinstance(response, httpx.Response) else await response


def json_answer(
    body: object = None, status: int = 200, *, headers: Mapping[str, str] | None = None
) -> Answer:
    """JSON with a status; None is an empty body."""

    def answer(request: httpx.Request) -> httpx.Response:
        if body is None:
            return httpx.Response(status, headers=headers)
        return httpx.Response(status, json=body, headers=headers)

    return answer


def text_answer(text: str | bytes, status: int = 200, content_type: str = "text/plain") -> Answer:
    """Any text with any type."""
    return lambda request: httpx.Response(
        status, content=text, headers={"content-type": content_type}
    )


def html_answer(status: int = 200, html: str = "<h1>Server Error</h1>") -> Answer:
    """A page for a browser, where JSON was asked for."""
    return text_answer(html, status, "text/html; charset=utf-8")


def broken_json(text: str = '{"results": [{"id": 1}, {"id"') -> Answer:
    """JSON that ends in the middle."""
    return text_answer(text, 200, "application/json")


def cookie_answer(body: object, *cookies: str, status: int = 200) -> Answer:
    """JSON that sets cookies, given as `name=value; Path=/`."""
    return lambda request: httpx.Response(
        status, json=body, headers=[("set-cookie", cookie) for cookie in cookies]
    )


def redirects(location: str, status: int = 302) -> Answer:
    """Sends the client somewhere else."""
    return lambda request: httpx.Response(status, headers={"location": location})


def drops() -> Answer:
    """The connection breaks after the request was sent."""
    return _raises(httpx.RemoteProtocolError("peer closed connection"))


def refuses() -> Answer:
    """Nobody listens."""
    error = httpx.ConnectError("All connection attempts failed")
    error.__cause__ = ConnectionRefusedError(111, "Connection refused")
    return _raises(error)


def times_out() -> Answer:
    """No answer comes in time."""
    return _raises(httpx.ReadTimeout("timed out"))


def waits_for(event: asyncio.Event, answer: Answer | object = None) -> Answer:
    """Answers when an event is set, so that a test sees the time in between."""

    async def held(request: httpx.Request) -> httpx.Response:
        await event.wait()
        response = (answer if callable(answer) else json_answer(answer))(request)
        return response if isinstance(response, httpx.Response) else await response

    return held


def sent_json(request: httpx.Request) -> Any:
    """The JSON that a request carried."""
    return json.loads(request.content)


def _raises(error: Exception) -> Answer:
    def answer(request: httpx.Request) -> httpx.Response:
        raise error

    return answer


def _path(request: httpx.Request) -> str:
    return request.url.raw_path.partition(b"?")[0].decode()
