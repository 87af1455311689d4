"""Fields guessed from the values of a few rows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from svc_tui.introspect.field_hint import FieldHint
from svc_tui.introspect.names import is_a_field, is_secret, looks_like_seo, singular
from svc_tui.models.base import label_from
from svc_tui.models.field_types import FIELD_TYPES
from svc_tui.models.records import OWN_ADDRESSES, is_name_of

LONG = 70
"""Minimum length of text for several lines."""

MOST_ROWS = 20
"""Number of rows examined."""

MOST_KEYS = 300
DEEPEST = 4

TITLES = ("title", "name", "label", "headline", "subject", "number", "username", "email", "code")
"""Keys of a record's title; the first one found is used."""

OWN = frozenset({"id", "pk", "uuid", "_id"})
TIMES = frozenset(
    {"created", "modified", "updated", "created_at", "modified_at", "updated_at"}
    | {"last_modified", "creation_date", "date_joined", "last_login", "date_created"}
    | {"date_modified", "created_on", "updated_on", "modified_on"}
)
"""Keys that a backend sets itself."""

COMPUTED = re.compile(r"_(count|total|display|human)$|^(absolute_url|thumbnail|links|etag)$")
AMOUNT = re.compile(r"price|amount|total|cost", re.IGNORECASE)

SOURCE = "values of the first rows"

Collections = Mapping[str, str]
"""The backend's collections: name to endpoint."""

_DECIMAL = re.compile(r"-?\d+\.\d+", re.ASCII)
_WHOLE = re.compile(r"-?\d{1,18}", re.ASCII)
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
_TAG = re.compile(r"</?(p|h[1-6]|ul|ol|li|a|strong|em|b|i|br|div|span)\b[^>]*>", re.IGNORECASE)


def fields_of_rows(
    rows: Sequence[Any], lookup: str = "id", collections: Collections | None = None
) -> tuple[FieldHint, ...]:
    """Return a field for each key of the rows; secrets are left out."""
    sample = [row for row in rows if isinstance(row, Mapping)][:MOST_ROWS]
    return tuple(_fields(sample, lookup, collections or {}, 0))


def _fields(
    sample: Sequence[Mapping[Any, Any]], lookup: str, collections: Collections, depth: int
) -> list[FieldHint]:
    keys = list(dict.fromkeys(key for row in sample for key in row if isinstance(key, str)))
    usable = [key for key in keys if is_a_field(key) and not is_secret(key)][:MOST_KEYS]
    found: list[FieldHint] = []
    for key in usable:
        values = [row[key] for row in sample if row.get(key) not in (None, "")]
        hints = _field(key, values, collections, depth)
        own = key == lookup or key in (*OWN, *TIMES, *OWN_ADDRESSES) or COMPUTED.search(key)
        named_twice = any(is_name_of(key, one) for one in keys)
        if (own and depth == 0) or named_twice:
            hints = [FieldHint(key=one.key, readonly=True).over(one) for one in hints]
        found += hints
    return found


def _field(
    key: str, values: Sequence[Any], collections: Collections, depth: int
) -> list[FieldHint]:
    if not values:
        return [FieldHint(key=key, source=f"{SOURCE}, which are all empty")]
    if all(isinstance(value, Mapping) for value in values):
        return _objects(key, values, collections, depth)
    if all(isinstance(value, list) for value in values):
        return [_lists(key, values, collections, depth)]
    endpoint = endpoint_for(key, collections)
    if endpoint and all(map(_is_whole, values)) and key not in OWN:
        return [_related(key, "fks", endpoint, [])]
    return [FieldHint(key=key, type=scalar_type(key, values), source=SOURCE)]


def scalar_type(key: str, values: Sequence[Any]) -> str:
    """Return the field type that fits all of these values."""
    if all(isinstance(value, bool) for value in values):
        return "boolean"
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        return "number"
    if all(map(_is_whole, values)) and not all(isinstance(value, str) for value in values):
        return "number"  # Some backends store a number as it was sent: once as text.
    if not all(isinstance(value, str) for value in values):
        return "json"
    for kind, known in FIELD_TYPES.items():
        if known.pattern and all(map(known.pattern.fullmatch, values)):
            return kind
    if key == "slug" and all(map(_SLUG.fullmatch, values)):
        return "slug"
    if AMOUNT.search(key) and all(map(_DECIMAL.fullmatch, values)):
        return "number"
    if any(len(_TAG.findall(value[:2000])) > 1 for value in values):
        return "editor"
    long = any(len(value) > LONG or "\n" in value for value in values)
    return "textarea" if long else "text"


def _is_whole(value: object) -> bool:
    """Whether a value is a whole number, or the text of one."""
    if isinstance(value, str):
        return _WHOLE.fullmatch(value) is not None
    return isinstance(value, int) and not isinstance(value, bool)


def _objects(
    key: str, values: Sequence[Mapping[Any, Any]], collections: Collections, depth: int
) -> list[FieldHint]:
    """Return the field of objects: a relation, a known shape, or one with subfields."""
    keys = {name for value in values for name in value if isinstance(name, str)}
    if "id" in keys and {"file", "mime_type"} <= keys:
        return [FieldHint(key=key, type="media", source=SOURCE)]
    if "id" in keys:
        return [_related(key, "fks", endpoint_for(key, collections), values)]
    if looks_like_seo(keys):
        return [FieldHint(key=key, type="seo", source=SOURCE)]
    if keys == {"lat", "lng"}:
        return [FieldHint(key=key, type="map", source=SOURCE)]
    plain = all(not isinstance(inner, (Mapping, list)) for one in values for inner in one.values())
    if plain and keys and depth < DEEPEST:
        inner = _fields(values, "", collections, depth + 1)
        heading = label_from(key)
        return [FieldHint(key=f"{key}.{one.key}", group=heading).over(one) for one in inner]
    return [FieldHint(key=key, type="json", readonly=True, source=SOURCE)]


def _lists(
    key: str, values: Sequence[list[Any]], collections: Collections, depth: int
) -> FieldHint:
    entries = [entry for value in values for entry in value[:MOST_ROWS]][:200]
    endpoint = endpoint_for(key, collections)
    if not entries:
        return FieldHint(
            key=key, readonly=True, type="json", source=f"{SOURCE}, which are all empty"
        )
    if all(isinstance(entry, Mapping) for entry in entries):
        keys = {name for entry in entries for name in entry if isinstance(name, str)}
        if "id" in keys and {"file", "mime_type"} <= keys:
            return FieldHint(key=key, type="media-m2m", source=SOURCE)
        if "id" in keys:
            return _related(key, "m2m", endpoint, entries)
        if depth < DEEPEST:
            fields = tuple(_fields(entries, "", collections, depth + 1))
            return FieldHint(key=key, type="repeater", fields=fields, source=SOURCE)
    if endpoint and all(isinstance(entry, (int, str)) for entry in entries):
        return _related(key, "m2m", endpoint, [])
    return FieldHint(key=key, type="json", readonly=True, source=SOURCE)


def _related(key: str, kind: str, endpoint: str, records: Sequence[Mapping[Any, Any]]) -> FieldHint:
    """Return a relation; read-only if its collection is unknown."""
    name = title_key(records)
    attrs: dict[str, Any] = {"item_text": name} if name else {}
    if not endpoint:
        return FieldHint(key=key, type=kind, readonly=True, attrs=attrs, source=SOURCE)
    source = f"{SOURCE}; endpoint: the collection of that name"
    attrs |= {"endpoint": endpoint, "return_object": False}
    return FieldHint(key=key, type=kind, attrs=attrs, source=source)


def title_key(records: Sequence[Any]) -> str:
    """Return the title key of these records; "" if there is none."""
    keys = {key for record in records if isinstance(record, Mapping) for key in record}
    return next((key for key in TITLES if key in keys), "")


def endpoint_for(key: str, collections: Collections) -> str:
    """Return the collection of a key: `author` and `author_id` refer to `authors`."""
    wanted = singular(key.lower().removesuffix("_ids").removesuffix("_id").replace("_", "-"))
    for name, endpoint in collections.items():
        if singular(name.lower().replace("_", "-")) == wanted:
            return endpoint
    return ""
