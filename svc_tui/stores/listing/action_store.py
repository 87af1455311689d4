"""Actions on the marked rows, with an outcome for each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.message import Message

from svc_tui.api.errors import ApiError
from svc_tui.api.write_subject import about_write, new_run, subject_of_write
from svc_tui.models.records import wire_id
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.listing.action_history import unremembered, writes_of_action
from svc_tui.stores.listing.action_runner import WHOLE, Gate, Report, run_action
from svc_tui.stores.listing.action_types import (
    CANARY,
    DELETE,
    MANY,
    Action,
    ActionCancelled,
    ActionContext,
    Asker,
    DeleteAction,
    Outcome,
    State,
    counted,
    has_canary,
    lacking,
    name_of,
    selection_problem,
    selection_query,
    typed_count,
)
from svc_tui.stores.listing.field_notes import MOST_NOTED, FieldNotes, declared
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.page_reader import PageReader, keys_of
from svc_tui.stores.listing.row_sources import RowSource, ServerSource, unknown_match
from svc_tui.stores.listing.selection import FrozenQuery, Selection
from svc_tui.stores.record.batch_undo import BatchUndo
from svc_tui.stores.record.history_store import HistoryStore
from svc_tui.stores.record.unreturned import ValuesNotKept
from svc_tui.stores.record.write_result import LOOK
from svc_tui.stores.rows import Row, as_row, key_of, row_name
from svc_tui.text import plural

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.models.fields import FieldDescriptor

__all__ = [
    "DELETE",
    "MANY",
    "WHOLE",
    "Action",
    "ActionContext",
    "ActionState",
    "ActionStore",
    "Outcome",
    "lacking",
    "selection_query",
    "typed_count",
]


LOG = logging.getLogger("svc_tui")

NOTHING_DONE = "Nothing was done."
"""The problem of an action whose form was closed."""

STILL_LISTED = f"The server confirmed the deletion, but still lists the record. {LOOK}"
"""Why a deleted row is called unknown."""

HELD_FOR = 2.0
"""Seconds to wait for running rows before a question, so that its numbers are right."""

STOPPED_IN = 30.0
"""Seconds that the end of the program waits for running rows."""

HANDLER_STOPPED_IN, HANDLER_ENDS_IN = 5.0, 2.0
"""Seconds that it waits for a handler, before and after it is cancelled."""


@dataclass(frozen=True)
class ActionState:
    """The progress of an action, and the outcome of each row."""

    action: Action | None = None
    total: int = 0
    running: bool = False
    cancelling: bool = False
    """Whether it was cancelled: running rows finish, the rest are skipped."""
    order: tuple[str, ...] = ()
    """The rows of the action, in the order of the selection."""
    results: Mapping[str, Outcome] = field(default_factory=dict)
    problem: str | None = None
    """Why nothing was done, in a sentence."""
    progress: tuple[int, int] | None = None
    """The progress that a handler reports: done and total."""
    slow: bool = False
    """Whether a handler has reported nothing for some seconds."""
    inferred: bool = False
    """Whether the rows count as done because a handler's changes were confirmed, while it reported
    none of them."""
    retries: int = 0
    """The number of retries of the remaining rows."""
    settled: frozenset[str] = frozenset()
    """The rows that are not tried again by this retry."""

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes so far, in the order of the selection."""
        return tuple(self.results[key] for key in self.order if key in self.results)

    @property
    def done(self) -> int:
        """The number of finished rows, whatever their outcome."""
        return len(self.results)

    def of(self, state: str) -> tuple[Outcome, ...]:
        """Return the outcomes that are `ok`, `failed`, `skipped` or `unknown`."""
        return tuple(outcome for outcome in self.outcomes if outcome.state == state)

    @property
    def finished_keys(self) -> tuple[str, ...]:
        """The rows that can be unmarked; failed and untried ones stay marked."""
        return tuple(one.key for one in self.outcomes if one.state == "ok" or one.gone)

    @property
    def left(self) -> tuple[Outcome, ...]:
        """The rows to retry: failed and untried ones.

        Unknown ones are not included: sent again, a change could be made twice.
        """
        return tuple(one for one in self.outcomes if one.left)

    @property
    def summary(self) -> str:
        """The result in one line: `Publish: 6 ok, 4 failed`.

        That of a retry counts its own rows, then all: `Publish (retry 1): 3 ok, 9 of 10 done`.
        """
        label = name_of(self.action) if self.action else "Action"
        again = f" (retry {self.retries})" if self.retries else ""
        same = self.action.never_changed if isinstance(self.action, BatchUndo) else 0
        besides = f", {same:,} had nothing to undo" if same else ""
        tried = [one for one in self.outcomes if one.key not in self.settled]
        done = counted(tried) or self.problem or "nothing to do"
        if tried and self.settled and WHOLE not in self.order:
            done += f", {len(self.of('ok')):,} of {self.total:,} done"
        unseen = " (not reported row by row)" if self.inferred else ""
        return f"{label}{again}: {done}{besides}{unseen}"

    @property
    def needs_no_reading(self) -> bool:
        """Whether its summary says all: every row is ok, and none has a note to read."""
        plain = all(one.state == "ok" and not one.reason for one in self.outcomes)
        return plain and not self.problem


class RowsIncomplete(ApiError):
    """Pages overlap or move, so some rows came twice or not at all."""

    def what(self) -> str:
        return f"Only {self.detail} matching records could be identified."

    def next_step(self) -> str:
        return "Sort the list by a unique column, then mark everything again."


class ActionStore(Store[ActionState]):
    """Runs one action at a time over a selection."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """A row finished, or the action began or ended."""

        state: ActionState

    @dataclass
    class Completed(Message, bubble=False):
        """The action ended, with any result."""

        state: ActionState

    @dataclass
    class ReportedLate(Message, bubble=False):
        """A handler reported on a row after its action had ended."""

        action: Action
        outcome: Outcome

    def __init__(
        self,
        source: RowSource | Crud[Any],
        *,
        lookup: str = "id",
        title_field: str | None = None,
        title: Callable[[Row], str] | None = None,
        history: HistoryStore | None = None,
        base: str = "",
    ) -> None:
        super().__init__(ActionState())
        self.history = history
        """The history of the user's changes."""
        self.base = base
        """The path under which records are opened."""
        self.source = source if isinstance(source, RowSource) else ServerSource(source)
        self.lookup = lookup
        self.title = title or (lambda row: row_name(row, lookup, title_field))
        self.after_canary: Callable[[Sequence[Outcome], int], Awaitable[bool]] | None = None
        """Asks, with the results of the first rows, whether to do the rest."""
        self.asker: Asker | None = None
        """Shows the form of a handler that asks."""
        self.error: ApiError | None = None
        """The error of the last request of the last run; None if it succeeded."""
        self._report: Report | None = None
        self._inputs: Mapping[str, Any] = {}
        self._selection = Selection()
        self._query = ListQuery()
        self._rows: Mapping[str, Row] = {}
        self._gate, self._over = Gate(), asyncio.Event()
        self._run_of_history = self._written = 0
        """The number of the current run in the history, and of the rows it wrote so far."""
        self._run_in_log = ""
        self._canary = False

    @property
    def crud(self) -> Crud[Any] | None:
        """The collection behind the rows; None for given rows."""
        return getattr(self.source, "crud", None)

    async def run(
        self,
        action: Action,
        selection: Selection,
        *,
        query: ListQuery | None = None,
        inputs: Mapping[str, Any] | None = None,
        canary: bool = False,
    ) -> ActionState:
        """Run an action and return the state at its end; does nothing while another one runs.

        With `canary`, a few rows are done first, and `after_canary` is asked about the rest.

        If everything is selected, the records are counted again first, and nothing is done if their
        number has changed.
        """
        if self.state.running:
            return self.state
        self._selection, self._query = selection, query or ListQuery()
        self._inputs = inputs or {}
        self._canary = canary and has_canary(action, selection)
        self._run_of_history = self._written = 0
        self._run_in_log = subject_of_write().run or new_run()
        return await self._run(action, selection, {})

    async def retry_failed(self) -> ActionState:
        """Run the same action for the rows that failed or were not tried."""
        action, rows = self.state.action, self.failed_rows
        if action is None or not self.state.left or self.state.running:
            return self.state
        selection = Selection(rows) if rows else self._selection
        before = {one.key: one for one in self.state.outcomes}
        return await self._run(action, selection, before)

    @property
    def failed_rows(self) -> Mapping[str, Row]:
        """Return the rows that failed or were not tried, by key.

        Empty if everything failed as one.
        """
        keys = [one.key for one in self.state.left if one.key != WHOLE]
        return {key: self._rows.get(key) or {self.lookup: wire_id(key)} for key in keys}

    def cancel(self) -> None:
        """Send no more requests; wait for those in progress, which may have been applied.

        Called again, it stops the handler; its unreported rows are unknown.
        """
        if self.state.cancelling and (handler := self._handler) is not None:
            handler.cancel()
            if self._report is not None:
                asyncio.get_running_loop().call_later(HANDLER_ENDS_IN, self._report.give_up)
        if self.state.running:
            self.change(cancelling=True)

    async def hold(self) -> None:
        """Start no more rows, and wait a moment for the running ones."""
        self._gate.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(HELD_FOR):
                await self._gate.wait_idle()

    def go_on(self) -> None:
        """Allow rows to start again."""
        self._gate.open()

    async def stop(self) -> str:
        """Send no more requests, wait for running ones, and report the rows."""
        self.cancel()
        self._gate.open()
        await self._ended_within(HANDLER_STOPPED_IN if self._handler else STOPPED_IN)
        if self.state.running and (handler := self._handler) is not None:
            handler.cancel()
            await self._ended_within(HANDLER_ENDS_IN)
            if self._report is not None:  # After a sign-out, the console would wait for it.
                self._report.give_up()
        if not self.state.running:
            return self.state.summary
        rest = (key for key in self.state.order if key not in self.state.results)
        unknown = {key: Outcome(key, key, "unknown") for key in rest}
        state = replace(self.state, results={**self.state.results, **unknown})
        return f"{state.summary}. It was stopped midway: check the unknown rows."

    async def _ended_within(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._over.wait()

    @property
    def _handler(self) -> asyncio.Future[Any] | None:
        """The handler, while it runs."""
        handler = self._report.handler if self._report is not None else None
        return handler if handler is not None and not handler.done() else None

    @property
    def undoable(self) -> bool:
        """Whether the rows of the last run can be restored."""
        if self.history is None or not self._run_of_history:
            return False
        writes = [one for one in self.history.state.writes if one.run == self._run_of_history]
        return any(one.obstacle is None for one in writes)

    def reset(self) -> None:
        """Forget the last result."""
        if not self.state.running:
            self.change(**vars(ActionState()))

    async def _run(
        self, action: Action, selection: Selection, before: Mapping[str, Outcome]
    ) -> ActionState:
        self._over.clear()
        retries = self.state.retries + 1 if before else 0
        self.change(**vars(ActionState(action, len(selection), running=True, retries=retries)))
        problem = None if before else selection_problem(action, selection)
        if problem is None and action.request and self.crud is None:
            problem = f"{name_of(action)} needs a backend, but these rows have none."
        try:
            problem = problem or await self._counted_again(selection)
            if problem is None:
                await self._carry_out(action, selection, before)
        except ActionCancelled:
            problem = NOTHING_DONE
        except ApiError as error:
            problem = f"Nothing was done. {error}"
        finally:
            self._report = None
            self.change(running=False, cancelling=False, problem=problem)
            self._over.set()
        self.publish(self.Completed(self.state))
        return self.state

    async def _counted_again(self, selection: Selection) -> str | None:
        """Return why "everything" is not what was chosen; None if it is."""
        frozen = selection.everything
        if frozen is None:
            return None
        if why := await unknown_match(self.source, frozen.query):
            return f"Nothing was done: {why}."
        count = await self.source.count(frozen.query)
        if count == frozen.count:
            if not count:
                return "Nothing was done: no record matches."
            return await self._compared_again(frozen)
        now = f"{count:,} {'record matches' if count == 1 else 'records match'}"
        return (
            f"Nothing was done: {now} now instead of {frozen.count:,}. Check the list, then mark "
            "all again."
        )

    async def _compared_again(self, frozen: FrozenQuery) -> str | None:
        """Return why other records match than before; None if they are the same."""
        if frozen.keys is None:
            return None
        now = await keys_of(self.source, frozen.query, frozen.count, self.lookup)
        if now == frozen.keys:
            return None
        if now is None:
            what = "the matching records could not be compared with those you marked"
        else:
            others = plural(len(now - frozen.keys), "is new", "are new")
            what = f"the matching records have changed ({others})"
        return f"Nothing was done: {what}. Check the list, then mark all again."

    async def _carry_out(
        self, action: Action, selection: Selection, before: Mapping[str, Outcome]
    ) -> None:
        rows = self._rows = await self._target_rows(action, selection)
        titles = {key: self.title(row) for key, row in rows.items()}
        others = {key: one for key, one in before.items() if not one.left}
        order = tuple(dict.fromkeys([*before, *rows]))
        self.change(total=len(order), order=order, results=others, settled=frozenset(others))
        answers: dict[str, Row] = {}
        report = self._report = self._report_on(action, selection, titles, answers)
        about = about_write(
            run=self._run_in_log,
            action=action.label,
            action_id=action.id,
            secrets=unremembered(action),
        )
        context = self._context(selection, report)
        notes = await self._notes(action, rows, report)
        try:
            with about:
                if await self._canary_passes(action, rows, report):
                    left = {key: row for key, row in rows.items() if key not in report.done}
                    if action.handler is not None and report.done:
                        context = self._context(Selection(left), report)
                    await run_action(action, self.source, context, left, report)
                if isinstance(action, DeleteAction) and report.end is None:
                    await self._look_in_list(report)
        finally:
            self.error = context.crud.sent.error if context.crud is not None else None
            report.skip_rest("It was not attempted.")
            report.late = partial(self._tell_late, action)
            self.change(inferred=report.inferred)
            through = [one for one in self.state.outcomes if one.key not in others]
            if notes is not None:
                await notes.read_after(one.key for one in through if one.state != "skipped")
                self._check_kept((one for one in through if one.state == "ok"), notes)
                through = [one for one in self.state.outcomes if one.key not in others]
            self._remember(action, through, answers, report.logged, notes)
            self.source.changed()

    def _report_on(
        self, action: Action, selection: Selection, titles: dict[str, str], answers: dict[str, Row]
    ) -> Report:
        """Return the report that an action fills in; what rows answer goes into `answers`."""
        keep = partial(self._keep, action, answers)
        report = Report(titles, self._tell, keep=keep, gate=self._gate)
        report.called_off = lambda: self.state.cancelling or report.late is not None
        report.slow = lambda: self.change(slow=not self.state.progress and not report.named)
        if selection.everything is not None:
            report.count = selection.everything.count
        return report

    async def _look_in_list(self, report: Report) -> None:
        """Doubt deletions of rows that the page still lists; undo would create them twice."""
        done = [one.key for one in self.state.of("ok") if one.key in report.titles]
        if not done:
            return
        with suppress(ApiError):
            page = await self.source.ask(self._query)
            listed = {key_of(as_row(row), self.lookup) for row in page.results}
            for key in done:
                if key in listed:
                    report.unknown(key, STILL_LISTED)

    async def _notes(
        self, action: Action, rows: Mapping[str, Row], report: Report
    ) -> FieldNotes | None:
        """Read the fields that an action declares; None for none, or for too many rows."""
        fields, crud = declared(action), self.crud
        if self.history is None or crud is None or not fields or len(rows) > MOST_NOTED:
            return None
        notes = FieldNotes(crud, fields)
        report.note = notes.note
        await notes.read_before((key for key in rows if key != WHOLE), report.called_off)
        return notes

    def _check_kept(self, done: Iterable[Outcome], notes: FieldNotes) -> None:
        """Correct the outcome of rows that do not have the values that a handler sent to them.

        A row that has none of them is unknown, not failed: it would be retried without a question,
        and what else the handler does with a row could be done twice.
        """
        for one in done:
            try:
                notes.check(one.key)
            except ValuesNotKept as why:
                state: State = "unknown" if why.nothing else "ok"
                words = (one.reason, str(why), LOOK * why.nothing)
                self._tell(replace(one, state=state, reason=" ".join(filter(None, words))))

    async def _canary_passes(self, action: Action, rows: Mapping[str, Row], report: Report) -> bool:
        """Run the first rows if a canary is set; return whether to go on with the others."""
        asks, self._canary = self.after_canary if self._canary else None, False
        if asks is None:
            return True
        first = dict([*rows.items()][:CANARY])
        part = self._report = report.part(first)
        await run_action(action, self.source, self._context(Selection(first), part), first, part)
        self._report, report.end = report, part.end
        if report.end is not None or self.state.cancelling:
            return True  # Nothing more is sent, and each row has its reason.
        return await asks(self.state.outcomes, len(rows) - CANARY)

    def _keep(self, action: Action, answers: dict[str, Row], key: str, answer: Any) -> None:
        """Keep the sent values of an answered row, as a backend may spell them differently."""
        if isinstance(answer, Mapping) and key_of(answer, self.lookup) == key:
            sent = (action.request.body or {}) if action.request is not None else {}
            answers[key] = {name: answer[name] for name in sent if name in answer}

    def _remember(
        self,
        action: Action,
        outcomes: Iterable[Outcome],
        answers: Mapping[str, Row],
        logged: Mapping[str, int],
        notes: FieldNotes | None,
    ) -> None:
        """Add what was written to the history; a retry belongs to its first run."""
        if self.history is None or (crud := self.crud) is None:
            return
        if isinstance(action, BatchUndo):
            action.remembered_in(self.history)
            return
        run = self._run_of_history = self._run_of_history or self.history.new_run()
        endpoint = crud.endpoint.collection
        writes = writes_of_action(
            action,
            outcomes,
            self._rows,
            endpoint=endpoint,
            base=self.base,
            answers=answers,
            noted=notes.values if notes is not None else None,
        )
        self._written += len(writes)
        self.history.add_all(
            replace(one, run=run, rows=self._written, log_number=logged.get(one.id, 0))
            for one in writes
        )

    def _context(self, selection: Selection, report: Report) -> ActionContext:
        frozen = selection.everything
        query = self._query if frozen is None else frozen.query
        # A handler's own requests are counted separately.
        crud: Any = self.crud and self.crud.counted_apart()
        chosen = selection.value if isinstance(selection.value, str) else list(selection.value)
        return ActionContext(
            chosen,
            selection_query(query, self.source),
            self.lookup,
            crud,
            report.called_off,
            report,
            report.gate.turn,
            self._inputs,
            partial(self._ask, report, self.asker) if self.asker is not None else None,
            partial(self._show_progress, report),
        )

    async def _ask(
        self, report: Report, ask: Asker, fields: Sequence[FieldDescriptor], heading: str
    ) -> dict[str, Any] | None:
        """Show a handler's form; while it waits for the user, it is not late with a report."""
        if self._report is report:
            self.change(slow=False)
        with report.unhurried():
            return await ask(fields, heading)

    def _show_progress(self, report: Report, done: int, total: int) -> None:
        if self._report is report:
            self.change(progress=(done, total), slow=False)

    async def _target_rows(self, action: Action, selection: Selection) -> dict[str, Row]:
        """Return the rows by key.

        For everything, only if each row has its own request or is read for undo.
        """
        frozen = selection.everything
        if frozen is None:
            return dict(selection.rows)
        request = action.request
        noted = bool(declared(action)) and frozen.count <= MOST_NOTED
        if not noted and (request is None or request.per == "selection"):
            what = plural(frozen.count, "matching record", "matching records")
            return {WHOLE: {"title": f"All {what}"}}
        rows = await self._everything(frozen.query)
        if len(rows) != frozen.count:
            raise RowsIncomplete(detail=f"{len(rows)} of {frozen.count}")
        return rows

    async def _everything(self, query: ListQuery) -> dict[str, Row]:
        """Return every matching row, read before the first change, which may move pages."""
        found: dict[str, Row] = {}
        async for page in PageReader(self.source, query, self.lookup).pages():
            found |= {key_of(row, self.lookup): row for row in map(as_row, page.results)}
        found.pop("", None)
        return found

    def _tell(self, outcome: Outcome) -> None:
        order = dict.fromkeys([*self.state.order, outcome.key])
        results = {**self.state.results, outcome.key: outcome}
        self.change(results=results, order=tuple(order), total=len(order))

    def _tell_late(self, action: Action, outcome: Outcome) -> None:
        words = f"{outcome.title}: {outcome.state}. {outcome.reason}".rstrip(" .")
        LOG.warning("%s sent a late result: %s", name_of(action), words)
        self.publish(self.ReportedLate(action, outcome))
