"""A place in the history; a separate module, as the login is painted before there is a router."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from svc_tui.models.arguments import checks_arguments

if TYPE_CHECKING:
    from svc_tui.models.location import Location
    from svc_tui.routing.route import Route


@checks_arguments()
@dataclass
class HistoryEntry:
    """An entry in the history, with its page's state."""

    location: Location
    """The location, with its query."""
    route: Route | None
    """The route of its path; None without one."""
    params: dict[str, str] = field(default_factory=dict)
    """The parts of the path by the names in the route: `{"id": "7"}`."""
    memory: dict[str, Any] = field(default_factory=dict)
    """Not part of the location: the cursor, the marked rows."""
