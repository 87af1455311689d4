"""`svc-tui apply`: carry out a plan, if the records are unchanged."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from svc_tui.cli.exits import CONFLICT, OK, USAGE, CommandError
from svc_tui.cli.import_rows import records_by_key
from svc_tui.cli.resume import writer_from
from svc_tui.cli.verbs.outside import read_whole
from svc_tui.cli.verbs.session import VerbSession, run_verb, say
from svc_tui.cli.verbs.writing import BulkWrite, carry_out
from svc_tui.models.resource import Resource
from svc_tui.stores.runs.plan_file import digest, read_plan
from svc_tui.stores.runs.row_files import RowsUnreadable
from svc_tui.stores.runs.row_writers import RowWork
from svc_tui.stores.runs.run_kinds import RUN_KINDS
from svc_tui.text import clean, filename

LARGEST = 2**27
"""Maximum size of a plan."""

KINDS = [name for name, kind in RUN_KINDS.items() if kind.of_files is None]
"""The kinds of runs that a plan can be for."""

NAMED = 5
"""Maximum number of changed records named in an error."""


def run(known: argparse.Namespace) -> int:
    """Carry out a plan; return the exit code."""
    known.source = known.file
    if known.file == "-":
        if sys.stdin.isatty() or known.password_stdin:
            raise CommandError("apply - reads a plan from a pipe, but nothing is piped in.", USAGE)
        data, label = sys.stdin.buffer.read(LARGEST + 1), "The plan"
    else:
        label = filename(known.file)
        try:
            with Path(known.file).open("rb") as file:
                data = file.read(LARGEST + 1)
        except OSError as error:
            raise CommandError(f"{label} can't be read: {error.strerror}.") from None
    if len(data) > LARGEST:  # A part of it could be read as a smaller plan.
        raise CommandError(f"{label} is larger than {LARGEST // 2**20} MB.")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise CommandError(f"{label} is not UTF-8 text.") from None
    return run_verb(known, lambda session: _apply(session, text, label))


async def _created_since(
    session: VerbSession, resource: Resource, plan: Mapping[str, Any], new: Sequence[RowWork]
) -> list[str]:
    """Return the keys of new records that exist by now, which are not created twice."""
    key = plan.get("key_field")
    if not key or not new:
        return []
    return list(await records_by_key(session, resource, key, [work.changes for work in new]))


async def _apply(session: VerbSession, text: str, label: str) -> int:
    try:
        plan, rows = read_plan(text, label)
    except RowsUnreadable as error:
        raise CommandError(f"{error} Nothing was changed.") from None
    here = session.svc.config.base_url
    if plan["base_url"] != here:
        words = f"This plan was made for {plan['base_url']}, not for {here}. Nothing was changed."
        raise CommandError(clean(words), CONFLICT)
    if plan["kind"] not in KINDS:
        raise CommandError(f"{label}: kind must be one of {', '.join(KINDS)}.")
    if not rows:
        say("The plan is empty. Nothing was changed.")
        return OK
    resource = await session.resource(plan["resource"])
    for right in RUN_KINDS[plan["kind"]].rights:
        session.check_allowed(resource, right)
    facts = {name: plan.get(name) for name in ("kind", "action", "inputs", "key_field")}
    facts = {name: value for name, value in facts.items() if value is not None}
    keys = [work.key for work, seen in rows if seen]
    records = await read_whole(session, resource, keys)
    changed = [work.key for work, seen in rows if seen and digest(records[work.key]) != seen]
    changed += await _created_since(
        session, resource, plan, [work for work, seen in rows if not seen]
    )
    if changed:
        named = ", ".join(changed[:NAMED]) + (", …" if len(changed) > NAMED else "")
        words = f"Changed since the plan was made: {clean(named)}. Nothing was changed."
        raise CommandError(f"{words} Make a new plan.", CONFLICT)
    based = plan["kind"] in ("update", "put")
    works = [
        replace(work, base=records[work.key]) if seen and based else work for work, seen in rows
    ]
    header: dict[str, object] = {"inputs": {}, "key_field": "", **facts}
    writer = writer_from(session, resource, header)
    bulk = BulkWrite(clean(plan["verb"]), resource, works, writer, True, facts, review=True)
    return await carry_out(session, bulk)
