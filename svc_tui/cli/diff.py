"""`svc-tui diff`: the records of two profiles, matched by a key, value by value."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

from svc_tui.cli.exits import CONFLICT, ERROR, OK, USAGE, CommandError
from svc_tui.cli.verbs.formats import output_for
from svc_tui.cli.verbs.rows import chosen_query
from svc_tui.cli.verbs.session import VerbSession, console_of, say, signed_in_session
from svc_tui.models.listing import ListColumn
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.listing.row_sources import unknown_match
from svc_tui.stores.record.draft import MISSING, get_path, leaves
from svc_tui.stores.record.server_changes import TIME_KEYS
from svc_tui.stores.record.write_verification import alike
from svc_tui.stores.redact import redact
from svc_tui.stores.rows import Row, as_row
from svc_tui.text import clean

COLUMNS = tuple(ListColumn(key=key) for key in ("key", "state", "path", "from", "to"))

NOT_COMPARED = frozenset((*TIME_KEYS, "created", "created_at", "date_created"))
"""Keys that differ between two backends by nature."""


def run(known: argparse.Namespace) -> int:
    """Print the differences; return the exit code."""
    if known.origin == known.target:
        raise CommandError("--from and --to are the same profile.", USAGE)
    if known.profile is not None:
        raise CommandError("diff takes --from and --to in the place of --profile.", USAGE)
    sides = []
    for profile in (known.origin, known.target):
        side = copy(known)
        side.profile = profile
        sides.append((console_of(side), side))

    async def compare() -> int:
        found = []
        for console, side in sides:
            async with signed_in_session(console, side) as session:
                found.append(await _rows(session))
        (ours, lookup), (theirs, _) = found
        count = 0
        output = output_for(known, COLUMNS, resource=known.resource, lookup="key")
        for line in differences(ours, theirs, lookup, known.columns):
            output.write([line])
            count += 1
        output.end()
        say(f"{len(ours):,} and {len(theirs):,} records; {count:,} differences.")
        return ERROR if count and known.exit_code else OK

    return asyncio.run(compare())


async def _rows(session: VerbSession) -> tuple[dict[str, Row], str]:
    known, resource = session.known, await session.resource(session.known.resource)
    chosen = await chosen_query(session, resource, known.words)
    source, key = session.source(resource), known.key or resource.lookup
    if why := await unknown_match(source, chosen.query):
        raise CommandError(f"Nothing was compared: {why}.")
    reader, found = PageReader(source, chosen.query, resource.lookup), dict[str, Row]()
    async for page in reader.pages():
        for row in map(as_row, page.results):
            value = get_path(row, key, MISSING)
            if value is MISSING or value in (None, ""):
                raise CommandError(f"A record of {known.profile} has no {clean(key)}.")
            if str(value) in found:
                words = f"{known.profile} has two records with the {clean(key)} {clean(value)}."
                raise CommandError(words, CONFLICT)
            found[str(value)] = redact(row)
    if reader.note:
        raise CommandError(f"Nothing was compared. {reader.note}", CONFLICT)
    return found, resource.lookup


def differences(
    ours: Mapping[str, Row], theirs: Mapping[str, Row], lookup: str, columns: str | None = None
) -> Iterator[dict[str, Any]]:
    """Yield a line for each record that only one side has, and for each value that differs."""
    named = [one for one in (columns or "").split(",") if one]
    for key in [*ours, *(key for key in theirs if key not in ours)]:
        one, other = ours.get(key), theirs.get(key)
        if one is None or other is None:
            state = "only in --from" if other is None else "only in --to"
            yield {"key": key, "state": state, "path": "", "from": None, "to": None}
            continue
        paths = named or dict.fromkeys([*leaves(dict(one)), *leaves(dict(other))])
        for path in paths:
            if not named and (path == lookup or path.partition(".")[0] in NOT_COMPARED):
                continue
            here, there = get_path(one, path), get_path(other, path)
            if not alike(here, there):
                yield {"key": key, "state": "differs", "path": path, "from": here, "to": there}
