"""A row that is being moved by hand, before anything is sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

Row = Mapping[str, Any]


@dataclass(frozen=True)
class RowMove:
    """The original and current position of a held row, absolute, from 0."""

    key: str
    row: Row
    start: int
    at: int
    last: int
    """The last position in the list."""

    def to(self, position: int) -> RowMove:
        """Return the move to another position, limited to the list."""
        return replace(self, at=max(0, min(position, self.last)))

    @property
    def moved(self) -> bool:
        """Whether dropping it here changes anything."""
        return self.at != self.start

    def before(self, position: int) -> int:
        """Return the original position of the row that is shown at this one."""
        if position == self.at:
            return self.start
        without = position - (position > self.at)
        return without + (without >= self.start)


def with_position_of(row: Row, place: Row | None, field: str) -> Row:
    """Return a row with the number of its current position."""
    if place is None or field not in row or field not in place:
        return row
    return {**row, field: place[field]}
