"""Run each kind of action: row by row, in one request, or by a function."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from inspect import isawaitable
from typing import TYPE_CHECKING, Any

from svc_tui.api.change_count import counted
from svc_tui.api.errors import (
    ApiError,
    BadId,
    HtmlResponse,
    InvalidResponse,
    NotFound,
    Unauthorized,
    Unreachable,
    as_raised,
)
from svc_tui.api.urls import segment
from svc_tui.api.write_subject import WriteOutcome, about_write
from svc_tui.models.arguments import GENERATES, given_words, is_generator
from svc_tui.models.foreign_code import (
    FAILURES,
    LIMIT,
    await_held,
    call_in_time,
    log_failure,
)
from svc_tui.models.records import wire_id
from svc_tui.stores.history.whole_records import LeftAlone
from svc_tui.stores.listing.action_history import writes_values
from svc_tui.stores.listing.action_types import (
    CALLED_OFF,
    Action,
    ActionCancelled,
    ActionContext,
    Outcome,
    State,
    in_words,
)
from svc_tui.stores.listing.bulk_edit import EditFields
from svc_tui.stores.listing.row_sources import RowSource
from svc_tui.stores.record.batch_undo import BatchUndo
from svc_tui.stores.record.unreturned import ValuesNotKept, check_kept
from svc_tui.stores.record.write_result import (
    LOOK,
    CheckedWriteError,
    Deferred,
    WriteResult,
    check_same,
    compare_written_values,
    is_there,
    of_deletion,
)
from svc_tui.stores.rows import Row, names_another
from svc_tui.text import clean, cut, plural

if TYPE_CHECKING:
    import httpx

    from svc_tui.api.change_count import ChangeCount, ValuesNote
    from svc_tui.api.crud import Crud
    from svc_tui.models.listing import ActionRequest

AT_ONCE = 6
"""Concurrent requests of one action."""

WHOLE = "*"
"""The key of an outcome about all rows as one."""


SEVERITY: Mapping[State, int] = {"ok": 0, "skipped": 1, "failed": 2, "unknown": 3}
"""Outcomes in order: of two for one row, the later in this order counts."""

MOST_STRAYS = 3
"""Maximum number of unknown keys to name."""

LOOK_AT_ROWS = "Check the rows before you try again."
"""The advice for rows that may have been changed by one request."""


class Gate:
    """Holds rows back before they start, while the user is asked whether to continue."""

    def __init__(self) -> None:
        self._open, self._still = asyncio.Event(), asyncio.Event()
        self._open.set()
        self._still.set()
        self._under_way = 0

    def close(self) -> None:
        """Begin no more rows."""
        self._open.clear()

    def open(self) -> None:
        """Let rows begin again."""
        self._open.set()

    async def turn(self) -> None:
        """Wait until a row may begin."""
        await self._open.wait()

    async def wait_idle(self) -> None:
        """Wait until no row is in progress."""
        await self._still.wait()

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """Count a row as in progress."""
        self._under_way += 1
        self._still.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._still.set()


class Report:
    """Collects the outcome of each row; `keep` gets the backend's answers."""

    def __init__(
        self,
        titles: Mapping[str, str],
        tell: Callable[[Outcome], None],
        called_off: Callable[[], bool] = lambda: False,
        keep: Callable[[str, Any], object] = lambda key, answer: None,
        gate: Gate | None = None,
    ) -> None:
        self.keep = keep
        self.gate = gate or Gate()
        self.titles, self._tell, self.called_off = titles, tell, called_off
        self._open = dict.fromkeys(titles)
        self._closed: dict[str, Outcome] = {}
        self.named = False
        """Whether any row was reported."""
        self.inferred = False
        """Whether rows count as done although nothing was reported, nor seen, of any of them."""
        self.strays: list[Outcome] = []
        """Reports on keys that are none of the rows."""
        self.end: str | None = None
        """Why the remaining rows are skipped."""
        self.count = len(titles)
        """The number of rows, also where one title stands for all of them."""
        self.handler: asyncio.Future[Any] | None = None
        """The running handler."""
        self.give_up: Callable[[], object] = lambda: None
        """Stops waiting for a handler that goes on although it was cancelled."""
        self.late: Callable[[Outcome], object] | None = None
        """Receives what is reported after the action ended."""
        self.logged: dict[str, int] = {}
        """The number in the log of the last write of each row."""
        self.note: ValuesNote | None = None
        """Receives the values that a handler sends to records."""
        self.slow: Callable[[], object] = lambda: None
        """Called if a handler has reported nothing for `LIMIT` seconds."""
        self._watch: asyncio.TimerHandle | None = None

    def watch(self) -> None:
        """Expect a report within `LIMIT` seconds."""
        self.unwatch()
        self._watch = asyncio.get_running_loop().call_later(LIMIT, self.slow)

    def unwatch(self) -> None:
        """Expect no report any more."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    @contextmanager
    def unhurried(self) -> Iterator[None]:
        """Expect no report while the user is asked; then a handler has its whole time again."""
        if (watch := self._watch) is not None:
            watch.cancel()
        try:
            yield
        finally:
            if self._watch is not None:
                self.watch()

    def part(self, keys: Iterable[str]) -> Report:
        """Return a report on some of the rows, which passes its outcomes on to this one."""
        titles = {key: self._title(key) for key in keys}
        found = Report(titles, self._close, self.called_off, self.keep, self.gate)
        found.logged, found.slow, found.note = self.logged, self.slow, self.note
        return found

    def ok(self, key: str, note: str = "") -> None:
        """Report a row as done; a note says what was lost of it."""
        self._close(Outcome(key, self._title(key), "ok", note))

    def failed(self, key: str, reason: str) -> None:
        """Report a row as failed."""
        self._close(Outcome(key, self._title(key), "failed", reason))

    def skipped(self, key: str, reason: str, gone: bool = False) -> None:
        """Report a row that was not tried, or needed nothing."""
        untried = reason == CALLED_OFF
        self._close(Outcome(key, self._title(key), "skipped", reason, gone, untried))

    def unknown(self, key: str, reason: str) -> None:
        """Report a row that may be done or not."""
        self._close(Outcome(key, self._title(key), "unknown", reason))

    def forget_rest(self) -> None:
        """Report nothing on the remaining rows."""
        self._open.clear()

    def skip_rest(self, reason: str) -> None:
        """Report all remaining rows as not tried."""
        for key in tuple(self._open):
            why = self.end or (CALLED_OFF if self.called_off() else reason)
            self._close(Outcome(key, self._title(key), "skipped", why, untried=True))

    def rest(self, state: State, reason: str = "") -> None:
        """Give all remaining rows this outcome."""
        for key in tuple(self._open):
            self._close(Outcome(key, self._title(key), state, reason))

    def forget_whole(self) -> None:
        """Forget the outcome for all rows as one: rows were reported one by one."""
        self._open.pop(WHOLE, None)

    @property
    def done(self) -> frozenset[str]:
        """The rows that have an outcome already."""
        return frozenset(self._closed)

    @property
    def confirmed(self) -> frozenset[str]:
        """The rows that were reported as done."""
        return frozenset(key for key, one in self._closed.items() if one.state == "ok")

    @property
    def all_named(self) -> bool:
        """Whether every row has an outcome."""
        return not self._open

    def add(self, outcome: Outcome) -> None:
        """Report on a key that is none of the rows."""
        self._tell(outcome)

    def _title(self, key: str) -> str:
        return self.titles.get(key, key)

    def _close(self, outcome: Outcome) -> None:
        """Store an outcome; of two for one row, the worse counts."""
        if self.late is not None:
            self.late(outcome)
            return
        self.named = True
        before = self._closed.get(outcome.key)
        if outcome.key not in self.titles and WHOLE not in self.titles:
            self.strays.append(outcome)
        elif before is None or SEVERITY[outcome.state] > SEVERITY[before.state]:
            self._open.pop(outcome.key, None)
            self._closed[outcome.key] = outcome
            self._tell(outcome)


Look = Callable[[str, ApiError], Awaitable[ApiError | None]]
"""Checks a row after its request failed: returns the remaining error, or None where the change is
found to be made."""


async def run_action(
    action: Action,
    source: RowSource,
    context: ActionContext,
    rows: Mapping[str, Row],
    report: Report,
) -> None:
    """Run an action; every row gets an outcome, and no error is raised."""
    if isinstance(action, EditFields):
        look = partial(_look_for_values, context, rows, action.request)
        await _run_rows(rows, partial(_edit_row, context, action, rows), report, look)
    elif isinstance(action, BatchUndo):
        look = partial(_look_for_values, context, rows, action.request)
        await _run_rows(rows, partial(action.write, context.crud), report, look)
    elif action.handler is not None:
        await _call(action.handler, context, report, f"action {action.label}")
    elif action.request is None:
        look_for_row = partial(_look_for_row, getattr(source, "crud", None))
        await _run_rows(rows, source.delete, report, look_for_row, gone_is_fine=True)
    elif action.request.per == "row":
        look = partial(_look_for_values, context, rows, action.request)
        send = partial(_send_row, context, action.request, rows)
        await _run_rows(rows, send, report, look)
    else:
        await _send_selection(context, action.request, rows, report)


async def _run_rows(
    rows: Mapping[str, Row],
    act: Callable[[str], Awaitable[Any]],
    report: Report,
    look: Look,
    gone_is_fine: bool = False,
) -> None:
    """Run each row, a few at a time; stop when signed out or unreachable."""
    waiting = iter(list(rows))

    async def work() -> None:
        for key in waiting:
            await report.gate.turn()
            if report.end is not None or report.called_off():
                return
            title, before = report.titles.get(key, key), rows[key]
            with (
                report.gate.under_way(),
                about_write(title=title, before=before, numbers=[]) as subject,
            ):
                try:
                    await _one(key, act, report, look, gone_is_fine)
                finally:
                    if subject.numbers:
                        report.logged[key] = subject.numbers[-1]

    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(work())


async def _one(
    key: str, act: Callable[[str], Awaitable[Any]], report: Report, look: Look, gone_is_fine: bool
) -> None:
    try:
        answer = await act(key)
    except LeftAlone as why:
        report.skipped(key, str(why))
    except ValuesNotKept as why:
        report.keep(key, why.answer)
        report.failed(key, str(why)) if why.nothing else report.ok(key, str(why))
    except ApiError as error:
        left = await look(key, error)
        if left is None and gone_is_fine and isinstance(error, NotFound):
            report.skipped(key, "It no longer existed.", gone=True)
        elif left is None:
            report.ok(key)
        elif left.may_have_been_applied:
            report.unknown(key, left.what())
        else:
            report.failed(key, left.what())
        if isinstance(error, Unauthorized | Unreachable):
            report.end = f"It was not attempted. {error.what()}"
    except ValueError as error:  # An id that can't be part of an address.
        report.failed(key, f"This record can't be requested: {error}.")
    except asyncio.CancelledError:
        report.unknown(
            key, f"The request was sent, but was stopped before the response arrived. {LOOK}"
        )
        raise
    else:
        report.keep(key, answer)
        report.ok(key)


async def _look_for_row(crud: Crud[Any] | None, key: str, error: ApiError) -> ApiError | None:
    """Check whether a row is gone, after a deletion that says so or that failed."""
    if not (error.may_have_been_applied or isinstance(error, NotFound)):
        return error
    if crud is None:  # Without a collection there is no way to check.
        there = False if isinstance(error, NotFound) else None
    else:
        there = await is_there(crud, key)
    return None if there is False else of_deletion(error, there)


async def _look_for_values(
    context: ActionContext,
    rows: Mapping[str, Row],
    request: ActionRequest | None,
    key: str,
    error: ApiError,
) -> ApiError | None:
    """Check whether a row has the values that were sent."""
    if not error.may_have_been_applied or isinstance(error, CheckedWriteError):
        return error
    fate = WriteResult.UNKNOWN
    body = request.body if request is not None and writes_values(request) else None
    if body:
        row = rows.get(key, {})
        with suppress(ApiError):
            found = await context.crud.detail(key)
            if not names_another(found, row, {**row, **body}, key, context.lookup):
                fate = compare_written_values(body, row, found)
    if fate is WriteResult.STORED:
        return None
    if isinstance(error, Deferred):
        words = LOOK
    elif fate is WriteResult.NOT_STORED and error.may_still_apply:
        words = f"It is not saved yet, but the server may still be working on it. {LOOK}"
    elif fate is WriteResult.NOT_STORED:
        return CheckedWriteError(error, f"{error.what()} It was not saved.", unknown=False)
    else:
        words = f"It is unknown whether it was done. {LOOK}"
    return CheckedWriteError(error, f"{error.what()} {words}", unknown=True)


async def _sent(crud: Crud[Any], request: ActionRequest, path: str, body: Any) -> Any:
    """Send a request; its status counts as the outcome, even without a JSON answer.

    Raises:
        Deferred: it was answered with 202.
        ApiError: it was refused, or its outcome is unknown.
    """
    answer: Any = None
    with about_write(outcome=WriteOutcome()) as subject:
        try:
            answer = await crud.request(request.method, path, json=body)
        except HtmlResponse:
            raise
        except InvalidResponse as error:
            if error.status is None or not 200 <= error.status < 300:
                raise
    if subject.outcome.deferred:
        raise Deferred(request.method, path)
    return answer


async def _edit_row(
    context: ActionContext, action: EditFields, rows: Mapping[str, Row], key: str
) -> Any:
    return await action.write(context.crud, key, rows[key], context.lookup)


async def _send_row(
    context: ActionContext, request: ActionRequest, rows: Mapping[str, Row], key: str
) -> Any:
    path = request.path.format(endpoint=_endpoint(context), id=segment(key))
    known: dict[str, Any] = {"sent": request.body or {}} if writes_values(request) else {}
    if known:
        known |= {"resource": context.crud.endpoint.collection, "whole": frozenset(known["sent"])}
    with about_write(id=key, **known):
        answer = await _sent(context.crud, request, path, _body(request))
    if known:
        row, crud, lookup = rows[key], context.crud, context.lookup
        written = {**row, **known["sent"]}
        await check_same(crud, request.method, answer, row, written, key, lookup)
        # A key that no record has may be a command to the backend, which returns none of it.
        commands = known["sent"].keys() - row.keys()
        await check_kept(crud, wire_id(key), row, known["sent"], answer, commands)
    return answer


async def _send_selection(
    context: ActionContext, request: ActionRequest, rows: Mapping[str, Row], report: Report
) -> None:
    """Send one request for all rows, which succeed or fail together."""
    chosen: dict[str, Any] = {"all": True, "query": _by_name(context.selection_query)}
    if context.selection != "all":
        chosen = {"ids": [wire_id(key) for key in rows]}
    path = request.path.format(endpoint=_endpoint(context))
    try:
        with counted() as sent:
            await _sent(context.crud, request, path, {**(request.body or {}), **chosen})
    except Deferred as error:
        report.rest("unknown", f"{error.what()} {LOOK_AT_ROWS}")
    except ApiError as error:
        unknown = f"{error.what()} It is unknown whether it was done. {LOOK}"
        if error.may_have_been_applied:
            report.rest("unknown", unknown)
        else:
            report.rest("failed", error.what())
    except asyncio.CancelledError:
        report.rest(
            "unknown", f"The request was sent, but was stopped before the response arrived. {LOOK}"
        )
        raise
    else:
        _settle_as_one(report, sent)


def _settle_as_one(report: Report, sent: ChangeCount) -> bool:
    """Settle the rows of accepted requests about all of them; return whether they are done.

    They are unless the answers say that fewer rows were changed.
    """
    changed = sum(sent.reported) if len(sent.reported) == sent.accepted > 0 else None
    rows = report.count - len(report.done)
    if changed == 0:
        report.rest("failed", "The server reports that no rows were changed.")
    elif changed is not None and changed < rows:
        words = f"The server reports {changed:,} of {rows:,} rows changed, but not which."
        report.rest("unknown", f"{words} {LOOK}")
    else:
        report.rest("ok")
        return True
    return False


def _by_name(query: httpx.QueryParams) -> dict[str, str | list[str]]:
    """Return a query as a JSON object: a list where a parameter is sent several times."""
    found = {name: query.get_list(name) for name in query}
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


async def _call(
    handler: str | Callable[..., Any], context: ActionContext, report: Report, place: str
) -> None:
    """Call a handler, and settle the rows that it does not report."""
    try:
        found = handler if callable(handler) else _resolve_handler(handler)
        if is_generator(found):
            raise TypeError(f"its handler {GENERATES}")
    except FAILURES as error:  # A failing handler must not end the list.
        log_failure(place, error)
        report.rest("failed", f"The action can't be loaded: {_named(error)}")
        return
    try:
        with counted(report.note) as sent:
            failed = await _returned(call_in_time(found, context), report, place)
    except ActionCancelled:
        if report.named or sent.changes:
            _after_error(report, "The form was closed.")
        else:
            report.forget_rest()
            raise
    except ApiError as error:
        _after_error(report, error.what())
    except asyncio.CancelledError:
        _after_error(report, "The action was stopped.")
        if (task := asyncio.current_task()) is not None and task.cancelling():
            raise
    except BaseException as error:  # A consumer may raise its own kind of error.
        log_failure(place, error)
        said = _named(error)
        _after_error(
            report, f"The action failed: {said}{'' if said[-1] in '.?!' else '.'} See :log."
        )
    else:
        _doubt_unawaited(report, context, place)
        _settle(report, failed, context, sent)


async def _returned(step: Any, report: Report, place: str) -> Any:
    """Return what a handler returns; it may be an async function or a plain one.

    One that goes on although it is not waited for any more has its error logged.
    """
    if not isawaitable(step):
        return step
    report.handler = asyncio.ensure_future(await_held(step))
    outcome = asyncio.shield(report.handler)
    report.give_up = outcome.cancel
    report.watch()
    try:
        return await outcome
    except asyncio.CancelledError:
        report.handler.cancel()
        report.handler.add_done_callback(partial(_log_late_error, place))
        raise
    finally:
        report.unwatch()


def _log_late_error(place: str, handler: asyncio.Future[Any]) -> None:
    if not handler.cancelled() and (error := handler.exception()) is not None:
        log_failure(place, error)


def _after_error(report: Report, why: str) -> None:
    """Settle the rows that a handler did not report before it raised."""
    report.rest("unknown", f"{why} The result of this row was not reported. {LOOK}")


def _doubt_unawaited(report: Report, context: ActionContext, place: str) -> None:
    """Settle the rows of a handler that forgot an `await`, whatever it reported of them."""
    unawaited = context.crud.sent.unawaited if context.crud is not None else ()
    if not unawaited:
        return
    called = f"crud.{unawaited[0]}(…)"
    log_failure(place, RuntimeError(f"{called} was called without await, so it sent nothing"))
    for key in report.confirmed:
        report.unknown(key, f"The action called {called} without await. {LOOK}")
    report.rest("unknown", f"The action called {called} without await. {LOOK}")


def _settle(report: Report, returned: Any, context: ActionContext, sent: ChangeCount) -> None:
    """Settle the rows that a handler did not report before it returned."""
    if isinstance(returned, Mapping):
        for key, reason in returned.items():
            close = report.skipped if reason == CALLED_OFF else report.failed
            close(str(key), in_words(reason))
    if report.strays:
        _settle_strays(report)
    elif isinstance(returned, Mapping):
        if sent.changes and not sent.accepted:
            report.rest("unknown", _not_confirmed(sent))
        report.rest("ok")
    elif report.named:
        told = len(report.done)
        if WHOLE in report.titles and told < report.count and not report.called_off():
            words = f"The action reported results for {told:,} of {report.count:,} rows."
            report.rest("unknown", f"{words} {LOOK}")
        report.forget_whole()
        if not report.called_off():
            report.rest("unknown", f"The action did not report a result for this row. {LOOK}")
    elif not sent.changes:
        words = "The action ended without sending a change or reporting a row."
        if not isinstance(returned, Mapping | None):
            words += f" It returned {given_words(returned)}, "
            words += "but svc-tui only reads a dict of failed rows."
        report.rest("skipped", words)
    elif sent.accepted < sent.changes:
        report.rest("unknown", _not_confirmed(sent))
    else:
        _settle_confirmed(report, context.crud, sent)


def _settle_confirmed(report: Report, crud: Crud[Any] | None, sent: ChangeCount) -> None:
    """Settle the rows of a handler that reported none, while all its changes were confirmed.

    Where it changed rows at their own addresses, those are done, and nothing is known of the
    others. Else its changes may be about all rows.
    """
    changed = [
        key
        for key in report.titles
        if crud is not None and key != WHOLE and _changed_at_its_address(crud, key)
    ]
    for key in changed:
        report.ok(key)
    if changed:
        words = f"The action sent no change for this row and reported no result. {LOOK}"
        report.rest("unknown", words)
    else:
        report.inferred = _settle_as_one(report, sent)


def _changed_at_its_address(crud: Crud[Any], key: str) -> bool:
    """Whether a change was accepted at the address of a row, or below it."""
    try:
        item = f"{crud.endpoint.item(key).strip('/')}/"
    except BadId:  # Nothing can be sent to it.
        return False
    return any(f"{path.strip('/')}/".startswith(item) for path in crud.sent.accepted_at)


def _settle_strays(report: Report) -> None:
    """Settle reports on keys that are none of the rows: any other row may be meant."""
    if report.all_named:
        for one in report.strays:
            report.add(replace(one, state="unknown", title=f"{one.key} (not a row)"))
        return
    shown = [f"{clean(one.key)} ({one.reason or one.state})" for one in report.strays[:MOST_STRAYS]]
    if (more := len(report.strays) - MOST_STRAYS) > 0:
        shown.append(f"{more:,} more")
    named = cut(", ".join(shown), 400)
    report.rest("unknown", f"The action reported on unknown rows: {named}. {LOOK}")


def _not_confirmed(sent: ChangeCount) -> str:
    """Return how many of the changes that a handler sent were confirmed."""
    changes = plural(sent.changes, "change", "changes")
    return f"The backend confirmed {sent.accepted:,} of {changes} that the action sent. {LOOK}"


def _named(error: BaseException) -> str:
    """Return an error in a few words; for an attempt to end the program, that attempt."""
    error = as_raised(error)
    return ": ".join(filter(None, (type(error).__name__, clean(error, limit=200))))


def _resolve_handler(handler: str) -> Callable[..., Any]:
    module, _, name = handler.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return found


def _endpoint(context: ActionContext) -> str:
    return context.crud.endpoint.collection.rstrip("/")


def _body(request: ActionRequest) -> Any:
    return None if request.body is None else dict(request.body)
