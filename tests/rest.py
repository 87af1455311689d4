"""How the pilot finds out that an app has come to rest: nothing waits for its turn."""

from __future__ import annotations

import asyncio
import time

import textual.app
import textual.pilot
from textual import _wait

LOOK = 0.004
"""Seconds between two looks. Textual's own 20 ms, twice a key, are most of what tests wait for."""

BUSY = 0.001
"""Seconds of processor time within a look from which on the process is still at work."""


async def wait_for_idle(min_sleep: float = LOOK, max_sleep: float = 1) -> None:
    """Wait until this process does nothing and no callback of its loop is due.

    Textual looks at processor time alone: a process that another one keeps from running looks idle
    with a key still in its queue. What is due in the loop does not depend on who else runs.
    """
    # The loop has no public name for what is due next.
    due = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    began = time.monotonic()
    while True:
        worked = time.process_time()
        await asyncio.sleep(LOOK)
        worked = time.process_time() - worked
        waited = time.monotonic() - began
        if waited >= max_sleep or (waited > min_sleep and worked < BUSY and not due):
            return


def install() -> None:
    """Let the pilot and the app that it drives wait like this."""
    for module in (_wait, textual.app, textual.pilot):
        module.wait_for_idle = wait_for_idle  # type: ignore[attr-defined]
