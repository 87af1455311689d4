"""Requests that nobody waits for: whoever sends them deals with a 401 or 403 alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_background: ContextVar[bool] = ContextVar("svc_tui_background", default=False)


def in_background() -> bool:
    """Whether what is sent now was asked for by nobody."""
    return _background.get()


@contextmanager
def background() -> Iterator[None]:
    """Send requests in this task without any hook, toast or sign-in for what is refused."""
    token = _background.set(True)
    try:
        yield
    finally:
        _background.reset(token)
