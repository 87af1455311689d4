"""What an action is going to change in many rows at once, told before it runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from svc_tui.stores.listing.action_types import Action
from svc_tui.stores.record.draft import MISSING, get_path, leaves, same
from svc_tui.stores.rows import Row

MIXED: Any = object()
"""The rows have different values there."""

CHANGING = ("PATCH", "PUT")
"""Methods whose body becomes the record's own values."""


@dataclass(frozen=True, eq=False)
class PlannedChange:
    """One value that is going to be written to every row."""

    path: str
    before: Any
    """What stands there in all rows; `MIXED` where it differs, `MISSING` where nobody knows."""
    after: Any

    @property
    def already(self) -> bool:
        """Whether it stands there in every row already."""
        return same(self.before, self.after)


def common(rows: Iterable[Row], path: str) -> Any:
    """The value at a dotted path in all rows; `MIXED`, or `MISSING` where a row does not tell."""
    values = [get_path(row, path, MISSING) for row in rows]
    if not values or any(one is MISSING for one in values):
        return MISSING
    first = values[0]
    return first if all(same(first, one) for one in values) else MIXED


def planned(changes: Mapping[str, Any], rows: Iterable[Row]) -> tuple[PlannedChange, ...]:
    """Every value of a change, against what stands in these rows."""
    rows = tuple(rows)
    return tuple(
        PlannedChange(path, common(rows, path), after) for path, after in leaves(changes).items()
    )


def planned_by(action: Action, rows: Iterable[Row]) -> tuple[PlannedChange, ...]:
    """What an action's own request changes in these rows; empty where it does not say."""
    request = action.request
    if request is None or request.method not in CHANGING or not request.body:
        return ()
    return planned(request.body, rows)


def sent_along(action: Action) -> Mapping[str, Any]:
    """What a request carries that is no value of the rows: an order to the backend."""
    request = action.request
    if request is None or request.method in CHANGING:
        return {}
    return request.body or {}
