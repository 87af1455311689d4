"""Counts of the requests that may change something."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from svc_tui.api.errors import ApiError

ValuesNote = Callable[[str, Mapping[str, Any], bool], object]
"""Receives the values of an accepted change: the path of the record, the values by key, and whether
the change is made later (202)."""


@dataclass
class ChangeCount:
    """The requests that may change something."""

    changes: int = 0
    """How many were sent."""
    accepted: int = 0
    """How many of them succeeded."""
    accepted_at: list[str] = field(default_factory=list)
    """The paths of the requests that succeeded."""
    reported: list[int] = field(default_factory=list)
    """How many rows each of those changed, where its answer says."""
    error: ApiError | None = None
    """The error of the last request of any kind; None if it succeeded."""
    unawaited: list[str] = field(default_factory=list)
    """The methods that were called and not awaited yet, so that they sent nothing."""
    note: ValuesNote | None = None
    """Receives the values of each change of a record; they are not kept here."""


_counting: ContextVar[ChangeCount | None] = ContextVar("counting", default=None)


@contextmanager
def counted(note: ValuesNote | None = None) -> Iterator[ChangeCount]:
    """Count the changes sent in this block, and in tasks started in it.

    `note` receives the values of the changes of records.
    """
    count = ChangeCount(note=note)
    before = _counting.set(count)
    try:
        yield count
    finally:
        _counting.reset(before)


def count_change(number: int = 1) -> None:
    """Count a change that is sent; -1 for one that is the same change, sent again."""
    if (count := _counting.get()) is not None:
        count.changes += number


def count_accepted(rows: int | None = None) -> None:
    """Count a change that the backend confirmed, and the rows that it says were changed."""
    if (count := _counting.get()) is not None:
        count.accepted += 1
        if rows is not None:
            count.reported.append(rows)


def note_values(path: str, values: object, *, deferred: bool) -> None:
    """Pass on the values that the backend accepted for a record."""
    count = _counting.get()
    if count is not None and count.note is not None and isinstance(values, Mapping):
        count.note(path, values, deferred)
