"""Answers of a fake backend: JSON, pages, cookies, and every way in which a connection breaks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import httpx

from svc_tui.models.arguments import ListOf, check_call, given_words, refused_call

Answer = Callable[[httpx.Request], httpx.Response | Awaitable[httpx.Response]]
"""Takes a request and returns its response; may be async, may raise a transport error."""


def json_answer(
    body: object = None, status: int = 200, *, headers: Mapping[str, str] | None = None
) -> Answer:
    """Respond with JSON and a status; None is an empty body."""
    _check("json_answer", body=body, status=status, headers=headers)

    def answer(request: httpx.Request) -> httpx.Response:
        if body is None:
            return httpx.Response(status, headers=headers)
        return httpx.Response(status, json=body, headers=headers)

    return answer


def text_answer(text: str | bytes, status: int = 200, content_type: str = "text/plain") -> Answer:
    """Respond with any text and content type."""
    _check("text_answer", text=text, status=status, content_type=content_type)
    return lambda request: httpx.Response(
        status, content=text, headers={"content-type": content_type}
    )


def html_answer(status: int = 200, html: str = "<h1>Server Error</h1>") -> Answer:
    """Respond with a web page instead of JSON."""
    _check("html_answer", status=status, html=html)
    return text_answer(html, status, "text/html; charset=utf-8")


def broken_json(text: str = '{"results": [{"id": 1}, {"id"') -> Answer:
    """Respond with truncated JSON."""
    return text_answer(text, 200, "application/json")


def cookie_answer(body: object, *cookies: str, status: int = 200) -> Answer:
    """Respond with JSON and set cookies, given as `name=value; Path=/`."""
    _check("cookie_answer", body=body, cookies=cookies, status=status)
    return lambda request: httpx.Response(
        status, json=body, headers=[("set-cookie", cookie) for cookie in cookies]
    )


def redirects(location: str, status: int = 302) -> Answer:
    """Redirect the client."""
    _check("redirects", location=location, status=status)
    return lambda request: httpx.Response(status, headers={"location": location})


def drops() -> Answer:
    """Break the connection after the request was sent."""
    return _raises(httpx.RemoteProtocolError("peer closed connection"))


def refuses() -> Answer:
    """Refuse the connection, as without a server."""
    error = httpx.ConnectError("All connection attempts failed")
    error.__cause__ = ConnectionRefusedError(111, "Connection refused")
    return _raises(error)


def times_out() -> Answer:
    """Time out while the response is read."""
    return _raises(httpx.ReadTimeout("timed out"))


def waits_for(event: asyncio.Event, answer: Answer | object = None) -> Answer:
    """Respond when an event is set, so that a test can check the waiting."""
    _check("waits_for", event=event)

    async def held(request: httpx.Request) -> httpx.Response:
        await event.wait()
        return await respond(as_answer(answer), request)

    return held


def as_answer(answer: Answer | object) -> Answer:
    """Return a callable as it is, and anything else as an answer of JSON."""
    return answer if callable(answer) else json_answer(answer)


async def respond(answer: Answer, request: httpx.Request) -> httpx.Response:
    """Return the response of an answer, async or not."""
    response = answer(request)
    return response if isinstance(response, httpx.Response) else await response


def sent_json(request: httpx.Request) -> Any:
    """Return the JSON of a request."""
    _check("sent_json", request=request)
    return json.loads(request.content)


class BadBody(ValueError):
    """A request does not contain the expected JSON object."""


def sent_object(request: httpx.Request) -> dict[str, Any]:
    """Return the JSON object that a request carried; raises `BadBody` for anything else."""
    try:
        sent = sent_json(request)
    except ValueError as error:
        raise BadBody(f"JSON parse error - {error}") from error
    if not isinstance(sent, dict):
        raise BadBody(f"Invalid data. Expected a dictionary, but got {type(sent).__name__}.")
    return sent


_KINDS: Mapping[str, Any] = {
    "status": int,
    "headers": (Mapping, type(None)),
    "text": (str, bytes),
    "content_type": str,
    "html": str,
    "cookies": ListOf(str),
    "location": str,
    "event": asyncio.Event,
    "request": httpx.Request,
}
"""The kinds of arguments."""


def _check(name: str, **given: object) -> None:
    """Raise `ConfigError` for wrong arguments, which would else look like a fault of a backend."""
    check_call(name, given, _KINDS)
    if "body" in given and not is_json(given["body"]):
        raise refused_call(name, f"body should be JSON, not {given_words(given['body'])}")


def is_json(value: object) -> bool:
    """Whether a value can be sent as JSON."""
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


def _raises(error: Exception) -> Answer:
    def answer(request: httpx.Request) -> httpx.Response:
        raise error

    return answer
