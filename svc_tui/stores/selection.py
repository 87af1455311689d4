"""Marked rows, by their lookup value, kept across pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Selection:
    """The marked rows in the order of marking; each change is a new selection."""

    rows: Mapping[str, Row] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.rows)

    def __contains__(self, key: object) -> bool:
        return key in self.rows

    def toggled(self, key: str, row: Row) -> Selection:
        """Mark a row, or take its mark away."""
        if key in self.rows:
            return self.without([key])
        return Selection({**self.rows, key: row})

    def with_rows(self, rows: Mapping[str, Row]) -> Selection:
        """Mark these rows too."""
        return Selection({**self.rows, **rows})

    def without(self, keys: Iterable[str]) -> Selection:
        """Take some marks away."""
        gone = set(keys)
        return Selection({key: row for key, row in self.rows.items() if key not in gone})
