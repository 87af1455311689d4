"""Bulk actions on files: one request per file, some at a time, with a result for each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from svc_tui.api.errors import ApiError, Unauthorized, Unreachable
from svc_tui.models.records import Id
from svc_tui.stores.listing.action_types import CALLED_OFF, CANARY, Outcome, State, counted
from svc_tui.stores.record.write_result import CheckedWriteError

AT_ONCE = 6
"""Maximum number of concurrent requests of a bulk action."""

Work = Callable[[Id], Awaitable[str | None]]
"""The action on one file; returns why it was skipped, or None."""


class BulkRun:
    """A running bulk action: its progress, and a way to cancel it."""

    def __init__(self) -> None:
        self.tell: Callable[[], object] = lambda: None
        """Called at each step."""
        self.done = 0
        """Number of finished files, whatever the result."""
        self.total = 0
        self.called_off = False
        self.after_canary: Callable[[Sequence[Outcome], int], Awaitable[bool]] | None = None
        """Asks, with the results of the first files, whether to do the rest."""

    @property
    def progress(self) -> str:
        """`3 of 12`."""
        end = ", stopping" if self.called_off else ""
        return f"{self.done:,} of {self.total:,}{end}"

    def call_off(self) -> None:
        """Send no more requests; running ones are awaited, as they may be done already."""
        self.called_off = True
        self.tell()

    def step(self) -> None:
        self.done += 1
        self.tell()


@dataclass(frozen=True)
class BulkResult:
    """The outcome of each file, in the order of marking."""

    label: str = ""
    """The name of the action: `Delete`."""
    outcomes: tuple[Outcome, ...] = ()
    problem: str | None = None
    left: tuple[Id, ...] = ()
    """The files that stay marked: failed, untried and unknown ones. A retry leaves out the last."""
    failed: Mapping[Id, str] = field(default_factory=dict)
    """The files that failed, with their titles."""
    untried: Mapping[Id, str] = field(default_factory=dict)
    """Untried files with their titles, as it was cancelled or the backend stopped answering."""

    @property
    def again(self) -> Mapping[Id, str]:
        """The files for a retry."""
        return {**self.failed, **self.untried}

    def of(self, state: str) -> tuple[Outcome, ...]:
        """Return the outcomes that are `ok`, `failed`, `skipped` or `unknown`."""
        return tuple(outcome for outcome in self.outcomes if outcome.state == state)

    @property
    def summary(self) -> str:
        """The result in one line: `Delete: 6 ok, 4 failed`."""
        return f"{self.label}: {counted(self.outcomes) or 'nothing to do'}"


async def run_bulk(label: str, titles: Mapping[Id, str], work: Work, run: BulkRun) -> BulkResult:
    """Do the work for each id.

    A failure stops no others; if the session ends, the server stops answering, or the run is
    cancelled, the rest are skipped.
    """
    gate = asyncio.Semaphore(AT_ONCE)
    ended: list[ApiError] = []
    untried: set[Id] = set()
    run.total = len(titles)

    async def one(media_id: Id, title: str) -> Outcome:
        key = str(media_id)
        async with gate:
            if ended or run.called_off:
                untried.add(media_id)
                why = f"It was not attempted. {ended[0].what()}" if ended else CALLED_OFF
                return Outcome(key, title, "skipped", why, untried=True)
            try:
                skipped = await work(media_id)
            except ApiError as error:
                cause = error.cause if isinstance(error, CheckedWriteError) else error
                ended.extend([cause] if isinstance(cause, Unauthorized | Unreachable) else [])
                state: State = "unknown" if error.may_have_been_applied else "failed"
                return Outcome(key, title, state, str(error))
            finally:
                run.step()
        return Outcome(key, title, "skipped" if skipped else "ok", skipped or "")

    entries = list(titles.items())
    first = CANARY if run.after_canary is not None else len(entries)
    outcomes = await asyncio.gather(*(one(*entry) for entry in entries[:first]))
    if run.after_canary is not None and not (ended or run.called_off):
        run.called_off = not await run.after_canary(outcomes, len(entries) - first)
    outcomes += await asyncio.gather(*(one(*entry) for entry in entries[first:]))
    return _result(label, titles, outcomes, untried)


def _result(
    label: str, titles: Mapping[Id, str], outcomes: Sequence[Outcome], untried: Collection[Id]
) -> BulkResult:
    """Return what became of each id, and which of them are left to try again."""
    failed = {
        media_id: title
        for (media_id, title), outcome in zip(titles.items(), outcomes, strict=True)
        if outcome.state == "failed"
    }
    unknown = {outcome.key for outcome in outcomes if outcome.state == "unknown"}
    left = tuple(one for one in titles if one in failed or one in untried or str(one) in unknown)
    waiting = {media_id: titles[media_id] for media_id in left if media_id in untried}
    return BulkResult(label, tuple(outcomes), left=left, failed=failed, untried=waiting)
