"""A record as it was loaded, and as it is edited."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from svc_tui.models.arguments import checks_arguments, checks_fields, refused_arguments
from svc_tui.models.dotted_path import value_in
from svc_tui.models.exact_json import ExactFloat

MISSING: Any = object()
"""No value at all, which is not the same as None."""


@checks_fields
@dataclass(frozen=True)
class Unreadable:
    """A typed text that can't be read as a value: kept and shown, never sent."""

    text: str
    problem: str
    """The error, in a sentence."""

    def __post_init__(self) -> None:
        if not self.problem.strip():
            raise refused_arguments(Unreadable, "problem should say in a sentence what is wrong")


@checks_arguments()
@dataclass(frozen=True, eq=False, repr=False)
class Draft:
    """The loaded and edited values; each edit is a new draft.

    Not compared by value: to Python `1` is `True`, and an edit from one to the other would be lost.
    """

    original: Mapping[str, Any] = field(default_factory=dict)
    current: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Draft:
        """Return a draft without changes."""
        return cls(record, record)

    @property
    def dirty(self) -> bool:
        """Whether any value differs from the loaded one."""
        return bool(self.diff())

    def get(self, path: str, default: Any = None) -> Any:
        """The edited value at a dotted path."""
        return get_path(self.current, path, default)

    def edited(self, path: str, value: Any) -> Draft:
        """The draft with another value at a dotted path; missing objects on the way are made."""
        return Draft(self.original, set_path(self.current, path, value))

    def typed(self, path: str, value: Any) -> Draft:
        """Return the draft with a value from a form; empty over missing is no change."""
        if value is None and get_path(self.original, path, MISSING) is MISSING:
            current = unset_path(self.current, path, self.original)
            if get_path(current, path, MISSING) is MISSING:
                return Draft(self.original, current)
        return self.edited(path, value)

    def diff(self) -> dict[str, Any]:
        """Return what a PATCH sends: changed keys, objects in part, arrays whole."""
        return diff(self.original, self.current)

    def changed(self, path: str) -> bool:
        """Whether the value at this path differs from the loaded one."""
        before, after = (
            get_path(self.original, path, MISSING),
            get_path(self.current, path, MISSING),
        )
        return not same(before, after)

    def unreadable(self) -> dict[str, Unreadable]:
        """Return the unreadable values by dotted path, also those in lists."""
        return dict(unreadable_in(self.diff()))


def diff(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changed and added keys of `after`; removed ones as None."""
    changes: dict[str, Any] = {}
    for key in [*before, *(key for key in after if key not in before)]:
        old, new = before.get(key, MISSING), after.get(key, MISSING)
        if old is new:
            continue
        if new is MISSING:
            changes[key] = None
        elif isinstance(old, Mapping) and isinstance(new, Mapping):
            if inner := diff(old, new):
                changes[key] = inner
        elif not same(old, new):
            changes[key] = new
    return changes


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal: `1` is not `"1"`, None is not missing, NaN is NaN."""
    if one is other:
        return True
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(same(left, right) for left, right in pairs)
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    if isinstance(one, ExactFloat) or isinstance(other, ExactFloat):
        return _same_number(one, other)
    return bool(one == other)


def _same_number(one: Any, other: Any) -> bool:
    """Whether two numbers are equal within the precision of a float."""
    if not (isinstance(one, int | float) and isinstance(other, int | float)):
        return bool(one == other)
    return Decimal(str(one)) == Decimal(str(other))


def get_path(values: Any, path: str, default: Any = None) -> Any:
    """Return the value at a dotted path; each dot is a step, through objects and list positions."""
    return value_in(values, path.split("."), default)


def within(path: str, place: str) -> bool:
    """Whether a path means a place or something inside it."""
    return path == place or path.startswith(f"{place}.")


def set_path(values: Any, path: str, value: Any) -> Any:
    """Return a copy with another value at a dotted path; only its containers are copied.

    Existing lists are entered by position; anything missing on the way becomes an object.
    """
    first, _, rest = path.partition(".")
    if isinstance(values, (list, tuple)) and first.isdigit() and int(first) < len(values):
        at = int(first)
        inner = set_path(values[at], rest, value) if rest else value
        return [*values[:at], inner, *values[at + 1 :]]
    known = values if isinstance(values, Mapping) else {}
    return {**known, first: set_path(known.get(first), rest, value) if rest else value}


def unset_path(values: Any, path: str, before: Any) -> Any:
    """Return a copy without the value at a dotted path, and without objects left empty by that.

    Objects that `before` has stay; values in lists are left alone.
    """
    first, _, rest = path.partition(".")
    if not isinstance(values, Mapping) or first not in values:
        return values
    known = before if isinstance(before, Mapping) else {}
    if rest:
        inner = unset_path(values[first], rest, known.get(first))
        if inner is values[first]:
            return values
        if inner or first in known:
            return {**values, first: inner}
    return {key: one for key, one in values.items() if key != first}


def kept_files(refused: Iterable[str], draft: Draft) -> frozenset[str]:
    """Return the refused keys that hold the address of an unchanged file.

    REST framework only takes files there, even when a record is sent back whole.
    """
    return frozenset(
        key
        for key in refused
        if isinstance(value := draft.current.get(key), str)
        and (value.startswith("/") or "://" in value)
        and not draft.changed(key)
    )


def leaves(changes: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """The changed values of a diff by dotted path; lists and empty objects are values."""
    found: dict[str, Any] = {}
    for key, value in changes.items():
        if isinstance(value, Mapping) and value:
            found |= leaves(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = value
    return found


def unreadable_in(value: Any) -> Iterator[tuple[str, Unreadable]]:
    """Yield the unreadable texts anywhere inside a value, each with its dotted path."""
    if isinstance(value, Unreadable):
        yield "", value
        return
    inside: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, Mapping):
        inside = value.items()
    elif isinstance(value, (list, tuple)):
        inside = enumerate(value)
    for key, one in inside:
        for path, found in unreadable_in(one):
            yield (f"{key}.{path}" if path else str(key)), found


def merged(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy with the changes of a diff, objects merged key by key."""
    result = dict(values)
    for key, change in changes.items():
        old = result.get(key)
        if isinstance(old, Mapping) and isinstance(change, Mapping):
            result[key] = merged(old, change)
        else:
            result[key] = deepcopy(change)
    return result
