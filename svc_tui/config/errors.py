"""ConfigError: what is wrong with the configuration, as a colleague would say it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SHOWN_PROBLEMS = 10
"""How many problems one message lists; nobody mends more than that at once."""


@dataclass(frozen=True)
class ConfigProblem:
    """One thing to mend, and where."""

    text: str
    """What is wrong and what to do about it, in one sentence."""
    source: str = ""
    """The file, environment variable or flag it stands in."""
    line: int | None = None
    """The line in the file, counted from 1; None where it cannot be known."""
    column: int | None = None
    """The column in that line, counted from 1; None where it cannot be known."""

    def __str__(self) -> str:
        place = self.source
        if self.line is not None:
            place += f", line {self.line}"
        if self.column is not None:
            place += f", column {self.column}"
        return _visible(f"{place}: {self.text}" if place else self.text)


class ConfigError(Exception):
    """The configuration cannot be used; its text says all that has to be mended, a line each."""

    exit_code = 2
    """What the program ends with: the file is used wrongly, as a flag may be (decisions 6)."""

    def __init__(self, *problems: ConfigProblem, path: Path | None = None) -> None:
        self.problems = problems
        """Everything found, in the order of the file."""
        self.path = path
        """The console file, when one was read."""
        super().__init__(_text(problems))


def _text(problems: tuple[ConfigProblem, ...]) -> str:
    """The problems, a line each, as many as one can take in."""
    lines = [str(problem) for problem in problems[:SHOWN_PROBLEMS]]
    if rest := len(problems) - SHOWN_PROBLEMS:
        lines += [f"… and {rest} more."] if rest > 0 else []
    return "\n".join(lines)


def _visible(text: str) -> str:
    """One line without anything that a terminal would obey: a file may come from anywhere."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )
