"""The hooks of a dialect whose wire is data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from svc_tui.api.dialects.base import ByPath, Dialect, Exchange, unchanged
from svc_tui.api.dialects.jsonapi import read_resource, write_resource
from svc_tui.api.dialects.wire_lists import NextPages, Pages, Ranges
from svc_tui.api.urls import Repeat, param_text
from svc_tui.models.dotted_path import value_at
from svc_tui.models.list_shape import NEXT_AT, ROWS_AT, next_of, rows_of
from svc_tui.models.records import OWN_KEYS
from svc_tui.models.wire import HEADER, Wire, WireOrder


def wire_dialect(
    name: str, called: str, wire: Wire, auth: Mapping[str, Any] | None = None, **more: Any
) -> Dialect:
    """Return the dialect of a wire with these sign-in keys; the hooks in `more` go first."""
    return Dialect(name, called, auth=auth or {}, wire=wire, **more)


def with_wire(dialect: Dialect, given: Wire) -> Dialect:
    """Return a dialect with the keys of a console file over those of its wire.

    Hooks that were given beside its wire stay, and go first.

    Raises: ValueError: the dialect is code without a wire, on which these keys have no effect.
    """
    if dialect.wire is None and dialect != Dialect(dialect.name):
        name = f"the dialect {dialect.name!r}, which is defined in Python"
        raise ValueError(f"[svc.wire] has no effect on {name}; use Dialect(wire=…) there")
    return replace(dialect, wire=(dialect.wire or Wire()).overlaid(given))


def hooks_of(wire: Wire) -> dict[str, Any]:
    """Return the hooks of a wire by their names in a `Dialect`."""
    jsonapi = wire.records == "jsonapi"
    found: dict[str, Any] = {
        "list_params": partial(list_params, wire),
        "read_list": partial(read_list, wire),
        "list_adapter": _adapter_of(wire),
        "record_answer": partial(record_of, wire.record) if wire.record else unchanged,
        "read_record": read_resource if jsonapi else None,
        "write_record": None,
        "learns_from_rows": jsonapi,
        "error_keys": partial(field_errors, wire),
        "roots": wire.roots,
        "root_answer": ROOTS[wire.root],
        "headers": {k: v for k, v in wire.headers.items() if k.lower() != "content-type"},
        "content_type": next(
            (v for k, v in wire.headers.items() if k.lower() == "content-type"), ""
        ),
        "record_params": wire.record_query,
        "lookup": wire.id,
        "trailing_slash": wire.trailing_slash,
        "follows_slashes": wire.slashes,
        "saves_whole": wire.update == "PUT" and wire.whole,
        "change_method": wire.update if not wire.whole else "PATCH",
        "error_paths": (wire.errors.fields, wire.errors.detail),
        "success_path": wire.errors.success,
    }
    if jsonapi:
        found["write_record"] = partial(write_resource, wire.body)
    elif wire.body:
        found["write_record"] = partial(_wrapped, wire.body)
    return found


# Lists


def list_params(
    wire: Wire,
    *,
    page: int | None = None,
    page_size: int | None = None,
    search: str = "",
    ordering: Sequence[str] | str = (),
    filters: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the query of a list in a wire's parameters, without empty values."""
    asked: dict[str, Any] = dict(wire.query)
    for key, value in (filters or {}).items():
        asked |= _filter(wire, key, value)
    asked |= _page(wire, page, page_size)
    if wire.search:
        asked[wire.search] = search
    asked |= _ordered(wire.order, ordering)
    return {key: value for key, value in asked.items() if value not in (None, "", [], ())}


def _page(wire: Wire, page: int | None, size: int | None) -> dict[str, Any]:
    name, size_name = wire.paging.names
    size = min(size, wire.paging.most or size) if size else size
    style = wire.paging.style
    if style == "none" or (style == "range" and name == "Range"):
        return {}
    if style == "range":
        rows = None if size is None else f"[{((page or 1) - 1) * size},{(page or 1) * size - 1}]"
        return {name: rows}
    found: dict[str, Any] = {size_name: size} if size_name else {}
    if style == "offset" and name:
        found[name] = None if page is None else (page - 1) * (size or 0)
    elif style in ("page", None) and name:
        found[name] = None if page is None else page - 1 + wire.paging.first
    return found


def _ordered(order: WireOrder, ordering: Sequence[str] | str) -> dict[str, Any]:
    keys = ordering.split(",") if isinstance(ordering, str) else list(ordering)
    keys = [key for key in keys if key.lstrip("-")]
    if not order.param or not keys:
        return {}
    names = [key.lstrip("-") for key in keys]
    ascending, descending = order.words
    worded = [descending if key.startswith("-") else ascending for key in keys]
    if order.direction:
        return {
            order.param: order.separator.join(names),
            order.direction: order.separator.join(worded),
        }
    both = zip(worded, names, strict=True)
    return {order.param: order.separator.join(text.format(name) for text, name in both)}


def _filter(wire: Wire, key: str, value: Any) -> dict[str, Any]:
    if "[" in key or "]" in key:
        return {key: value}
    name, _, text = wire.filter.rpartition("=")
    several = isinstance(value, list | tuple | set | frozenset)
    values = [param_text(one) for one in value if one is not None] if several else []
    if not several:
        values = [] if value is None else [param_text(value)]
    if not any(values):
        return {}
    name = name.replace("{key}", key)
    if wire.repeated and len(values) > 1:
        return {name: Repeat(_value(text, one) for one in values)}
    return {name: _value(text, ",".join(values))}


def _value(text: str, value: str) -> str:
    return text.replace("{values}", value).replace("{value}", value)


def read_list(wire: Wire, body: Any, exchange: Exchange) -> Any:
    """Return the answer of a list as `results` with `count` and `next`, as far as it has them.

    Raises: ValueError: there are no rows at the wire's path.
    """
    rows = _rows(wire, body)
    found = dict(body) if isinstance(body, Mapping) and wire.total is None else {}
    for key in ("items", "paginator"):
        found.pop(key, None)
    found["results"] = rows
    if wire.total is not None:
        count = _total(wire.total, body, exchange)
        if count is not None:
            found["count"] = count
    more = _next(wire, body, exchange)
    found.pop("next", None)
    if more is not None:
        found["next"] = more
    return found


def _rows(wire: Wire, body: Any) -> list[Any]:
    if wire.items is None:
        if isinstance(body, list):
            return body
        rows = rows_of(body, (*ROWS_AT, "data"))
    else:
        rows = value_at(body, wire.items)
    if not isinstance(rows, list):
        raise ValueError(wire.items)
    return rows


def _total(place: str, body: Any, exchange: Exchange) -> int | None:
    if not place:
        return None
    if place.startswith(HEADER):
        said: Any = exchange.headers.get(place.removeprefix(HEADER).lower(), "")
        said = said.rpartition("/")[2].strip()
    else:
        said = value_at(body, place)
    if isinstance(said, str) and said.isascii() and said.isdigit():
        return int(said[:18])
    return said if isinstance(said, int) and not isinstance(said, bool) else None


def _next(wire: Wire, body: Any, exchange: Exchange) -> str | None:
    """Return the next page's address or token; "" if there is none, None if unknown."""
    links = exchange.headers.get("link", "")
    if links and (wire.paging.style in (None, "link", "page", "offset", "cursor")):
        from httpx import Response

        parsed = Response(200, headers={"link": links}).links
        if "next" in parsed or wire.paging.style == "link":
            return str(parsed.get("next", {}).get("url", ""))
    if wire.paging.style == "link":
        return ""
    more = next_of(body, (wire.paging.next,) if wire.paging.next else NEXT_AT)
    return "" if more is None and wire.paging.style == "cursor" else more


def _adapter_of(wire: Wire) -> Callable[[Sequence[str]], Any] | None:
    style = wire.paging.style
    lacks = tuple(
        word
        for word, missing in (("search", not wire.search), ("ordering", not wire.order.param))
        if missing
    )
    if style in ("cursor", "link"):
        param = wire.paging.names[0]
        return lambda columns: NextPages(param, lacks)
    if style == "range" and wire.paging.names[0] == "Range":
        unit = wire.paging.names[1]
        return lambda columns: Ranges(unit, lacks)
    by_rows, most = style == "offset", wire.paging.most
    if style is None and not lacks and most is None:
        return None
    return lambda columns: Pages(lacks, by_rows=by_rows, most=most)


# Records and roots


def record_of(path: str, body: Any) -> Any:
    """Return what is at the path: `{"id": 7}` in `{"data": {"id": 7}}`, with the path `data`.

    It is the whole answer if that has nothing there, or is the record itself: `{"id": 7, "data":
    [1]}` has an id, and no record at the path, so `data` is one of its values.
    """
    found = value_at(body, path, body)
    is_record = isinstance(body, Mapping) and not body.keys().isdisjoint(OWN_KEYS)
    return body if is_record and not isinstance(found, Mapping) else found


def _wrapped(key: str, values: Any, exchange: Exchange) -> Any:
    return {key: values}


def _addressed_root(body: Any) -> Any:
    """Return the object with the addresses; it may be wrapped in `data` or `links`."""
    for key in ("data", "links"):
        inner = body.get(key) if isinstance(body, Mapping) else None
        if isinstance(inner, Mapping) and inner:
            hrefs = {k: v.get("href") if isinstance(v, Mapping) else v for k, v in inner.items()}
            return {k: v for k, v in hrefs.items() if isinstance(v, str) and k != "self"}
    return body


def _keyed_root(body: Any) -> Any:
    """Return the address of each key that holds rows."""
    if not isinstance(body, Mapping):
        return body
    return {key: f"/{key}" for key, rows in body.items() if isinstance(rows, list)}


def _items_root(body: Any) -> Any:
    """Return the address of each collection with a table, without the backend's own."""
    entries = body.get("data") if isinstance(body, Mapping) else None
    if not isinstance(entries, list):
        return body
    tables = [one for one in entries if isinstance(one, Mapping) and one.get("schema")]
    names = [str(one.get("collection", "")) for one in tables]
    return {name: f"/items/{name}" for name in names if not name.startswith("directus_")}


ROOTS = {"addresses": _addressed_root, "keys": _keyed_root, "items": _items_root}
"""The parser of each form of a root."""


# Errors


def field_errors(wire: Wire, errors: ByPath) -> ByPath:
    """Return messages by the paths of fields, without what wraps a record."""
    return dict(_shortened(wire, errors))


def _shortened(wire: Wire, errors: ByPath) -> Iterator[tuple[str, list[str]]]:
    prefix = f"{wire.body}." if wire.body else ""
    joined: dict[str, list[str]] = {}
    for path, said in errors.items():
        path = path.removeprefix(prefix)
        steps = path.split(".")
        if len(steps) > wire.errors.skip:
            path = ".".join(steps[wire.errors.skip :])
        joined[path] = [*joined.get(path, ()), *said]
    yield from joined.items()
