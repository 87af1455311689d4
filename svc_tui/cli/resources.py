"""`svc-tui resources`: the resources, your permissions, and their counts."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import suppress

from svc_tui.api.errors import ApiError
from svc_tui.cli.exits import OK
from svc_tui.cli.verbs.formats import output_for
from svc_tui.cli.verbs.session import VerbSession, run_verb
from svc_tui.models.listing import ListColumn
from svc_tui.models.location import Location
from svc_tui.models.resource import Resource
from svc_tui.screens.page_permissions import ACTIONS, resource_permissions
from svc_tui.stores.listing.ignored_params import NotCounted
from svc_tui.stores.listing.list_query import ListQuery

COLUMNS = tuple(ListColumn(key=key) for key in ("name", "endpoint", "may", "count"))


def run(known: argparse.Namespace) -> int:
    """Print the resources; return the exit code."""
    return run_verb(known, _resources)


async def _resources(session: VerbSession) -> int:
    found = await session.resources()
    rows = await asyncio.gather(*(_facts(session, one) for one in found))
    output = output_for(session.known, COLUMNS, resource="resource", lookup="name")
    output.write(rows)
    output.end()
    return OK


async def _facts(session: VerbSession, resource: Resource) -> dict[str, object]:
    facts = {"name": resource.name, "label": resource.label, "endpoint": resource.endpoint}
    if session.svc.router.block_of(Location(f"/{resource.name}")):
        return {**facts, "may": "", "count": None}
    if resource.model:
        session.svc.auth.note_page_permissions(resource.name, resource.model)
    held = resource_permissions(session.svc, resource)
    may = " ".join(ACTIONS if held is None else held)
    if session.known.no_count:
        return {**facts, "may": may, "count": None}
    count: int | None = None
    with suppress(ApiError, NotCounted):  # The list itself says why.
        count = await session.source(resource).count(ListQuery())
    return {**facts, "may": may, "count": count}
