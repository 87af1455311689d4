"""`svc-tui delete`: records deleted, row by row."""

from __future__ import annotations

import argparse

from svc_tui.cli.exits import USAGE, CommandError
from svc_tui.cli.update import works_of
from svc_tui.cli.verbs.session import VerbSession, run_verb
from svc_tui.cli.verbs.writing import BulkWrite, carry_out, rows_from, target_rows
from svc_tui.stores.runs.row_writers import RowWork

VERB = "Delete"


def run(known: argparse.Namespace) -> int:
    """Delete records; return the exit code."""
    if known.source and (known.words or known.all):
        raise CommandError("--from already lists the records. Remove the ids and --all.", USAGE)
    return run_verb(known, _delete)


async def _delete(session: VerbSession) -> int:
    known, resource = session.known, await session.resource(session.known.resource)
    session.check_allowed(resource, "delete")
    if known.source:
        ids = [{resource.lookup: row.get(resource.lookup)} for row in rows_from(known)]
        works, named = works_of(ids, resource, {}), True
    else:
        rows, named = await target_rows(session, resource, verb=VERB)
        works = [RowWork(key, {}, str(row.get("", ""))) for key, row in rows.items()]
    writer = session.writer("delete", resource, named=named)
    facts = {"kind": "delete"}
    return await carry_out(session, BulkWrite(VERB, resource, works, writer, True, facts))
