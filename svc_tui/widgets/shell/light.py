"""The top bar's sign for the backend's response times, with its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

SLOW = 500.0
"""Milliseconds beyond which an answer counts as slow."""


def backend_light(svc: Svc) -> tuple[str, str]:
    """Return the kind of the newest answer, and its light with the milliseconds it took.

    One that the program's own code kept waiting tells little about the backend's time, so another
    is preferred; a request without an answer always counts.
    """
    calls = [one for one in reversed(svc.fetch.history) if not one.cancelled]
    told = (one for one in calls if one.is_measured or one.status is None)
    newest = next(told, calls[0] if calls else None)
    if newest is None:
        return "", ""
    if newest.status is None:
        return "down", "● no reply"
    return ("slow" if newest.ms > SLOW else "quick"), f"● {newest.ms:,.0f} ms"
