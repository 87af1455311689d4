"""The replacement of a handler that must not run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class UntrustedHandler:
    """A handler of an untrusted console file; it is never imported."""

    why: str
    """Why it does not run, following "can't run:", and what to do."""

    async def __call__(self, context: object) -> None:
        """Raise `PermissionError`."""
        raise PermissionError(self.why)
