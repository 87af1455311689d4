"""KeyGuard: keeps keys from answering a question that was not visible when they were pressed."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from textual.events import Key, Paste

QUIET_SECONDS = 0.5
"""Seconds without a key before a dialog that opens over a text field takes keys."""

GLANCE_SECONDS = 0.25
"""The same if nothing was being typed: an earlier key was meant for the page."""

ALWAYS = ("ctrl+q", "ctrl+c")
"""Keys that act at once."""


class KeyGuard:
    """Decides which keys a dialog takes: those after the paint and some seconds without a key.

    `opened` is called once, when keys are taken from then on.
    """

    def __init__(self, opened: Callable[[], object]) -> None:
        self._opened = opened
        self._silence = 0.0
        self._quiet_since: float | None = None
        """When the last early key came or the dialog was painted; None before that."""
        self.open = False

    def painted(self, silence: float) -> None:
        """Start waiting for so many seconds without a key."""
        self._quiet_since, self._silence = monotonic(), silence

    def takes(self, event: Key | Paste) -> bool:
        """Whether the dialog takes this key; an early one restarts the wait."""
        if isinstance(event, Key) and event.key in ALWAYS:
            return True
        since = self._quiet_since
        # A slow machine may deliver keys late that were typed before the paint.
        if since is None or event.time < since:
            return False
        if self.open or event.time >= since + self._silence:
            self._open()
            return True
        self._quiet_since = event.time
        return False

    def wait(self) -> float:
        """Return the seconds of silence still to come; open if there are none."""
        assert self._quiet_since is not None
        left = self._quiet_since + self._silence - monotonic()
        if left <= 0:
            self._open()
        return max(left, 0)

    def _open(self) -> None:
        if not self.open:
            self.open = True
            self._opened()
