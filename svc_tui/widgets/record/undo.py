"""Undo of the last action in a collection: one record, or all rows of a bulk action."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError, with_path
from svc_tui.api.write_subject import about_write
from svc_tui.models.records import TRANSLATIONS
from svc_tui.routing.resource_lookup import with_page
from svc_tui.stores.history.whole_records import LeftAlone
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.batch_undo import AS_BEFORE, BatchUndo
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.record.field_paths import name_at, places
from svc_tui.stores.record.write_result import undone
from svc_tui.stores.session.snack_store import PASSED
from svc_tui.text import plural
from svc_tui.widgets.form.record_rules import record_rules
from svc_tui.widgets.form.secrets import secret_paths
from svc_tui.widgets.record import confirmations as questions

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource
    from svc_tui.stores.listing.move_rows import MoveRows
    from svc_tui.stores.record.history_store import Write
    from svc_tui.stores.runs.row_writers import RowWork

CarryOut = Callable[[BatchUndo, Selection], Awaitable[None]]
"""Runs an action over rows, shows its progress and results."""

NOTHING = "None of your changes in this list can be undone."
NOTHING_YET = "There is nothing to undo."


async def undo_last(
    svc: Svc,
    resource: Resource,
    *,
    run_bulk_action: CarryOut | None = None,
    open_moves: Callable[[], MoveRows] | None = None,
    number: int = 0,
) -> bool:
    """Ask, then restore the old values; True if they were written and the list is to be read again.

    With `number`, undo the write with that number instead of the last one. Values that others have
    changed since are shown on the record's own page, to choose from. The rows of one action are
    restored together by `run_bulk_action`, which reports the results itself.
    """
    history, collection = svc.history, svc.crud(resource.endpoint).endpoint.collection
    write = history.numbered(number) if number else history.last(collection)
    if write is None:
        svc.snack.show(NOTHING if history.state.writes else NOTHING_YET, "warning", 6)
        return False
    if run_bulk_action is not None and len(history.beside(write)) > 1:
        await _undo_together(svc, resource, write, run_bulk_action)
        return False  # The action reads the list again.
    if open_moves is not None:
        from svc_tui.stores.listing.move_rows import move_to_undo

        if (work := move_to_undo(write)) is not None:
            return await _move_back(svc, write, open_moves(), work)
    if write.obstacle:
        svc.snack.show(f"{write.title}: {write.obstacle}", "warning", 6)
        return False
    if write.method in ("POST", "DELETE"):
        return await undo_whole(svc, write, lookup=resource.lookup)
    return await _undo_values(svc, resource, write)


async def _undo_values(svc: Svc, resource: Resource, write: Write) -> bool:
    """Ask, then restore the old values of one record."""
    write = with_page(svc.router.routes, write)
    known = _languages(write)
    form = places(resource.form_fields, known)
    words = list(dict.fromkeys(name_at(form, one.path) for one in write.values))
    besides = questions.server_changes(write, form)
    chosen = await questions.ask_what_to_undo(svc.confirm, write, words, besides, write.title)
    if chosen is None:
        return False
    store = DetailStore(
        svc.crud(resource.endpoint),
        id=write.id,
        lookup=resource.lookup,
        title_field=resource.title_field,
        use_patch=svc.takes_patch(resource),
        history=svc.history,
        base=resource.record_base,
        **record_rules(resource.form_fields, svc.inject("svc_form_registry", None), known),
    )
    await store.load()
    if not store.state.loaded:
        svc.snack.show(f"Not undone. {store.state.problem or ''}".strip(), "error", 8)
        return False
    if await store.undo(chosen):
        svc.snack.show(f"Undone: {questions.named(words)}.", "success", until=(PASSED,))
        return True
    if store.state.clash is not None and write.location:
        await svc.router.push(write.location, memory={"undo": write.number})
        return False
    if store.state.problem or store.state.errors:
        said = store.state.problem or next(
            with_path(path, found[0]) for path, found in store.state.errors.items()
        )
        svc.snack.show(f"Not undone. {said}", "error", 8)
    else:
        svc.snack.show("It already has its previous value.", "info", 6)
    return False


async def undo_whole(svc: Svc, write: Write, *, lookup: str = "id") -> bool:
    """Ask, then delete the record that a write created, or create the one that it deleted.

    True if that was written.
    """
    if not await questions.before_undoing_whole(svc.confirm, write):
        return False
    action = BatchUndo([write], lookup=lookup)
    try:
        await action.write(svc.crud(write.endpoint), write.id)
    except LeftAlone as why:
        svc.snack.show(f"Not undone. {why}", "error", 8)
        return False
    except ApiError as error:
        svc.snack.show(undone("Not undone.", error), "error", 8)
        return False
    made = action.own[0]
    action.remembered_in(svc.history)
    again = f"Created again: {made.title}. Its new id is {made.id}."
    kept = " Its secrets were not restored." * write.with_secrets
    deleted = f"Undone: {made.title} is deleted."
    svc.snack.show(again + kept if write.method == "DELETE" else deleted, "success", 8)
    return True


async def _move_back(svc: Svc, write: Write, rows: MoveRows, work: RowWork) -> bool:
    if await rows.moved_since(write):
        svc.snack.show(f"Not undone. {write.title} has moved since.", "warning", 8)
        return False
    with about_write(undoes=(write.log_number,)):
        result = await rows.write(work)
    if result.state in ("failed", "unknown"):
        svc.snack.show(f"Not undone. {result.reason}", "error", 8)
        return False
    svc.history.add(replace(write, values=(), log_number=0, undoes=write.number))
    svc.snack.show(f"Moved back: {write.title}.", "success")
    return True


async def _undo_together(
    svc: Svc, resource: Resource, write: Write, run_bulk_action: CarryOut
) -> None:
    """Ask once, then undo every row of one action, and report the result."""
    together = svc.history.beside(write)
    able = [one for one in together if one.obstacle is None]
    if not able:
        count = max(write.rows, len(together))
        svc.snack.show(f"{plural(count, 'row', 'rows')}: {write.obstacle}", "warning", 8)
        return
    known = _languages(*able)
    form = places(resource.form_fields, known)
    paths = dict.fromkeys(value.path for one in able for value in one.values)
    names = {path: name_at(form, path) for path in paths}
    action = BatchUndo(
        able,
        names=names,
        lookup=resource.lookup,
        use_patch=svc.takes_patch(resource),
        left_out=tuple(secret_paths(resource.form_fields, known)),
        base=resource.record_base,
    )
    rows = [one for one in able if one.id in action.writes]
    if not rows:
        action.remembered_in(svc.history)
        svc.snack.show(AS_BEFORE, "info", 6)
        return
    unknown = len(together) - len(able) + svc.history.forgotten_in_run(write)
    words = list(dict.fromkeys(names.values()))
    if not await questions.before_undoing_many(svc.confirm, rows, words, unknown):
        return
    chosen = {one.id: {resource.lookup: one.id, "title": one.title} for one in rows}
    await run_bulk_action(action, Selection(chosen))


def _languages(*writes: Write) -> tuple[str, ...]:
    steps = (one.steps for write in writes for one in write.values)
    return tuple(dict.fromkeys(way[1] for way in steps if way[0] == TRANSLATIONS and way[1:]))
