"""Duplicating: a record's values for a new record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from svc_tui.models.field_types import FIELD_TYPES
from svc_tui.stores.record.draft import MISSING, Draft, Unreadable
from svc_tui.stores.record.field_paths import FieldPath
from svc_tui.stores.record.merge import at, put


def duplicate_of(draft: Draft, form: Sequence[FieldPath], lookup: str = "id") -> dict[str, Any]:
    """Return the values that two records can share: none that are unique, read-only or secret.

    The items of a repeater lose their ids, which belong to the first record.
    """
    record: dict[str, Any] = {}
    for place in form:
        field, steps = place.field, tuple(place.path.split("."))
        known = FIELD_TYPES.get(field.type)
        unique = (known and known.unique) or field.attrs.get("unique")
        if unique or place.path == lookup or field.readonly or field.no_draft:
            continue
        value = at(draft.current, steps)
        if value is MISSING or value is None or isinstance(value, Unreadable | Path):
            continue
        if field.type == "repeater" and isinstance(value, list):
            value = [_without_id(item, lookup) for item in value]
        record = put(record, steps, value)
    return record


def _without_id(item: Any, lookup: str) -> Any:
    if not isinstance(item, Mapping):
        return item
    return {key: value for key, value in item.items() if key not in ("id", lookup)}
