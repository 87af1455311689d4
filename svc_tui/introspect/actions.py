"""Fields from REST framework's metadata: `actions`, with `POST` or `PUT` in it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from svc_tui.introspect.field_hint import FieldHint
from svc_tui.introspect.names import is_a_field, is_secret, looks_like_seo
from svc_tui.introspect.properties import MOST_FIELDS, fields_of_schema, is_a_limit
from svc_tui.introspect.sample import TITLES
from svc_tui.models.base import label_from
from svc_tui.models.field_types import holds

DEEPEST = 6
"""Maximum levels of nested serializers to read."""

TYPES = {
    "string": "text",
    "email": "email",
    "url": "url",
    "slug": "slug",
    "regex": "text",
    "integer": "number",
    "float": "number",
    "decimal": "number",
    "boolean": "boolean",
    "null boolean": "boolean",
    "date": "date",
    "time": "time",
    "datetime": "datetime",
    "duration": "text",
    "choice": "select",
    "multiple choice": "select",
    "file upload": "file",
    "image upload": "file",
}
"""REST framework's types, and ours; `field` means nothing."""

LIMITS = {"max_length": "max_length", "min_length": "min_length"}
BOUNDS = {"min_value": "min", "max_value": "max"}

LONG = 255
"""A `max_length` above this means several lines."""

SOURCE = "actions"


def fields_of_actions(
    actions: Mapping[str, Any], accessor: str = "translations"
) -> tuple[FieldHint, ...]:
    """Return the fields of the first method that has any; `accessor` holds copies by language."""
    for method in ("PUT", "PATCH", "POST"):
        found = actions.get(method)
        if isinstance(found, Mapping) and found:
            return tuple(_fields(found, 0, skip=accessor))[:MOST_FIELDS]
    return ()


def _fields(
    said: Mapping[Any, Any], depth: int, above: str = "", group: str = "", skip: str = ""
) -> list[FieldHint]:
    found: list[FieldHint] = []
    for key, one in islice(said.items(), MOST_FIELDS):
        usable = isinstance(key, str) and is_a_field(key) and not is_secret(key) and key != skip
        if usable and isinstance(one, Mapping):
            found += _field(f"{above}{key}", one, depth, group)
    return found


def _field(key: str, said: Mapping[str, Any], depth: int, group: str) -> list[FieldHint]:
    children, schema = said.get("children"), said.get("schema")
    words = _words(said)
    if isinstance(children, Mapping) and looks_like_seo(children):
        return [FieldHint(key=key, type="seo", group=group, source=SOURCE, **words)]
    if isinstance(children, Mapping) and children and depth < DEEPEST:
        heading = words["label"] or label_from(key)
        parts = _fields(children, depth + 1, f"{key}.", heading)
        return [_within(part, words) for part in parts]
    if isinstance(schema, Mapping) and schema.get("properties"):
        within, _ = fields_of_schema(schema)
        heading = words["label"] or label_from(key)
        named = [FieldHint(key=f"{key}.{part.key}", group=heading).over(part) for part in within]
        return [_within(part, words) for part in named]
    kind, attrs, fields = _kind(said, depth)
    if kind == "textarea" and "max_length" not in attrs and key in TITLES:
        kind = "text"
    return [
        FieldHint(
            key=key, type=kind, attrs=attrs, fields=fields, group=group, source=SOURCE, **words
        )
    ]


def _words(said: Mapping[str, Any]) -> dict[str, Any]:
    read_only = said.get("read_only")
    return {
        "label": _text(said.get("label")),
        "help": _text(said.get("help_text")),
        "required": said.get("required") is True,
        "readonly": read_only if isinstance(read_only, bool) else None,
    }


def _within(part: FieldHint, words: Mapping[str, Any]) -> FieldHint:
    """Return a field inside an object: read-only if the object is."""
    return FieldHint(key=part.key, readonly=True).over(part) if words["readonly"] else part


def _kind(
    said: Mapping[str, Any], depth: int
) -> tuple[str | None, dict[str, Any], tuple[FieldHint, ...]]:
    name = str(said.get("type"))
    kind = TYPES.get(name)
    child = said.get("child")
    if kind is None and isinstance(child, Mapping):
        return _list(child, depth)
    attrs = _attrs(said, kind)
    if kind == "text" and name == "string" and _is_long(said):
        kind = "textarea"
    if name == "multiple choice":
        attrs["multiple"] = True
    if name == "image upload":
        attrs["accept"] = "image/*"
    if kind is None and name == "nested object":
        kind = "json"
    return kind, attrs, ()


def _is_long(said: Mapping[str, Any]) -> bool:
    longest = said.get("max_length")
    if isinstance(longest, int) and not isinstance(longest, bool):
        return longest > LONG
    return longest is None and said.get("read_only") is not True


def _list(
    child: Mapping[str, Any], depth: int
) -> tuple[str | None, dict[str, Any], tuple[FieldHint, ...]]:
    """Return a list as a field: a repeater for objects, a select for choices, else JSON."""
    if isinstance(children := child.get("children"), Mapping) and children and depth < DEEPEST:
        return "repeater", {}, tuple(_fields(children, depth + 1))
    if choices := _items(child.get("choices")):
        return "select", {"items": choices, "multiple": True}, ()
    # `field` is a relation or computed: the values tell more.
    return (None if child.get("type") == "field" else "json"), {}, ()


def _attrs(said: Mapping[str, Any], kind: str | None) -> dict[str, Any]:
    names = LIMITS if holds(kind, "words") else BOUNDS if kind == "number" else {}
    found = {ours: said[theirs] for theirs, ours in names.items() if is_a_limit(said.get(theirs))}
    if kind == "number" and said.get("type") == "integer":
        found["step"] = 1
    elif kind == "number" and _is_places(said.get("decimal_places")):
        found["step"] = float(f"1e-{said['decimal_places']}") if said["decimal_places"] else 1
    if kind == "select":
        found["items"] = _items(said.get("choices"))
    return found


def _items(choices: object) -> list[dict[str, Any]]:
    """Return choices with their labels; groups are flattened."""
    found: list[dict[str, Any]] = []
    for one in choices if isinstance(choices, list) else ():
        if isinstance(one, Mapping) and isinstance(one.get("value"), (str, int, float)):
            word = one.get("display_name")
            found.append({"value": one["value"], "label": str(word or one["value"])})
    return found


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _is_places(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 20
