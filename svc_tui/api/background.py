"""Background requests: their senders handle a 401 or 403 themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_background: ContextVar[bool] = ContextVar("svc_tui_background", default=False)


def in_background() -> bool:
    """Whether requests sent now are background requests."""
    return _background.get()


@contextmanager
def background() -> Iterator[None]:
    """Send requests in this task without hooks, toasts or a sign-in on refusal."""
    token = _background.set(True)
    try:
        yield
    finally:
        _background.reset(token)
