"""What stands in the place of a handler that must not run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class UntrustedHandler:
    """A handler of a console file that nobody trusted yet; it is never imported."""

    why: str
    """Why it does not run, behind an `as`, and what to do."""

    async def __call__(self, context: object) -> None:
        """Refuse.

        Raises:
            PermissionError: always.
        """
        raise PermissionError(self.why)
