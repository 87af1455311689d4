"""HangWatch: stops a method of a consumer's widget that blocks the console."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Collection
from types import FrameType
from typing import Any

from textual.widget import Widget

from svc_tui.models import foreign_code
from svc_tui.models.foreign_code import TookTooLong, is_foreign, is_ours


class HangWatch:
    """Raises `TookTooLong` in a foreign method of a widget that blocks for `LIMIT` seconds.

    The event loop winds up an alarm again and again; while it is blocked the alarm goes off. That
    costs nothing for each call, and is not possible inside of a C extension, nor on a system
    without `SIGALRM`. What takes as long without blocking, such as `await`, is left alone.
    """

    def __init__(self) -> None:
        self._next: asyncio.TimerHandle | None = None
        self._before: tuple[Any, float, float] = (None, 0.0, 0.0)
        """The handler that was there, the seconds that its alarm had left, and when."""

    def start(self, given: Collection[str]) -> None:
        """Watch the running event loop, where it is the main thread's and parts are `given`."""
        main = threading.current_thread() is threading.main_thread()
        if given and self._next is None and main and hasattr(signal, "SIGALRM"):
            left, _ = signal.setitimer(signal.ITIMER_REAL, 0)
            handler = signal.signal(signal.SIGALRM, _stop_foreign_method)
            self._before = handler, left, time.monotonic()
            self._wind_up()

    def stop(self) -> None:
        """Give the alarm back as it was."""
        if self._next is None:
            return
        self._next.cancel()
        self._next = None
        handler, left, began = self._before
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left + began - time.monotonic(), 0.001))

    def _wind_up(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, foreign_code.LIMIT)
        loop = asyncio.get_running_loop()
        self._next = loop.call_later(foreign_code.LIMIT / 4, self._wind_up)


def _stop_foreign_method(number: int, frame: FrameType | None) -> None:
    """Raise where the code that runs is called by a method that a consumer's widget defines."""
    signal.setitimer(signal.ITIMER_REAL, foreign_code.LIMIT)  # The loop may be blocked again.
    while frame is not None:
        owner = frame.f_locals.get("self")
        if isinstance(owner, Widget) and is_foreign(type(owner)) and not is_ours(frame):
            raise TookTooLong(f"it did not return within {foreign_code.LIMIT:g} seconds")
        frame = frame.f_back
