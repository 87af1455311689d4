"""The one table that a run prints: figure, floor, target, verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

HEADINGS = ("what", "console", "floor", "ratio", "target", "stretch", "")


@dataclass(frozen=True)
class Line:
    """One figure of the console, and what it is held against."""

    what: str
    value: float
    unit: str = "ms"
    floor: float | None = None
    ratio: float | None = None
    target: float | None = None
    """The most it may be; of the ratio where there is one and `relative` is set."""
    stretch: float | None = None
    relative: bool = False
    at_least: bool = False
    """More is better: the target is the least."""

    @property
    def judged(self) -> float:
        """The figure that the target speaks of."""
        return self.ratio if self.relative and self.ratio is not None else self.value

    @property
    def verdict(self) -> str:
        """`stretch`, `met` or `missed`; nothing where there is no target."""
        if self.target is None:
            return ""
        if self.stretch is not None and self._within(self.stretch):
            return "stretch"
        return "met" if self._within(self.target) else "missed"

    def cells(self) -> tuple[str, ...]:
        """The line as it is printed."""
        unit = "×" if self.relative else self.unit
        return (
            self.what,
            written(self.value, self.unit),
            "" if self.floor is None else written(self.floor, self.unit),
            "" if self.ratio is None else f"{self.ratio:.2f}",
            self._limit(self.target, unit),
            self._limit(self.stretch, unit),
            self.verdict,
        )

    def as_json(self) -> dict[str, Any]:
        """The line for programs."""
        return {**asdict(self), "verdict": self.verdict}

    def _within(self, limit: float) -> bool:
        return self.judged >= limit if self.at_least else self.judged <= limit

    def _limit(self, limit: float | None, unit: str) -> str:
        if limit is None:
            return ""
        return f"{'≥' if self.at_least else '≤'} {written(limit, unit)}"


@dataclass(frozen=True)
class NotMeasured:
    """A figure that this run could not take, and why."""

    what: str
    why: str

    def cells(self) -> tuple[str, ...]:
        """The line as it is printed."""
        return (self.what, f"not measured: {self.why}")

    def as_json(self) -> dict[str, Any]:
        """The line for programs."""
        return {"what": self.what, "not_measured": self.why}


def written(value: float, unit: str) -> str:
    """A number with as many digits as mean something."""
    if unit == "bytes":
        return f"{value:,.0f} B"
    if unit == "×":
        return f"{value:.2f} ×"
    digits = 1 if abs(value) < 100 else 0
    return f"{value:.{2 if abs(value) < 1 else digits}f} {unit}".rstrip()


def drawn(lines: Sequence[Line | NotMeasured]) -> str:
    """All lines as one aligned table, which is Markdown too."""
    rows = [HEADINGS, *(line.cells() for line in lines)]
    measured = [row for row in rows if len(row) == len(HEADINGS)]
    widths = [max(len(row[n]) for row in measured) for n in range(len(HEADINGS))]
    widths[0] = max(len(row[0]) for row in rows)
    rule = (
        "|"
        + "|".join("-" * (width + 1) + (":" if n else "-") for n, width in enumerate(widths))
        + "|"
    )
    head, *body = (_row(row, widths) for row in rows)
    return "\n".join([head, rule, *body])


def _row(cells: Iterable[str], widths: Sequence[int]) -> str:
    name, *rest = cells
    aligned = [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=False)]
    return "| " + " | ".join([name.ljust(widths[0]), *aligned]) + " |"
