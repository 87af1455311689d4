"""The context variable behind `use_svc()`."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svc_tui.app.context import Svc


class CurrentSvc:
    """Holds the services, which are made later than this."""

    def __init__(self, svc: Svc | None = None) -> None:
        self.svc = svc


current_svc: ContextVar[CurrentSvc] = ContextVar("running")
"""Set by a console when it is made, and by `async with Svc(…)`."""
