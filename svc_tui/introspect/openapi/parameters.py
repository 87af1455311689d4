"""Filters and orders from the query parameters of a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from svc_tui.introspect.filters import MOST_CHOICES, MOST_FILTERS
from svc_tui.introspect.openapi.paths import OpenApiDocument, type_of_key
from svc_tui.introspect.sample import Collections, endpoint_for
from svc_tui.introspect.schema import Node
from svc_tui.models.base import label_from
from svc_tui.models.listing import FilterDescriptor, sent_text

OWN = frozenset(
    {"page", "page_size", "per_page", "size", "limit", "offset", "skip", "cursor", "search", "q"}
    | {"ordering", "order", "order_by", "sort", "sort_by", "format", "lang", "fields", "expand"}
    | {"include", "embed", "depth"}
)
"""Parameters of lists that are not filters."""

SPANS = (
    ("__gte", "__lte"),
    ("_after", "_before"),
    ("_from", "_to"),
    ("_gte", "_lte"),
    ("_min", "_max"),
    ("_since", "_until"),
)
"""Suffixes of the two parameters of a span of days."""


def filters_of(
    parameters: Mapping[str, Any],
    document: OpenApiDocument,
    collections: Collections,
    title_of: Callable[[str], str],
) -> tuple[FilterDescriptor, ...]:
    """Return the filters with choices, relations or spans of days."""
    found: list[FilterDescriptor] = []
    schema = document.schema()
    for name, raw in parameters.items():
        if _is_own(name) or len(found) == MOST_FILTERS:
            continue
        node = schema.node(raw.get("schema"))
        inner = schema.node(node.facts.get("items")) if node.type == "array" else node
        joined = node.type == "array" and raw.get("explode") is False
        words = _choices(inner, joined) or _days(name, inner, parameters)
        endpoint = endpoint_for(name, collections) if type_of_key(inner) and not words else ""
        if endpoint:
            words = {"endpoint": endpoint}
            words |= {"item_text": title} if (title := title_of(endpoint)) else {}
        if words:
            text = node.text("title")
            label = {} if text.casefold() in ("", label_from(name).casefold()) else {"text": text}
            try:
                found.append(FilterDescriptor.model_validate({"value": name, **label, **words}))
            except ValidationError:
                continue
    return tuple(found)


def _is_own(name: str) -> bool:
    """Whether a parameter is about the list, as `page` is, and what has marks before it."""
    return name.lower() in OWN or name.startswith(("__", "$"))


def _choices(node: Node, joined: bool) -> dict[str, Any]:
    if node.type == "boolean":
        yes_no = [{"value": "true", "text": "Yes"}, {"value": "false", "text": "No"}]
        return {"choices": yes_no}
    if not 0 < len(node.choices) <= MOST_CHOICES:
        return {}
    distinct = {sent_text(value): (value, text) for value, text in node.choices}
    choices = [{"value": value, "text": text} for value, text in distinct.values()]
    return {"choices": choices, "multiple": joined}


def _days(name: str, node: Node, parameters: Mapping[str, Any]) -> dict[str, Any]:
    if node.text("format") not in ("date", "date-time"):
        return {}
    for start, end in SPANS:
        stem = name.removesuffix(start)
        if stem != name and f"{stem}{end}" in parameters:
            label = label_from(stem)
            ends: dict[str, Any] = {"from_param": name, "to_param": f"{stem}{end}"}
            if node.text("format") == "date-time":
                ends["with_time"] = True
            return {"value": stem, "text": label, "datepicker": True, **ends}
    return {}


def sortable_keys(parameter: Any) -> frozenset[str] | None:
    """Return the sortable keys; None if the parameter does not list them."""
    raw = parameter.get("schema") if isinstance(parameter, Mapping) else None
    if isinstance(raw, Mapping) and isinstance(raw.get("items"), Mapping):
        raw = raw["items"]
    values = raw.get("enum") if isinstance(raw, Mapping) else None
    if not isinstance(values, list):
        return None
    return frozenset(value.removeprefix("-") for value in values if isinstance(value, str))
