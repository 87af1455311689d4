"""Rows passed to an editor or a command, and reviewed when they come back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from svc_tui.cli.exits import OK, USAGE, CommandError
from svc_tui.cli.verbs.rows import chosen_query, ids_of, is_filter
from svc_tui.cli.verbs.session import VerbSession, say
from svc_tui.cli.verbs.writing import BulkWrite, carry_out, matching_rows
from svc_tui.models.resource import Resource
from svc_tui.stores.runs.given_rows import GivenRows, check_count, editable_keys, read_records
from svc_tui.stores.runs.row_files import RowsUnreadable
from svc_tui.stores.runs.row_writers import RowWork
from svc_tui.text import clean, plural


async def given_rows(session: VerbSession, *, whole: bool) -> GivenRows:
    """Return the records of ids or FILTER; `whole` passes on everything but secrets.

    Otherwise, only the key and the writable columns. Raises: CommandError: nothing was given,
    nothing matches, or there are too many rows.
    """
    known, resource = session.known, await session.resource(session.known.resource)
    session.check_allowed(resource, "change")
    filtered = known.all or known.search or known.view or known.tab is not None
    if filtered or any(is_filter(word, resource) for word in known.words):
        chosen = await chosen_query(session, resource, known.words)
        if not chosen.narrowed and known.expect is None and not known.all:
            raise CommandError("Which records? Give ids or a filter.", USAGE)
        keys = tuple(await matching_rows(session, resource, chosen.query.with_fixed_dates()))
    else:
        keys = ids_of(known.words, resource)
        if not keys:
            raise CommandError("Which records? Give ids or a filter.", USAGE)
    try:
        check_count(len(keys))
    except RowsUnreadable as error:
        raise CommandError(str(error)) from None
    records = await read_whole(session, resource, keys)
    return GivenRows.of(resource, records, None if whole else _shown(session, resource))


async def read_whole(
    session: VerbSession, resource: Resource, keys: Sequence[str]
) -> dict[str, Mapping[str, Any]]:
    """Return whole records by key; raises CommandError if one does not exist."""
    try:
        return await read_records(session.svc.crud(resource.endpoint), keys)
    except RowsUnreadable as error:
        raise CommandError(str(error)) from None


async def write_back(
    session: VerbSession, verb: str, resource: Resource, works: list[RowWork]
) -> int:
    """Show what came back changed, ask, and write it; return the exit code."""
    if not works:
        say("Nothing was changed.")
        return OK
    say(f"{plural(len(works), 'record', 'records')} changed.")
    writer, facts = session.writer("update", resource), {"kind": "update"}
    return await carry_out(
        session, BulkWrite(verb, resource, works, writer, True, facts, review=True)
    )


def _shown(session: VerbSession, resource: Resource) -> tuple[str, ...]:
    """Return the keys to pass on: the writable columns, else all writable fields."""
    asked = [one for one in (session.known.columns or "").split(",") if one]
    names = editable_keys(resource, ())
    if unknown := [one for one in asked if one not in names and len(names) > 1]:
        raise CommandError(f"{clean(unknown[0])} can't be edited.", USAGE)
    if asked and len(names) == 1:  # Nothing is known about its fields.
        return (resource.lookup, *(one for one in asked if one != resource.lookup))
    return editable_keys(resource, asked or [one.key for one in resource.columns])
