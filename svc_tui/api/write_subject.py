"""The subject of a write, as known to the code around the request, for the log of writes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import httpx

    from svc_tui.api.call import Call


MOVED = "Move"
"""The action that moves a row."""

MOVE = "svc:move"
"""Its id, which no action of a consumer has."""


@dataclass
class WriteOutcome:
    """The way in which one write was sent and accepted."""

    renamed: frozenset[str] = frozenset()
    """The keys that the dialect's hooks sent under other names, or not at all."""
    deferred: bool = False
    """Whether it was answered with 202: accepted, but not yet made."""


@dataclass(frozen=True)
class WriteSubject:
    """The record of a write, and what the write belongs to."""

    resource: str = ""
    """The path of the collection."""
    id: str = ""
    title: str = ""
    location: str = ""
    """The location of the record in a console."""
    before: Mapping[str, Any] | None = None
    """The record before the write, as far as it is known."""
    whole_before: bool = False
    """Whether `before` is the whole record, not a row of a list."""
    sent: Mapping[str, Any] | None = None
    """The values that are sent, by the keys of the record."""
    after: Mapping[str, Any] | None = None
    """The whole record as it was sent; if omitted, it is `before` with `sent` in it."""
    read: Callable[[httpx.Response], Any] | None = None
    """Reads an answer as a record."""
    secrets: tuple[str, ...] = ()
    """Dotted patterns of values that are never logged, besides likely secrets."""
    whole: frozenset[str] = frozenset()
    """Keys in which another record is one value."""
    parts: frozenset[str] = frozenset()
    """Keys of which only changes are sent."""
    run: str = ""
    """The run over many rows that it belongs to."""
    action: str = ""
    """The name of the action, such as `Publish`."""
    action_id: str = ""
    """The id of the action; empty for a run that is none of a list's actions."""
    undoes: tuple[int, ...] = ()
    """The numbers of the writes that it undoes."""
    note: Callable[[Mapping[str, Any]], object] | None = None
    """Receives the line of a write before it is sent, in case the process is killed."""
    numbers: list[int] = field(default_factory=list)
    """Receives the number of each write that was logged for this subject."""
    outcome: WriteOutcome = field(default_factory=WriteOutcome)
    """Receives how the write was sent and accepted."""


_SUBJECT: ContextVar[WriteSubject] = ContextVar("write_subject")


def subject_of_write() -> WriteSubject:
    """Return what is known about the write that is about to be sent here."""
    return _SUBJECT.get(None) or WriteSubject()


@contextmanager
def about_write(**known: Any) -> Iterator[WriteSubject]:
    """Name the subject of the writes sent inside; what is known outside still applies."""
    token = _SUBJECT.set(replace(subject_of_write(), **known))
    try:
        yield _SUBJECT.get()
    finally:
        _SUBJECT.reset(token)


_RUNS = count(1)


def new_run() -> str:
    """Return a name for a run over many rows that no other process uses."""
    return f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{os.getpid()}-{next(_RUNS)}"


def about_run(action: str, rows: int, name: str = "") -> AbstractContextManager[WriteSubject]:
    """Name a run and its action beside each write inside; a single row is no run."""
    if rows <= 1:
        return about_write()
    return about_write(run=name or new_run(), action=action, action_id="")


class WriteLogger(Protocol):
    """The log of every write of a client: a `WriteLog`."""

    async def check(self, method: str, url: str) -> None:
        """Raise `NotSent` for a write that must not be sent because it could not be logged."""

    def begin(self, call: Call) -> None:
        """Pass the line of a write about to be sent to the subscriber for its subject."""

    def saw(self, url: str, response: httpx.Response) -> None:
        """Receive the answer to a GET: it may be the record before a write."""

    async def add(self, call: Call, response: httpx.Response | None, problem: str = "") -> None:
        """Add the line of a write; without an answer, `problem` says why there is none."""
