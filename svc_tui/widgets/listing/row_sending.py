"""Send rows that were changed outside a form: reviewed, a few at a time, each compared."""

from __future__ import annotations

import os
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App

from svc_tui.api.write_subject import about_run
from svc_tui.stores.listing.action_types import CANARY
from svc_tui.stores.record.history_store import CollectedWrites, Write
from svc_tui.stores.runs.row_run import RowRun
from svc_tui.stores.runs.row_writers import RowWork, RowWriter
from svc_tui.stores.runs.run_journal import NOT_KEPT, JournalFailed, RunJournal, may_be_kept
from svc_tui.stores.runs.run_result import RunResult
from svc_tui.stores.session.snack_store import UNDONE
from svc_tui.stores.session.task_store import TaskResult
from svc_tui.stores.unavailable_reason import over_limit
from svc_tui.text import clean, plural
from svc_tui.widgets.listing.canary import wants_the_rest
from svc_tui.widgets.listing.list_labels import ListLabels
from svc_tui.widgets.listing.undo_hint import OnPage, tell_written
from svc_tui.widgets.tasks import doing, track_task

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource
    from svc_tui.widgets.listing.review_dialog import ReviewedRows


class SendingHost(OnPage, Protocol):
    """The page from which records are written."""

    @property
    def svc(self) -> Svc:
        """The services."""

    @property
    def app(self) -> App[Any]:
        """The app."""

    def ask(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run something that outlives the page."""


class SentRows:
    """One run as it is shown: its name, its rows, and the result of each so far."""

    def __init__(self, verb: str, rows: RowRun, in_history: int = 0) -> None:
        self.verb, self.rows = verb, rows
        self.in_history = in_history
        """The number of the run in the history, which a retry continues; 0 for none yet."""
        self.undoable = False
        """Whether anything that it wrote can be undone."""

    @property
    def title(self) -> str:
        """`Edit 12 rows`."""
        return f"{self.verb} {plural(len(self.rows.works), 'row', 'rows')}"

    @property
    def progress(self) -> str:
        """`3 of 12`."""
        return f"{len(self.rows.results):,} of {len(self.rows.works):,}"

    @property
    def result(self) -> RunResult:
        """The result of each row, and why some were not tried."""
        rows, journal = self.rows, self.rows.journal
        problem = rows.why_stopped if rows.untried else ""
        if problem and journal is not None:
            problem += f" `svc-tui resume {journal.name}` also continues it."
        elif problem:
            problem = f"{problem} {_unkept(rows.works)}".rstrip()
        return RunResult(self.verb, rows.outcomes, problem or None)

    @property
    def left(self) -> list[RowWork]:
        """The rows that failed or were not tried."""
        pairs = zip(self.rows.works, self.rows.outcomes, strict=True)
        return [work for work, outcome in pairs if outcome.left]


class RowSending:
    """Reviews and writes rows of one resource, changed or new; one run at a time."""

    def __init__(
        self,
        host: SendingHost,
        svc: Svc,
        resource: Resource,
        labels: Callable[[], ListLabels],
        sent: Callable[[RunResult], object],
        key_field: str = "",
    ) -> None:
        self.host, self.svc, self.resource = host, svc, resource
        """The page; and where rows are written, which may be another profile."""
        self._key_field = key_field
        """The key by which a record is found that may have been created."""
        self._labels, self._sent = labels, sent
        self.run: SentRows | None = None
        """The run that is under way."""

    @property
    def running(self) -> bool:
        """Whether rows are being written."""
        return self.run is not None

    @property
    def running_words(self) -> str:
        """The reason why nothing else can start now; "" if nothing is running."""
        if self.run is None:
            return ""
        return f"{self.run.verb} is still running. Wait for it, or press Esc to stop it."

    def stop(self) -> bool:
        """Start no more rows; False if nothing is running."""
        if self.run is None:
            return False
        self.run.rows.stop()
        return True

    async def review(self, verb: str, works: Sequence[RowWork], note: str = "") -> bool:
        """Show every change, and send what is wanted; False where nothing was sent.

        `note` is a sentence on all of them.
        """
        # Imported with the first send: no list waits for the form's field types.
        from svc_tui.widgets.form.given_values import refused_row
        from svc_tui.widgets.listing.review_dialog import ReviewDialog

        svc, limit = self.svc, self.svc.config.max_rows
        if much := over_limit(len(works), limit):
            svc.snack.show(f"Nothing was sent. {much}", "warning", 8)
            return False
        if (refused := await refused_row(svc, self.resource, works)) is not None:
            named = clean(refused.work.title or refused.work.key)
            svc.snack.show(f"Nothing was sent. {named}: {refused.why}", "warning", 10)
            return False
        cap = f"At most {limit:,} at once." if limit is not None else ""
        note = " ".join(filter(None, (note, cap, _unkept(works))))
        writer = writer_of_rows(svc, self.resource, works, self._key_field)
        dialog = ReviewDialog(verb, works, writer, self._labels(), note=note)
        with doing(svc, lambda: f"{verb}: {plural(len(works), 'row', 'rows')} not sent yet."):
            decided: ReviewedRows | None = await self.host.app.push_screen_wait(dialog)
        if decided is None or not await self._sure(verb, decided.works):
            return False
        await self.send(verb, decided.works, canary=decided.canary)
        return True

    async def _sure(self, verb: str, works: Sequence[RowWork]) -> bool:
        """Ask for the word of a protected backend."""
        word = self.svc.confirm.word
        if word is None:
            return True
        what = plural(len(works), "row", "rows")
        return await self.svc.confirm.ask(
            f"{verb}: send {what} to {word}?", confirm_text="Send", must_type=word
        )

    async def send(
        self,
        verb: str,
        works: Sequence[RowWork],
        *,
        canary: bool = False,
        kept: RunJournal | None = None,
        in_history: int = 0,
    ) -> None:
        """Write rows, and show each result; unfinished ones can be retried.

        `kept` is an interrupted run to continue: rows begun in it are checked first. `in_history`
        is the run of the history that is continued, so that one undo reverts all of it.
        """
        if self.running:
            self.svc.snack.show(self.running_words, "warning", 6)
            return
        try:
            journal = kept or self._journal(verb, works)
        except JournalFailed as error:
            self.svc.snack.show(str(error), "error", 8)
            return
        own = CollectedWrites()
        writer = writer_of_rows(self.svc, self.resource, works, self._key_field, own)
        rows = RowRun(works, writer, journal=journal, log=self.svc.write_log)
        run = self.run = SentRows(verb, rows, in_history)
        try:
            with self._as_task(run):
                if canary:
                    await rows.run(CANARY)
                    await self._after_canary(rows)
                await rows.run()
        finally:
            self.svc.snack.withdraw(self.running_words)
            self.run = None
            run.undoable = self._remember(run, own.writes)
            if journal is not None:
                journal.close() if rows.untried else journal.remove()
        self._tell(run)

    @contextmanager
    def _as_task(self, run: SentRows) -> Iterator[None]:
        """Show a run as a task that can be stopped, and name it beside each of its writes."""
        rows = run.rows
        with (
            doing(self.svc, lambda: f"{run.title}: {run.progress}. The rest won't be sent."),
            track_task(
                self.svc, run.title, lambda: run.progress, rows.stop, lambda: self._ending(run)
            ),
            about_run(run.verb, len(rows.works), rows.name),
        ):
            yield

    def _ending(self, run: SentRows) -> TaskResult:
        result = run.result
        bad = result.of("failed") or result.of("unknown") or not result.all_tried
        again = partial(self._again, run) if run.left else None
        look = partial(self._show, run)
        return TaskResult(result.summary, "failed" if bad else "done", again, look)

    def _journal(self, verb: str, works: Sequence[RowWork]) -> RunJournal | None:
        """Save a run of several rows, so that `svc-tui resume` can continue it."""
        from svc_tui.stores.runs.run_kinds import kind_of

        if not may_be_kept(works):
            return None
        config, user = self.svc.config, self.svc.auth.user
        header = {
            "verb": verb,
            "resource": self.resource.name,
            "base_url": config.base_url,
            "account": user.name if user else "",
            "cwd": os.getcwd(),
            "config": None,
            "profile": config.profile,
            "url": config.base_url if config.profile is None else None,
            "dialect": config.dialect,
            "openapi": None,
            "user": config.user,
            "kind": kind_of(works),
            "key_field": self._key_field,
        }
        return RunJournal.create(self.svc.state_dir / "runs", header, works)

    async def _after_canary(self, rows: RowRun) -> None:
        if rows.why_stopped:
            return
        if not await wants_the_rest(self.svc.confirm, rows.outcomes, len(rows.untried)):
            rows.stop()

    def _remember(self, run: SentRows, writes: Sequence[Write]) -> bool:
        """Record the writes of a run as one, so that one undo reverts them all.

        True if any of them can be undone.
        """
        history = self.svc.history
        if writes and (run.in_history or len(run.rows.works) > 1):
            number = run.in_history = run.in_history or history.new_run()
            count = len(writes) + sum(one.run == number for one in history.state.writes)
            writes = [replace(one, run=number, rows=count, action=run.verb) for one in writes]
        return any(one.obstacle is None for one in history.add_all(writes))

    def _tell(self, run: SentRows) -> None:
        """Report that all was written, or show the result of each row."""
        result, here = run.result, self.svc is self.host.svc
        if run.undoable and here:
            self.svc.snack.end(UNDONE)  # From now on, u undoes this.
        self._sent(result)
        if result.needs_no_reading:
            undoable = run.undoable and here
            tell_written(self.svc, result.summary, self.host, undoable=undoable)
        else:
            self._show(run)

    def _show(self, run: SentRows) -> None:
        """Show the result of each row, from where unfinished ones can be retried."""
        from svc_tui.widgets.listing.results import ResultSheet

        def closed(retry: bool | None) -> None:
            if retry:
                self._again(run)

        self.host.app.push_screen(ResultSheet(run.result), closed)

    def _again(self, run: SentRows) -> None:
        """Send the rows that are left, or continue the run that was kept."""
        if self.running:
            self.svc.snack.show(self.running_words, "warning", 6)
            return
        journal = run.rows.journal
        if journal is None or run.result.all_tried:
            self.host.ask(self.send(run.verb, run.left, in_history=run.in_history))
            return
        try:  # Another console may have resumed it.
            kept = RunJournal.open(journal.path)
        except JournalFailed as error:
            self.svc.snack.show(f"Nothing was sent. {error}", "warning", 8)
            return
        kept.forget_failed()
        again = self.send(run.verb, kept.works, kept=kept, in_history=run.in_history)
        self.host.ask(again)


def writer_of_rows(
    svc: Svc,
    resource: Resource,
    works: Sequence[RowWork],
    key_field: str = "",
    history: Any = None,
) -> RowWriter:
    """Return what changes and creates these records as their form does."""
    # With all rules of a form, which a list only needs when rows are sent.
    from svc_tui.stores.runs.run_kinds import RunRecords, kind_of, writer_of_records
    from svc_tui.widgets.record.opening import record_opener, source_of

    opener, source = record_opener(svc, resource, history), source_of(svc, resource)
    return writer_of_records(kind_of(works), RunRecords(opener, source, key_field))


def _unkept(works: Sequence[RowWork]) -> str:
    """Return that a run can't be resumed; "" where it can, or is a single row."""
    return "" if len(works) < 2 or may_be_kept(works) else NOT_KEPT
