"""Wait for an app to become idle, or for a condition, without fixed sleeps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.strip import Strip

from svc_tui.textual_patches.hooks import drawn_strips
from svc_tui.widgets.tab_label import OPEN

PATIENCE = 30.0
"""Seconds after which a condition that did not come true is a failure."""

LOOK = 0.004
"""Seconds between two checks. Textual's own 20 ms, twice per key, are most of a test's waiting."""

BUSY = 0.001
"""Seconds of processor time between checks above which the process is still busy."""

RESTLESS = 10
"""Checks of a busy process before the screen is read: it may be busy without changing anything.

Reading a screen costs as much as painting it.
"""


def screen_text(app: App[Any]) -> str:
    """Return the text on the screen, row by row, without colors; the open tab in brackets."""
    return "\n".join(_row_text(strip).rstrip() for strip in drawn_strips(app, app.screen))


def _row_text(strip: Strip) -> str:
    """Return the text of a row; brackets replace the spaces around the open tab."""
    parts: list[str] = []
    after_tab = False
    for text, style, _ in strip:
        in_tab = style is not None and bool(style._meta) and OPEN in style.meta
        if after_tab and not in_tab:
            text = f"]{text[1:]}"
        if in_tab and not after_tab and parts and parts[-1].endswith(" "):
            parts[-1] = f"{parts[-1][:-1]}["
        after_tab = in_tab
        parts.append(text)
    return "".join(parts)


async def until_true(
    app: App[Any], condition: Callable[[], object], timeout: float = PATIENCE
) -> None:
    """Let the app work until a condition is true.

    Raises:
        AssertionError: it did not come true in time; the message holds the screen.
    """
    __tracebackhide__ = True
    deadline = time.monotonic() + timeout
    began = time.process_time()
    while not condition():
        cost = time.process_time() - began
        if time.monotonic() >= deadline:
            raise AssertionError(f"it never reached that state\n{screen_text(app)}")
        # Not the pilot's pause, which waits for every widget.
        await wait_for_change(cost)
        began = time.process_time()


async def until_quiet(pilot: Pilot[Any], loading: Callable[[], bool]) -> None:
    """Wait until nothing is loading and the screen has stopped changing.

    Raises:
        AssertionError: it never settled; the message holds the screen.
    """
    __tracebackhide__ = True
    before, quiet, restless = "", 0, 0
    deadline = time.monotonic() + PATIENCE
    while quiet < 5:
        if time.monotonic() >= deadline:
            raise AssertionError(f"it never settled\n{screen_text(pilot.app)}")
        worked = time.process_time()
        await pilot.pause(0.02)
        # Nothing is painted by a process that did nothing.
        busy = time.process_time() - worked > BUSY
        restless += busy
        still = not busy
        if busy and restless > RESTLESS:
            now = screen_text(pilot.app)
            still, before = now == before, now
        quiet = quiet + 1 if still and not loading() else 0


async def wait_for_change(cost: float) -> None:
    """Wait until a condition is worth another look, which took `cost` seconds the last time.

    As long as this process does nothing, only what others do can have changed it: that is looked
    at every 50 ms. While it works, no more than a fifth of the time is spent on looking.
    """
    pause = max(0.01, 4 * cost)
    for _ in range(5):
        worked = time.process_time()
        await asyncio.sleep(pause)
        if time.process_time() - worked > BUSY:
            return
