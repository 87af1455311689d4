"""ConfigError: the problems of a configuration."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from svc_tui.text import clean

LONGEST = 20_000
"""Characters of one problem."""

SHOWN_PROBLEMS = 10
"""Maximum number of problems in one message."""


@dataclass(frozen=True)
class ConfigProblem:
    """One problem, and its place."""

    text: str
    """The problem and its remedy, in one sentence."""
    source: str = ""
    """The file, environment variable or flag."""
    line: int | None = None
    """The line in the file, counted from 1; None if unknown."""
    column: int | None = None
    """The column in that line, counted from 1; None if unknown."""

    def __str__(self) -> str:
        place = self.source
        if self.line is not None:
            place += f", line {self.line}"
        if self.column is not None:
            place += f", column {self.column}"
        return clean(f"{place}: {self.text}" if place else self.text, limit=LONGEST)


class ConfigError(ValueError):
    """The configuration is invalid; the message lists the problems, one per line."""

    exit_code = 2
    """The exit code of the program: that of a usage error."""

    def __init__(self, *problems: ConfigProblem, path: Path | None = None) -> None:
        self.problems = problems
        """All problems, in the order of the file."""
        self.path = path
        """The console file, when one was read."""
        super().__init__(_text(problems))


def _text(problems: tuple[ConfigProblem, ...]) -> str:
    lines = [str(problem) for problem in problems[:SHOWN_PROBLEMS]]
    if rest := len(problems) - SHOWN_PROBLEMS:
        lines += [f"… and {rest} more."] if rest > 0 else []
    return "\n".join(lines)
