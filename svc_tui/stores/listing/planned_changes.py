"""The changes that an action will make to many rows, shown before it runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from svc_tui.stores.listing.action_types import Action
from svc_tui.stores.record.draft import MISSING, get_path, leaves, same
from svc_tui.stores.rows import Row

MIXED: Any = object()
"""Stands for different values in the rows."""

CHANGING = ("PATCH", "PUT")
"""Methods whose body becomes the record's own values."""


@dataclass(frozen=True, eq=False)
class PlannedChange:
    """One value that will be written to every row."""

    path: str
    before: Any
    """The current value of all rows; `MIXED` if they differ, `MISSING` if unknown."""
    after: Any

    @property
    def already(self) -> bool:
        """Whether every row has the value already."""
        return same(self.before, self.after)


def common(rows: Iterable[Row], path: str) -> Any:
    """Return the value at a dotted path in all rows; `MIXED`, or `MISSING` if unknown."""
    values = [get_path(row, path, MISSING) for row in rows]
    if not values or any(one is MISSING for one in values):
        return MISSING
    first = values[0]
    return first if all(same(first, one) for one in values) else MIXED


def planned(changes: Mapping[str, Any], rows: Iterable[Row]) -> tuple[PlannedChange, ...]:
    """Return every value of a change, with the rows' current one."""
    rows = tuple(rows)
    return tuple(
        PlannedChange(path, common(rows, path), after) for path, after in leaves(changes).items()
    )


def planned_by(action: Action, rows: Iterable[Row]) -> tuple[PlannedChange, ...]:
    """Return what an action's own request changes in these rows; empty if it does not show."""
    request = action.request
    if request is None or request.method not in CHANGING or not request.body:
        return ()
    return planned(request.body, rows)


def sent_along(action: Action) -> Mapping[str, Any]:
    """Return the part of a request that is not a value of the rows."""
    request = action.request
    if request is None or request.method in CHANGING:
        return {}
    return request.body or {}
