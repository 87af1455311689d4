"""How each kind of action is carried out: a row at a time, all in one request, by a function."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, NotFound, Unauthorized, Unreachable
from svc_tui.api.urls import segment
from svc_tui.stores.action_terms import CALLED_OFF, Action, ActionContext, Outcome
from svc_tui.stores.bulk_edit import EditFields
from svc_tui.stores.rows import Row, wire_id
from svc_tui.stores.sources import RowSource
from svc_tui.stores.taking_back import LeftAlone, TakeBack
from svc_tui.text import clean

if TYPE_CHECKING:
    import httpx

    from svc_tui.models.listing import ActionRequest

AT_ONCE = 6
"""Requests of one action that are under way at the same time (decisions 3: Bulk delete)."""

WHOLE = "*"
"""Stands for everything, where no row has an outcome of its own."""


class Report:
    """What became of each row, told as it happens; `keep` gets what the backend answered."""

    def __init__(
        self,
        titles: Mapping[str, str],
        tell: Callable[[Outcome], None],
        called_off: Callable[[], bool],
        keep: Callable[[str, Any], object] = lambda key, answer: None,
    ) -> None:
        self.keep = keep
        self._titles, self._tell, self.called_off = titles, tell, called_off
        self._open = dict.fromkeys(titles)
        self.end: str | None = None
        """Why the rest makes no sense any more."""

    def ok(self, key: str) -> None:
        """It is done."""
        self._close(Outcome(key, self._title(key), "ok"))

    def failed(self, key: str, reason: str) -> None:
        """It is not done."""
        self._close(Outcome(key, self._title(key), "failed", reason))

    def skipped(self, key: str, reason: str, gone: bool = False) -> None:
        """It was not tried, or there was nothing to do."""
        self._close(Outcome(key, self._title(key), "skipped", reason, gone))

    def skip_rest(self, reason: str) -> None:
        """All that nothing was said about."""
        for key in tuple(self._open):
            why = self.end or (CALLED_OFF if self.called_off() else reason)
            self._close(Outcome(key, self._title(key), "skipped", why, untried=True))

    def rest_ok(self) -> None:
        """All that nothing else was said about is done."""
        for key in tuple(self._open):
            self.ok(key)

    def rest_failed(self, reason: str) -> None:
        """All that nothing else was said about is not done."""
        for key in tuple(self._open):
            self.failed(key, reason)

    def _title(self, key: str) -> str:
        return self._titles.get(key, key)

    def _close(self, outcome: Outcome) -> None:
        if outcome.key in self._open:
            del self._open[outcome.key]
            self._tell(outcome)
        elif WHOLE in self._open:  # One of all those that were not read one by one.
            self._tell(outcome)


async def run_of(
    action: Action,
    source: RowSource,
    context: ActionContext,
    rows: Mapping[str, Row],
    report: Report,
) -> None:
    """Carry an action out; every row gets its outcome, and no error leaves."""
    if isinstance(action, EditFields | TakeBack):
        await _each(rows, partial(action.write, context.crud), report)
    elif action.handler is not None:
        await _call(action.handler, context, report)
    elif action.request is None:
        await _each(rows, source.delete, report, gone_is_fine=True)
    elif action.request.per == "row":
        await _each(rows, partial(_send_row, context, action.request), report)
    else:
        await _send_selection(context, action.request, rows, report)


async def _each(
    rows: Iterable[str],
    act: Callable[[str], Awaitable[Any]],
    report: Report,
    gone_is_fine: bool = False,
) -> None:
    """Act on each row, a few at a time; ends early when nobody is signed in or nobody answers."""
    waiting = iter(list(rows))

    async def work() -> None:
        for key in waiting:
            if report.end is not None or report.called_off():
                return
            await _one(key, act, report, gone_is_fine)

    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(work())


async def _one(
    key: str, act: Callable[[str], Awaitable[Any]], report: Report, gone_is_fine: bool
) -> None:
    try:
        answer = await act(key)
    except LeftAlone as why:
        report.skipped(key, str(why))
    except NotFound as error:
        if gone_is_fine:
            report.skipped(key, "It was gone already.", gone=True)
        else:
            report.failed(key, error.what())
    except ApiError as error:
        report.failed(key, error.what())
        if isinstance(error, Unauthorized | Unreachable):
            report.end = f"It was not tried. {error.what()}"
    except ValueError as error:  # An id that can't be a part of an address.
        report.failed(key, f"This record can't be named in a request: {error}.")
    else:
        report.keep(key, answer)
        report.ok(key)


async def _send_row(context: ActionContext, request: ActionRequest, key: str) -> Any:
    path = request.path.format(endpoint=_endpoint(context), id=segment(key))
    return await context.crud.call(request.method, path, json=_body(request))


async def _send_selection(
    context: ActionContext, request: ActionRequest, rows: Mapping[str, Row], report: Report
) -> None:
    """One request about all of them: they are done or not done together."""
    chosen: dict[str, Any] = {"all": True, "query": _by_name(context.selection_query)}
    if context.selection != "all":
        chosen = {"ids": [wire_id(key) for key in rows]}
    path = request.path.format(endpoint=_endpoint(context))
    try:
        body = {**(request.body or {}), **chosen}
        await context.crud.call(request.method, path, json=body)
    except ApiError as error:
        report.rest_failed(error.what())
    else:
        report.rest_ok()


def _by_name(query: httpx.QueryParams) -> dict[str, str | list[str]]:
    """A query as a JSON object: a list where a parameter is sent several times."""
    found = {name: query.get_list(name) for name in query}
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


async def _call(handler: str | Callable[..., Any], context: ActionContext, report: Report) -> None:
    """Call a function; it may give back `{key: reason}` of the rows that it could not do."""
    try:
        found = handler if callable(handler) else _found(handler)
        failed = await found(context)
    except ApiError as error:
        report.rest_failed(error.what())
    except Exception as error:  # Foreign code: whatever it does, the list lives on.
        report.rest_failed(f"The action broke: {type(error).__name__}: {clean(error, limit=200)}")
    else:
        for key, reason in failed.items() if isinstance(failed, Mapping) else ():
            close = report.skipped if reason == CALLED_OFF else report.failed
            close(str(key), clean(reason))
        report.rest_ok()


def _found(handler: str) -> Callable[..., Any]:
    """The function at `module:name`."""
    module, _, name = handler.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return found


def _endpoint(context: ActionContext) -> str:
    return context.crud.endpoint.collection.rstrip("/")


def _body(request: ActionRequest) -> Any:
    return None if request.body is None else dict(request.body)
