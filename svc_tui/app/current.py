"""The context variable behind `use_svc()`."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svc_tui.app.context import Svc


class CurrentSvc:
    """Holds the services, which are created later."""

    def __init__(self, svc: Svc | None = None) -> None:
        self.svc = svc


current_svc: ContextVar[CurrentSvc] = ContextVar("running")
"""Set when a console is created, and by `async with Svc(…)`."""
