"""Moving over the dashboard with arrows, by positions on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from textual.geometry import Region
from textual.widget import Widget

from svc_tui.widgets.command import Command
from svc_tui.widgets.home.tile import Tile

SIDEWAYS = 4
"""The weight of a sideways cell against one ahead."""


class MovesHost(Protocol):
    """The dashboard, as its keys need it."""

    def stops(self) -> Iterable[Stop]:
        """Return every place that the cursor can be at."""

    def current(self) -> Stop | None:
        """Return the place that it is at."""

    def stop_at(self, stop: Stop) -> None:
        """Move there."""

    def open_here(self) -> None:
        """Open the page under the cursor."""

    def reload(self) -> None:
        """Read again what failed, or everything."""


@dataclass(frozen=True)
class Stop:
    """A place of the dashboard: a spot on a tile, or another widget that takes the focus."""

    widget: Widget
    at: int
    region: Region


def nearest(stops: Sequence[Stop], here: Stop, way: str) -> Stop | None:
    """Return the next stop in a direction (up, down, left, right); None at the edge."""
    ahead = [
        (cost, at) for at, one in enumerate(stops) if (cost := _cost(here.region, one.region, way))
    ]
    return stops[min(ahead)[1]] if ahead else None


def _cost(here: Region, there: Region, way: str) -> int:
    """Return how far a place is in a direction; 0 for one that is not there."""
    if way in ("up", "down"):
        ahead = here.y - there.y if way == "up" else there.y - here.y
        aside = _gap(here.x, here.right, there.x, there.right)
        return ahead + SIDEWAYS * aside if ahead > 0 else 0
    ahead = here.x - there.x if way == "left" else there.x - here.x
    aside = abs(here.y - there.y)
    beside = there.x >= here.right or there.right <= here.x
    return ahead + SIDEWAYS * aside if ahead > 0 and beside else 0


def _gap(first: int, last: int, other_first: int, other_last: int) -> int:
    """Return the cells between two spans; 0 where they overlap."""
    return max(0, other_first - last + 1, first - other_last + 1)


class HomeMoves:
    """The keys of the dashboard."""

    GROUP: ClassVar[str] = "Home"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "home.open", "enter", "Open", lambda self: self.host.open_here(),
            help="Open the item under the cursor.", shown=True,
        ),
        Command(
            "home.up", "up,k", "Move", lambda self: self.move("up"),
            help="Move between the cards.", shown=True, key_display="↑ ↓ ← →",
        ),
        Command("home.down", "down,j", "Down", lambda self: self.move("down")),
        Command("home.left", "left,h", "Left", lambda self: self.move("left")),
        Command("home.right", "right,l", "Right", lambda self: self.move("right")),
        Command("home.first", "home", "First", lambda self: self.go_to(0), help="First item."),
        Command("home.last", "end", "Last", lambda self: self.go_to(-1), help="Last item."),
        Command(
            "home.reload", "r", "Reload", lambda self: self.host.reload(),
            help="Reload the cards that failed, or all cards.", shown=True,
        ),
    )  # fmt: skip

    def __init__(self, host: MovesHost) -> None:
        self.host = host

    def go_to(self, at: int) -> None:
        """Move to the first place, or to the last."""
        if stops := [*self.host.stops()]:
            self.host.stop_at(stops[at])

    def move(self, way: str) -> None:
        """Move to the next place in a direction."""
        stops = [*self.host.stops()]
        here = self.host.current()
        found: Any = stops[0] if here is None and stops else None
        if here is not None:
            found = nearest(stops, here, way)
        if found is not None:
            self.host.stop_at(found)


def stops_of(widget: Widget) -> list[Stop]:
    """Return the stops of a widget: those of a tile, or the widget itself."""
    if isinstance(widget, Tile):
        return [Stop(widget, at, widget.place_of(at)) for at in range(len(widget.spots))]
    return [Stop(widget, 0, widget.region)]
