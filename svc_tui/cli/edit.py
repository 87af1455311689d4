"""`svc-tui edit`: rows as YAML in an editor, back as a reviewed diff."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime

from svc_tui.cli.exits import OK, CommandError
from svc_tui.cli.verbs.formats import yaml_text
from svc_tui.cli.verbs.outside import GivenRows, given_rows, write_back
from svc_tui.cli.verbs.session import VerbSession, ask_yes, asks_people, run_verb, say
from svc_tui.config.private_files import write_private
from svc_tui.stores.runs.edited_rows import changed_rows, yaml_rows
from svc_tui.stores.runs.row_files import RowsUnreadable
from svc_tui.stores.runs.row_writers import RowWork
from svc_tui.terminal.external_editor import UNCHANGED, NoEditor, command, run_editor
from svc_tui.text import clean, plural

LABEL = "The edited text"


def run(known: argparse.Namespace) -> int:
    """Edit records; return the exit code."""
    try:
        argv = command()
    except NoEditor as error:
        raise CommandError(str(error)) from None
    return run_verb(known, lambda session: _edit(session, argv))


async def _edit(session: VerbSession, argv: list[str]) -> int:
    found = await given_rows(session, whole=False)
    if not found.given:
        say("No record matches: nothing was done.")
        return OK
    works = await _edited(session, argv, found)
    return await write_back(session, "Edit", found.resource, works)


async def _edited(session: VerbSession, argv: list[str], found: GivenRows) -> list[RowWork]:
    text = given = _head(session, found) + yaml_text(list(found.given))
    while True:
        result = await run_editor(argv, text, ".yaml")
        if result.text is None and result.words != UNCHANGED:
            raise CommandError(result.words)
        text = text if result.text is None else result.text
        if text == given:
            return []
        try:
            rows, places = yaml_rows(text, LABEL)
            return changed_rows(
                found.records,
                found.given,
                rows,
                lookup=found.resource.lookup,
                places=places,
                all_back=True,
            )
        except RowsUnreadable as error:
            if not asks_people():
                raise CommandError(f"{error} Nothing was written. {_kept(session, text)}") from None
            print(clean(error), file=sys.stderr)
            if not ask_yes("Edit it again?"):
                raise CommandError(f"Nothing was written. {_kept(session, text)}") from None


def _head(session: VerbSession, found: GivenRows) -> str:
    count = plural(len(found.given), "record", "records")
    where = clean(session.svc.config.base_url)
    return (
        f"# {count} of {found.resource.name} at {where}.\n"
        f"# Change values and save. {found.resource.lookup} says which record it is; rows and keys"
        " stay.\n"
    )


def _kept(session: VerbSession, text: str) -> str:
    """Keep a text that can't be read; return the sentence about it."""
    path = session.svc.state_dir / "edits" / f"{datetime.now(UTC):%Y%m%d-%H%M%S}.yaml"
    try:
        write_private(path, text)
    except OSError as error:
        return f"The text could not be kept: {error.strerror}."
    return f"The text is kept in {path}."
