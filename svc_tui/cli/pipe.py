"""`svc-tui pipe`: rows as JSON lines through a command, back as a reviewed diff."""

from __future__ import annotations

import argparse

from svc_tui.cli.exits import OK, USAGE, CommandError
from svc_tui.cli.verbs.outside import given_rows, write_back
from svc_tui.cli.verbs.session import VerbSession, run_verb, say
from svc_tui.stores.runs.row_files import RowsUnreadable
from svc_tui.stores.runs.row_texts import as_lines, piped_changes
from svc_tui.terminal.filter_command import FilterFailed, filtered
from svc_tui.text import plural


def run(known: argparse.Namespace) -> int:
    """Send rows through a command; return the exit code."""
    if not known.program:
        raise CommandError("Name the command after --, as in `-- jq -c '.title |= ascii'`.", USAGE)
    return run_verb(known, _pipe)


async def _pipe(session: VerbSession) -> int:
    known = session.known
    found = await given_rows(session, whole=True)
    if not found.given:
        say("No record matches. Nothing was changed.")
        return OK
    try:
        data = await filtered(known.program, as_lines(found), known.timeout)
        works, missing = piped_changes(data, found, known.program[0])
    except (FilterFailed, RowsUnreadable) as error:
        raise CommandError(f"{error} Nothing was changed.") from None
    if missing:
        say(f"{plural(missing, 'row was', 'rows were')} missing from the output and not changed.")
    return await write_back(session, "Pipe", found.resource, works)
