"""`svc-tui resume`: continue an interrupted run."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from svc_tui.cli.action import action_named, writer_of
from svc_tui.cli.exits import CONFLICT, ERROR, OK, USAGE, CommandError
from svc_tui.cli.media import media_resource
from svc_tui.cli.verbs.formats import output_for
from svc_tui.cli.verbs.session import VerbSession, run_verb, say
from svc_tui.cli.verbs.writing import BulkWrite, carry_on, check_limits, confirm
from svc_tui.config.paths import state_dir
from svc_tui.models.listing import ListColumn
from svc_tui.models.resource import Resource
from svc_tui.stores.runs.row_writers import RowWriter
from svc_tui.stores.runs.run_journal import JournalFailed, RunJournal, kept_runs
from svc_tui.stores.runs.run_kinds import RUN_KINDS
from svc_tui.text import clean

COLUMNS = tuple(
    ListColumn(key=key) for key in ("run", "verb", "resource", "rows", "left", "begun", "base_url")
)


def run(known: argparse.Namespace) -> int:
    """Continue a run, list the runs or discard one; return the exit code."""
    if known.list:
        return _list(known)
    try:
        journal = RunJournal.open(_chosen(known.run_name))
    except JournalFailed as error:
        raise CommandError(str(error)) from None
    if known.discard:
        journal.remove()
        say(f"Discarded the run {journal.name}: {len(journal.left)} rows were left.")
        return OK
    for name in ("config", "profile", "url", "dialect", "openapi", "user"):
        if getattr(known, name) is None:
            setattr(known, name, journal.header.get(name))
    try:
        os.chdir(journal.header["cwd"])
    except OSError:
        say(f"The folder {journal.header['cwd']} no longer exists.")
    try:
        return run_verb(known, lambda session: _go_on(session, journal))
    finally:
        journal.close()


def _chosen(name: str | None) -> Path:
    runs = kept_runs(state_dir() / "runs")
    if not runs:
        raise CommandError("There is no run to resume.", ERROR)
    if name is None and len(runs) == 1:
        return runs[0]
    found = next((one for one in runs if one.stem == name), None)
    if found is None:
        there = ", ".join(one.stem for one in runs)
        what = f"There is no run {clean(name)}." if name else "There are several runs: name one."
        raise CommandError(f"{what} Available: {there}.", USAGE)
    return found


def _list(known: argparse.Namespace) -> int:
    rows: list[dict[str, Any]] = []
    for path in kept_runs(state_dir() / "runs"):
        try:
            journal = RunJournal.open(path)
        except JournalFailed as error:
            print(clean(error), file=sys.stderr)
            continue
        facts = {name: journal.header.get(name) for name in ("verb", "resource", "begun")}
        left, base = len(journal.left), journal.header.get("base_url")
        rows.append({"run": journal.name, **facts, "rows": len(journal.works), "left": left,
                     "base_url": base})  # fmt: skip
        journal.close()
    output = output_for(known, COLUMNS, resource="run", lookup="run")
    output.write(rows)
    output.end()
    return OK


async def _go_on(session: VerbSession, journal: RunJournal) -> int:
    header, svc = journal.header, session.svc
    if header["base_url"] != svc.config.base_url:
        words = f"This run belongs to {header['base_url']}, not {svc.config.base_url}. "
        words += "Select its backend with --profile or --url."
        raise CommandError(clean(words), CONFLICT)
    user = svc.auth.user.name if svc.auth.user else ""
    if header["account"] != user:
        words = f"This run was started by {header['account']}, but you are signed in as {user}."
        raise CommandError(clean(words), CONFLICT)
    if (kind := RUN_KINDS.get(header["kind"])) is None:
        words = f"This version can't continue a run of the kind {header['kind']}."
        raise CommandError(clean(words), ERROR)
    of_files = kind.of_files is not None
    resource = media_resource(session) if of_files else await session.resource(header["resource"])
    for right in kind.rights:
        session.check_allowed(resource, right)
    done = len(journal.ended)
    say(f"{header['verb']}: {done:,} of {len(journal.works):,} rows are done.")
    writer = writer_from(session, resource, header)
    bulk = BulkWrite(header["verb"], resource, journal.works, writer)
    if left := [journal.works[n] for n in journal.left]:
        check_limits(session, replace(bulk, works=left))
        confirm(session, replace(bulk, works=left))
    return await carry_on(session, bulk, lambda: journal)


def writer_from(session: VerbSession, resource: Resource, header: Mapping[str, Any]) -> RowWriter:
    """Return the writer for the rows of a run, or of a plan."""
    if header["kind"] == "action":
        action = action_named(session, resource, header["action"])
        return writer_of(session, resource, action, header["inputs"])
    return session.writer(header["kind"], resource, key_field=header.get("key_field") or "")
