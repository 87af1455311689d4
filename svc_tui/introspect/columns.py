"""Columns for a list of which nobody has said what it shows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from svc_tui.introspect.names import is_a_name
from svc_tui.models.listing import ListColumn

MOST_COLUMNS = 6
"""Columns that are guessed; more would not fit a terminal of 80."""

LONG = 60
"""Characters from which on a text is prose, which belongs to the detail page."""

TITLES = ("title", "name", "label", "headline", "subject", "number", "username", "email", "code")
"""Keys by which people call a record, the first one found counts."""

_SECRET = re.compile(r"pass(word|wd)|secret|token|api_?key|\bhash\b", re.IGNORECASE)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_DATETIME = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}", re.ASCII)
_AMOUNT = re.compile(r"price|amount|total|cost", re.IGNORECASE)
_STATE = ("status", "state", "kind", "type")


def guessed_columns(rows: Sequence[Any], lookup: str = "id") -> tuple[ListColumn, ...]:
    """What a sample page shows best: the title first, then short scalars, at most six.

    Nested values, prose, and what looks like a secret are left to the detail page, and so is the
    number of a related record that is also named; the lookup key is taken only where there is
    nothing to call a record by.
    """
    sample = [row for row in rows if isinstance(row, Mapping)][:20]
    keys = list(dict.fromkeys(str(key) for row in sample for key in row))
    short = [key for key in keys if _fits([row.get(key) for row in sample], key)]
    title = next((key for key in TITLES if key in short), None)
    first = title or (lookup if lookup in short else None)
    named = {key.removesuffix("_name") for key in short if key.endswith("_name")}
    order = [key for key in short if key not in (first, lookup) and key not in named]
    chosen = [*([first] if first else []), *sorted(order, key=_rank)][:MOST_COLUMNS]
    return tuple(_column(key, [row.get(key) for row in sample]) for key in chosen)


def _fits(values: Sequence[Any], key: str) -> bool:
    """Whether a key holds short scalars, and at least one of them."""
    there = [value for value in values if value is not None and value != ""]
    if not there or not is_a_name(key) or _SECRET.search(key):
        return False
    if not all(isinstance(value, (str, int, float)) for value in there):
        return False
    # One long title among short ones is still what its record is called.
    return key in TITLES or all(
        len(str(value)) <= LONG and "\n" not in str(value) for value in there
    )


def _rank(key: str) -> int:
    """States first and slugs last; all others keep the backend's order, as sorting is stable."""
    return 0 if key in _STATE else 2 if key == "slug" or key.endswith(("_id", "url")) else 1


def _column(key: str, values: Sequence[Any]) -> ListColumn:
    there = [value for value in values if value is not None and value != ""]
    return ListColumn(key=key, format=_format(key, there))


def _format(key: str, values: Sequence[Any]) -> Any:
    """The format that fits every value; None leaves it to the value itself."""
    if all(isinstance(value, bool) for value in values):
        return "boolean"
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        return "money" if _AMOUNT.search(key) else "size" if key == "size" else None
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) == len(values) and all(map(_DATETIME.match, texts)):
        return "datetime"
    if len(texts) == len(values) and all(map(_DATE.fullmatch, texts)):
        return "date"
    return "badge" if key in _STATE else None
