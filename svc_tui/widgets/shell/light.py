"""The top bar's sign for the backend's response times, with its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

SLOW = 500.0
"""Milliseconds beyond which an answer counts as slow."""


def backend_light(svc: Svc) -> tuple[str, str]:
    """Return the kind of the newest answer, and its light with the milliseconds it took.

    An answer that the program's own code kept waiting tells nothing about the backend's time; a
    request without one always counts.
    """
    calls = reversed(svc.fetch.history)
    told = (one for one in calls if one.is_measured or (one.status is None and not one.cancelled))
    newest = next(told, None)
    if newest is None:
        return "", ""
    if newest.status is None:
        return "down", "● no reply"
    return ("slow" if newest.ms > SLOW else "quick"), f"● {newest.ms:,.0f} ms"
