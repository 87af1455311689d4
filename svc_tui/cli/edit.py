"""`svc-tui edit`: rows as YAML or a table in an editor, back as a reviewed diff."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress

from svc_tui.cli.exits import OK, CommandError
from svc_tui.cli.verbs.outside import given_rows, write_back
from svc_tui.cli.verbs.session import VerbSession, ask_yes, asks_people, run_verb, say
from svc_tui.stores.runs.given_rows import GivenRows
from svc_tui.stores.runs.row_files import RowsUnreadable
from svc_tui.stores.runs.row_texts import Kind, changes, kept_text, written
from svc_tui.stores.runs.row_writers import RowWork
from svc_tui.terminal.external_editor import UNCHANGED, NoEditor, command, run_editor
from svc_tui.text import clean


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
        say("No record matches. Nothing was changed.")
        return OK
    text, works = await _edited(session, argv, found)
    try:
        return await write_back(session, "Edit", found.resource, works)
    except CommandError as error:  # Refused or declined, so nothing was sent.
        raise CommandError(f"{error} {_kept(session, text, found)}", error.exit_code) from None
    except KeyboardInterrupt:
        say(_kept(session, text, found))
        raise


async def _edited(
    session: VerbSession, argv: list[str], found: GivenRows
) -> tuple[str, list[RowWork]]:
    """Return the edited text, and its changes."""
    kind = _kind(session)
    text = given = written(found, session.svc.config.base_url, kind)
    while True:
        result = await run_editor(argv, text, f".{kind}")
        if result.text is None and result.words != UNCHANGED:
            kept = f" {_kept(session, text, found)}" if text != given else ""
            raise CommandError(f"{result.words}{kept}")
        text = text if result.text is None else result.text
        if text == given:
            return text, []
        try:
            return text, changes(text, found, kind)
        except RowsUnreadable as error:
            if not asks_people():
                why = f"{error} Nothing was changed. {_kept(session, text, found)}"
                raise CommandError(why) from None
            print(clean(error), file=sys.stderr)
            again = False
            with suppress(KeyboardInterrupt):  # A no: the text is saved then, too.
                again = ask_yes("Edit it again?")
            if not again:
                why = f"Nothing was changed. {_kept(session, text, found)}"
                raise CommandError(why) from None


def _kind(session: VerbSession) -> Kind:
    kind: Kind = session.known.kind or session.svc.config.edit_rows_as
    return kind


def _kept(session: VerbSession, text: str, found: GivenRows) -> str:
    kind = _kind(session)
    kept = kept_text(session.svc.state_dir, text, kind)
    verb = f"svc-tui update {clean(found.resource.name)} --from"
    return f"{kept} Correct it there, and pass it to `{verb}`." if kind == "yaml" else kept
