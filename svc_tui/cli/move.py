"""`svc-tui move`: a record to another position of its list."""

from __future__ import annotations

import argparse

from svc_tui.cli.exits import CommandError
from svc_tui.cli.verbs.session import VerbSession, run_verb
from svc_tui.cli.verbs.writing import BulkWrite, carry_out
from svc_tui.models.resource import Resource
from svc_tui.stores.listing.move_rows import MoveRows
from svc_tui.stores.listing.reorder import POSITION
from svc_tui.stores.runs.row_writers import RowWork
from svc_tui.widgets.record.opening import move_rows


def run(known: argparse.Namespace) -> int:
    """Move a record; return the exit code."""
    return run_verb(known, _move)


async def _move(session: VerbSession) -> int:
    known, resource = session.known, await session.resource(session.known.resource)
    session.check_allowed(resource, "change")
    works = [RowWork(known.id, {POSITION: known.position})]
    return await carry_out(session, BulkWrite("Move", resource, works, mover(session, resource)))


def mover(session: VerbSession, resource: Resource) -> MoveRows:
    """Return the object that moves rows of a list; raises CommandError if they have no order."""
    if not resource.draggable:
        words = f"The rows of {resource.name} can't be moved: the console file doesn't say they "
        raise CommandError(f"{words}have an order. If they do, set draggable = true.")
    return move_rows(session.svc, resource)
