"""The demo's calendar: two years that end on a fixed day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

TODAY = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)
SPAN = timedelta(days=730)


def some_day(chance: Random, *, after: datetime | None = None) -> datetime:
    """A moment within the two years, or between `after` and their end; whole seconds."""
    first = after or TODAY - SPAN
    return first + timedelta(seconds=chance.randrange(int((TODAY - first).total_seconds()) + 1))
