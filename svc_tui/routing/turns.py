"""Pages that lead to each other without end: found, and said in a sentence."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from svc_tui.text import clean

MAX_TURNS = 30
"""How often a page may be reached again at once, without a key in between."""

AT_ONCE = 0.2
"""Seconds after a page was shown within which it leads to the next one by itself."""


class TurnCounter:
    """Finds pages that lead to each other, or to themselves, as soon as they are shown."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._shown = 0.0
        self._paths: list[str] = []

    def shown(self) -> None:
        """Note that a page is shown now."""
        self._shown = self._clock()

    def loop(self, path: str, idle: float) -> tuple[str, ...]:
        """Count a page that was reached; return the paths of a loop, none without one.

        `idle` are the seconds since the last key.
        """
        passed = self._clock() - self._shown
        if passed > AT_ONCE or idle < passed:
            self._paths.clear()
        self._paths.append(path)
        if self._paths.count(path) <= MAX_TURNS:
            return ()
        return tuple(dict.fromkeys(self._paths[self._paths.index(path) :]))


def loop_words(paths: Iterable[str]) -> str:
    """Return the sentence about pages that lead to each other without end."""
    return f"The pages of this console redirect in a loop: {', '.join(map(clean, paths))}."
