"""A guard around a consumer's own sign-in, whose errors must not end the console."""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import AbstractContextManager, nullcontext
from inspect import isawaitable
from typing import Any

from svc_tui.api.errors import guard_part
from svc_tui.models.foreign_code import WrongReturn, check_return, is_foreign


def guard_auth(auth: object) -> AbstractContextManager[None]:
    """Raise `PartFailed` for any error of a foreign sign-in that is not an `ApiError`."""
    kind = type(auth)
    return guard_part(f"sign-in {kind.__name__}") if is_foreign(kind) else nullcontext()


async def auth_answer(auth: object, method: str, kind: type[Any], *args: object) -> Any:
    """Return what an async method of a sign-in returns; `PartFailed` if a foreign one fails.

    A value of the wrong type also counts as a failure.
    """
    with guard_auth(auth):
        waiting: Awaitable[Any] = getattr(auth, method)(*args)
        if not isawaitable(waiting):
            raise WrongReturn(f"{method} should be async")
        found = await waiting
        check_return(method, found, kind)
        return found
