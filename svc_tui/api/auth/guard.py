"""A guard around a consumer's own kind of sign-in, whose faults must not end the console."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from svc_tui.api.errors import guard_part
from svc_tui.models.foreign_code import is_foreign


def guard_auth(auth: object) -> AbstractContextManager[None]:
    """Raise `PartFailed` for whatever a foreign sign-in raises that is no `ApiError`."""
    kind = type(auth)
    return guard_part(f"sign-in {kind.__name__}") if is_foreign(kind) else nullcontext()
