"""`svc-tui create`: new records, one or many."""

from __future__ import annotations

import argparse

from svc_tui.cli.exits import USAGE, CommandError
from svc_tui.cli.verbs.session import VerbSession, run_verb
from svc_tui.cli.verbs.writing import BulkWrite, carry_out, check_field, rows_from, set_values
from svc_tui.stores.rows import row_name
from svc_tui.stores.runs.row_writers import RowWork, flattened

VERB = "Create"


def run(known: argparse.Namespace) -> int:
    """Create records; return the exit code."""
    if not known.set and not known.source:
        raise CommandError("Create what? Add --set field=value or --from FILE.", USAGE)
    return run_verb(known, _create)


async def _create(session: VerbSession) -> int:
    known, resource = session.known, await session.resource(session.known.resource)
    session.check_allowed(resource, "add")
    values = set_values(known, resource)
    rows = rows_from(known) if known.source else [{}]
    works = []
    for number, row in enumerate(rows, 1):
        changes = {**flattened(row), **values}
        for path in changes:
            check_field(path, resource)
        works.append(
            RowWork(
                f"row {number}",
                changes,
                row_name(changes, title_field=resource.title_field),
                new=True,
            )
        )
    writer = session.writer("create", resource)
    return await carry_out(
        session, BulkWrite(VERB, resource, works, writer, facts={"kind": "create"})
    )
