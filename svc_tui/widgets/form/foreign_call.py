"""Call what a consumer wrote for a form: a failure in it is logged, and the form goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from svc_tui.models.foreign_code import FAILURES
from svc_tui.terminal.error_log import LOG


def call_foreign(call: Callable[..., Any] | None, otherwise: Any, *args: Any, **named: Any) -> Any:
    """Return what a callable returns; `otherwise` where it is None or fails."""
    if call is None:
        return otherwise
    try:
        return call(*args, **named)
    except FAILURES:
        LOG.exception(
            "%s failed; the form goes on without it.", getattr(call, "__qualname__", call)
        )
        return otherwise
