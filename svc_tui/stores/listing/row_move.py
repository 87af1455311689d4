"""A row that is being moved by hand, before anything was sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

Row = Mapping[str, Any]


@dataclass(frozen=True)
class RowMove:
    """Where a row was, and where it would be dropped; positions are absolute, from 0."""

    key: str
    row: Row
    start: int
    at: int
    last: int
    """The last position there is."""

    def to(self, position: int) -> RowMove:
        """Over another place; beyond the ends is at the end."""
        return replace(self, at=max(0, min(position, self.last)))

    @property
    def moved(self) -> bool:
        """Whether dropping it here changes anything."""
        return self.at != self.start

    def before(self, position: int) -> int:
        """Where the row stood that is now shown at this position."""
        if position == self.at:
            return self.start
        without = position - (position > self.at)
        return without + (without >= self.start)


def with_position_of(row: Row, place: Row | None, field: str) -> Row:
    """A row with the number of the place where it stands now."""
    if place is None or field not in row or field not in place:
        return row
    return {**row, field: place[field]}
