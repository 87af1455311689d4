"""`svc-tui get`: records by their ids."""

from __future__ import annotations

import argparse

from svc_tui.api.errors import ApiError, NotFound
from svc_tui.cli.exits import ERROR, OK, PARTLY_DONE, CommandError, complaint_about
from svc_tui.cli.list import write
from svc_tui.cli.verbs.formats import columns_of_template, output_for
from svc_tui.cli.verbs.rows import check_columns, columns_in_words, columns_of, ids_of
from svc_tui.cli.verbs.session import VerbSession, run_verb, say


def run(known: argparse.Namespace) -> int:
    """Print records; return the exit code."""
    return run_verb(known, _get)


async def _get(session: VerbSession) -> int:
    known, resource = session.known, await session.resource(session.known.resource)
    ids = ids_of(known.words, resource)
    columns = columns_of(resource, known)
    checked = (*(columns if known.columns else ()), *columns_of_template(known))
    shown, titles = columns_in_words(resource, columns)
    output = output_for(
        known,
        shown,
        resource=resource.name,
        lookup=resource.lookup,
        zone=session.svc.config.zone,
        single=len(ids) == 1,
        records=columns if known.columns else (),
        titles=titles,
    )
    crud, missing = session.svc.crud(resource.endpoint), 0
    for key in ids:
        try:
            row = await crud.detail(key)
        except (NotFound, ValueError) as error:
            words = f"There is no record {key} in {resource.name}."
            if len(ids) == 1:
                raise CommandError(words, ERROR) from error
            say(words)
            missing += 1
            continue
        except ApiError as error:
            if len(ids) == 1 or missing + 1 < len(ids):
                raise complaint_about(error) or error from error
            raise
        check_columns(resource, checked, [row])
        await write(session.svc, output, [row], known.lang)
    output.end()
    return OK if not missing else ERROR if missing == len(ids) else PARTLY_DONE
