"""Counts of the requests that may change something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from svc_tui.api.errors import ApiError


@dataclass
class Tally:
    """The requests that may change something."""

    changes: int = 0
    """How many were sent."""
    accepted: int = 0
    """How many of them succeeded."""
    accepted_at: list[str] = field(default_factory=list)
    """The paths of the requests that succeeded."""
    reported: list[int] = field(default_factory=list)
    """How many rows each of those changed, where its answer says."""
    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The values that succeeded, by the path of the record that they were sent to."""
    error: ApiError | None = None
    """The error of the last request of any kind; None if it succeeded."""

    def note_values(self, path: str, values: object) -> None:
        """Note the values that a record was accepted to have."""
        if isinstance(values, Mapping):
            self.values.setdefault(path.strip("/"), {}).update(values)

    def values_at(self, path: str) -> Mapping[str, Any]:
        """Return the values that a record was accepted to have."""
        return self.values.get(path.strip("/"), {})


_counting: ContextVar[Tally | None] = ContextVar("counting", default=None)


@contextmanager
def counted() -> Iterator[Tally]:
    """Count the changes sent in this block, and in tasks started in it."""
    tally = Tally()
    before = _counting.set(tally)
    try:
        yield tally
    finally:
        _counting.reset(before)


def count_change(number: int = 1) -> None:
    """Count a change that is sent; -1 for one that is the same change, sent again."""
    if (tally := _counting.get()) is not None:
        tally.changes += number


def count_accepted(rows: int | None = None) -> None:
    """Count a change that the backend confirmed, and the rows that it says were changed."""
    if (tally := _counting.get()) is not None:
        tally.accepted += 1
        if rows is not None:
            tally.reported.append(rows)
