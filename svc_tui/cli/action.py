"""`svc-tui action`: an action of a list, run on records."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from svc_tui.cli.exits import ERROR, OK, PARTLY_DONE, REFUSED, USAGE, CommandError
from svc_tui.cli.verbs.formats import output_for
from svc_tui.cli.verbs.session import VerbSession, run_verb, say
from svc_tui.cli.verbs.writing import (
    COLUMNS,
    BulkWrite,
    carry_out,
    check_limits,
    confirm,
    result_facts,
    target_rows,
)
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import ActionDescriptor
from svc_tui.models.resource import Resource
from svc_tui.screens.page_permissions import resource_permissions
from svc_tui.stores.listing.action_store import ActionStore
from svc_tui.stores.listing.action_types import Action, lacking, selection_problem
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.publication_steps import STEPS, PublicationStep
from svc_tui.stores.record.publication_store import PublicationStore
from svc_tui.stores.runs.row_writers import ActOnRows, RowResult, RowWork
from svc_tui.stores.runs.typed_values import field_at, typed
from svc_tui.text import clean
from svc_tui.widgets.form.given_values import refused_value
from svc_tui.widgets.record.publication_options import parse_future_datetime

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

LANG, AT = "lang", "at"
"""The inputs of a publication step: its languages, and when."""


def run(known: argparse.Namespace) -> int:
    """Run an action; return the exit code."""
    return run_verb(known, _act)


async def _act(session: VerbSession) -> int:
    known, resource = session.known, await session.resource(session.known.resource)
    action = action_named(session, resource, known.action)
    inputs = _inputs(known, action)
    if isinstance(action, PublicationStep):
        await _check_languages(session, resource, inputs)
    rows, _ = await target_rows(session, resource, verb=f"Run {action.label} on")
    works = [RowWork(key, {}, str(row.get("", ""))) for key, row in rows.items()]
    request = action.request
    if isinstance(action, PublicationStep) or (request is not None and request.per == "row"):
        writer = writer_of(session, resource, action, inputs)
        facts = {"kind": "action", "action": action.id, "inputs": inputs}
        dangerous = action.dangerous or (request is not None and request.method == "DELETE")
        bulk = BulkWrite(
            action.label, resource, works, writer, dangerous, facts, inputs=inputs_of(action)
        )
        return await carry_out(session, bulk)
    return await _together(session, resource, action.with_inputs(inputs), inputs, works)


def actions_of(svc: Svc, resource: Resource) -> tuple[ActionDescriptor | PublicationStep, ...]:
    """Return the actions of a list, with the publication steps of pages."""
    steps = STEPS if svc.has_lifecycle(resource) else ()
    return (*resource.actions, *(one for one in steps if one.does is not None))


def action_named(
    session: VerbSession, resource: Resource, name: str
) -> ActionDescriptor | PublicationStep:
    """Return an action that the user may run; raises CommandError."""
    folded = name.casefold()
    every = actions_of(session.svc, resource)
    action = next((one for one in every if folded in (one.id, one.label.casefold())), None)
    if action is None:
        there = ", ".join(one.id for one in every)
        what = f". Available: {there}." if there else "."
        raise CommandError(f"{resource.name} has no action {clean(name)}{what}", USAGE)
    page = resource_permissions(session.svc, resource)
    if missing := lacking(action, session.svc.permissions, page):
        needed = "permission " if len(missing) == 1 else "permissions "
        needed += " and ".join(filter(None, (", ".join(missing[:-1]), missing[-1])))
        words = f"{action.label} needs {needed}, which you don't have."
        raise CommandError(words, REFUSED)
    return action


def check_inputs(
    session: VerbSession, action: ActionDescriptor | PublicationStep, inputs: Mapping[str, Any]
) -> None:
    """Raise CommandError for an input that the console's form would refuse."""
    registry = session.svc.inject("svc_form_registry")
    if why := refused_value(inputs, {}, inputs_of(action), registry):
        raise CommandError(f"--set {why} Nothing was sent.", USAGE)


def writer_of(
    session: VerbSession,
    resource: Resource,
    action: ActionDescriptor | PublicationStep,
    inputs: Mapping[str, Any],
) -> ActOnRows:
    """Return the object that runs an action row by row; raises CommandError for a past time."""
    ready: Action
    check_inputs(session, action, inputs)
    if isinstance(action, PublicationStep):
        languages, moment = tuple(filter(None, inputs.get(LANG, "").split(","))), None
        if action.asks_datetime:
            moment, problem = parse_future_datetime(inputs[AT], session.svc.config.zone)
            if problem:
                raise CommandError(f"--set {AT}={clean(inputs[AT])}: {problem}", USAGE)
        ready = action.chosen(languages, moment)
    else:
        ready = action.with_inputs(inputs)
    return ActOnRows(
        ready,
        lambda: session.source(resource),
        lookup=resource.lookup,
        title_field=resource.title_field,
        history=session.svc.history,
        base=resource.record_base,
    )


async def _together(
    session: VerbSession,
    resource: Resource,
    action: ActionDescriptor,
    inputs: dict[str, Any],
    works: list[RowWork],
) -> int:
    """Run an action that takes all rows at once: one request, or a function."""
    known = session.known
    check_inputs(session, action, inputs)
    bulk = BulkWrite(action.label, resource, works, dangerous=action.dangerous)
    if not check_limits(session, bulk):
        return OK
    selection = Selection({one.key: {resource.lookup: one.key} for one in works})
    if problem := selection_problem(action, selection):
        raise CommandError(problem)
    if known.dry_run:
        request = action.request
        what = f"{request.method} {request.path}" if request else f"{action.handler}"
        say(f"Nothing was sent: {clean(what)} would act on {len(works)} records at once.")
        return OK
    confirm(session, bulk)
    store = ActionStore(
        session.source(resource),
        lookup=resource.lookup,
        title_field=resource.title_field,
        history=session.svc.history,
        base=resource.record_base,
    )
    state = await store.run(action, selection, inputs=inputs)
    output = output_for(known, COLUMNS, resource=resource.name)
    results = [RowResult(one.key, one.title, one.state, one.reason) for one in state.outcomes]
    output.write(map(result_facts, results))
    output.end()
    say(state.summary)
    bad = sum(one.state != "ok" for one in results) + bool(state.problem)
    return OK if not bad else ERROR if bad >= len(results) else PARTLY_DONE


async def _check_languages(
    session: VerbSession, resource: Resource, inputs: Mapping[str, Any]
) -> None:
    """Raise CommandError if a step needs a language and none was given."""
    crud, base_url = session.svc.crud(resource.endpoint), session.svc.config.base_url
    known = [one for one in await PublicationStore(crud, base_url).languages() if one]
    wanted = list(filter(None, inputs.get(LANG, "").split(",")))
    there = ",".join(known)
    if len(known) > 1 and not wanted:
        words = f"Which languages? Add --set {LANG}={there}, or only some of them."
        raise CommandError(clean(words), USAGE)
    if strange := [one for one in wanted if one not in known]:
        what = f". Available: {there}." if there else ": these records have no languages."
        raise CommandError(clean(f"There is no language {strange[0]}{what}"), USAGE)


def inputs_of(action: ActionDescriptor | PublicationStep) -> Sequence[FieldDescriptor]:
    """Return what an action asks for."""
    if isinstance(action, ActionDescriptor):
        return action.inputs
    moment = [FieldDescriptor(key=AT, type="text", required=True)] * action.asks_datetime
    return [FieldDescriptor(key=LANG, type="text"), *moment]


def _inputs(
    known: argparse.Namespace, action: ActionDescriptor | PublicationStep
) -> dict[str, Any]:
    """Return the values of `--set`; raises CommandError for what is no input, or is missing."""
    found: dict[str, Any] = {}
    fields = inputs_of(action)
    names = {one.key for one in fields}
    for given in known.set:
        key, sign, text = given.partition("=")
        if not sign or key not in names:
            there = f"its inputs are {', '.join(sorted(names))}" if names else "it has no inputs"
            raise CommandError(f"{action.label} has no input {clean(key)}: {there}.", USAGE)
        found[key] = typed(text, field_at(key, fields))
    missing = [one.key for one in fields if one.required and one.key not in found]
    if missing:
        raise CommandError(f"{action.label} needs --set {missing[0]}=….", USAGE)
    return found
