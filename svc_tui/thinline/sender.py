"""Send the newest frame whenever the terminal has accepted the previous one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from svc_tui.thinline.memory import ScreenState
from svc_tui.thinline.pacer import FramePacer
from svc_tui.thinline.stats import OutputStats
from svc_tui.thinline.writer import OutputWriter

SYNC_FROM = 256
"""Frames smaller than this, in bytes, are drawn immediately."""


class Timer(Protocol):
    """The handle that `loop.call_later` returns."""

    def cancel(self) -> None:
        """Do not call."""


class Sender:
    """Takes frames, and drops those replaced by a newer one."""

    def __init__(
        self,
        memory: ScreenState,
        pace: FramePacer,
        stats: OutputStats,
        outlet: OutputWriter,
        write: Callable[[str], None],
        call_later: Callable[[float, Callable[[], None]], Timer],
    ) -> None:
        self.synchronized = False
        """Whether the terminal can hold a frame back until it is complete (mode 2026)."""
        self.running = False
        """Whether the terminal is ours."""
        self._memory, self._pace, self._stats = memory, pace, stats
        self._outlet, self._write, self._call_later = outlet, write, call_later
        self._timer: Timer | None = None
        self._pending = 0

    def painted(self) -> None:
        """Take note of a newer frame, and send it when the line is free."""
        self._pending += 1
        self.go_on()

    def go_on(self) -> None:
        """Send, or wait for the line."""
        self._stop_waiting()
        if not self.running or not self._pending:
            return
        self._outlet.wanted = True
        if self._outlet.busy:
            return
        self._outlet.wanted = False
        self._pace.took(*self._outlet.pop())
        if wait := self._pace.wait():
            self._timer = self._call_later(wait, self.go_on)
        else:
            self.send()

    def send(self) -> None:
        """Send the frame, whatever the line's state."""
        self._stop_waiting()
        if not self.running:
            return
        pending, self._pending = self._pending, 0
        text = self._memory.difference()
        if not text:
            return
        self._stats.frames += 1
        self._stats.dropped += max(0, pending - 1)
        size = len(text.encode())
        if self.synchronized and size >= SYNC_FROM:
            text, size = f"\x1b[?2026h{text}\x1b[?2026l", size + 16
        self._stats.bytes_saved -= size
        self._write(text + self._pace.sent(size))

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
