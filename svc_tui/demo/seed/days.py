"""The demo's calendar: two years that end on a fixed day, or today."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

SPAN = timedelta(days=730)

RHYTHM = (9, 7, 8, 5, 6, 9, 4, 6, 7, 3, 5, 4)
"""How busy the last weeks were, newest first, in proportion to one another."""

RECENT = 0.75
"""The part of all records that belongs to these weeks."""

WEEKEND = 0.35
"""The part of what a working day brings that is left on a Saturday or Sunday."""

SOON = timedelta(days=3)
"""The time after which a recent record is published or changed, at most."""


@dataclass(frozen=True)
class Days:
    """Two years that end on a day, lived evenly or with most of their work in the last weeks."""

    today: datetime
    busy_now: bool = False

    def some_day(self, chance: Random, *, after: datetime | None = None) -> datetime:
        """A moment within the two years, or between `after` and their end; whole seconds."""
        if self.busy_now:
            return self._soon(chance, after) if after else self._recent(chance)
        first = after or self.today - SPAN
        return first + timedelta(
            seconds=chance.randrange(int((self.today - first).total_seconds()) + 1)
        )

    # As many numbers are drawn whatever day it is, so that all else is the same each time.

    def _recent(self, chance: Random) -> datetime:
        week = chance.choices(range(len(RHYTHM)), RHYTHM)[0] if chance.random() < RECENT else None
        part, works = chance.random(), chance.random() < WEEKEND
        if week is None:
            return self._whole(self.today - part * SPAN)
        found = self.today - timedelta(weeks=week + part)
        free = found.weekday() > 4 and not works
        return self._whole(found - timedelta(days=2) if free else found)

    def _soon(self, chance: Random, after: datetime) -> datetime:
        return self._whole(after + chance.random() * min(SOON, self.today - after))

    def _whole(self, moment: datetime) -> datetime:
        return moment.replace(microsecond=0)


FIXED = Days(datetime(2026, 11, 1, 9, 0, tzinfo=UTC))
"""The same days each time."""


def recent() -> Days:
    """Return two years that end now."""
    return Days(datetime.now(UTC).replace(microsecond=0), busy_now=True)
