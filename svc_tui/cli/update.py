"""`svc-tui update`: values of records changed, row by row."""

from __future__ import annotations

import argparse
from typing import Any

from svc_tui.cli.exits import USAGE, CommandError
from svc_tui.cli.verbs.session import VerbSession, run_verb
from svc_tui.cli.verbs.writing import (
    BulkWrite,
    carry_out,
    check_field,
    rows_from,
    set_values,
    target_rows,
)
from svc_tui.models.resource import Resource
from svc_tui.stores.rows import key_of
from svc_tui.stores.runs.row_writers import RowWork, flattened

VERB = "Update"


def run(known: argparse.Namespace) -> int:
    """Change records; return the exit code."""
    if known.source and (known.words or known.all):
        raise CommandError("--from already lists the records. Remove the ids and --all.", USAGE)
    if not known.set and not known.source:
        raise CommandError("Update what? Add --set field=value or --from FILE.", USAGE)
    return run_verb(known, _update)


async def _update(session: VerbSession) -> int:
    known, resource = session.known, await session.resource(session.known.resource)
    session.check_allowed(resource, "change")
    values = set_values(known, resource)
    if known.source:
        works = works_of(rows_from(known), resource, values)
    else:
        rows, _ = await target_rows(session, resource, verb=VERB)
        works = [RowWork(key, values, str(row.get("", ""))) for key, row in rows.items()]
    writer = session.writer("update", resource)
    return await carry_out(
        session, BulkWrite(VERB, resource, works, writer, facts={"kind": "update"})
    )


def works_of(
    rows: list[dict[str, Any]], resource: Resource, values: dict[str, Any]
) -> list[RowWork]:
    """Return the work of rows with ids; raises CommandError for one without."""
    works: dict[str, RowWork] = {}
    for number, row in enumerate(rows, 1):
        key = key_of(row, resource.lookup)
        if not key:
            raise CommandError(f"Row {number} has no {resource.lookup}. Nothing was changed.")
        if key in works:
            raise CommandError(f"{resource.lookup} {key} appears twice. Nothing was changed.")
        changes = {path: one for path, one in flattened(row).items() if path != resource.lookup}
        for path in changes:
            check_field(path, resource)
        works[key] = RowWork(key, {**changes, **values})
    return list(works.values())
