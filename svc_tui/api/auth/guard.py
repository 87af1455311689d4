"""A guard around a consumer's own sign-in, whose errors must not end the console."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import AbstractContextManager, nullcontext
from inspect import isawaitable
from typing import Any

from svc_tui.api.errors import guard_part
from svc_tui.models.arguments import ListOf, given_words, misfits
from svc_tui.models.foreign_code import (
    TookTooLong,
    WrongReturn,
    await_held,
    check_return,
    is_foreign,
)
from svc_tui.models.records import UserProfile

PATIENCE = 30.0
"""Seconds without a request or an instruction after which a foreign sign-in counts as hanging.

It may use a client of its own, so this is longer than the limit of other code."""


def guard_auth(auth: object) -> AbstractContextManager[None]:
    """Raise `PartFailed` for any error of a foreign sign-in that is not an `ApiError`."""
    kind = type(auth)
    return guard_part(f"sign-in {kind.__name__}") if is_foreign(kind) else nullcontext()


async def auth_answer(auth: object, method: str, kind: type[Any], *args: object) -> Any:
    """Return what an async method of a sign-in returns; `PartFailed` if a foreign one fails.

    A value of the wrong type also counts as a failure, as does a method that hangs.
    """
    with guard_auth(auth):
        waiting: Awaitable[Any] = getattr(auth, method)(*args)
        if not isawaitable(waiting):
            raise WrongReturn(f"{method} should be async")
        found = await (_in_time(auth, waiting) if is_foreign(type(auth)) else waiting)
        check_return(method, found, kind)
        if isinstance(found, UserProfile):
            _check_profile(found)
        return found


def _check_profile(profile: UserProfile) -> None:
    """Raise `WrongReturn` for a profile whose values can't be those of a user."""
    wrong = misfits(vars(profile), _PROFILE)
    id: object = profile.id
    if id is not None and not isinstance(id, str | int):
        wrong.append(f"id should be a string or a whole number, not {given_words(id)}")
    if wrong:
        raise WrongReturn(f"its profile is not valid: {wrong[0]}")


_PROFILE = {
    "username": str,
    "email": str,
    "is_superuser": bool,
    "groups": ListOf(str),
    "permissions": ListOf(str),
}
"""What each value of a profile may be."""


async def _in_time(auth: Any, waiting: Awaitable[Any]) -> Any:
    """Return what a foreign sign-in returns; `TookTooLong` if it hangs.

    One that has told the user what to do elsewhere may wait for as long as that takes.
    """
    told, tell = asyncio.Event(), auth.on_wait

    def telling(words: str) -> None:
        told.set()
        if tell is not None:
            tell(words)

    client, auth.on_wait = auth.client, telling
    # After that: from Python 3.12 on, the tasks of an app begin at once.
    work = asyncio.create_task(await_held(waiting))
    try:
        while True:
            last = client.history[-1] if client.history else None
            done, _ = await asyncio.wait([work], timeout=PATIENCE)
            if done:
                return work.result()
            sent = client.history[-1] if client.history else None
            if not (told.is_set() or client.loading or sent is not last):
                raise TookTooLong(f"it did not return within {PATIENCE:g} seconds")
    finally:
        auth.on_wait = tell
        work.cancel()
