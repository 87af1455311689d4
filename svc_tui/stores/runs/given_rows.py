"""Rows passed to an editor or a command, and their original records."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, NotFound
from svc_tui.introspect.names import is_secret
from svc_tui.models.resource import Resource
from svc_tui.stores.redact import redact
from svc_tui.stores.runs.row_files import RowsUnreadable
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

MOST = 5000
"""Maximum number of rows."""

AT_ONCE = 6
"""Maximum number of records read at once."""


@dataclass(frozen=True)
class GivenRows:
    """Whole records, and the part of each that is passed on."""

    resource: Resource
    records: Mapping[str, Mapping[str, Any]]
    given: Sequence[Mapping[str, Any]]

    @classmethod
    def of(
        cls,
        resource: Resource,
        records: Mapping[str, Mapping[str, Any]],
        shown: Sequence[str] | None = None,
    ) -> GivenRows:
        """Pass on these keys of each record; None means all but secrets."""
        return cls(resource, records, [_given(one, shown) for one in records.values()])


def editable_keys(resource: Resource, columns: Iterable[str]) -> tuple[str, ...]:
    """Return the key and those of `columns` that a form can write; without any, all that it can."""
    fields = [one.key for one in resource.form_fields if not one.readonly]
    names = dict.fromkeys(one.partition(".")[0] for one in fields)
    chosen = [one for one in columns if one in names] or list(names)
    return (resource.lookup, *(one for one in chosen if one != resource.lookup))


def check_count(count: int) -> None:
    """Raise RowsUnreadable if there are too many rows."""
    if count > MOST:
        raise RowsUnreadable(f"{count:,} records are too many at once: the limit is {MOST:,}.")


async def read_records(
    crud: Crud[Any], keys: Sequence[str], tell: Callable[[int], object] = lambda done: None
) -> dict[str, Mapping[str, Any]]:
    """Return whole records by their keys; `tell` is called with the number read so far.

    Raises:
        RowsUnreadable: one of them is not there.
        ApiError: one could not be read.
    """
    gate, found = asyncio.Semaphore(AT_ONCE), dict[str, Mapping[str, Any]]()
    failures: list[Exception] = []

    async def read(key: str) -> None:
        async with gate:
            if failures:  # The others would be read for nothing.
                return
            try:
                found[key] = await crud.detail(key)
            except (NotFound, ValueError):
                failures.append(RowsUnreadable(f"There is no record {clean(key)}."))
            except ApiError as error:
                failures.append(error)
            tell(len(found))

    await asyncio.gather(*map(read, keys))
    if failures:
        raise failures[0]
    return {key: found[key] for key in keys}


def _given(record: Mapping[str, Any], shown: Sequence[str] | None) -> dict[str, Any]:
    row: dict[str, Any] = redact(dict(record))
    if shown is None:
        return row
    return {key: row[key] for key in shown if key in row and not is_secret(key)}
