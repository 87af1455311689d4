"""A place in the history. Apart from the router: the login is painted before there is one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from svc_tui.models.location import Location
    from svc_tui.routing.route import Route


@dataclass
class HistoryEntry:
    """A place in the history, with what its page wants to find again when one comes back."""

    location: Location
    route: Route | None
    params: dict[str, str] = field(default_factory=dict)
    memory: dict[str, Any] = field(default_factory=dict)
    """Not part of the location: the cursor, the marked rows."""
