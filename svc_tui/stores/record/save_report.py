"""Sentences about a confirmed save whose values are stored differently than sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from svc_tui.introspect.names import is_secret
from svc_tui.stores.record.detail_state import IN_FORM, STILL_TYPED
from svc_tui.stores.record.draft import MISSING
from svc_tui.stores.record.merge import Steps, at, changed, value_path
from svc_tui.stores.record.patch_payload import sent_paths
from svc_tui.stores.record.unreturned import covers, not_returned, not_shown
from svc_tui.stores.record.write_verification import not_kept, rewritten, switched_off
from svc_tui.text import clean, cut

if TYPE_CHECKING:
    from svc_tui.stores.record.record_write import RecordWrite

BETWEEN = (
    "Someone else saved this record just before you: their changes in the same fields were "
    "overwritten."
)
"""The message if a record counts more writes than expected."""

SEEN_OLD = (
    "The server confirmed the save, but the record still has its old values: "
    "reload to see whether your change was saved."
)
"""The message if a confirmed save can't be seen."""

KEPT_NOTHING = f"Not saved: the server accepted the change, but the record did not change.{IN_FORM}"
"""The message if nothing of a save was kept."""

DEFERRED = (
    "Not confirmed: the server accepted the change (status 202), but has not applied it yet. "
    f"Save again to check.{IN_FORM}"
)
"""The message if a change that is made later can't be seen yet."""


def nothing_kept(write: RecordWrite, unkept: tuple[Steps, ...]) -> str:
    """Return why a confirmed change is not saved; "" if a part of it is."""
    store, sent = write.store, write.sent
    if store.state.is_new or not unkept:
        return ""
    if not covers(unkept, changed(sent.original, sent.current)):
        return ""
    if write.outcome.deferred:
        return DEFERRED
    if write.unreturned:
        return f"Not saved. {not_returned(write.unreturned, store.named)[0]}{IN_FORM}"
    return KEPT_NOTHING


def save_report(
    write: RecordWrite, record: Mapping[str, Any], unkept: tuple[Steps, ...]
) -> tuple[str, ...]:
    """Return a sentence for each value that is stored differently than it was sent.

    Args:
        write: The write, whose store does not hold the record yet.
        record: The record as it is stored.
        unkept: The paths of values that are as before, and stay in the form as they were typed.
    """
    store, sent = write.store, write.sent
    wanted, was, kept = sent.current, sent.original, record
    whole = frozenset(wanted)
    if store.use_patch and not store.state.is_new:
        ways = sent_paths(changed(was, sent.current), store.parts)
        values = dict.fromkeys(map(value_path, ways))
        wanted, was, kept = (_by_path(one, values) for one in (store.changes_of(sent), was, record))
        whole = frozenset(".".join(one) for one in values if one[-1] not in store.parts)
    in_a_form = store.state.is_new and store.crud.sends_plain_forms
    return (
        *(_changed_meanwhile(store.named(".".join(way)), at(record, way)) for way in write.lost),
        *([BETWEEN] * write.between),
        *([SEEN_OLD] * write.seen_old),
        *not_returned(write.unreturned, store.named),
        *not_shown(write.unshown, store.named),
        *not_kept(wanted, was, kept, whole, store.named),
        *(switched_off(sent.current, record, store.named) if in_a_form else ()),
        *([STILL_TYPED] if unkept else ()),
    )


def rewriting_report(write: RecordWrite, record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a sentence for each typed value of which the server stored another version."""
    hidden = {*write.store.write_only}
    return tuple(
        server_changed(write.store.named(path), value)
        for way, value in rewritten(write.sent, record).items()
        if way not in write.lost
        and (path := ".".join(way)) not in hidden
        and not any(map(is_secret, way))
    )


def server_changed(name: str, value: object) -> str:
    """Return the sentence about a value of which the server stored another version.

    `name` is its label, in quotes.
    """
    return f"The server changed {clean(name)}: “{cut(clean(str(value)), 40)}”."


def _by_path(record: Mapping[str, Any], ways: Iterable[Steps]) -> dict[str, Any]:
    """Return the existing values at these paths by dotted path."""
    found = {".".join(way): at(record, way) for way in ways}
    return {path: value for path, value in found.items() if value is not MISSING}


def _changed_meanwhile(name: str, value: Any) -> str:
    """Return the sentence about a value that another user wrote right after it was saved here."""
    now = "something else" if isinstance(value, Mapping | list) else f"“{cut(str(value), 40)}”"
    return (
        f"{name} was changed by someone else at the same time: it is now {now}. "
        "Your value is still in the form, unsaved."
    )
