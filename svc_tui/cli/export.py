"""`svc-tui export`: the rows of a list in a file, which appears when it is complete."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from svc_tui.api.errors import ValidationFailed
from svc_tui.cli.exits import ERROR, OK, PARTLY_DONE, USAGE, CommandError
from svc_tui.cli.verbs.rows import chosen_query, columns_of, say_ignored
from svc_tui.cli.verbs.session import VerbSession, run_verb, say
from svc_tui.stores.file_access import check_access
from svc_tui.stores.listing.export import ENDINGS, ExportFailed, export, obstacle
from svc_tui.stores.listing.query_errors import rejection_message
from svc_tui.text import filename, plural


def run(known: argparse.Namespace) -> int:
    """Write the file; return the exit code."""
    path = Path(os.path.expanduser(known.file))
    if path.suffix.lower() not in ENDINGS:
        raise CommandError("The file name must end in .csv, .json or .jsonl.", USAGE)
    if why := obstacle(path):
        raise CommandError(why)
    if check_access(path).must_type:
        words = "is a hidden file in your home folder, where keys and settings are kept"
        raise CommandError(f"{filename(path)} {words}: choose another path.")
    if path.exists() and not known.overwrite:
        raise CommandError(f"{filename(path)} already exists. Add --overwrite to replace it.")
    return run_verb(known, lambda session: _export(session, path))


async def _export(session: VerbSession, path: Path) -> int:
    known, resource = session.known, await session.resource(session.known.resource)
    chosen = await chosen_query(session, resource, known.words)
    kind = ENDINGS[path.suffix.lower()]
    asked = known.columns or kind == "csv"
    columns = columns_of(resource, known, chosen.columns) if asked else ()
    source = session.source(resource, [one.key for one in columns])
    try:
        result = await export(
            source,
            chosen.query,
            columns,
            path,
            kind,
            overwrite=known.overwrite,
            lookup=resource.lookup,
        )
    except ExportFailed as error:
        raise CommandError(str(error), ERROR) from None
    except ValidationFailed as error:
        raise CommandError(rejection_message(error, chosen.query), ERROR) from None
    await say_ignored(source, chosen.query)
    say(f"{plural(result.rows, 'row', 'rows')} in {filename(path)}. {result.note}".rstrip())
    return PARTLY_DONE if result.note else OK
