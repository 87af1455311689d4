"""`svc-tui options`: the columns, filters, tabs, actions and fields of a resource."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from svc_tui.cli.action import actions_of, inputs_of
from svc_tui.cli.exits import OK
from svc_tui.cli.verbs.formats import output_for
from svc_tui.cli.verbs.session import VerbSession, run_verb
from svc_tui.models.listing import ListColumn
from svc_tui.models.resource import Resource

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

COLUMNS = tuple(ListColumn(key=key) for key in ("kind", "name", "label", "about"))


def run(known: argparse.Namespace) -> int:
    """Print the names that a resource supports; return the exit code."""
    return run_verb(known, _options)


async def _options(session: VerbSession) -> int:
    resource = await session.resource(session.known.resource)
    output = output_for(session.known, COLUMNS, resource=resource.name, lookup="name")
    output.write(option_facts(session.svc, resource))
    output.end()
    return OK


def option_facts(svc: Svc, resource: Resource) -> Iterator[dict[str, str]]:
    """Yield a line for each thing of a resource that commands can name."""
    for column in resource.columns:
        about = "sortable" if column.sortable else ""
        yield _fact("column", column.key, column.label, about)
    for item in resource.filters:
        choices = ", ".join(str(one.value) for one in item.choices)
        about = "dates" if item.datepicker else choices or item.endpoint or ""
        yield _fact("filter", item.value, item.text, about)
    for tab in resource.tabs:
        yield _fact("tab", tab.value, tab.text, "")
    for action in actions_of(svc, resource):
        inputs = ", ".join(one.key for one in inputs_of(action))
        yield _fact("action", action.id, action.label, f"inputs: {inputs}" if inputs else "")
    for field in resource.form_fields:
        marks = (("required", field.required), ("translated", field.translatable))
        about = ", ".join((field.type, *(word for word, true in marks if true)))
        yield _fact("field", field.key, field.label, about)


def _fact(kind: str, name: str, label: str, about: str) -> dict[str, str]:
    return {"kind": kind, "name": name, "label": label, "about": about}
