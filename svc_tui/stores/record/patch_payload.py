"""The payload of a PATCH: each changed value whole, or only the changed parts of objects."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from svc_tui.stores.record.draft import MISSING, Draft
from svc_tui.stores.record.merge import Steps, at, changed, outermost, put, value_path


def sent_paths(ways: Iterable[Steps], parts: Collection[str] = ()) -> list[Steps]:
    """Return what is sent for changes at these paths: whole values, except in `parts`."""
    return outermost(way if value_path(way)[-1] in parts else value_path(way) for way in ways)


def payload(draft: Draft, parts: Collection[str] = ()) -> dict[str, Any]:
    """Return the body of a PATCH; values removed from a record are null."""
    body: dict[str, Any] = {}
    for way in sent_paths(changed(draft.original, draft.current), parts):
        value = at(draft.current, way)
        body = put(body, way, None if value is MISSING else value)
    return body


def replaced(record: Mapping[str, Any], body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record as it is after a PATCH by a backend that replaces whole values."""
    result = dict(record)
    for way in dict.fromkeys(value_path(way) for way in changed({}, body)):
        result = put(result, way, at(body, way))
    return result
