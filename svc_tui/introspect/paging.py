"""Find the kind of paging in an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from svc_tui.models.list_shape import next_of, rows_of

WORDS = {
    "page": "page numbers",
    "offset": "limit and offset",
    "cursor": "cursor, next page only",
    "items": "CMS pages",
    "array": "none",
}
"""Each kind, in words for people."""


PREVIOUS_AT = ("previous", "links.prev", "_links.prev", "meta.previous")
"""Dotted paths of the address of the page before."""


def paging_of(body: object) -> str | None:
    """Return the kind of paging; None if the answer does not show it, or is not a list."""
    if isinstance(body, list):
        return "array"
    if not isinstance(body, Mapping):
        return None
    if isinstance(body.get("paginator"), Mapping) and isinstance(body.get("items"), list):
        return "items"
    if rows_of(body) is None:
        return None
    asked = {**_query(next_of(body, PREVIOUS_AT)), **_query(next_of(body))}
    for name, kind in (("cursor", "cursor"), ("offset", "offset"), ("page", "page")):
        if name in asked:
            return kind
    return "cursor" if "count" not in body and "next" in body else None


def _query(address: Any) -> dict[str, str]:
    if not isinstance(address, str):
        return {}
    try:
        return dict(parse_qsl(urlsplit(address).query))
    except ValueError:
        return {}
