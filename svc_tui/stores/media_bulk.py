"""Bulk actions on files: one request a file, some at a time, and what became of each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from svc_tui.api.errors import ApiError, Unauthorized
from svc_tui.models.records import Id
from svc_tui.stores.action_terms import Outcome

AT_ONCE = 6
"""Requests of a bulk action in flight together (decisions 3: Bulk delete)."""


@dataclass(frozen=True)
class BulkResult:
    """What became of each file, in the order in which they were flagged."""

    label: str = ""
    """What was done, as a person says it: `Delete`."""
    outcomes: tuple[Outcome, ...] = ()
    problem: str | None = None

    def of(self, state: str) -> tuple[Outcome, ...]:
        """The outcomes that are `ok`, `failed` or `skipped`."""
        return tuple(outcome for outcome in self.outcomes if outcome.state == state)

    @property
    def summary(self) -> str:
        """The result in one line: `Delete: 6 ok, 4 failed`."""
        counts = ((state, len(self.of(state))) for state in ("ok", "failed", "skipped"))
        said = ", ".join(f"{count} {state}" for state, count in counts if count)
        return f"{self.label}: {said or 'nothing to do'}"


async def carried_out(
    label: str, titles: Mapping[Id, str], work: Callable[[Id], Awaitable[str | None]]
) -> BulkResult:
    """Do the work for each id; it gives the reason for which a file was skipped, or None.

    One that fails stops no other; where the session has ended, the rest is skipped.
    """
    gate = asyncio.Semaphore(AT_ONCE)
    ended: list[ApiError] = []

    async def one(media_id: Id, title: str) -> Outcome:
        async with gate:
            if ended:
                return Outcome(str(media_id), title, "skipped", "You are not signed in any more.")
            try:
                skipped = await work(media_id)
            except ApiError as error:
                ended.extend([error] if isinstance(error, Unauthorized) else [])
                return Outcome(str(media_id), title, "failed", str(error))
        return Outcome(str(media_id), title, "skipped" if skipped else "ok", skipped or "")

    outcomes = await asyncio.gather(*(one(*entry) for entry in titles.items()))
    return BulkResult(label, tuple(outcomes))
