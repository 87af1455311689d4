"""A guard around a consumer's own kind of sign-in, whose faults must not end the console."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from svc_tui.api.errors import ApiError
from svc_tui.models.foreign_code import is_foreign, log_failure


class AuthFailed(ApiError):
    """A fault in a sign-in of the program's own; the traceback is in the log."""

    def __init__(self, auth: object, error: BaseException) -> None:
        super().__init__(detail=type(error).__name__)
        self.auth = type(auth).__name__

    def what(self) -> str:
        return f"The sign-in {self.auth} of this program failed ({self.detail})."

    def next_step(self) -> str:
        return "See the log for the place."


@contextmanager
def guard_auth(auth: object) -> Iterator[None]:
    """Raise `AuthFailed` for whatever a foreign sign-in raises that is no `ApiError`."""
    try:
        yield
    except (Exception, SystemExit) as error:
        if isinstance(error, ApiError) or not is_foreign(type(auth)):
            raise
        log_failure(f"the sign-in {type(auth).__name__}", error)
        raise AuthFailed(auth, error) from error
