"""Marked rows, by their lookup value; or everything that a query matches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from svc_tui.stores.listing.list_query import ListQuery

Row = Mapping[str, Any]


@dataclass(frozen=True)
class FrozenQuery:
    """What "everything" meant when it was chosen (decisions 3: Selection)."""

    query: ListQuery
    count: int
    """Records that matched then; another number right before an action stops it."""
    keys: frozenset[str] | None = None
    """Which records these were; None where there were too many to read them all."""


@dataclass(frozen=True)
class Selection:
    """The marked rows in the order of marking; each change is a new selection."""

    rows: Mapping[str, Row] = field(default_factory=dict)
    everything: FrozenQuery | None = None
    """Set when all that matches a query is meant; `rows` are then the marks from before."""

    def __len__(self) -> int:
        return len(self.rows) if self.everything is None else self.everything.count

    def __contains__(self, key: object) -> bool:
        return self.everything is not None or key in self.rows

    @property
    def value(self) -> tuple[Row, ...] | Literal["all"]:
        """What is emitted (toolkit: SvcListTable, `update:selection`)."""
        return tuple(self.rows.values()) if self.everything is None else "all"

    def toggled(self, key: str, row: Row) -> Selection:
        """Mark a row, or take its mark away; "all but one" is not a thing, so "all" ends."""
        if key in self:
            return self.without([key])
        return Selection({**self.rows, key: row})

    def with_rows(self, rows: Mapping[str, Row]) -> Selection:
        """Mark these rows too."""
        return Selection({**self.rows, **rows})

    def without(self, keys: Iterable[str]) -> Selection:
        """Take some marks away."""
        gone = set(keys)
        return Selection({key: row for key, row in self.rows.items() if key not in gone})

    def inverted(self, rows: Mapping[str, Row]) -> Selection:
        """Mark those of these rows that are not marked, and the other way round."""
        added = {key: row for key, row in rows.items() if key not in self}
        return self.without(rows).with_rows(added)

    def renewed(self, rows: Mapping[str, Row]) -> Selection:
        """The same marks, with the newest values of rows that were read again."""
        newer = {key: row for key, row in rows.items() if key in self.rows}
        return replace(self, rows={**self.rows, **newer}) if newer else self

    def of_everything(
        self, query: ListQuery, count: int, keys: frozenset[str] | None = None
    ) -> Selection:
        """All that this query matches."""
        return replace(self, everything=FrozenQuery(query.with_fixed_dates().at(1), count, keys))

    def counted_by_hand(self) -> Selection:
        """The marks set one by one, without "everything"."""
        return replace(self, everything=None)

    def elsewhere(self, keys: Iterable[str]) -> int:
        """How many marked rows are not among these."""
        return 0 if self.everything is not None else len(self.rows.keys() - set(keys))
