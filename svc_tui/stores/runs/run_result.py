"""RunResult: what came of each row of a run, and what stopped it."""

from __future__ import annotations

from dataclasses import dataclass

from svc_tui.stores.listing.action_types import Outcome, counted


@dataclass(frozen=True)
class RunResult:
    """The outcome of each row of a run."""

    name: str
    """The name of the run."""
    outcomes: tuple[Outcome, ...] = ()
    problem: str | None = None
    """Why rows were left out, in a sentence."""

    def of(self, state: str) -> tuple[Outcome, ...]:
        """Return the outcomes that are `ok`, `failed`, `skipped` or `unknown`."""
        return tuple(one for one in self.outcomes if one.state == state)

    @property
    def needs_no_reading(self) -> bool:
        """Whether its summary says all: every row is ok, and none has a note to read."""
        plain = all(one.state == "ok" and not one.reason for one in self.outcomes)
        return plain and not self.problem

    @property
    def all_tried(self) -> bool:
        """Whether no row was left out because the run ended early."""
        return not any(one.untried for one in self.outcomes)

    @property
    def summary(self) -> str:
        """The result in one line."""
        return f"{self.name}: {counted(self.outcomes) or 'nothing to send'}"
