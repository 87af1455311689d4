"""Marked rows, by their lookup value; or everything that a query matches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from svc_tui.models.arguments import checks_arguments
from svc_tui.stores.listing.list_query import ListQuery

Row = Mapping[str, Any]


@dataclass(frozen=True)
class FrozenQuery:
    """The query and count of "everything", as it was chosen."""

    query: ListQuery
    count: int
    """The number of matching records at that time; a different one stops an action."""
    keys: frozenset[str] | None = None
    """The matching ids; None if there were too many to read."""


@checks_arguments(rows=Mapping, everything=(FrozenQuery, type(None)))
@dataclass(frozen=True)
class Selection:
    """The marked rows in the order of marking; each change is a new selection."""

    rows: Mapping[str, Row] = field(default_factory=dict)
    everything: FrozenQuery | None = None
    """Set if all that matches a query is meant; `rows` are then the earlier marks."""

    def __len__(self) -> int:
        return len(self.rows) if self.everything is None else self.everything.count

    def __contains__(self, key: object) -> bool:
        return self.everything is not None or key in self.rows

    @property
    def value(self) -> tuple[Row, ...] | Literal["all"]:
        """The marked rows, or `all`."""
        return tuple(self.rows.values()) if self.everything is None else "all"

    def toggled(self, key: str, row: Row) -> Selection:
        """Mark or unmark a row; "everything" becomes single marks."""
        if key in self:
            return self.without([key])
        return Selection({**self.rows, key: row})

    def with_rows(self, rows: Mapping[str, Row]) -> Selection:
        """Return with these rows marked too."""
        return Selection({**self.rows, **rows})

    def without(self, keys: Iterable[str]) -> Selection:
        """Return without some marks."""
        gone = set(keys)
        return Selection({key: row for key, row in self.rows.items() if key not in gone})

    def inverted(self, rows: Mapping[str, Row]) -> Selection:
        """Return with the marks of these rows inverted."""
        added = {key: row for key, row in rows.items() if key not in self}
        return self.without(rows).with_rows(added)

    def renewed(self, rows: Mapping[str, Row]) -> Selection:
        """Return a copy with the new values of reloaded rows."""
        newer = {key: row for key, row in rows.items() if key in self.rows}
        return replace(self, rows={**self.rows, **newer}) if newer else self

    def of_everything(
        self, query: ListQuery, count: int, keys: frozenset[str] | None = None
    ) -> Selection:
        """Return everything that this query matches."""
        return replace(self, everything=FrozenQuery(query.with_fixed_dates().at(1), count, keys))

    def counted_by_hand(self) -> Selection:
        """Return the single marks, without "everything"."""
        return replace(self, everything=None)

    def under(self, query: ListQuery) -> Selection:
        """Return without "everything", unless this query matches the same records."""
        if self.everything is None or query.matches_as(self.everything.query):
            return self
        return self.counted_by_hand()

    def elsewhere(self, keys: Iterable[str]) -> int:
        """Return how many marked rows are not among these."""
        return 0 if self.everything is not None else len(self.rows.keys() - set(keys))
