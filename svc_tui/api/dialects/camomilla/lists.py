"""The query of a list in the CMS's terms: `items`, `page`, `sort`, `search`, `fltr`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from svc_tui.api.dialects.base import Span
from svc_tui.api.dialects.camomilla.filters import condition
from svc_tui.api.urls import Repeat

PAGE_SIZE = 20
"""The default page size: without `items`, the CMS sends the whole table."""

OWN = frozenset({"fltr", "items", "sort", "order", "fields", "language", "language_code", "all"})
"""The CMS's own params, passed on unchanged."""


def list_params(
    *,
    page: int | None = None,
    page_size: int | None = None,
    search: str = "",
    ordering: Sequence[str] | str = (),
    filters: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the query of a list; what is empty is left out.

    Raises:
        Refused: for a filter that the CMS would silently leave out.
    """
    filters = {key: value for key, value in (filters or {}).items() if value is not None}
    own = {key: value for key, value in filters.items() if key in OWN}
    names = ordering.split(",") if isinstance(ordering, str) else ordering
    asked = {
        **own,
        "items": page_size or own.get("items") or PAGE_SIZE,
        "page": page,
        "sort": ",".join([*_listed(own.get("sort")), *(_lookup(name) for name in names if name)]),
        "search": search,
        "fltr": Repeat((*_listed_as(own.get("fltr")), *_conditions(filters))),
    }
    return {key: value for key, value in asked.items() if value not in (None, "", [], ())}


def _conditions(filters: Mapping[str, Any]) -> list[str]:
    """Return the conditions of all filters, joined by AND."""
    found: list[str] = []
    for key, value in filters.items():
        if key in OWN:
            continue
        values = value if isinstance(value, list | tuple | set | frozenset) else (value,)
        if not isinstance(value, Span):  # In a span, "" is an open end.
            values = tuple(one for one in values if one not in (None, ""))
        found += condition(_lookup(key), values)
    return found


def _lookup(name: str) -> str:
    return name.replace(".", "__")


def _listed(text: object) -> list[str]:
    return [part for part in str(text or "").split(",") if part]


def _listed_as(value: str | Iterable[str] | None) -> tuple[str, ...]:
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)
