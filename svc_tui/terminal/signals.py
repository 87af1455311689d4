"""Ending by a signal: save unsaved work, and restore the terminal."""

from __future__ import annotations

import asyncio
import atexit
import inspect
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from threading import Timer
from typing import Any

from textual.app import App

from svc_tui.terminal.error_log import record

GRACE = {signal.SIGHUP: 0.8, signal.SIGTERM: 3.0}
"""Seconds from a signal to the end of the process, whatever still blocks it."""

BeforeExit = Callable[[], Awaitable[None] | None]


def install_signals(app: App[Any], before_exit: BeforeExit | None = None) -> None:
    """SIGTERM and SIGHUP end the app in order, with the exit codes 143 and 129.

    Call it in `on_load`, before the terminal is changed. `before_exit` runs in the event loop and
    comes first; it must be quick, for a vanished terminal takes the process with it.
    """
    loop = asyncio.get_running_loop()
    leaving = _Leaving(app, before_exit)
    for number in GRACE:
        loop.add_signal_handler(number, partial(leaving.begin, number))
    # Python flushes output before it ends, and if that fails its own exit code wins.
    atexit.register(_let_go_of_lost_output)


def _let_go_of_lost_output() -> None:
    """Discard output that can't be written because the terminal is gone."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class _Leaving:
    """One orderly end, however many signals request it."""

    def __init__(self, app: App[Any], before_exit: BeforeExit | None) -> None:
        self._app = app
        self._before_exit = before_exit
        self._task: asyncio.Task[None] | None = None

    def begin(self, number: signal.Signals) -> None:
        if self._task is None:
            # In its own thread: if the terminal is gone, the event loop may be stuck in a write.
            watchdog = Timer(GRACE[number], os._exit, [128 + number])
            watchdog.daemon = True
            watchdog.start()
            self._task = asyncio.ensure_future(self._leave(128 + number))

    async def _leave(self, code: int) -> None:
        """Save unsaved work, then close the app, which restores the terminal."""
        try:
            unfinished = self._before_exit() if self._before_exit else None
            if inspect.isawaitable(unfinished):
                await unfinished
        except Exception as error:
            record(error)
        self._app.exit(return_code=code)
