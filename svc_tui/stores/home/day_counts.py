"""Count records per day over the last weeks, from the newest rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, timedelta, tzinfo
from itertools import pairwise
from typing import Any

MOST_DAYS = 56
"""Maximum number of days, today included."""

LEAST_DAYS = 7
"""Minimum number of days worth showing."""


def day_counts(
    values: Sequence[Any], today: date, zone: tzinfo | None, *, whole: bool
) -> tuple[int, ...]:
    """Return the number of records of each day, today last; only days that the rows cover.

    `values` are the dates of the rows as the backend sent them, sorted by it, newest first; `whole`
    says that these are all rows there are. Empty where the rows prove too little.
    """
    days = [day for day in (day_of(value, zone) for value in values) if day is not None]
    if not days:
        return ()
    first = today - timedelta(days=MOST_DAYS - 1)
    if not whole:
        if any(older > newer for newer, older in pairwise(days)):
            return ()  # The backend does not sort by this.
        # Otherwise those without a date come last, so all others are here.
        if len(days) == len(values):
            first = max(first, days[-1] + timedelta(days=1))
    covered = (today - first).days + 1
    counted = Counter(days)
    found = tuple(counted[first + timedelta(days=at)] for at in range(covered))
    return found if covered >= LEAST_DAYS and any(found) else ()


def day_of(value: Any, zone: tzinfo | None) -> date | None:
    """Return the day of an ISO date or time in the user's time zone; None for anything else."""
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
        return (moment.astimezone(zone) if moment.tzinfo else moment).date()
    except (ValueError, OverflowError):
        return None
