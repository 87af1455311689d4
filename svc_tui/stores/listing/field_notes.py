"""Read the fields that an action declares it changes, before and after it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, Unauthorized, Unreachable
from svc_tui.introspect.names import is_secret
from svc_tui.models.records import wire_id
from svc_tui.stores.record.draft import MISSING
from svc_tui.stores.record.history_store import ValueChange, written_at
from svc_tui.stores.record.merge import Steps, at, changed, put
from svc_tui.stores.record.unreturned import ValuesNotKept
from svc_tui.stores.record.write_verification import alike, are_comparable, not_kept

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.stores.listing.action_types import Action
    from svc_tui.stores.listing.selection import Selection

AT_ONCE = 6
"""Concurrent requests."""

MOST_NOTED = 500
"""Maximum number of rows to read before and after an action."""


def declared(action: Action) -> tuple[str, ...]:
    """Return the fields that an action declares it changes, by dotted path."""
    found: tuple[str, ...] = getattr(action, "changes", ())
    return found


async def absent_fields(crud: Crud[Any], action: Action, selection: Selection) -> tuple[str, ...]:
    """Return the declared fields that the chosen records do not have, so that none can be undone.

    The rows of a list may show less than the records: the first one is read where they do. Nothing
    is absent where none could be read.
    """
    frozen, rows = selection.everything, selection.rows
    keys = rows if frozen is None else frozen.keys or ()
    shown = [] if frozen is not None else [*rows.values()]
    absent = tuple(one for one in declared(action) if not _is_in(shown, one))
    if not absent or (first := next(iter(keys), None)) is None:
        return ()
    try:
        record = await crud.detail(wire_id(first))
    except (ApiError, ValueError):
        return ()
    return tuple(one for one in absent if not _is_in([record], one))


def _is_in(records: Iterable[Mapping[str, Any]], path: str) -> bool:
    """Whether any record has a value at a path; inside of a null everything may be."""
    way = tuple(path.split("."))
    ends = [way[:length] for length in range(1, len(way))]
    return any(
        at(one, way) is not MISSING or any(at(one, end) is None for end in ends) for one in records
    )


class FieldNotes:
    """Reads the rows of an action, and returns the changes of the declared fields.

    It also notes the values that a handler sends to these fields, to compare them with the rows.
    A row that could not be read has no values: its change can't be undone.
    """

    def __init__(self, crud: Crud[Any], fields: Iterable[str]) -> None:
        self._crud = crud
        self._ways = [tuple(one.split(".")) for one in fields]
        self._before: Mapping[str, Mapping[str, Any]] = {}
        self._after: Mapping[str, Mapping[str, Any]] = {}
        self._sent: dict[str, dict[str, Any]] = {}
        """The values that were accepted for the declared fields, by the path of the record."""

    async def read_before(self, keys: Iterable[str], stopped: Callable[[], bool]) -> None:
        """Read the current rows; `stopped` says that the action was cancelled."""
        self._before = await self._read(keys, stopped)

    async def read_after(self, keys: Iterable[str]) -> None:
        """Reload the rows that were changed."""
        self._after = await self._read((key for key in keys if key in self._before), lambda: False)

    def values(self, key: str) -> tuple[ValueChange, ...]:
        """Return the changes of a row's fields; empty if it could not be read."""
        before, after = self._before.get(key), self._after.get(key)
        if before is None or after is None:
            return ()
        found = (way for way in changed(before, after) if self._is_declared(way))
        values = written_at(found, before, after)
        return values or tuple(
            one for one in written_at(self._ways, before, after) if one.before is not MISSING
        )

    def note(self, path: str, values: Mapping[str, Any], deferred: bool) -> None:
        """Note the values of declared fields that were accepted for a record.

        With `deferred`, the record gets them later: it can't be compared with them yet.
        """
        known = self._sent.get(path.strip("/"), {})
        for way in filter(self._is_declared, changed({}, values)):
            known = put(known, way, MISSING if deferred else at(values, way))
        self._sent[path.strip("/")] = known

    def check(self, key: str) -> None:
        """Check that a row has the values that were sent to its declared fields.

        Values that can't be compared with those of the record, such as a command (`{"connect":
        [1]}`), are ignored.

        Raises:
            ValuesNotKept: a value was not kept.
        """
        before, after = self._before.get(key), self._after.get(key)
        if before is None or after is None:
            return
        values: dict[str, Any] = {}
        sent = self._sent.get(self._crud.endpoint.item(key).strip("/"), {})
        for way in changed({}, sent):
            mine = at(sent, way)
            if are_comparable(mine, at(after, way)) and not any(map(is_secret, way)):
                values = put(values, way, mine)
        if sentences := not_kept(values, before, after):
            wanted = [way for way in changed({}, values) if not _are_alike(way, values, before)]
            nothing = bool(wanted) and all(_are_alike(way, after, before) for way in wanted)
            raise ValuesNotKept(" ".join(sentences), after, nothing=nothing)

    def _is_declared(self, way: Steps) -> bool:
        return any(way[: len(one)] == one for one in self._ways)

    async def _read(
        self, keys: Iterable[str], stopped: Callable[[], bool]
    ) -> dict[str, Mapping[str, Any]]:
        found: dict[str, Mapping[str, Any]] = {}
        waiting, ended = iter(list(keys)), False

        async def work() -> None:
            nonlocal ended
            for key in waiting:
                if ended or stopped():
                    return
                try:
                    record = await self._crud.detail(wire_id(key))
                except (ApiError, ValueError) as error:
                    ended = ended or isinstance(error, Unauthorized | Unreachable)
                else:
                    if any(at(record, way) is not MISSING for way in self._ways):
                        found[key] = record

        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(work())
        return found


def _are_alike(way: Steps, one: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    """Whether a value is as it was before; one that was missing was empty."""
    was = at(before, way)
    return alike(at(one, way), None if was is MISSING else was)
