"""Questions of a detail page: before leaving, reloading, undoing, deleting, creating twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from svc_tui.stores.record.draft import within
from svc_tui.stores.record.field_paths import FieldPath, label_with_path
from svc_tui.stores.record.history_store import ValueChange, Write
from svc_tui.stores.record.merge import value_path
from svc_tui.stores.session.confirm_store import Choice, ConfirmStore
from svc_tui.text import cut, plural
from svc_tui.widgets.unsaved_question import SAVE_KEYS

STAY, SAVE, KEEP, DISCARD = "stay", "save", "keep", "discard"
ALL, ALONE = "all", "alone"

MOST_NAMED = 8

KEPT = "\nKeep saves a draft on this machine. You can restore it when you reopen the record."
FORGOTTEN = "\nThe demo deletes its data when it ends, unless you start it with --keep DIR."
"""Shown below what is not saved yet."""

WRITTEN_BACK = {
    "Changed": "The previous values will be restored, unless someone changed them since.",
    "Created": "They will be deleted, unless someone changed them since.",
    "Deleted": "They will be created again with new ids. Links to the old ones won't be restored.",
}
"""The effect of an undo, by the kind of write; many rows are named in the plural."""

FOR_GOOD = "This can't be undone."
CREATED_AGAIN = "Undo can create it again, with a new id."
"""Shown before deleting a record that is known in full."""

MOST_TITLES = 5
"""Maximum number of records named in a question; the rest are counted."""


def spelled(when: datetime) -> str:
    """Return a time in the local zone, with its day unless that is today."""
    when = when.astimezone()
    today = when.date() == datetime.now().astimezone().date()
    return f"{when:%H:%M:%S}" if today else f"{when:%Y-%m-%d %H:%M:%S}"


async def before_leaving(
    confirm: ConfirmStore,
    changed: Sequence[str],
    save: str = "Save",
    *,
    can_keep: bool = False,
    temporary: bool = False,
) -> str:
    """Ask whether to `stay`, `save`, `keep` or `discard`; `save` is the label of that answer.

    `temporary` tells that nothing can be kept, as the program deletes its files when it ends.
    """
    keep = (Choice(KEEP, "Keep", "k"),) if can_keep else ()
    return await confirm.choose(
        "Unsaved changes",
        f"Not saved yet: {named(changed)}.{KEPT * can_keep}{FORGOTTEN * temporary}",
        (
            Choice(STAY, "Cancel", "escape"),
            Choice(SAVE, save, "s", also=SAVE_KEYS),
            *keep,
            Choice(DISCARD, "Discard", "x", dangerous=True),
        ),
        cancel=STAY,
        by_itself=True,
    )


async def ask_create_again(confirm: ConfirmStore) -> bool:
    """Whether to create a record that may exist already."""
    return await confirm.ask(
        "Create it again?",
        "The last attempt got no response, so the record may already exist. Check the "
        "list first, to avoid a duplicate.",
        confirm_text="Create again",
        dangerous=True,
        by_itself=True,
    )


async def ask_what_to_undo(
    confirm: ConfirmStore,
    write: Write,
    changed: Sequence[str],
    besides: Mapping[str, Sequence[ValueChange]] | None = None,
    title: str = "",
) -> Write | None:
    """Ask what of a save to undo; None for nothing.

    `besides` has what the server changed by itself, by name. `title` names the record if it is not
    visible.
    """
    about = f"{title}\n" if title else ""
    about += f"Saved at {spelled(write.when)}: {named(changed)}.\n"
    unknown = " Secrets and values that are never returned are not restored."
    back = WRITTEN_BACK["Changed"] + unknown * write.with_secrets
    if not besides:
        sure = await confirm.ask("Undo your last save?", about + back, confirm_text="Undo")
        return write if sure else None
    answer = await confirm.choose(
        "Undo your last save?",
        f"{about}The server also changed: {named(list(besides))}.\n{back}",
        (
            Choice(STAY, "Cancel", "n"),
            Choice(ALONE, "Undo server changes only", "o"),
            Choice(ALL, "Undo all", "y"),
        ),
        cancel=STAY,
    )
    values = [one for found in besides.values() for one in found]
    if answer == ALONE:
        return write.with_server_changes(values, alone=True)
    return write.with_server_changes(values) if answer == ALL else None


async def before_undoing_whole(confirm: ConfirmStore, write: Write) -> bool:
    """Ask whether to delete the created record, or create the deleted one again."""
    at = spelled(write.when)
    if write.method == "POST":
        return await confirm.ask(
            "Undo creating this record?",
            f"{write.title}\nCreated at {at}. It will be deleted, unless someone changed it since.",
            confirm_text="Delete",
            dangerous=True,
        )
    secrets = " Its secrets will not be restored." * write.with_secrets
    return await confirm.ask(
        "Undo this deletion?",
        f"{write.title}\nDeleted at {at}. It will be created again with a new id. Links to "
        f"the old one won't be restored.{secrets}",
        confirm_text="Create again",
    )


def server_changes(write: Write, form: Sequence[FieldPath]) -> dict[str, list[ValueChange]]:
    """Return what the server changed by itself and the form can restore, by name.

    That is what an editable field shows, and what was next to a value that was sent.
    """
    sent = {value_path(one.steps) for one in write.values}
    found: dict[str, list[ValueChange]] = {}
    for one in write.besides:
        place = next((place for place in form if within(one.path, place.path)), None)
        if place is not None and place.field.readonly:
            continue
        if place is not None or value_path(one.steps) in sent:
            found.setdefault(label_with_path(one.path, form), []).append(one)
    return found


async def before_undoing_many(
    confirm: ConfirmStore, writes: Sequence[Write], changed: Sequence[str], unknown: int = 0
) -> bool:
    """Ask whether to undo an action; `unknown` more rows were not recorded."""
    last, count = writes[-1], plural(len(writes), "row", "rows")
    more = len(writes) - MOST_TITLES
    titles = [cut(one.title, 54) for one in writes[:MOST_TITLES]]
    lines = [*titles, *([f"… and {more:,} more"] if more > 0 else []), ""]
    verb = {"POST": "Created", "DELETE": "Deleted"}.get(last.method, "Changed")
    about = f": {named(changed)}" if verb == "Changed" else ""
    lines.append(f"{verb} at {spelled(last.when)}{about}.")
    lines.append(WRITTEN_BACK[verb])
    if unknown:
        others = plural(unknown, "other row stays", "other rows stay")
        lines.append(f"{others} changed: the old values were not recorded.")
    return await confirm.ask(
        f"Undo “{last.action}” for {count}?", "\n".join(lines), confirm_text="Undo"
    )


async def before_reloading(confirm: ConfirmStore, changed: Sequence[str]) -> bool:
    """Ask whether typed text may be lost."""
    return await confirm.ask(
        "Reload and lose your changes?",
        f"Not saved yet: {named(changed)}.",
        confirm_text="Reload",
        dangerous=True,
        by_itself=True,
    )


async def before_deleting(confirm: ConfirmStore, title: str, *, can_undo: bool = False) -> bool:
    """Whether to delete."""
    return await confirm.ask(
        "Delete this record?",
        f"{title}\n{CREATED_AGAIN if can_undo else FOR_GOOD}",
        confirm_text="Delete",
        dangerous=True,
    )


async def before_deleting_changed(
    confirm: ConfirmStore, title: str, changed: Sequence[str]
) -> bool:
    """Ask whether to delete a record that differs from what the user saw."""
    return await confirm.ask(
        "Delete it anyway?",
        f"{title}\nSomeone changed it after you loaded it: {named(changed)}.",
        confirm_text="Delete",
        dangerous=True,
    )


async def ask_retry_save(confirm: ConfirmStore) -> bool:
    """Ask whether to repeat a save that the end of the session interrupted."""
    return await confirm.ask(
        "Save now?",
        "Your session had ended, so your changes are not saved yet. They are all still here.",
        confirm_text="Save",
        cancel_text="Not now",
        by_itself=True,
    )


def named(words: Sequence[str]) -> str:
    """Return a few names, and how many more there are."""
    more = len(words) - MOST_NAMED
    return ", ".join(words[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
