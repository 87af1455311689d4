"""The terms of bulk actions: descriptors, context, permissions, outcomes."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, Protocol

from svc_tui.api.errors import ApiError
from svc_tui.api.urls import query_of
from svc_tui.models.arguments import given_words
from svc_tui.models.records import Id
from svc_tui.models.untrusted_handler import UntrustedHandler
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.rows import Row, key_of
from svc_tui.stores.session.permissions import Permissions
from svc_tui.text import clean

if TYPE_CHECKING:  # httpx and pydantic are slow to import; a list is on the screen without them.
    import httpx

    from svc_tui.api.crud import Crud
    from svc_tui.models.fields import FieldDescriptor
    from svc_tui.models.listing import ActionRequest
    from svc_tui.stores.listing.row_sources import RowSource

CALLED_OFF = "The action was cancelled before it started."
"""The reason of a row that was skipped after a cancellation."""

State = Literal["ok", "failed", "skipped", "unknown"]
"""The outcome of a row.

*Unknown*: a change was sent, or may have been, and it is unknown whether it was made; it is never
sent again without asking.
"""

STATES: tuple[State, ...] = ("ok", "failed", "skipped", "unknown")

MANY = 10
"""The number of rows from which a dangerous action must be confirmed by typing it."""


class Action(Protocol):
    """An `ActionDescriptor`, or the built-in one."""

    @property
    def id(self) -> str:
        """The name in key bindings."""

    @property
    def label(self) -> str:
        """The name on the screen."""

    @property
    def request(self) -> ActionRequest | None:
        """The request that it sends."""

    @property
    def handler(self) -> str | Callable[..., Any] | None:
        """The async function that it calls."""

    @property
    def permissions(self) -> tuple[str, ...]:
        """The required permissions, all of them."""

    @property
    def handle_multiple(self) -> bool:
        """Whether it takes several rows at once."""

    @property
    def handle_all(self) -> bool:
        """Whether it takes everything that matches."""

    @property
    def dangerous(self) -> bool:
        """Whether its confirmation is shown in red."""


@dataclass(frozen=True)
class DeleteAction:
    """The built-in first action of every list."""

    id: str = "delete"
    label: str = "Delete"
    permissions: tuple[str, ...] = ("delete",)
    handle_multiple: bool = True
    handle_all: bool = False
    dangerous: bool = True
    request: ActionRequest | None = None
    handler: str | Callable[..., Any] | None = None


DELETE = DeleteAction()


class Reporter(Protocol):
    """Takes a handler's reports."""

    def ok(self, key: str) -> object:
        """Report a row as done."""

    def failed(self, key: str, reason: str) -> object:
        """Report a row as not done."""

    def skipped(self, key: str, reason: str) -> object:
        """Report a row for which nothing was to be done."""

    def unknown(self, key: str, reason: str) -> object:
        """Report a row that may be done."""


class ActionCancelled(Exception):
    """The user closed a form of `ActionContext.ask`: a handler that sent nothing did nothing."""


Asker = Callable[["Sequence[FieldDescriptor]", str], Awaitable[dict[str, Any] | None]]
"""Asks for values under a heading; returns None if the user closed the form."""


async def _at_once() -> None:
    """Hold nothing up."""


@dataclass(frozen=True)
class ActionContext:
    """A handler's arguments: the rows, the collection, and the report of outcomes.

    A handler names every row it is through with: `ok`, `failed`, `skipped` or `unknown`. Of a row
    named twice, the worse word counts: unknown, failed, skipped, ok. What it does not name:

    - It raises, `SystemExit` too: the rows it did not name are unknown, and are not tried again
      unasked.
    - It returns a mapping `{key: reason}`: those failed, and the rows it did not name are ok;
      unknown where the backend confirmed none of the changes that it sent.
    - It returns nothing, and named some rows: the others are unknown.
    - It returns nothing, and named none: they are skipped where it sent nothing through `crud`, and
      unknown where a change was not confirmed. Where all were, rows that it changed at their own
      addresses are ok and the others unknown; where it changed none so, all are ok.
    - It reports on a key that is none of the rows: the rows it did not name are unknown.
    """

    selection: list[Row] | Literal["all"]
    """The marked rows, those of other pages too; or everything that `selection_query` matches."""
    selection_query: httpx.QueryParams
    """The query of the matching rows as it is sent: search, filters, tab, ordering, and the
    endpoint's own; fixed when everything was chosen."""
    lookup: str
    """The key of a row that identifies it."""
    crud: Crud[Any]
    """The collection."""
    called_off: Callable[[], bool] = lambda: False
    """Whether the user cancelled; a handler that checks this sends nothing more and returns, or
    gives `CALLED_OFF` (of `svc_tui`) as the reason of the remaining rows."""
    report: Reporter | None = None
    """The receiver of the four reports below; None for a context made by hand."""
    turn: Callable[[], Awaitable[None]] = _at_once
    """Awaited before a row begins, it holds a handler while the user is asked whether to quit;
    check `called_off` after it."""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    """The values of the action's `inputs`, by key."""
    asker: Asker | None = None
    """Shows the form of `ask`; None for a context made by hand."""
    show_progress: Callable[[int, int], object] = lambda done, total: None
    """Receives `progress`."""

    async def ask(
        self, fields: Sequence[FieldDescriptor | Mapping[str, Any]], heading: str = ""
    ) -> dict[str, Any]:
        """Show a form, and return its values by key.

        Fields are `FieldDescriptor`s, or mappings of their attributes (`{"key": "reason"}`).

        Raises:
            ActionCancelled: the user closed the form. Let it go on up: a handler that changed
                nothing so far ends with "Nothing was done".
            ValueError: there are no fields, one is wrong or twice, or a key has a dot; names it.
        """
        if self.asker is None:
            raise RuntimeError("this context has no console to ask in")
        from svc_tui.models.listing import dotted_input  # Slow to import.

        _check_asked(fields, heading)
        known = [_field(number, one) for number, one in enumerate(fields, 1)]
        keys = [one.key for one in known]
        twice = next(
            (f'two fields have the key "{key}"' for key in keys if keys.count(key) > 1), ""
        )
        if why := dotted_input(known) or twice:
            raise ValueError(f"ctx.ask(…): {why}")
        values = await self.asker(known, heading)
        if values is None:
            raise ActionCancelled("The form was closed.")
        return values

    def progress(self, done: int, total: int) -> None:
        """Show progress, if it is not the number of reported rows.

        Raises:
            ValueError: one of them is not a number.
        """
        asked: dict[str, object] = {"done": done, "total": total}
        for name, given in asked.items():
            if isinstance(given, bool) or not isinstance(given, Real):
                said = f"{name} should be a number, not {given_words(given)}"
                raise ValueError(f"ctx.progress(…): {said}")
            if not isfinite(given):
                raise ValueError(f"ctx.progress(…): {name} should be a number, not {given}")
        self.show_progress(max(0, int(done)), max(0, int(total)))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The marked rows; empty if everything was marked (`selection == "all"`)."""
        return () if self.selection == "all" else tuple(self.selection)

    def ok(self, row: Row | Id) -> None:
        """Report that a row, or the row of a key, is done."""
        if self.report is not None:
            self.report.ok(self._key(row))

    def failed(self, row: Row | Id, why: str | ApiError) -> None:
        """Report that a row is not done, and why.

        An error of a request that may have been carried out makes the row unknown.
        """
        if isinstance(why, ApiError) and why.may_have_been_applied:
            self.unknown(row, why)
        elif self.report is not None:
            self.report.failed(self._key(row), in_words(why))

    def skipped(self, row: Row | Id, why: str) -> None:
        """Report that there was nothing to do for a row, and why."""
        if self.report is not None:
            self.report.skipped(self._key(row), in_words(why))

    def unknown(self, row: Row | Id, why: str | ApiError) -> None:
        """Report that it is unknown whether a row is done; it is not retried without asking."""
        if self.report is not None:
            self.report.unknown(self._key(row), in_words(why))

    def _key(self, row: Row | Id) -> str:
        several = isinstance(row, Iterable) and not isinstance(row, Mapping | str)
        if several or row is None or isinstance(row, bool):
            raise ValueError(f"a report takes one row or its {self.lookup}, not {given_words(row)}")
        key = key_of(row, self.lookup) if isinstance(row, Mapping) else str(row)
        if not key:
            raise ValueError(f"the row has no {self.lookup}, so its result can't be reported")
        return key


def _check_asked(fields: object, heading: object) -> None:
    """Raise ValueError if no form can be made of this."""
    if isinstance(fields, str | Mapping) or not isinstance(fields, Sequence) or not fields:
        given = "an empty one" if fields in ([], ()) else given_words(fields)
        raise ValueError(f"ctx.ask(…): fields should be a list of fields, not {given}")
    if not isinstance(heading, str):
        raise ValueError(f"ctx.ask(…): heading should be a string, not {given_words(heading)}")


def _field(number: int, given: object) -> FieldDescriptor:
    """Return a field of a form; raises a `ConfigError` that names the wrong keys."""
    from svc_tui.models.fields import FieldDescriptor  # Slow to import.

    if isinstance(given, FieldDescriptor):
        return given
    if not isinstance(given, Mapping):
        words = f"field {number} should be FieldDescriptor(…) or a dict, not {given_words(given)}"
        raise ValueError(f"ctx.ask(…): {words}")
    return FieldDescriptor(**given)


def in_words(why: object) -> str:
    """Return the reason of an outcome as it is shown."""
    return clean(why.what() if isinstance(why, ApiError) else why or "no reason was given")


@dataclass(frozen=True)
class Outcome:
    """The outcome of one row."""

    key: str
    title: str
    state: State
    reason: str = ""
    """Why it is not ok, in a sentence."""
    gone: bool = False
    """Whether it was skipped because the record is gone."""
    untried: bool = False
    """Whether it was skipped because the action ended before."""

    @property
    def left(self) -> bool:
        """Whether it may be retried without checking the record first."""
        return self.state == "failed" or self.untried


def name_of(action: Action) -> str:
    """Return the label of an action without the dots that say that it asks first."""
    return action.label.rstrip("….").rstrip()


def counted(outcomes: Iterable[Outcome]) -> str:
    """Return the number of rows by outcome: `6 ok, 3 failed, 1 unknown`; empty without any."""
    found = [one.state for one in outcomes]
    counts = ((state, found.count(state)) for state in STATES)
    return ", ".join(f"{count:,} {state}" for state, count in counts if count)


def selection_query(query: ListQuery, source: RowSource | None = None) -> httpx.QueryParams:
    """Return the query of the matching rows as it is sent.

    In the words of the backend that `source` asks, with the query of its endpoint.
    """
    import httpx  # Slow to import; the client has imported it already.

    return httpx.QueryParams(matching_query(query, source))


def matching_query(query: ListQuery, source: RowSource | None) -> dict[str, str | list[str]]:
    """Return the query of the matching rows, with a list for a repeated parameter."""
    crud, adapter = getattr(source, "crud", None), getattr(source, "adapter", None)
    if crud is None:
        return query_of(query.selecting())
    meant = getattr(adapter, "selecting", None)
    params = query.selecting() if meant is None else meant(crud, query)
    found: dict[str, str | list[str]] = crud.matching_query(**params)
    return found


def lacking(
    action: Action, permissions: Permissions, page: Collection[str] | None = None
) -> tuple[str, ...]:
    """Return the permissions that the user lacks for an action.

    A bare verb (`delete`) is looked for in `page`, the page's own actions; None allows all.
    """
    verbs = [name for name in action.permissions if "_" not in name]
    names = [name for name in action.permissions if "_" in name]
    missing = [verb for verb in verbs if page is not None and verb not in page]
    return (*missing, *permissions.missing(*names))


def typed_count(action: Action, selection: Selection) -> str | None:
    """Return the number to type before it runs; None if a plain answer is enough."""
    much = selection.everything is not None or len(selection) >= MANY
    return str(len(selection)) if is_destructive(action) and much else None


CANARY = 3
"""Number of rows to do first, to look at their results before the rest."""


def has_canary(action: Action, selection: Selection) -> bool:
    """Whether some rows can be done first: each needs its own request."""
    requests = action.handler is None and (action.request is None or action.request.per == "row")
    by_rows = requests or getattr(action, "by_rows", False)
    return by_rows and len(selection) > CANARY


DESTRUCTIVE_LABEL = re.compile(r"delet|remov|eras|destroy|purg|trash|wipe", re.IGNORECASE)
"""Labels that mean deletion."""


def is_destructive(action: Action) -> bool:
    """Whether an action deletes, by its label or method, so that its question is red."""
    return action.dangerous or _deletes(action)


def loses_something(action: Action) -> bool:
    """Whether an action deletes, or is dangerous and can't be undone; its name is red."""
    return _deletes(action) or (action.dangerous and not getattr(action, "changes", ()))


def delete_request_note(action: Action, endpoint: str) -> str:
    """Return the request of an action that deletes without saying so; "" for others."""
    request = action.request
    if request is None or not _deletes(action) or DESTRUCTIVE_LABEL.search(action.label):
        return ""
    path = request.path.replace("{endpoint}", endpoint.rstrip("/"))
    return f"This action deletes records ({request.method} {clean(path)})."


def _deletes(action: Action) -> bool:
    return action.request is not None and action.request.method == "DELETE"


def selection_problem(action: Action, selection: Selection) -> str | None:
    """Return why an action can't take this selection; None if it can."""
    if not len(selection) and selection.everything is None:
        return "Nothing is marked."
    if isinstance(action.handler, UntrustedHandler):
        return f"{name_of(action)} can't run: {action.handler.why}"
    if selection.everything is not None and not action.handle_all:
        return f"{name_of(action)} can't run on all matches: mark the rows instead."
    if len(selection) > 1 and not action.handle_multiple:
        return f"{name_of(action)} works on one row at a time."
    return None
