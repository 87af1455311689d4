"""What became of a write whose answer never came or made no sense, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from svc_tui.api.errors import ApiError, Conflict, NotFound
from svc_tui.stores.draft import MISSING, Draft, same
from svc_tui.stores.merge import at, changed

TOO_LARGE = 413


class Fate(Enum):
    """Whether the backend has what was sent."""

    STORED = "stored"
    NOT_STORED = "not stored"
    UNKNOWN = "unknown"


def fate_of(sent: Draft, found: Mapping[str, Any]) -> Fate:
    """Compare what was sent with the record as it is found afterwards.

    Only values that a backend shows as they were sent can tell: a file becomes an address, and a
    password is not shown at all.
    """
    told: set[Fate] = set()
    for way in changed(sent.original, sent.current):
        before, wanted, now = (at(one, way) for one in (sent.original, sent.current, found))
        gone = wanted is MISSING
        if isinstance(wanted, Path) or (now is MISSING and not gone):
            continue
        if same(now, wanted) or (gone and now is None):
            told.add(Fate.STORED)
        else:
            told.add(Fate.NOT_STORED if same(now, before) else Fate.UNKNOWN)
    return told.pop() if len(told) == 1 else Fate.UNKNOWN


def why(error: ApiError) -> str:
    """Why a save failed and what was written, in words that fit above a form."""
    if isinstance(error, NotFound):
        return (
            "This record is no longer there: somebody may have deleted it. "
            "C makes a new record of it."
        )
    if error.status == TOO_LARGE:
        return "Nothing was written: it is larger than the server takes (413). Make it smaller."
    if isinstance(error, Conflict) or not error.may_have_been_applied:
        return str(error)
    return error.what()


def of_change(error: ApiError, fate: Fate) -> str:
    """What became of a change to a record."""
    said = {
        Fate.STORED: "Your change was stored all the same.",
        Fate.NOT_STORED: "Your change was not stored. Save again.",
        Fate.UNKNOWN: "Whether your change was stored cannot be told: save again to compare.",
    }
    return f"{error.what()} {said[fate]}"


def unread(error: ApiError) -> str:
    """The record could not even be read again."""
    return (
        f"{error.what()} It is unknown whether your change was stored. "
        "The next save looks first and repeats nothing unasked."
    )


def of_creation(error: ApiError) -> str:
    """Nobody can look for a record that has no id yet."""
    return (
        f"{error.what()} It is unknown whether the record was created: look into the list before "
        "you save again, or it may be there twice."
    )
