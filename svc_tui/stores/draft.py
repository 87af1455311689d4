"""A record as it was loaded, against the record as it is edited."""

from __future__ import annotations

import math
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

MISSING: Any = object()
"""No value at all, which is not the same as None."""


@dataclass(frozen=True)
class Draft:
    """The loaded values and what became of them; each edit is a new draft."""

    original: Mapping[str, Any] = field(default_factory=dict)
    current: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Draft:
        """A draft in which nothing is edited yet."""
        return cls(record, record)

    @property
    def dirty(self) -> bool:
        """Whether any value differs from the loaded one (decisions 3: Unsaved changes)."""
        return bool(self.diff())

    def get(self, path: str, default: Any = None) -> Any:
        """The edited value at a dotted path."""
        return dig(self.current, path, default)

    def edited(self, path: str, value: Any) -> Draft:
        """The draft with another value at a dotted path; missing objects on the way are made."""
        return Draft(self.original, planted(self.current, path, value))

    def diff(self) -> dict[str, Any]:
        """What a PATCH sends (reference 2.11): changed keys, objects in part, arrays whole."""
        return diff(self.original, self.current)

    def changed(self, path: str) -> bool:
        """Whether the value at this path differs from the loaded one."""
        before, after = dig(self.original, path, MISSING), dig(self.current, path, MISSING)
        return not same(before, after)

    def rebased(self, record: Mapping[str, Any], sent: Mapping[str, Any]) -> Draft:
        """The draft after `sent` was saved as `record`: what was typed meanwhile stays an edit."""
        typed_since = diff(sent, self.current)
        return Draft(record, merged(record, typed_since))


def diff(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Changed and added keys of `after`; removed ones as None (decisions 3: PATCH diff)."""
    changes: dict[str, Any] = {}
    for key in [*before, *(key for key in after if key not in before)]:
        old, new = before.get(key, MISSING), after.get(key, MISSING)
        if new is MISSING:
            changes[key] = None
        elif isinstance(old, Mapping) and isinstance(new, Mapping):
            if inner := diff(old, new):
                changes[key] = inner
        elif not same(old, new):
            changes[key] = new
    return changes


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are one: `1` is not `"1"`, None is not missing, NaN is NaN."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(same(left, right) for left, right in pairs)
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    return one is other or bool(one == other)


def dig(values: Any, path: str, default: Any = None) -> Any:
    """The value at a dotted path, through objects and list positions."""
    for part in path.split("."):
        if isinstance(values, Mapping) and part in values:
            values = values[part]
        elif isinstance(values, (list, tuple)) and part.isdigit() and int(part) < len(values):
            values = values[int(part)]
        else:
            return default
    return values


def planted(values: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with another value at a dotted path; only the way to it is copied."""
    first, _, rest = path.partition(".")
    if not rest:
        return {**values, first: value}
    inner = values.get(first)
    return {**values, first: planted(inner if isinstance(inner, Mapping) else {}, rest, value)}


def merged(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A copy with the changes of a diff in it, objects merged key by key."""
    result = dict(values)
    for key, change in changes.items():
        old = result.get(key)
        both = isinstance(old, Mapping) and isinstance(change, Mapping)
        result[key] = merged(old, change) if both else deepcopy(change)  # type: ignore[arg-type]
    return result
