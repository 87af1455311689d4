"""Row changes that are staged and sent together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.listing.action_types import CANARY, Outcome
from svc_tui.stores.listing.planned_changes import PlannedChange, planned
from svc_tui.stores.record.detail_state import save_failure
from svc_tui.stores.record.draft import leaves, merged
from svc_tui.stores.record.merge import without
from svc_tui.stores.rows import ChangedRow, Row
from svc_tui.stores.runs.run_result import RunResult
from svc_tui.text import plural

if TYPE_CHECKING:
    from svc_tui.stores.record.autosaved_draft import DraftKey
    from svc_tui.stores.record.detail_store import DetailStore

AskAboutRest = Callable[[Sequence[Outcome], int], Awaitable[bool]]
"""Asks, with the results of the first rows, whether to write the given number of others."""

NAME = "Staged changes"
"""The name of the run, in its result."""

AT_ONCE = 4
"""Maximum number of records written at once."""


@dataclass(frozen=True, eq=False)
class StagedRecord:
    """One staged record; its store holds the draft, and compares before it writes."""

    key: str
    title: str
    record: DetailStore
    names: Mapping[str, str] = field(default_factory=dict)
    """The labels of the values, by dotted path."""
    secrets: tuple[str, ...] = ()
    """Dotted paths that are never shown."""
    problem: str = ""
    """Why it was refused last time, in a sentence."""
    draft_key: DraftKey | None = None
    """The key of its draft on disk."""

    @property
    def changes(self) -> tuple[PlannedChange, ...]:
        """Each changed value: the old one, and the new one."""
        draft = self.record.state.draft
        return planned(draft.diff(), [draft.original])

    @property
    def paths(self) -> frozenset[str]:
        """The dotted paths of changed values."""
        return frozenset(leaves(self.record.state.draft.diff()))

    @property
    def author(self) -> str:
        """The user who typed it; empty if no draft of it is saved."""
        return self.draft_key.user if self.draft_key is not None else ""

    def over(self, row: Row) -> ChangedRow:
        """Return a row of the list with the staged values."""
        changes = without(self.record.state.draft.diff(), self.secrets)
        shown = {key: value for key, value in changes.items() if key in row}
        return ChangedRow(merged(row, shown), self.paths)


@dataclass(frozen=True)
class StagedState:
    """The staged records, in the order of typing."""

    rows: Mapping[str, StagedRecord] = field(default_factory=dict)
    sending: bool = False
    done: int = 0
    total: int = 0

    @property
    def words(self) -> str:
        """Return how much is staged: `3 changes in 2 rows`."""
        count = sum(len(one.changes) for one in self.rows.values())
        return f"{plural(count, 'change', 'changes')} in {plural(len(self.rows), 'row', 'rows')}"


class StagedStore(Store[StagedState]):
    """Sends nothing before `send`; refused records stay, with the reason."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """A record was staged, unstaged or sent."""

        state: StagedState

    def __init__(self) -> None:
        super().__init__(StagedState())
        self._stopped = False

    def stage(self, one: StagedRecord, problem: str = "") -> None:
        """Stage a record; one without changes is unstaged."""
        rows = {key: kept for key, kept in self.state.rows.items() if key != one.key}
        if one.record.dirty:
            rows = {**self.state.rows, one.key: replace(one, problem=problem)}
        self.change(rows=rows)

    def unstage(self, keys: Iterable[str]) -> None:
        """Discard what was typed for these records."""
        gone = set(keys)
        self.change(rows={key: one for key, one in self.state.rows.items() if key not in gone})

    def restage(self, one: StagedRecord, at: int) -> None:
        """Stage an unstaged record again, in its place."""
        others = [(key, kept) for key, kept in self.state.rows.items() if key != one.key]
        self.change(rows=dict([*others[:at], (one.key, one), *others[at:]]))

    def cancel(self) -> None:
        """Start no more records."""
        self._stopped = True

    async def send(self, ask: AskAboutRest | None = None) -> RunResult:
        """Write every staged record, a few at a time; written ones are unstaged.

        With `ask`, the first few are written before it is asked about the rest.
        """
        if self.state.sending:
            return RunResult(NAME, problem="The staged changes are already being sent.")
        self._stopped = False
        begun, outcomes = tuple(self.state.rows.values()), dict[str, Outcome]()
        self.change(sending=True, done=0, total=len(begun))

        async def write_on(waiting: deque[StagedRecord]) -> None:
            while waiting:
                one = waiting.popleft()
                outcomes[one.key] = await self._send_one(one.key, one.title)
                self.change(done=self.state.done + 1)

        async def write(rows: Sequence[StagedRecord]) -> None:
            waiting = deque(rows)
            await asyncio.gather(*(write_on(waiting) for _ in range(AT_ONCE)))

        first = CANARY if ask is not None else len(begun)
        try:
            await write(begun[:first])
            if ask is not None and (rest := len(begun) - first) > 0 and not self._stopped:
                self._stopped = not await ask(tuple(outcomes.values()), rest)
            await write(begun[first:])
        finally:
            self.change(sending=False)
        return RunResult(NAME, tuple(outcomes[one.key] for one in begun if one.key in outcomes))

    async def _send_one(self, key: str, title: str) -> Outcome:
        if (one := self.state.rows.get(key)) is None:
            return Outcome(key, title, "skipped", "Undone before it was sent.")
        if self._stopped:
            return Outcome(key, title, "skipped", "Stopped before it was sent.", untried=True)
        saved, why = await one.record.save(), _why(one)
        not_kept, overtaken = " ".join(one.record.state.not_kept), one.record.overtaken
        if one.record.state.unsaved_by_expiry:
            self._stopped = True  # Signed out: all others would fail too.
        if (now := self.state.rows.get(key)) is not None and now.record is one.record:
            self.stage(
                now, not_kept * overtaken if saved else why
            )  # What was typed since stays staged.
        if saved:
            return Outcome(key, title, "failed" if overtaken else "ok", not_kept)
        # An unknown one is checked before it is sent again: its record knows what was sent.
        unknown = one.record.state.uncertain is not None
        return Outcome(key, title, "unknown" if unknown else "failed", why)


def _why(one: StagedRecord) -> str:
    """Return why a record was not written, in a sentence with the labels of values."""
    state = one.record.state
    if state.clash is not None:
        about = ", ".join(one.names.get(path, path) for path in state.clash.fields)
        return f"Someone else changed {about or 'the record'}: edit the row to choose."
    return save_failure(state, one.names)
