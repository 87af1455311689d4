"""A form for a record of which nobody has said what its fields are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from svc_tui.introspect.names import is_a_name
from svc_tui.models.fields import FieldDescriptor

LONG = 70
"""Characters from which on a text gets several lines."""

_TYPES = {
    "string": "text",
    "email": "email",
    "url": "url",
    "slug": "slug",
    "integer": "number",
    "float": "number",
    "decimal": "number",
    "boolean": "boolean",
    "date": "date",
    "time": "time",
    "datetime": "datetime",
    "choice": "select",
}
"""The types of DRF's `actions`, and ours."""

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_DATETIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*", re.ASCII)

_OWN = ("id", "pk", "uuid")


def guessed_fields(
    record: Mapping[str, Any], actions: Mapping[str, Any] | None = None
) -> tuple[FieldDescriptor, ...]:
    """Fields by what OPTIONS says (`actions`), else by what the values are.

    What is nested, and what identifies the record, can only be read.
    """
    said = _described(actions or {})
    keys = [*said, *(key for key in record if key not in said)]
    return tuple(
        _field(str(key), record.get(key), said.get(key, {})) for key in keys if is_a_name(str(key))
    )


def _described(actions: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """The fields of the first method that describes any."""
    for method in ("PUT", "PATCH", "POST"):
        found = actions.get(method)
        if isinstance(found, Mapping) and found:
            return {key: one for key, one in found.items() if isinstance(one, Mapping)}
    return {}


def _field(key: str, value: Any, said: Mapping[str, Any]) -> FieldDescriptor:
    kind = _TYPES.get(str(said.get("type")))
    nested = isinstance(value, (Mapping, list))
    unsure = bool(said) and kind is None
    kind = kind or _kind(value)
    if kind == "text" and isinstance(value, str) and (len(value) > LONG or "\n" in value):
        kind = "textarea"
    words = {"label": said["label"]} if isinstance(said.get("label"), str) and said["label"] else {}
    return FieldDescriptor(
        key=key,
        type=kind,
        required=bool(said.get("required")) and not nested,
        readonly=nested or unsure or key in _OWN or bool(said.get("read_only")),
        attrs=_attrs(said),
        **words,
    )


def _kind(value: Any) -> str:
    """The type that fits a value."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str) and _DATE.fullmatch(value):
        return "date"
    if isinstance(value, str) and _DATETIME.fullmatch(value):
        return "datetime"
    return "text"


def _attrs(said: Mapping[str, Any]) -> dict[str, Any]:
    """What OPTIONS says of the values."""
    found = {
        ours: said[theirs]
        for theirs, ours in (
            ("max_length", "max_length"),
            ("min_length", "min_length"),
            ("min_value", "min"),
            ("max_value", "max"),
        )
        if isinstance(said.get(theirs), (int, float))
    }
    choices = said.get("choices")
    if isinstance(choices, list):
        named = [one for one in choices if isinstance(one, Mapping)]
        found["items"] = [
            {"value": one.get("value"), "label": str(one.get("display_name", one.get("value")))}
            for one in named
        ]
    return found
