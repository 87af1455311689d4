"""Guess the columns of a list that declares none."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from svc_tui.introspect.names import is_a_name, is_secret
from svc_tui.introspect.pages import is_page, place_in_page
from svc_tui.introspect.sample import AMOUNT, TITLES, title_key
from svc_tui.models.base import label_from
from svc_tui.models.field_types import FIELD_TYPES
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import Format, ListColumn
from svc_tui.models.records import OWN_ADDRESSES, is_name_of

MOST_COLUMNS = 5
"""Maximum number of guessed columns; more would not fit a terminal of 80."""

ROOM = 74
"""Maximum total cells of the guessed columns."""

WIDEST = 34
"""Maximum cells of a column: longer values are cut."""

LONG = 60
"""Minimum length of prose, which belongs on the detail page."""

_STATE = ("status", "state", "kind", "type")
_WIDTHS = {"date": 10, "datetime": 16, "boolean": 5, "size": 8}


def guessed_columns(
    rows: Sequence[Any], lookup: str = "id", fields: Sequence[FieldDescriptor] = ()
) -> tuple[ListColumn, ...]:
    """Return the best columns of a list: the title first, then short scalars, at most five.

    Nested values, prose and likely secrets are left to the detail page, and so is the id of a
    related record that also has a name; a whole related record is shown by its name. The lookup key
    is only used if there is no title. `fields` supply labels, and replace rows if there are none.
    """
    sample = [row for row in rows if isinstance(row, Mapping)][:20]
    if not sample:
        return _by_fields(fields, lookup)
    labels = {one.key: one.label for one in fields if "label" in one.model_fields_set}
    if _is_out_by_language(sample):
        # `status` is about the main language only.
        sample = [{key: value for key, value in row.items() if key != "status"} for row in sample]
        rest = _by_values(sample, lookup, labels, fields)[: MOST_COLUMNS - 1]
        return (*rest[:1], PUBLISHED, *rest[1:])
    return _by_values(sample, lookup, labels, fields)


PUBLISHED = ListColumn(key="translations", label="Published", format="publishing")
"""The column of pages of the CMS by language."""


def _is_out_by_language(sample: Sequence[Mapping[str, Any]]) -> bool:
    texts = sample[0].get("translations")
    own = list(texts.values()) if isinstance(texts, Mapping) and is_page(sample[0]) else []
    return bool(own) and all(isinstance(one, Mapping) and "published_at" in one for one in own)


def _by_values(
    sample: Sequence[Mapping[str, Any]],
    lookup: str,
    labels: Mapping[str, str],
    fields: Sequence[FieldDescriptor],
) -> tuple[ListColumn, ...]:
    long = {one.key for one in fields if _in_lists(one) is False and one.key not in TITLES}
    return tuple(
        _column_by_values(key, values, labels.get(key.partition(".")[0]))
        for key, values in _chosen(sample, lookup, long)
    )


def _chosen(
    sample: Sequence[Mapping[str, Any]], lookup: str, long: Collection[str] = ()
) -> list[tuple[str, list[Any]]]:
    """Return the columns and their values, the best first, as many as fit."""
    columns = {key: values for key, values in _values(sample).items() if key not in long}
    short = [key for key, values in columns.items() if _fits(values, key)]
    title = next((key for key in TITLES if key in short), None)
    first = title or (lookup if lookup in short else None)
    order = [
        key
        for key in short
        if key not in (first, lookup, "pk", "uuid", *OWN_ADDRESSES)
        and not any(is_name_of(name, key.partition(".")[0]) for name in short)
    ]
    chosen = [*([first] if first else []), *sorted(order, key=lambda key: _rank(key, columns[key]))]
    room = ROOM
    kept: list[tuple[str, list[Any]]] = []
    for key in chosen:
        width = _width(key, columns[key]) + 2
        if width <= room or len(kept) < 2:
            room -= width
            kept.append((key, columns[key]))
        if len(kept) == MOST_COLUMNS:
            break
    return kept


def _values(sample: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return the values under each key; for related records, their names."""
    found: dict[str, list[Any]] = {}
    keys = list(dict.fromkeys(str(key) for row in sample for key in row))
    for key in sorted(keys, key=place_in_page) if is_page(keys) else keys:
        values = [row.get(key) for row in sample]
        there = [value for value in values if value is not None]
        if there and all(isinstance(value, Mapping) and "id" in value for value in there):
            if name := title_key(there):
                found[f"{key}.{name}"] = [one.get(name) if one else None for one in values]
        else:
            found[key] = values
    return found


def _by_fields(fields: Sequence[FieldDescriptor], lookup: str) -> tuple[ListColumn, ...]:
    """Return the columns of an empty list, by the fields of its form."""
    short = [one for one in fields if _in_lists(one) and "." not in one.key]
    first = next((one for name in TITLES for one in short if one.key == name), None)
    rest = [one for one in short if one is not first and one.key not in (lookup, "id")]
    chosen = [*([first] if first else []), *sorted(rest, key=lambda one: _rank(one.key))]
    return tuple(
        ListColumn(key=one.key, label=one.label, format=_format_by_field(one))
        for one in chosen[:MOST_COLUMNS]
    )


def _in_lists(one: FieldDescriptor) -> bool | None:
    known = FIELD_TYPES.get(one.type)
    return known.in_lists if known else None


def _format_by_field(one: FieldDescriptor) -> Format | None:
    known = FIELD_TYPES.get(one.type)
    return (known.guessed_format if known else None) or ("badge" if one.key in _STATE else None)


def _width(key: str, values: Sequence[Any]) -> int:
    there = [value for value in values if value not in (None, "")]
    known = _WIDTHS.get(str(_format_by_values(key, there)), 0)
    widest = known or max((len(str(value)) for value in there), default=0)
    return min(max(widest, len(key.partition(".")[0])), WIDEST)


def _fits(values: Sequence[Any], key: str) -> bool:
    """Whether a key holds short scalars, and at least one of them."""
    there = [value for value in values if value is not None and value != ""]
    if not there or not is_a_name(key) or is_secret(key):
        return False
    if not all(isinstance(value, (str, int, float)) for value in there):
        return False
    # One long title among short ones is still a title.
    return key in TITLES or all(
        len(str(value)) <= LONG and "\n" not in str(value) for value in there
    )


def _rank(key: str, values: Sequence[Any] = ()) -> int:
    """Return the rank: states first, booleans late, slugs last, others in the backend's order."""
    if key in _STATE:
        return 0
    if key == "slug" or key.endswith(("_id", "url")):
        return 3
    there = [value for value in values if value is not None]
    return 2 if there and all(isinstance(value, bool) for value in there) else 1


def _column_by_values(key: str, values: Sequence[Any], label: str | None) -> ListColumn:
    there = [value for value in values if value is not None and value != ""]
    heading = label or label_from(key.partition(".")[0])
    return ListColumn(key=key, label=heading, format=_format_by_values(key, there))


def _format_by_values(key: str, values: Sequence[Any]) -> Format | None:
    """Return the format that fits every value; None leaves it to the value."""
    if all(isinstance(value, bool) for value in values):
        return "boolean"
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        return "money" if AMOUNT.search(key) else "size" if key == "size" else None
    for kind in FIELD_TYPES.values() if all(isinstance(one, str) for one in values) else ():
        if kind.guessed_format and kind.pattern and all(map(kind.pattern.fullmatch, values)):
            return kind.guessed_format
    return "badge" if key in _STATE else None
