"""Records of JSON:API: resource objects with `attributes` and `relationships`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from svc_tui.api.dialects.base import Exchange


def read_resource(record: Any, exchange: Exchange) -> Any:
    """Return a resource object as one flat record: its id, its attributes, ids of its relations.

    Its type and those of its relations are remembered for writing.
    """
    if not isinstance(record, Mapping) or not isinstance(record.get("type"), str):
        return record
    exchange.memory["type"] = record["type"]
    types: dict[str, str] = exchange.memory.setdefault("relations", {})
    flat: dict[str, Any] = {"id": record["id"]} if "id" in record else {}
    flat |= record.get("attributes") or {}
    for name, relation in (record.get("relationships") or {}).items():
        if not isinstance(relation, Mapping) or "data" not in relation:
            continue
        data = relation["data"]
        several = isinstance(data, list)
        for one in data if isinstance(data, list) else [data]:
            if isinstance(one, Mapping):
                types[name] = str(one.get("type", ""))
        types.setdefault(name, "")
        flat[name] = [one.get("id") for one in data] if several else data and data.get("id")
    return flat


def write_resource(wrapper: str, values: Any, exchange: Exchange) -> Any:
    """Return the values of a write as a resource object."""
    if not isinstance(values, Mapping):
        return values
    types: Mapping[str, str] = exchange.memory.get("relations", {})
    kind = exchange.memory.get("type") or exchange.path.rstrip("/").rpartition("/")[2]
    record: dict[str, Any] = {"type": kind}
    if exchange.id is not None:
        record["id"] = str(exchange.id)
    record["attributes"] = {
        key: value for key, value in values.items() if key not in types and key != "id"
    }
    relations = {
        key: {"data": _linked(values[key], types[key] or key)} for key in types if key in values
    }
    if relations:
        record["relationships"] = relations
    return {wrapper: record} if wrapper else record


def _linked(value: Any, kind: str) -> Any:
    if isinstance(value, list | tuple):
        return [{"type": kind, "id": str(one)} for one in value]
    return None if value in (None, "") else {"type": kind, "id": str(value)}
