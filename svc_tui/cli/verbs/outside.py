"""Rows that go out to an editor or a command, and come back as a reviewed diff."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from svc_tui.api.errors import NotFound
from svc_tui.cli.exits import OK, USAGE, CommandError
from svc_tui.cli.verbs.rows import chosen_query, ids_of, is_filter
from svc_tui.cli.verbs.session import VerbSession, form_fields, say
from svc_tui.cli.verbs.writing import Deed, carry_out, matching_rows
from svc_tui.introspect.names import is_secret
from svc_tui.models.resource import Resource
from svc_tui.stores.redact import redact
from svc_tui.stores.runs.row_writers import RowWork, UpdateRows
from svc_tui.text import clean, plural

MOST = 5000
"""Rows that are given out at once."""

AT_ONCE = 6


@dataclass(frozen=True)
class GivenRows:
    """Whole records, and what is given out of each."""

    resource: Resource
    records: Mapping[str, Mapping[str, Any]]
    given: Sequence[Mapping[str, Any]]


async def given_rows(session: VerbSession, *, whole: bool) -> GivenRows:
    """Return the records that ids or FILTER mean; `whole` gives out all but secrets.

    Otherwise it is the key and what can be written of the columns.

    Raises:
        CommandError: nothing is named, nothing matches, or there are too many rows.
    """
    known, resource = session.known, await session.resource(session.known.resource)
    session.check_allowed(resource, "change")
    filtered = known.all or known.search or known.view or known.tab is not None
    if filtered or any(is_filter(word, resource) for word in known.words):
        chosen = await chosen_query(session, resource, known.words)
        if not chosen.narrowed and known.expect is None and not known.all:
            raise CommandError("Which records? Name ids or a filter.", USAGE)
        keys = tuple(await matching_rows(session, resource, chosen.query.with_fixed_dates()))
    else:
        keys = ids_of(known.words, resource)
        if not keys:
            raise CommandError("Which records? Name ids or a filter.", USAGE)
    if len(keys) > MOST:
        raise CommandError(f"{len(keys):,} records are too many at once: at most {MOST:,}.")
    records = await read_records(session, resource, keys)
    shown = None if whole else _shown(session, resource)
    given = [_given(one, shown) for one in records.values()]
    return GivenRows(resource, records, given)


async def read_records(
    session: VerbSession, resource: Resource, keys: Sequence[str]
) -> dict[str, Mapping[str, Any]]:
    """Return whole records by their keys; raises CommandError where one is not there."""
    crud, gate = session.svc.crud(resource.endpoint), asyncio.Semaphore(AT_ONCE)

    async def read(key: str) -> Mapping[str, Any]:
        async with gate:
            try:
                return await crud.detail(key)
            except (NotFound, ValueError):
                raise CommandError(f"There is no record {clean(key)}.") from None

    records = await asyncio.gather(*map(read, keys))
    return dict(zip(keys, records, strict=True))


async def write_back(
    session: VerbSession, verb: str, resource: Resource, works: list[RowWork]
) -> int:
    """Show what came back changed, ask, and write it; return the exit code."""
    if not works:
        say("Nothing was changed.")
        return OK
    say(f"{plural(len(works), 'record', 'records')} changed.")
    writer, facts = UpdateRows(session.opener(resource)), {"kind": "update"}
    return await carry_out(session, Deed(verb, resource, works, writer, True, facts, review=True))


def _shown(session: VerbSession, resource: Resource) -> tuple[str, ...]:
    """Return the keys that are given out: the columns that can be written, else all such fields."""
    fields = [one.key for one in form_fields(resource) if not one.readonly]
    names = dict.fromkeys(one.partition(".")[0] for one in fields)
    asked = [one for one in (session.known.columns or "").split(",") if one]
    if unknown := [one for one in asked if one not in names and fields]:
        raise CommandError(f"{clean(unknown[0])} can't be edited.", USAGE)
    columns = asked or [one.key for one in resource.columns if one.key in names]
    chosen = columns or list(names)
    return (resource.lookup, *(one for one in chosen if one != resource.lookup))


def _given(record: Mapping[str, Any], shown: Sequence[str] | None) -> dict[str, Any]:
    row: dict[str, Any] = redact(dict(record))
    if shown is None:
        return row
    return {key: row[key] for key in shown if key in row and not is_secret(key)}
