"""Clean up rows: a list shows whatever a backend sends, and says what was odd."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any
from urllib.parse import unquote

from svc_tui.api.refusals import FLAGS, IN_A_REFUSAL
from svc_tui.models.dotted_path import value_at
from svc_tui.models.location import record_id
from svc_tui.models.records import ADDRESSES, OWN_KEYS, TITLE_KEYS, PaginatedList, is_id, path_of
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.text import clean, cut, plural

Row = Mapping[str, Any]


def key_of(row: Row, lookup: str = "id") -> str:
    """Return the id of a row as text; "" if it has none.

    For a record's own address (`url` in a hyperlinked API, or any with a host), it is the last
    step.
    """
    key = value_at(row, lookup)
    is_address = lookup in ADDRESSES or str(key).startswith(("http://", "https://"))
    if is_address and (path := path_of(key)):
        return record_id(unquote(path.rstrip("/").rpartition("/")[2]))
    return record_id(str(key)) if isinstance(key, str | int) and not isinstance(key, bool) else ""


def lacks_key(row: Row, lookup: str = "id") -> str:
    """Return why a row can't be identified, as the beginning of a sentence."""
    value = value_at(row, lookup)
    if value in (None, ""):
        return f"This row has no {clean(lookup)}"
    said = cut(clean(str(value)), 20)
    return f"The {clean(lookup)} of this row ({said}) is neither a text nor a whole number"


def names_another(found: Row, sent: Row, written: Row, key: str, lookup: str = "id") -> bool:
    """Whether the answer to a write is about another record than the one that was written to.

    Args:
        found: The answer.
        sent: The record as it was before the write.
        written: The record with what was sent.
        key: The id that was written to.
        lookup: The name of the value that records are opened by. Where the write changed it, or
            the answer shows the record's own id, another one is no sign of another record.
    """
    before, told = key_of(sent, lookup), key_of(found, lookup)
    if told in ("", before) or _spelled(told) == _spelled(key):
        return False
    for name in OWN_KEYS if lookup not in OWN_KEYS else ():
        if (known := key_of(sent, name)) and (now := key_of(found, name)):
            return now != known
    return key_of(written, lookup) == before


def is_record(found: Row, fields: Collection[str], lookup: str = "id") -> bool:
    """Whether the answer to a read is a record: it has an id, or values of its form.

    Args:
        found: The answer.
        fields: Keys that a record may have; none if they are not known.
        lookup: The name of the value that records are opened by.
    """
    if any(key_of(found, name) for name in (lookup, *OWN_KEYS)):
        return True
    if found.keys() <= IN_A_REFUSAL or any(found.get(flag) is False for flag in FLAGS):
        return found.keys() <= {*fields}  # A record may have a field of such a name.
    return not fields or not found.keys().isdisjoint(fields)


def _spelled(key: str) -> str:
    """Return an id in canonical form: a number without leading zeros, a UUID in lower case."""
    return key.casefold().lstrip("0") if is_id(key) else key


def title_in(row: Row, title_field: str | None = None) -> str:
    """Return the full title of a record; "" if it has none.

    Args:
        row: The record.
        title_field: Where the title was declared to be, as a dotted path.
    """
    declared = value_at(row, title_field) if title_field else None
    if isinstance(declared, Mapping):  # A related record.
        declared = title_in(declared)
    plain = isinstance(declared, str | int | float) and not isinstance(declared, bool)
    if plain and (said := str(declared).strip()):
        return said
    words = (row.get(name) for name in TITLE_KEYS)
    return next((word for word in words if isinstance(word, str) and word.strip()), "")


NAMELESS = "a record without an id"
"""The name of a record that shows neither a title nor an id."""


def row_name(
    row: Row, lookup: str = "id", title_field: str | None = None, longest: int = 60
) -> str:
    """Return a record's name for messages and headings, in at most so many cells; not to send."""
    return cut(title_in(row, title_field), longest) or clean(key_of(row, lookup)) or NAMELESS


@dataclass(frozen=True)
class NormalizedPage:
    """A page that can be shown, and a sentence about what was corrected."""

    page: PaginatedList[Row]
    keys: tuple[str, ...]
    """Return the id of each row; "" for a row that can't be opened or marked."""
    note: str | None = None


def normalize_page(
    page: PaginatedList[Any], query: ListQuery, lookup: str = "id"
) -> NormalizedPage:
    """Return a page as it can be shown; nothing is left out."""
    rows = [as_row(entry) for entry in page.results]
    keys = tuple(key_of(row, lookup) for row in rows)
    seen = (page.page - 1) * (page.page_size or query.page_size) + len(rows) if rows else 0
    count = max(page.count, seen)
    pages = max(page.pages, page.page, ceil(count / query.page_size) if rows else 1)
    said = [*filter(None, [page.note]), *_odd_rows(rows, lookup), *_odd_keys(rows, keys, lookup)]
    if count > page.count:
        reported = plural(page.count, "row", "rows")
        said.append(f"The backend reports {reported}, but returned at least {count}.")
    return NormalizedPage(
        replace(page, results=rows, count=count, pages=pages), keys, " ".join(said) or None
    )


def as_row(entry: Any) -> Row:
    """Return anything as a row: a record, a model's values, or a single value under `value`."""
    if isinstance(entry, Mapping):
        return entry
    if hasattr(entry, "model_dump"):
        values: Row = entry.model_dump(mode="json")
        return values
    return BareValue(value=entry)


class BareValue(dict[str, Any]):
    """The row of a single value, which is no record."""


_KINDS = {str: "texts", int: "numbers", float: "numbers", list: "lists"}


def bare_words(rows: Sequence[Row], lookup: str = "id") -> str:
    """Return the sentence about a list of values that are no records; "" if one is a record."""
    if not rows or not all(isinstance(row, BareValue) for row in rows):
        return ""
    kinds = {_KINDS.get(type(row["value"]), "values") for row in rows}
    kind = kinds.pop() if len(kinds) == 1 else "values"
    return (
        f"The backend returned a list of {kind}, not of records, so they can't be opened or marked."
        f" A list needs objects, each with its {clean(lookup)}. Check the endpoint."
    )


def _odd_rows(rows: Sequence[Row], lookup: str) -> Iterable[str]:
    if said := bare_words(rows, lookup):
        yield said
    elif odd := sum(isinstance(row, BareValue) for row in rows):
        what = plural(odd, "entry is not a record", "entries are not records")
        yield f"{what}: shown, but can't be opened or marked."


def _odd_keys(rows: Sequence[Row], keys: Sequence[str], lookup: str) -> Iterable[str]:
    pairs = zip(rows, keys, strict=True)
    unusable = [
        value_at(row, lookup) for row, key in pairs if not key and not isinstance(row, BareValue)
    ]
    odd = [value for value in unusable if value not in (None, "")]
    if without := len(unusable) - len(odd):
        what = plural(without, "row has", "rows have")
        yield f"{what} no {clean(lookup)}: shown, but can't be opened or marked."
    if odd:
        what = plural(len(odd), "row can't", "rows can't")
        said = cut(clean(str(odd[0])), 20)
        why = f"{clean(lookup)} {said} is neither a text nor a whole number"
        yield f"{what} be opened or marked: the {why}."
    twice = [key for key, times in Counter(keys).items() if key and times > 1]
    if twice:
        said = f"The same {clean(lookup)} appears more than once: {cut(', '.join(twice), 60)}"
        yield f"{said}. Marking one of these rows marks all of them."


class ChangedRow(dict[str, object]):
    """Return a row with its staged values; `changed` has their dotted paths."""

    def __init__(self, values: Mapping[str, object], changed: frozenset[str]) -> None:
        super().__init__(values)
        self.changed = changed

    def differs_at(self, path: str) -> bool:
        """Whether the value at a path, a part of it, or its parent, is staged."""
        here = f"{path}."
        return any(here.startswith(f"{one}.") or f"{one}.".startswith(here) for one in self.changed)
