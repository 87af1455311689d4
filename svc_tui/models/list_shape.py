"""Find the rows and the next page in a list's answer without settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ROWS_AT = ("results", "items", "objects", "rows", "records", "value", "_items")
"""Keys of the rows; the first that holds an array counts."""

NEXT_AT = (
    "next", "links.next", "_links.next", "meta.next", "pagination.next", "next_cursor",
    "meta.next_cursor",
)  # fmt: skip
"""Dotted paths of the next page's address or token; the first that exists counts."""


def rows_of(body: object, keys: tuple[str, ...] = ROWS_AT) -> list[Any] | None:
    """Return the rows at one of the usual keys, or embedded as in HAL; None without any."""
    if not isinstance(body, Mapping):
        return None
    for key in keys:
        if isinstance(rows := body.get(key), list):
            return rows
    embedded = body.get("_embedded")
    if isinstance(embedded, Mapping) and len(embedded) == 1:
        [rows] = embedded.values()
        return rows if isinstance(rows, list) else None
    return None


def no_rows_at(body: object) -> str | None:
    """Return the usual key of the rows if something else than an array is there; None without it.

    `value` is left out, as it may be any value of a record.
    """
    if not isinstance(body, Mapping) or rows_of(body) is not None:
        return None
    return next((key for key in ROWS_AT if key != "value" and key in body), None)


def next_of(body: object, places: tuple[str, ...] = NEXT_AT) -> str | None:
    """Return the next page's address or token; "" if there is none, None if unknown."""
    for place in places:
        holder = body
        *outer, last = place.split(".")
        for step in outer:
            holder = holder.get(step) if isinstance(holder, Mapping) else None
        if isinstance(holder, Mapping) and last in holder:
            more = holder[last]
            if isinstance(more, Mapping):  # The link objects of JSON:API and HAL.
                more = more.get("href")
            return "" if more in (None, False) else str(more)
    return None
