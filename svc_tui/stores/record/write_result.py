"""WriteResult: the outcome of a write without a usable answer."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import (
    ACCEPTED,
    SAFE_METHODS,
    ApiError,
    Conflict,
    InvalidResponse,
    NotFound,
)
from svc_tui.models.records import OWN_KEYS
from svc_tui.stores.record.draft import MISSING, Draft, get_path, leaves, same
from svc_tui.stores.record.merge import at, changed
from svc_tui.stores.record.write_verification import alike
from svc_tui.stores.rows import Row, key_of, names_another
from svc_tui.text import clean, cut

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

TOO_LARGE = 413

LOOK = "Check the record before you try again."
"""The advice for a record that may have been changed."""


class CheckedWriteError(ApiError):
    """A write that failed or whose outcome is unknown, after it was checked.

    Its detail is the whole message. `may_have_been_applied` stays only if the outcome is unknown.
    """

    def __init__(self, cause: ApiError, words: str, *, unknown: bool) -> None:
        super().__init__(cause.status, cause.method, cause.url, words)
        self.cause = cause
        self.may_have_been_applied = unknown

    def what(self) -> str:
        return self.detail

    def next_step(self) -> str:
        return ""


class Deferred(ApiError):
    """A change that was answered with 202: it may be made later, or not at all."""

    may_have_been_applied = True

    def __init__(self, method: str, url: str) -> None:
        super().__init__(ACCEPTED, method, url)

    @property
    def may_still_apply(self) -> bool:
        return True

    def what(self) -> str:
        return "The server accepted it (status 202) and may still be working on it."

    def next_step(self) -> str:
        return LOOK


class WriteResult(Enum):
    """Whether the backend has what was sent."""

    STORED = "stored"
    NOT_STORED = "not saved"
    UNKNOWN = "unknown"


def compare_written(sent: Draft, found: Mapping[str, Any]) -> WriteResult:
    """Compare what was sent with the current record.

    Only values that a backend shows as they were sent count: a file becomes an address, and a
    password is not shown at all.
    """
    results: set[WriteResult] = set()
    for way in changed(sent.original, sent.current):
        before, wanted, now = (at(one, way) for one in (sent.original, sent.current, found))
        gone = wanted is MISSING
        if isinstance(wanted, Path) or (now is MISSING and not gone):
            continue
        if same(now, wanted) or (gone and now is None):
            results.add(WriteResult.STORED)
        else:
            results.add(WriteResult.NOT_STORED if same(now, before) else WriteResult.UNKNOWN)
    return results.pop() if len(results) == 1 else WriteResult.UNKNOWN


def compare_written_values(
    wanted: Mapping[str, Any], before: Mapping[str, Any], found: Mapping[str, Any]
) -> WriteResult:
    """Compare values that were written to a row with the current record."""
    values = leaves(wanted)
    now = {path: get_path(found, path, MISSING) for path in values}
    if MISSING in now.values():
        return WriteResult.UNKNOWN
    if all(alike(now[path], value) for path, value in values.items()):
        return WriteResult.STORED
    if all(alike(now[path], get_path(before, path, MISSING)) for path in values):
        return WriteResult.NOT_STORED
    return WriteResult.UNKNOWN


def why(error: ApiError) -> str:
    """Why a save failed and what was written, in words that fit above a form."""
    if isinstance(error, NotFound):
        return "This record no longer exists: it may have been deleted."
    if error.status == TOO_LARGE:
        return "Nothing was saved: it is larger than the server allows (413). Make it smaller."
    if isinstance(error, Conflict) or not error.may_have_been_applied:
        return str(error)
    return error.what()


PUT_INSTEAD = (
    "The server doesn't accept single changes here, so nothing was saved. "
    "Save again to send the whole record."
)
"""The message if only the other way to save is left."""


def of_another(method: str, url: str, key: str) -> InvalidResponse:
    """Return the error of an answer about another record than the one that was asked for."""
    error = InvalidResponse(
        None, method, url, f"it describes another record ({cut(clean(key), 40)})"
    )
    error.may_have_been_applied = method != "GET"
    return error


async def check_same(
    crud: Crud[Any], method: str, answer: object, sent: Row, written: Row, key: str, lookup: str
) -> None:
    """Raise if the answer to a change of one record is about another.

    A record that a backend gave a new slug can't be read at its old address any more.

    Args:
        crud: The collection.
        method: How the change was sent.
        answer: The answer; one that is no record says nothing.
        sent: The record as it was before.
        written: The record with what was sent.
        key: The id that was written to.
        lookup: The name of the value that records are opened by.

    Raises:
        InvalidResponse: it describes another record; the change may have been applied.
    """
    if not isinstance(answer, Mapping) or not names_another(answer, sent, written, key, lookup):
        return
    if lookup in OWN_KEYS or await is_there(crud, key) is not False:
        path = crud.requested(crud.endpoint.item(key))
        raise of_another(method, path, key_of(answer, lookup))


def says_gone(error: ApiError) -> bool:
    """Whether a change was answered as if there were no record.

    A missing related record or a wrong route has the same answer: only a read is certain.
    """
    return isinstance(error, NotFound) and error.method not in SAFE_METHODS


def _what(error: ApiError) -> str:
    """Return what a change was answered with."""
    if not says_gone(error):
        return error.what()
    said = cut(clean(error.detail).rstrip("."), 100)
    return f"The server returned {error.status} for the save{f' ({said})' * bool(said)}"


def of_change(error: ApiError, result: WriteResult) -> str:
    """Return the outcome of a change to a record, which was read again."""
    if says_gone(error) and result is WriteResult.NOT_STORED:
        return f"{_what(error)}, but the record still exists: your change was not saved."
    if result is WriteResult.NOT_STORED and error.may_still_apply:
        return (
            f"{error.what()} Your change is not saved yet, but the server may still be "
            "working on it: the next save checks first."
        )
    said = {
        WriteResult.STORED: "Your change was saved anyway.",
        WriteResult.NOT_STORED: "Your change was not saved. Save again.",
        WriteResult.UNKNOWN: (
            "It is unknown whether your change was saved: save again to compare."
        ),
    }
    what = f"{_what(error)}, but the record still exists." if says_gone(error) else error.what()
    return f"{what} {said[result]}"


async def is_there(crud: Crud[Any], key: str) -> bool | None:
    """Whether a record can be read; None if that is unknown."""
    return await is_readable(crud.detail(key))


async def is_readable(reading: Awaitable[object]) -> bool | None:
    """Whether the read succeeds; None if that is unknown."""
    try:
        await reading
    except NotFound:
        return False
    except ApiError:
        return None
    return True


def of_deletion(error: ApiError, there: bool | None) -> CheckedWriteError:
    """Return the error of a failed deletion, after the record was checked.

    `there` is the result of `is_there`.
    """
    if isinstance(error, NotFound) and there:
        words = "The server says there is no such record, but it still exists."
        return CheckedWriteError(error, f"{words} Reload before you try again.", unknown=False)
    if there is None:
        words = "It is unknown whether it was deleted: reload before you try again."
        return CheckedWriteError(error, f"{error.what()} {words}", unknown=True)
    if error.may_still_apply:
        words = "It still exists, but the server may still delete it: reload to check."
        return CheckedWriteError(error, f"{error.what()} {words}", unknown=True)
    return CheckedWriteError(
        error, f"{error.what()} It still exists: nothing was deleted.", unknown=False
    )


def undone(words: str, error: ApiError) -> str:
    """Return the sentence about a failed change: `Not saved.` only if that is known."""
    return str(error) if error.may_have_been_applied else f"{words} {error}"


def of_move(error: ApiError, moved: bool | None) -> CheckedWriteError:
    """Return the error of a failed move, after its position was checked."""
    if moved is None:
        words = "It is unknown whether it was moved: reload before you try again."
    elif error.may_still_apply:
        words = "It is still where it was, but the server may still move it: reload to check."
    else:
        words = "It is still where it was: nothing was moved."
    unknown = moved is None or error.may_still_apply
    return CheckedWriteError(error, f"{error.what()} {words}", unknown=unknown)


def unread(error: ApiError) -> str:
    """Return the error if even the record could not be read again."""
    if says_gone(error):
        return (
            f"{_what(error)}, and the record could not be read again: "
            "it is unknown whether it still exists. Save again to check."
        )
    return (
        f"{error.what()} It is unknown whether your change was saved. "
        "The next save checks first and asks before sending again."
    )


def of_creation(error: ApiError) -> str:
    """Return what is known about a creation: a record without an id can't be checked."""
    return (
        f"{error.what()} It is unknown whether the record was created: check the list before "
        "you save again, to avoid a duplicate."
    )
