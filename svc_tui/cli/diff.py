"""`svc-tui diff`: the records of two profiles, matched by a key, value by value."""

from __future__ import annotations

import argparse
import asyncio
from copy import copy

from svc_tui.cli.exits import CONFLICT, ERROR, OK, USAGE, CommandError
from svc_tui.cli.verbs.formats import output_for
from svc_tui.cli.verbs.rows import chosen_query
from svc_tui.cli.verbs.session import VerbSession, console_of, say, signed_in_session
from svc_tui.models.listing import ListColumn
from svc_tui.stores.rows import Row
from svc_tui.stores.runs.differences import NotComparable, differences, keyed_rows
from svc_tui.text import plural

COLUMNS = tuple(ListColumn(key=key) for key in ("key", "state", "path", "from", "to"))


def run(known: argparse.Namespace) -> int:
    """Print the differences; return the exit code."""
    if known.origin == known.target:
        raise CommandError("--from and --to are the same profile.", USAGE)
    if known.profile is not None:
        raise CommandError("diff takes --from and --to instead of --profile.", USAGE)
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
        differing = plural(count, "difference", "differences")
        say(f"{differing} between {len(ours):,} and {len(theirs):,} records.")
        return ERROR if count and known.exit_code else OK

    return asyncio.run(compare())


async def _rows(session: VerbSession) -> tuple[dict[str, Row], str]:
    known, resource = session.known, await session.resource(session.known.resource)
    query = (await chosen_query(session, resource, known.words)).query
    source, key = session.source(resource), known.key or resource.lookup
    try:
        found = await keyed_rows(source, query, resource.lookup, key, known.profile)
    except NotComparable as error:
        raise CommandError(str(error), CONFLICT if error.changed else ERROR) from None
    return found, resource.lookup
