"""`svc-tui undo`: undo writes of the log, row by row."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError
from svc_tui.api.write_subject import about_write, new_run
from svc_tui.cli.exits import CONFLICT, ERROR, OK, PARTLY_DONE, REFUSED, USAGE, CommandError
from svc_tui.cli.move import mover
from svc_tui.cli.verbs.session import VerbSession, agrees, asks_people, run_verb, say
from svc_tui.stores.history.past_writes import PastWrites
from svc_tui.stores.history.whole_records import LeftAlone
from svc_tui.stores.listing.move_rows import move_to_undo, moved_values
from svc_tui.stores.listing.reorder import POSITION
from svc_tui.stores.media.folder_writers import NOT_AGAIN, take_back_folder
from svc_tui.stores.record.batch_undo import AS_BEFORE, BatchUndo
from svc_tui.stores.record.draft import MISSING
from svc_tui.stores.unavailable_reason import over_limit
from svc_tui.text import clean, cut, plural

if TYPE_CHECKING:
    from svc_tui.models.resource import Resource
    from svc_tui.stores.record.history_store import Write

MOST_TOLD = 10
"""Maximum number of writes named in a question."""


def run(known: argparse.Namespace) -> int:
    """Undo the given writes; raises CommandError."""
    return run_verb(known, _undo)


async def _undo(session: VerbSession) -> int:
    known, svc = session.known, session.svc
    writes = _named(svc.past_writes, known.numbers, svc.config.base_url, whole_runs=known.run)
    if stuck := [one for one in writes if one.obstacle and not _was_moved(one)]:
        for one in stuck:
            say(f"{one.log_number}: {one.title}: {one.obstacle}")
        raise CommandError("Nothing was undone.", ERROR)
    if much := over_limit(len(writes), svc.config.max_rows):
        raise CommandError(f"{much} Nothing was undone.", REFUSED)
    if problems := svc.past_writes.file.problems():
        say(f"The change log was altered ({problems[0].rstrip('.')}). Check what this restores.")
    resources = {one.endpoint: one for one in await session.resources()}
    if known.dry_run:
        for one in writes:
            print(clean(_plan(one), multiline=True))
        return OK
    _make_sure(session, writes)
    results = []
    with about_write(run=new_run() if len(writes) > 1 else "", action="Undo"):
        for one in writes:
            results.append(await _take_back(session, one, resources.get(one.endpoint.rstrip("/"))))
    if all(code == OK for code in results):
        return OK
    return PARTLY_DONE if OK in results else max(results)


def _named(past: PastWrites, numbers: Sequence[int], host: str, *, whole_runs: bool) -> list[Write]:
    """Return the writes of these numbers, the newest first; raises CommandError."""
    try:
        entries = past.entries()
    except OSError as error:
        raise CommandError(f"The change log can't be read: {error.strerror}.") from error
    by_number = {one.get("n"): one for one in entries}
    writes = {one.log_number: one for one in past.writes(entries)}
    found: dict[int, Write] = {}
    for number in numbers:
        if (entry := by_number.get(number)) is None:
            raise CommandError(
                f"There is no change {number} in the log; see svc-tui history.", USAGE
            )
        if entry.get("host") != host:
            where = entry.get("profile") or entry.get("host")
            raise CommandError(
                f"Change {number} was made at {where}: select it with --profile or --url.", USAGE
            )
        if with_it := entry.get("undone_with"):
            raise CommandError(
                f"Change {number} is part of change {with_it}. Undo {with_it} instead.", USAGE
            )
        if (write := writes.get(number)) is None:
            raise CommandError(
                f"Change {number} has nothing to undo: the response says it had no effect."
            )
        run = [one for one in writes.values() if one.run and one.run == write.run]
        if whole_runs and run:
            found |= {one.log_number: one for one in run if not one.undone}
        else:
            found[number] = write
            if len(run) > 1:
                say(f"Change {number} is one of {len(run)} in a run. Add --run to undo them all.")
    if not found:
        raise CommandError("This was already undone.")
    return [found[number] for number in sorted(found, reverse=True)]


def _plan(write: Write) -> str:
    """Return what undoing a write sends: method, path, old and new values."""
    path = f"{write.endpoint.rstrip('/')}/"
    if _was_moved(write):
        way = f"{POSITION}: {moved_values(write)[POSITION]} → {_position_before(write)}"
        return f"POST {path}update_order/  {write.title}\n  {way}"
    if write.method == "POST":
        return f"DELETE {path}{write.id}/  {write.title}"
    if write.method == "DELETE":
        return f"POST {path}  {write.title} (with a new id)"
    lines = [f"PATCH {path}{write.id}/  {write.title}"]
    for one in write.values:
        lines.append(f"  {one.path}: {_shown(one.after)} → {_shown(one.before)}")
    return "\n".join(lines)


def _shown(value: object) -> str:
    return "" if value is MISSING else cut(json.dumps(value, ensure_ascii=False, default=str), 60)


def _make_sure(session: VerbSession, writes: Sequence[Write]) -> None:
    """Raise CommandError unless the user agrees, or has agreed on the command line."""
    known, config = session.known, session.svc.config
    name = config.profile or config.title
    if config.protect and known.yes and known.profile_name != name:
        raise CommandError(
            f"{name} is protected. Add --profile-name {name}. Nothing was undone.", REFUSED
        )
    deletes = any(one.method == "POST" and not _was_moved(one) for one in writes)
    if known.yes or not (deletes or len(writes) > 1 or config.protect):
        return
    what = "\n".join(_plan(one) for one in writes[:MOST_TOLD])
    if more := len(writes) - MOST_TOLD:
        what += f"\n… and {more} more" if more > 0 else ""
    if not asks_people():
        say(what)
        raise CommandError("Without a terminal, add --yes. Nothing was undone.", USAGE)
    question = f"{what}\nUndo {plural(len(writes), 'change', 'changes')}?"
    if not agrees(question, name if config.protect else None, known.profile_name):
        raise CommandError("Nothing was undone.", ERROR)


async def _take_back(session: VerbSession, write: Write, resource: Resource | None) -> int:
    """Undo one write and print the result; return its exit code."""
    svc = session.svc
    if write.endpoint == svc.media.api.folders.collection:
        return await _take_back_folder(session, write)
    if _was_moved(write):
        return await _move_back(session, write, resource)
    action = BatchUndo(
        [write],
        lookup=resource.lookup if resource else "id",
        use_patch=svc.takes_patch(resource) if resource else write.method != "PUT",
        base=write.location.rpartition("/")[0],
    )
    where = f"{write.log_number}: {write.title or write.id}"
    if write.id not in action.writes:
        say(f"{where}: {AS_BEFORE}")
        return OK
    try:
        await action.write(svc.crud(write.endpoint), write.id)
    except LeftAlone as why:
        say(f"{where}: not undone. {why}")
        return OK if str(why) == AS_BEFORE else CONFLICT
    except ApiError as error:
        say(f"{where}: not undone. {error}")
        return ERROR
    [made] = action.own
    secrets = " Its secrets were not logged and are missing." * write.with_secrets
    done = {"POST": "deleted.", "DELETE": f"created again as {made.id}.{secrets}"}
    print(clean(f"{where}: {done.get(write.method, 'restored.')}"))
    return OK


def _was_moved(write: Write) -> bool:
    """Whether a write moved a record to another position where it still is."""
    return move_to_undo(write) is not None


def _position_before(write: Write) -> object:
    return next(one.before for one in write.values if one.path == POSITION)


async def _move_back(session: VerbSession, write: Write, resource: Resource | None) -> int:
    """Move a record back to its position; return the exit code for it."""
    where = f"{write.log_number}: {write.title or write.id}"
    if resource is None:
        say(f"{where}: not undone. No resource uses the endpoint {write.endpoint}.")
        return ERROR
    rows = mover(session, await session.resource(resource.name))
    if await rows.moved_since(write):
        say(f"{where}: not undone. It has moved since.")
        return CONFLICT
    with about_write(undoes=(write.log_number,)):
        work = move_to_undo(write)
        assert work is not None
        result = await rows.write(work)
    if result.state in ("failed", "unknown"):
        say(f"{where}: not undone. {result.reason}")
        return ERROR
    print(clean(f"{where}: moved back."))
    return OK


async def _take_back_folder(session: VerbSession, write: Write) -> int:
    """Undo the write of a library folder; return the exit code for it."""
    where = f"{write.log_number}: {write.title or write.id}"
    try:
        await take_back_folder(session.svc.media.api, write)
    except LeftAlone as why:
        say(f"{where}: not undone. {why}")
        return ERROR if str(why) == NOT_AGAIN else CONFLICT
    except ApiError as error:
        say(f"{where}: not undone. {error}")
        return ERROR
    print(clean(f"{where}: {'deleted.' if write.method == 'POST' else 'restored.'}"))
    return OK
