"""Recognize a kind of backend by the answer at one address."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, ServerError, TooManyRequests, Unreachable
from svc_tui.api.responses import raise_for_status, read_json

if TYPE_CHECKING:
    from svc_tui.api.fetch import SvcFetch


async def is_shown_by(fetch: SvcFetch, sign: str, shows: Callable[[Any], bool]) -> bool | None:
    """Whether the JSON at `sign` shows a kind of backend, as `shows` says.

    False for any other answer, also for one that wants a sign-in: the detection has no session, so
    asking again would not help. None if the server can't be reached, fails or asks to wait.
    """
    try:
        body = read_json(raise_for_status(await fetch("GET", sign, hooks=False)))
    except (Unreachable, ServerError, TooManyRequests):
        return None
    except ApiError:
        return False
    return shows(body)
