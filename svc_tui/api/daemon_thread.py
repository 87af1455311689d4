"""Run work in a thread that the end of the process does not wait for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")


async def run_in_daemon_thread(work: Callable[[], Result]) -> Result:
    """Return the result of `work`, or raise its exception.

    Only for preparations. Work that must finish before the end, such as writing a file, belongs in
    `asyncio.to_thread`: the event loop waits for its threads.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()
    context = copy_context()

    def settle(say: Callable[[Any], None], what: Any) -> None:
        if not done.done():
            say(what)

    def run() -> None:
        try:
            said: tuple[Callable[[Any], None], Any] = done.set_result, context.run(work)
        except BaseException as error:
            said = done.set_exception, error
        with suppress(RuntimeError):  # The loop has ended since.
            loop.call_soon_threadsafe(settle, *said)

    Thread(target=run, name="aside", daemon=True).start()
    return await done
