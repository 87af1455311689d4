"""The reasons why no answer arrived, in plain words."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from svc_tui.api.errors import (
    SAFE_METHODS,
    ApiError,
    InvalidResponse,
    NotSent,
    Unreachable,
    part_failed,
)
from svc_tui.models.foreign_code import guard_exit

NOT_YET_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)
"""Exceptions before a request is sent."""

LOST = (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError)
"""Exceptions of a connection that ended before the answer began."""

UNTRUSTED = {
    9: "its TLS certificate is not valid yet: check this machine's clock",
    10: "its TLS certificate has expired, or this machine's clock is wrong",
}
"""Explanations of OpenSSL's codes for untrusted certificates."""

STRICT = range(80, 94)
"""OpenSSL's codes for the rules of RFC 5280, which Python checks from 3.13 on."""

OF_HTTPX = (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, TimeoutError, UnicodeError)
"""Exceptions that a transport may raise."""

NEVER_SENT = (httpx.LocalProtocolError, httpx.UnsupportedProtocol, httpx.InvalidURL)
"""Exceptions for requests that can't be sent to any server."""


@contextmanager
def guard_transport(transport: object, method: str) -> Iterator[None]:
    """Raise `PartFailed` for errors of the program's own transport that are not httpx's."""
    if transport is None:
        yield
        return
    try:
        with guard_exit():
            yield
    except (ApiError, *OF_HTTPX):
        raise
    except Exception as error:
        failed = part_failed(f"transport {type(transport).__name__}", error)
        failed.may_have_been_applied = method not in SAFE_METHODS
        raise failed from error


@contextmanager
def only_api_errors(method: str, url: str, seconds: float) -> Iterator[None]:
    """Raise an `ApiError` for all that a request may raise; its answer may take `seconds`."""
    try:
        yield
    except TimeoutError as error:
        raise timeout_error(method, url, seconds) from error
    except UnicodeError:
        # From None: the error has the whole text, which may be a password.
        raise NotSent(None, method, url, "it has text that can't be encoded") from None
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
        raise api_error_for(error, method, url) from error


class ConnectionTrace:
    """Records whether a request used a connection that was already open."""

    def __init__(self) -> None:
        self._heard = self._opened = False

    async def __call__(self, event: str, facts: object) -> None:
        self._heard = True
        self._opened |= event.startswith("connection.connect")

    @property
    def kept(self) -> bool:
        """Whether the connection had been kept from an earlier request."""
        return self._heard and not self._opened


async def send(client: httpx.AsyncClient, request: httpx.Request, **options: Any) -> httpx.Response:
    """Send a request; a read is repeated if the server had closed the kept connection."""
    request.extensions["trace"] = trace = ConnectionTrace()
    try:
        return await client.send(request, **options)
    except LOST:
        if request.method not in SAFE_METHODS or not trace.kept or client.is_closed:
            raise
    return await client.send(request, **options)


def api_error_for(error: Exception, method: str, url: str) -> ApiError:
    """Return the `ApiError` for a failed exchange."""
    if isinstance(error, NEVER_SENT):
        long = "too long" in str(error)  # In the words of httpx: it has no exception of its own.
        why = "a search or filter is too long" if long else "the request can't be encoded as HTTP"
        return NotSent(None, method, url, why)
    sent = method not in SAFE_METHODS and not isinstance(error, NOT_YET_SENT)
    if isinstance(error, httpx.DecodingError):
        failure: ApiError = InvalidResponse(None, method, url, "it can't be decompressed")
    else:
        failure = _unreachable(error, method, url)
    failure.may_have_been_applied = sent
    return failure


def _unreachable(error: Exception, method: str, url: str) -> Unreachable:
    failure = Unreachable(None, method, url, reason(error))
    failure.timed_out = isinstance(error, httpx.TimeoutException)
    return failure


def timeout_error(method: str, url: str, seconds: float) -> Unreachable:
    """Return the error for an answer that was still arriving after `seconds`."""
    why = f"its response was not complete after {seconds:g} s"
    failure = Unreachable(None, method, url, why)
    failure.timed_out = True
    failure.may_have_been_applied = method not in SAFE_METHODS
    return failure


def reason(error: Exception) -> str:
    """Return what went wrong with the connection, for people."""
    causes = tuple(_causes(error))
    if isinstance(error, httpx.ConnectTimeout):
        return "it did not accept the connection in time"
    if isinstance(error, httpx.PoolTimeout):
        return "too many requests are waiting"
    if isinstance(error, httpx.TimeoutException):
        return "it did not respond in time"
    if untrusted := [one for one in causes if isinstance(one, ssl.SSLCertVerificationError)]:
        return _untrusted(untrusted[0])
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return "a secure connection (TLS) could not be made"
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return "the host was not found"
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return "the connection was refused"
    if isinstance(error, httpx.ProxyError):
        return "the proxy refused the request"
    if isinstance(error, httpx.ConnectError):
        return "the connection failed"
    return "the connection was lost midway"


def _untrusted(error: ssl.SSLCertVerificationError) -> str:
    if error.verify_code in STRICT:
        rule = "breaks a rule that Python enforces from 3.13 on"
        return f"its TLS certificate, or that of its authority, {rule} ({error.verify_message})"
    return UNTRUSTED.get(error.verify_code, "its TLS certificate is not trusted")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Return an exception and all its causes; several addresses have several at once."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for inner in error.exceptions:
                yield from _causes(inner)
        error = error.__cause__ or error.__context__
