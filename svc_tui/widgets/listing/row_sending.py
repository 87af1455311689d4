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
from svc_tui.stores.listing.staged_store import SendResult
from svc_tui.stores.record.history_store import CollectedWrites, Write
from svc_tui.stores.runs.row_run import RowRun
from svc_tui.stores.runs.row_writers import CreateRows, PutRows, RowWork, RowWriter, UpdateRows
from svc_tui.stores.runs.run_journal import NOT_KEPT, JournalFailed, RunJournal, may_be_kept
from svc_tui.stores.session.task_store import TaskResult
from svc_tui.stores.unavailable_reason import over_limit
from svc_tui.text import clean, plural
from svc_tui.widgets.listing.canary import wants_the_rest
from svc_tui.widgets.listing.list_labels import ListLabels
from svc_tui.widgets.tasks import doing, track_task

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource
    from svc_tui.widgets.listing.review_dialog import ReviewedRows


class SendingHost(Protocol):
    """The page whose records are written."""

    @property
    def app(self) -> App[Any]:
        """The app."""

    def ask(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run something that outlives the page."""


class RowSending:
    """Reviews and writes rows of one resource; one run at a time."""

    def __init__(
        self,
        host: SendingHost,
        svc: Svc,
        resource: Resource,
        labels: Callable[[], ListLabels],
        sent: Callable[[SendResult], object],
        key_field: str = "",
    ) -> None:
        self.host, self.svc, self.resource = host, svc, resource
        self._key_field = key_field
        """The key by which a record is found that may have been created."""
        self._labels, self._sent = labels, sent
        self.run: RowRun | None = None
        """The run that is under way."""
        self.verb = ""
        """The name of the last run."""

    @property
    def running(self) -> bool:
        """Whether rows are being written."""
        return self.run is not None

    @property
    def running_words(self) -> str:
        """The reason why nothing else can start now."""
        return f"{self.verb} is still running. Wait for it, or press Esc to stop it."

    def stop(self) -> bool:
        """Start no more rows; False if nothing is running."""
        if self.run is None:
            return False
        self.run.stop()
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
        writer = writer_of_rows(svc, self.resource, self._key_field)
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
    ) -> None:
        """Write rows, and show each result; unfinished ones can be retried.

        `kept` is an interrupted run to continue: rows begun in it are checked first.
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
        writer = writer_of_rows(self.svc, self.resource, self._key_field, own)
        run = self.run = RowRun(works, writer, journal=journal, log=self.svc.write_log)
        self.verb = verb
        result = SendResult(name=verb)
        try:
            with self._as_task(run, journal, lambda: self._ending(result, works, journal)):
                if canary:
                    await run.run(CANARY)
                    await self._after_canary(run)
                await run.run()
                result = self._result(verb, run, journal)
        finally:
            self.run = None
            self.svc.snack.withdraw(self.running_words)
            self._remember(verb, own.writes)
            if journal is not None:
                journal.close() if run.untried else journal.remove()
        self._tell(result, works, journal)

    def _ending(
        self, result: SendResult, works: Sequence[RowWork], journal: RunJournal | None
    ) -> TaskResult:
        bad = result.of("failed") or result.of("unknown") or not result.all_tried
        again = partial(self._again, result, works, journal) if _left(result) else None
        look = partial(self._show, result, works, journal)
        return TaskResult(result.summary, "failed" if bad else "done", again, look)

    @contextmanager
    def _as_task(
        self, run: RowRun, journal: RunJournal | None, ending: Callable[[], TaskResult]
    ) -> Iterator[None]:
        """Show a run as a task that can be stopped, and name it beside each of its writes."""
        title = f"{self.verb} {plural(len(run.works), 'row', 'rows')}"
        with (
            doing(self.svc, lambda: f"{title}: {self.progress}. The rest won't be sent."),
            track_task(self.svc, title, lambda: self.progress, run.stop, ending),
            about_run(self.verb, len(run.works), run.name),
        ):
            yield

    @property
    def progress(self) -> str:
        """The progress of the run."""
        run = self.run
        return f"{len(run.results):,} of {len(run.works):,}" if run is not None else ""

    def _journal(self, verb: str, works: Sequence[RowWork]) -> RunJournal | None:
        """Save a run of several rows, so that `svc-tui resume` can continue it."""
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
            "kind": "put" if any(one.new for one in works) else "update",
            "key_field": self._key_field,
        }
        return RunJournal.create(self.svc.state_dir / "runs", header, works)

    async def _after_canary(self, run: RowRun) -> None:
        if run.why_stopped:
            return
        if not await wants_the_rest(self.svc.confirm, run.outcomes, len(run.untried)):
            run.stop()

    def _result(self, verb: str, run: RowRun, journal: RunJournal | None) -> SendResult:
        problem = run.why_stopped if run.untried else ""
        if problem and journal is not None:
            problem += f" `svc-tui resume {journal.name}` also continues it."
        elif problem:
            problem = f"{problem} {_unkept(run.works)}".rstrip()
        return SendResult(run.outcomes, problem or None, verb)

    def _remember(self, verb: str, writes: Sequence[Write]) -> None:
        """Record the writes of a run as one, so that one undo reverts them all."""
        history = self.svc.history
        if len(writes) < 2:
            history.add_all(writes)
            return
        run = history.new_run()
        history.add_all(replace(one, run=run, rows=len(writes), action=verb) for one in writes)

    def _tell(
        self, result: SendResult, works: Sequence[RowWork], journal: RunJournal | None
    ) -> None:
        self._sent(result)
        if result.all_done:
            self.svc.snack.show(result.summary, "success")
            return
        self._show(result, works, journal)

    def _show(
        self, result: SendResult, works: Sequence[RowWork], journal: RunJournal | None
    ) -> None:
        """Show the result of each row, from where unfinished ones can be retried."""
        from svc_tui.widgets.listing.results import ResultSheet

        def closed(retry: bool | None) -> None:
            if retry:
                self._again(result, works, journal)

        self.host.app.push_screen(ResultSheet(result), closed)

    def _again(
        self, result: SendResult, works: Sequence[RowWork], journal: RunJournal | None
    ) -> None:
        if self.running:
            self.svc.snack.show(self.running_words, "warning", 6)
            return
        if journal is None or result.all_tried:
            left = _left(result)
            self.host.ask(self.send(result.name, [work for work in works if work.key in left]))
            return
        try:  # Another console may have resumed it.
            kept = RunJournal.open(journal.path)
        except JournalFailed as error:
            self.svc.snack.show(f"Nothing was sent. {error}", "warning", 8)
            return
        kept.forget_failed()
        self.host.ask(self.send(result.name, kept.works, kept=kept))


def writer_of_rows(
    svc: Svc, resource: Resource, key_field: str = "", history: Any = None
) -> RowWriter:
    """Return what changes records as their form does; with a key field, it creates them, too."""
    # With all rules of a form, which a list only needs when rows are sent.
    from svc_tui.widgets.record.opening import record_opener, source_of

    opener = record_opener(svc, resource, history)
    if not key_field:
        return UpdateRows(opener)
    create = CreateRows(opener, source=source_of(svc, resource), key_field=key_field)
    return PutRows(UpdateRows(opener), create)


def _unkept(works: Sequence[RowWork]) -> str:
    """Return that a run can't be resumed; "" where it can, or is a single row."""
    return "" if len(works) < 2 or may_be_kept(works) else NOT_KEPT


def _left(result: SendResult) -> set[str]:
    return {one.key for one in result.outcomes if one.left}
