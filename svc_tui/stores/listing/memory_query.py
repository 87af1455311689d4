"""Search, filters and ordering over rows in memory, as a backend would do it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from math import inf
from typing import Any

from svc_tui.models.dotted_path import value_at
from svc_tui.stores.listing.list_query import ListQuery, Values
from svc_tui.stores.rows import Row

DEEPEST = 4
"""Levels searched if no paths are given."""


def filter_and_sort(
    rows: Sequence[Row], query: ListQuery, searched: Sequence[str] | None
) -> list[Row]:
    """Return all matching rows in the requested order."""
    wanted = dict(query.with_fixed_dates().filters)
    if query.tab:
        wanted[query.tab_param] = (query.tab,)
    words = query.search.casefold()
    found = [
        row
        for row in rows
        if all(matches(row, name, values, name in query.spans) for name, values in wanted.items())
        and (not words or contains(row, words, searched))
    ]
    return ordered(found, query.ordering)


def matches(row: Row, name: str, values: Values, span: bool = False) -> bool:
    """Whether a value matches a filter: two days are a span, several values a set."""
    value = value_at(row, name)
    if span or (len(values) == 2 and all(map(_is_day, values))):
        return _within(value, values)
    return any(text in values for text in _texts(value))


def contains(row: Row, words: str, searched: Sequence[str] | None) -> bool:
    """Whether any searched value contains the words; `words` is folded."""
    values = [row] if searched is None else [value_at(row, path) for path in searched]
    return any(words in text.casefold() for value in values for text in _all_texts(value))


def ordered(rows: Sequence[Row], ordering: Sequence[str]) -> list[Row]:
    """Return rows sorted by several names in order of rank; missing values are last."""
    found = list(rows)
    for name in reversed(ordering):
        path, down = name.lstrip("-"), name.startswith("-")
        there = [row for row in found if value_at(row, path) not in (None, "")]
        missing = [row for row in found if value_at(row, path) in (None, "")]
        there.sort(key=partial(_rank_at, path), reverse=down)
        found = there + missing
    return found


def _rank_at(path: str, row: Row) -> tuple[int, float, str]:
    return _rank(value_at(row, path))


def _rank(value: Any) -> tuple[int, float, str]:
    """Return a sort key of any value: numbers before texts."""
    if isinstance(value, int | float):
        try:
            return (0, float(value), "")
        except OverflowError:  # An integer of more than 308 digits.
            return (0, inf if value > 0 else -inf, "")
    text = next(iter(_all_texts(value)), "")
    try:
        return (0, float(text), "")
    except ValueError:
        return (1, 0.0, text.casefold())


def _within(value: Any, values: Values) -> bool:
    day = value[:10] if isinstance(value, str) else ""
    first, last = (*values, "", "")[:2]
    return bool(day) and (not first or first <= day) and (not last or day <= last[:10])


def _is_day(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text))
    except ValueError:
        return False


def _texts(value: Any) -> Iterator[str]:
    """Return a value as a filter names it: a related record by its id."""
    if isinstance(value, Mapping):
        yield from _texts(value.get("id"))
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from _texts(entry)
    elif isinstance(value, bool):
        yield "true" if value else "false"
    elif value is not None:
        yield str(value)


def _all_texts(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield every text in a value, down to a few levels."""
    if depth > DEEPEST or value is None or isinstance(value, bool):
        return
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for entry in value:
            yield from _all_texts(entry, depth + 1)
    else:
        yield str(value)
