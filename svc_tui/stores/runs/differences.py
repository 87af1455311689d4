"""The records of two backends, matched by a key and compared value by value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.listing.row_sources import ServerSource, unknown_match
from svc_tui.stores.record.draft import MISSING, get_path, leaves
from svc_tui.stores.record.server_changes import TIME_KEYS
from svc_tui.stores.record.write_verification import alike
from svc_tui.stores.redact import masked, redact
from svc_tui.stores.rows import Row, as_row
from svc_tui.text import clean

NOT_COMPARED = frozenset((*TIME_KEYS, "created", "created_at", "date_created"))
"""Keys that naturally differ between two backends."""


class NotComparable(ValueError):
    """Records can't be matched; the text says why."""

    def __init__(self, words: str, *, changed: bool = False) -> None:
        super().__init__(words)
        self.changed = changed
        """Whether the records are the cause, not the parameters."""


async def keyed_rows(
    source: ServerSource, query: ListQuery, lookup: str, key: str, profile: str
) -> dict[str, Row]:
    """Return all rows of a query by the value of `key`, with secrets masked.

    Raises: NotComparable: a row has no such value, two have the same, or the list has changed.
    """
    if why := await unknown_match(source, query):
        raise NotComparable(f"Nothing was compared: {why}.")
    reader, found = PageReader(source, query, lookup), dict[str, Row]()
    async for page in reader.pages():
        for row in map(as_row, page.results):
            value = get_path(row, key, MISSING)
            if value is MISSING or value in (None, ""):
                what = f"a record of {clean(profile)} has no {clean(key)}"
                raise NotComparable(
                    f"Nothing was compared: {what}. Name another field to match by."
                )
            if str(value) in found:
                words = f"{clean(profile)} has two records with the {clean(key)} {clean(value)}"
                raise NotComparable(f"Nothing was compared: {words}.", changed=True)
            found[str(value)] = masked(row)
    if reader.note:
        raise NotComparable(f"Nothing was compared. {reader.note}", changed=True)
    return found


def differences(
    ours: Mapping[str, Row], theirs: Mapping[str, Row], lookup: str, columns: str | None = None
) -> Iterator[dict[str, Any]]:
    """Yield a line for each record that only one side has, and for each value that differs.

    Secrets are not compared, and are left out of the values.
    """
    named = [one for one in (columns or "").split(",") if one]
    for key in [*ours, *(key for key in theirs if key not in ours)]:
        one, other = ours.get(key), theirs.get(key)
        if one is None or other is None:
            state = "only in --from" if other is None else "only in --to"
            yield {"key": key, "state": state, "path": "", "from": None, "to": None}
            continue
        one, other = redact(one), redact(other)
        paths = named or dict.fromkeys([*leaves(dict(one)), *leaves(dict(other))])
        for path in paths:
            if not named and (path == lookup or path.partition(".")[0] in NOT_COMPARED):
                continue
            here, there = get_path(one, path), get_path(other, path)
            if not alike(here, there):
                yield {"key": key, "state": "differs", "path": path, "from": here, "to": there}
