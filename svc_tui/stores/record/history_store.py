"""HistoryStore: the user's writes, with the values before them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from svc_tui.api.urls import Endpoint
from svc_tui.api.write_subject import MOVE, MOVED
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.record.autosaved_draft import SECRET_OMITTED, bare, complete
from svc_tui.stores.record.draft import MISSING, Draft, same
from svc_tui.stores.record.merge import Difference, Merge, Steps, at, changed
from svc_tui.stores.rows import NAMELESS

REMEMBERED = 200
"""Maximum number of undoable actions; a write of many rows counts as one."""

MAX_WRITES = 5000
"""Maximum number of writes, those of one action included."""

VERBS = {"POST": "created", "PATCH": "changed", "PUT": "changed", "DELETE": "deleted"}

OWN_ACTIONS = {"edit": "changed", "delete": "deleted", MOVE: "moved"}
"""The verbs of the actions that every list has, by their ids."""

OWN_RUNS = {"Edit fields": "changed", "Delete": "deleted", MOVED: "moved"}
"""The verbs of runs without the id of an action, by their names."""


class NotKept:
    """Stands for a value that the log does not have: a file, or an expired long text."""

    def __init__(self, words: str) -> None:
        self.words = words

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, eq=False)
class ValueChange:
    """A value before and after the write."""

    steps: Steps
    before: Any
    after: Any

    @property
    def path(self) -> str:
        """The dotted path."""
        return ".".join(self.steps)


@dataclass(frozen=True, eq=False)
class Write:
    """One change that this console made."""

    method: str
    endpoint: str
    id: str
    title: str = ""
    location: str = ""
    """The record's location; empty if that is unknown."""
    values: tuple[ValueChange, ...] = ()
    with_secrets: bool = False
    """Whether values were written that are not recorded."""
    whole: frozenset[str] = frozenset()
    """Keys in which another record is a single value."""
    parts: frozenset[str] = frozenset()
    """Keys of which only changes were sent; all other values are restored whole."""
    besides: tuple[ValueChange, ...] = ()
    """The backend's own changes in the same write."""
    undoes: int | None = None
    """The number of the write that this one undid."""
    undone: bool = False
    action: str = ""
    """The name of the list action that made it: `Publish`."""
    action_id: str = ""
    """Its id; empty for a run that is none of a list's actions, and in older logs."""
    run: int = 0
    """The run of an action over rows that it was part of; 0 for a single write."""
    rows: int = 0
    """The number of rows that the run wrote, some of which may be forgotten."""
    passed: bool = False
    """Whether it was to be undone with its run and others had changed it: what is older comes
    next, and this one is undone where its record is."""
    partial: bool = False
    """Whether the record before the write is not known in full: as the row of a list, or not."""
    unclear: bool = False
    """Whether the answer to a new record did not show it, so that its result is unknown."""
    log_number: int = 0
    """The number of the write in the log; 0 if it is not logged."""
    number: int = 0
    when: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def words(self) -> str:
        """The verb of the write: created, changed, deleted, undid, or the name of an action."""
        if self.unclear:
            return "result unknown:"
        if self.undoes is not None:
            return "undid"
        own = OWN_ACTIONS.get(self.action_id) if self.action_id else OWN_RUNS.get(self.action)
        return own or self.action or VERBS.get(self.method, "wrote")

    @property
    def name(self) -> str:
        """The name of the record: its title, else `Loans #34`, else `a record in Loans`.

        Empty for an action of which no record is known.
        """
        if self.title not in ("", self.id, NAMELESS):
            return self.title
        # Imported here: declarations need pydantic, for which the first paint does not wait.
        from svc_tui.models.base import label_from

        place = label_from(self.endpoint.strip("/").rpartition("/")[2])
        if self.id:
            return f"{place} #{self.id}".strip()
        if self.action:
            return f"in {place}" if place else ""
        return f"a record in {place}" if place else "a record"

    @property
    def is_move(self) -> bool:
        """Whether it moved a row in its list."""
        return self.action_id == MOVE or (not self.action_id and self.action == MOVED)

    @property
    def changed_anything(self) -> bool:
        """Whether any of its values is not what it was before."""
        return any(not same(one.before, one.after) for one in self.values)

    @property
    def obstacle(self) -> str | None:
        """Why it can't be undone, in a sentence; None if it can."""
        if self.undone:
            return "This was already undone."
        if self.is_move:
            return "The last change moved a row: press u in its list, or m to move it back."
        if self.action and not self.values:
            return f"“{self.action}” can't be undone: it is unknown which fields it changes."
        if self.method == "DELETE" and (self.partial or not self.values):
            return "The deleted record was not recorded in full, so it can't be created again."
        if self.method == "POST" and not self.id:
            return "This can't be undone: the backend didn't return the new record's id."
        if lost := next((one for one in self.values if isinstance(one.before, NotKept)), None):
            what = f"the old value of {lost.path} ({lost.before})"
            return f"This can't be undone: the log does not have {what}."
        if self.method in ("POST", "DELETE"):
            return None
        if self.partial:
            return "The previous value was not recorded, so it can't be undone."
        if any(_is_file(one.after) or _is_file(one.before) for one in self.values):
            return "It replaced a file, and the old file can't be restored."
        if not self.values:
            return "Its changes were not recorded, so it can't be undone."
        return None

    def with_server_changes(self, chosen: Iterable[ValueChange], *, alone: bool = False) -> Write:
        """Return this write together with the server's own changes; or only those."""
        if alone:  # This does not undo the write itself.
            return replace(self, values=tuple(chosen), number=0)
        return replace(self, values=(*self.values, *chosen))

    def inverse(self, now: Mapping[str, Any]) -> Merge:
        """Merge the old values with the current record.

        Values that others have changed since are open; the rest are restored.
        """
        return Merge.among(
            now,
            [
                Difference(
                    one.steps, complete(one.after, there), there, complete(one.before, there)
                )
                for one in self.values
                for there in [at(now, one.steps)]
            ],
        )


def changed_values(
    sent: Draft, answer: Mapping[str, Any], secrets: Iterable[str] = ()
) -> tuple[tuple[ValueChange, ...], bool]:
    """The values of a write without secrets; and whether there were any."""
    patterns = tuple(secrets)
    before, after, shown = (bare(one, patterns) for one in (sent.original, sent.current, answer))
    found = []
    for way in changed(before, after):
        old, new, now = at(before, way), at(after, way), at(shown, way)
        if old is not SECRET_OMITTED and new is not SECRET_OMITTED:
            found.append(ValueChange(way, old, new if now is MISSING else now))
    return tuple(found), len(found) < len(changed(sent.original, sent.current))


def written_at(
    ways: Iterable[Steps],
    before: Mapping[str, Any],
    answer: Mapping[str, Any],
    secrets: Iterable[str] = (),
) -> tuple[ValueChange, ...]:
    """Return the old and new values at these paths, without secrets."""
    patterns = tuple(secrets)
    old, new = (bare(one, patterns) for one in (before, answer))
    found = (ValueChange(way, at(old, way), at(new, way)) for way in ways)
    return tuple(
        one for one in found if one.before is not SECRET_OMITTED and one.after is not SECRET_OMITTED
    )


def _remembered(writes: tuple[Write, ...]) -> tuple[Write, ...]:
    if len(writes) <= REMEMBERED:
        return writes
    kept, actions = list[Write](), set[tuple[int, int]]()
    for one in reversed(writes[-MAX_WRITES:]):
        actions.add((one.run, 0) if one.run else (0, one.number))
        if len(actions) > REMEMBERED:
            break
        kept.append(one)
    return tuple(reversed(kept))


def _is_file(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(_is_file(one) for one in value.values())
    if isinstance(value, list | tuple):
        return any(_is_file(one) for one in value)
    return isinstance(value, Path)


class CollectedWrites:
    """Writes that are recorded together when all rows are finished."""

    def __init__(self) -> None:
        self.writes: list[Write] = []

    def add(self, write: Write) -> None:
        self.writes.append(write)


@dataclass(frozen=True)
class HistoryState:
    """The writes of this session, oldest first."""

    writes: tuple[Write, ...] = ()


class HistoryStore(Store[HistoryState]):
    """Remembers the user's writes; in memory only, and until sign-out."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """Something was written, or undone."""

        state: HistoryState

    def __init__(self, logged: Callable[[Write], Write] = lambda write: write) -> None:
        super().__init__(HistoryState())
        self._logged = logged
        """Completes a write with the log's data."""
        self.earlier = False
        """Whether it includes writes of earlier sessions."""
        self._count = 0
        self._runs = 0

    def add(self, write: Write) -> Write:
        """Add a write; an undo marks the write that it undid."""
        return self.add_all([write])[0]

    def add_all(self, writes: Iterable[Write]) -> tuple[Write, ...]:
        """Remember several writes at once."""
        first = self._count + 1
        logged = map(self._logged, writes)
        new = tuple(replace(one, number=n) for n, one in enumerate(logged, first))
        self._count += len(new)
        taken_back = {one.undoes for one in new}
        known = (
            replace(one, undone=True) if one.number in taken_back else one
            for one in self.state.writes
        )
        self.change(writes=_remembered((*known, *new)))
        return new

    def begin_with(self, earlier: Iterable[Write]) -> None:
        """Put writes of earlier sessions before those of this one."""
        first = self._count + 1
        old = tuple(replace(one, number=n) for n, one in enumerate(earlier, first))
        self._count += len(old)
        self._runs = max((self._runs, *(one.run for one in old)))
        self.earlier = bool(old)
        self.change(writes=(*old, *self.state.writes))

    def mark_settled(self, undone: Collection[int] = (), passed: Collection[int] = ()) -> None:
        """Numbers of writes that have nothing left to undo, or are ignored."""
        through, left = frozenset(undone), frozenset(passed)
        self.change(
            writes=tuple(
                replace(one, undone=one.undone or one.number in through, passed=one.number in left)
                if one.number in through | left
                else one
                for one in self.state.writes
            )
        )

    def new_run(self) -> int:
        """The number for the next action over rows."""
        self._runs += 1
        return self._runs

    def beside(self, write: Write) -> tuple[Write, ...]:
        """All undoable writes of the same run of an action, this one included."""
        same = (one for one in self.state.writes if write.run and one.run == write.run)
        return tuple(one for one in same if not (one.undone or one.passed)) or (write,)

    def forgotten_in_run(self, write: Write) -> int:
        """Return how many rows of the same run are no longer remembered."""
        same = [one for one in self.state.writes if write.run and one.run == write.run]
        return max((one.rows for one in same), default=0) - len(same)

    def newest_at(self, endpoint: str, *, counted: bool = False) -> int:
        """Return the number of the newest write to a collection; 0 without one.

        With `counted`, of the newest that may have changed how many records a list shows.
        """
        place = Endpoint.parse(endpoint).collection
        found = (one for one in self.state.writes if one.endpoint == place)
        return max((one.number for one in found if not counted or _may_count(one)), default=0)

    def numbered(self, number: int) -> Write | None:
        """The write of this number."""
        return next((one for one in self.state.writes if one.number == number), None)

    def last(self, endpoint: str | None = None, id: str | None = None) -> Write | None:
        """The newest write that neither was undone nor undoes another.

        Of one collection, or of one record in it, if asked.
        """
        for write in reversed(self.state.writes):
            about = endpoint in (None, write.endpoint) and id in (None, write.id)
            if write.passed and id is None:
                continue
            if about and not write.undone and write.undoes is None:
                return write
        return None

    def clear(self) -> None:
        """Forget all writes, as another user signs in."""
        self.earlier = False
        self.change(writes=())


def _may_count(write: Write) -> bool:
    """Whether a write may change how many records a list shows; an action may archive some."""
    in_form = write.method in ("PATCH", "PUT") and not write.action
    return not in_form and write.action_id not in ("edit", MOVE)
