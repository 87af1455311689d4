"""Finds the kind of paging in an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

WORDS = {
    "page": "pages by number",
    "offset": "limit and offset",
    "cursor": "a cursor: only the next page is known",
    "items": "CMS pages",
    "array": "everything at once",
}
"""Each kind, in words for people."""


def paging_of(body: object) -> str | None:
    """Return the kind of paging; None where the answer does not tell, or is no list."""
    if isinstance(body, list):
        return "array"
    if not isinstance(body, Mapping):
        return None
    if isinstance(body.get("paginator"), Mapping) and isinstance(body.get("items"), list):
        return "items"
    if not isinstance(body.get("results"), list):
        return None
    asked = {**_query(body.get("previous")), **_query(body.get("next"))}
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
