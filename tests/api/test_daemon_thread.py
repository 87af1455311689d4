"""Work aside is awaited by who wants its result, and by nobody else."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from contextvars import ContextVar

import pytest

from svc_tui.api.daemon_thread import run_in_daemon_thread

PLACE: ContextVar[str] = ContextVar("place")

IMPATIENT = """
import asyncio, time
from svc_tui.api.daemon_thread import run_in_daemon_thread

async def main():
    task = asyncio.ensure_future(run_in_daemon_thread(lambda: time.sleep(60)))
    await asyncio.sleep(0)

asyncio.run(main())
"""


async def test_the_result_comes_back_and_the_context_goes_along() -> None:
    PLACE.set("here")

    assert await run_in_daemon_thread(PLACE.get) == "here"


async def test_an_exception_comes_back() -> None:
    with pytest.raises(ZeroDivisionError):
        await run_in_daemon_thread(lambda: 1 / 0)


async def test_nobody_hears_of_a_result_that_is_not_wanted_any_more() -> None:
    heard: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, found: heard.append(found))
    began, goes_on = asyncio.Event(), threading.Event()
    loop, threads = asyncio.get_running_loop(), []

    def work() -> None:
        threads.append(threading.current_thread())
        loop.call_soon_threadsafe(began.set)
        goes_on.wait()

    task = asyncio.ensure_future(run_in_daemon_thread(work))
    await began.wait()
    task.cancel()
    assert await asyncio.gather(task, return_exceptions=True) != [None]
    goes_on.set()
    await asyncio.to_thread(threads[0].join)  # Its result has reached the loop before this.

    assert heard == []


def test_the_end_of_the_process_does_not_wait() -> None:
    subprocess.run([sys.executable, "-c", IMPATIENT], check=True, timeout=30)
