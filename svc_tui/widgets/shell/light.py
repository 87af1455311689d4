"""The top bar's sign for the backend's response times, with its text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svc_tui.api.fetch import RequestLogEntry
    from svc_tui.app.context import Svc

SLOW = 500.0
"""Milliseconds beyond which an answer counts as slow."""


def newest_call(history: Iterable[RequestLogEntry]) -> tuple[str, RequestLogEntry | None]:
    """Return the newest request that tells how the backend answers, and its kind before it.

    The kinds are quick, slow and down; "" without a request.

    One that the program's own code kept waiting tells little about the backend's time, so another
    is preferred; a request without an answer always counts.
    """
    calls = [one for one in history if not one.cancelled]
    told = (one for one in reversed(calls) if one.is_measured or one.status is None)
    newest = next(told, calls[-1] if calls else None)
    if newest is None:
        return "", None
    return ("down" if newest.status is None else "slow" if newest.ms > SLOW else "quick"), newest


def backend_light(svc: Svc) -> tuple[str, str]:
    """Return the kind of the newest answer, and its light with the milliseconds it took."""
    kind, newest = newest_call(svc.fetch.history)
    if newest is None:
        return "", ""
    return kind, "● no reply" if kind == "down" else f"● {newest.ms:,.0f} ms"
