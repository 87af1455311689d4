"""RowRun: write rows a few at a time, each once, and report each result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError, Unauthorized, Unreachable
from svc_tui.api.write_subject import about_write, new_run
from svc_tui.stores.listing.action_types import Outcome
from svc_tui.stores.runs.row_writers import RowResult, RowWork, RowWriter, WritesInOrder
from svc_tui.stores.runs.run_journal import RunJournal

if TYPE_CHECKING:
    from svc_tui.stores.history.write_log import WriteLog

AT_ONCE = 6
"""Maximum number of rows written at once."""


class RowRun:
    """A run over rows; with a journal, it can continue in another process.

    A row that an earlier process started is checked before anything is sent for it.
    """

    def __init__(
        self,
        works: Sequence[RowWork],
        writer: RowWriter,
        *,
        jobs: int = AT_ONCE,
        journal: RunJournal | None = None,
        tell: Callable[[RowWork, RowResult], object] = lambda work, result: None,
        log: WriteLog | None = None,
    ) -> None:
        self.works, self.writer = works, writer
        self.jobs = 1 if isinstance(writer, WritesInOrder) else jobs
        self.journal, self.tell, self._log = journal, tell, log
        self.name = journal.name if journal is not None else new_run()
        self.results: dict[int, RowResult] = dict(journal.ended) if journal is not None else {}
        """The result of each row, by its number."""
        self.why_stopped = ""
        """Why rows were not tried, in a sentence."""
        self.stopped_by: ApiError | None = None
        """The error that stopped it, if there was one."""
        self.interrupted = False
        """Whether it was stopped."""
        self._to_look_up = set(journal.began) if journal is not None else set[int]()

    @property
    def untried(self) -> list[RowWork]:
        """The rows for which nothing was sent."""
        return [work for n, work in enumerate(self.works) if n not in self.results]

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcome of every row; one that was not tried was skipped."""
        return tuple(self._outcome(n, work) for n, work in enumerate(self.works))

    def _outcome(self, number: int, work: RowWork) -> Outcome:
        if (one := self.results.get(number)) is not None:
            return Outcome(work.key, one.title or one.key, one.state, one.reason)
        why = f"It was not attempted. {self.why_stopped}".rstrip()
        return Outcome(work.key, work.title or work.key, "skipped", why, untried=True)

    def stop(self) -> None:
        """Start no more rows; running ones finish."""
        self.interrupted = True
        self.why_stopped = "The run was stopped."

    async def run(self, most: int | None = None) -> None:
        """Write the remaining rows, or the first `most` of them."""
        left = [n for n in range(len(self.works)) if n not in self.results]
        waiting = iter(left[:most])
        async with asyncio.TaskGroup() as group:
            for _ in range(max(1, self.jobs)):
                group.create_task(self._work_on(waiting))

    async def _work_on(self, waiting: Iterable[int]) -> None:
        for number in waiting:
            if self.why_stopped:
                return
            await self._one(number)

    async def _one(self, number: int) -> None:
        work, journal = self.works[number], self.journal
        result = None
        if number in self._to_look_up:
            result = await self.writer.look(work)
            entry = journal.noted.get(number) if journal is not None else None
            if entry and self._log and result is not None and result.state == "ok":
                self._log.add_found(entry, result.key)
        elif journal is not None and not self._noted(journal, number):
            return
        if result is None:
            note = partial(journal.note, number) if journal is not None else None
            with about_write(note=note):
                result = await self.writer.write(work)
        if isinstance(result.error, Unauthorized | Unreachable):
            self.why_stopped = self.why_stopped or f"{result.error}"
            self.stopped_by = self.stopped_by or result.error
            if journal is not None and result.state in ("failed", "unknown"):
                if result.state == "failed":
                    journal.give_back(number)
                return  # If the run continues, it is checked first.
        self.results[number] = result
        if journal is not None:
            try:
                journal.end(number, result)
            except OSError as error:
                self.why_stopped = _unkept(error)
        self.tell(work, result)

    def _noted(self, journal: RunJournal, number: int) -> bool:
        """Whether it is noted on disk that a row is about to be written; else nothing is sent."""
        try:
            journal.begin(number)
        except OSError as error:
            self.why_stopped = _unkept(error)
            return False
        return True


def _unkept(error: OSError) -> str:
    return f"The run can no longer be saved: {error.strerror or type(error).__name__}."
