"""Save drafts, delete pictures and end tasks as the console ends, however it ends."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from inspect import iscoroutine
from time import monotonic
from typing import TYPE_CHECKING, Any

from textual.app import App

from svc_tui.models.foreign_code import OURS, package_of
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

PATIENCE = 2.0
"""Seconds that the end of the program waits for tasks that were cancelled."""

_left: set[asyncio.Task[Any]] = set()
"""Tasks that did not end: what is collected would be reported once more."""


def save_before_end(app: App[None], services: Iterable[Svc]) -> None:
    """Write drafts and stop uploads; text that is open in an external editor is recovered."""
    try:
        # Not imported here, as most consoles have opened no editor.
        if (editor := sys.modules.get("svc_tui.widgets.form.external_editor")) is not None:
            editor.recover_edit(app)
    finally:
        for svc in services:
            svc.drafts.flush()
            svc.cancel_uploads()


def delete_pictures(app: App[None]) -> None:
    """Delete the pictures that a terminal with graphics keeps."""
    # Not imported here, as most consoles have drawn no picture.
    if (graphics := sys.modules.get("svc_tui.terminal.kitty_images")) is not None:
        graphics.delete_all_images(app)


@contextmanager
def ending_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """Provide an event loop that ends, also with tasks that ignore their cancellation.

    `asyncio.run` would wait for such a task for ever. Raises `RuntimeError` where one runs already.
    """
    if _has_running_loop():
        raise RuntimeError("an event loop is already running; use `await app.run_async()`")
    loop = asyncio.new_event_loop()
    try:
        yield loop
    finally:
        try:
            loop.run_until_complete(_end_tasks())
        finally:
            loop.set_exception_handler(lambda *_: None)  # What is left was reported by its name.
            loop.close()


def _has_running_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


async def _end_tasks() -> None:
    """Cancel all other tasks, and print which code swallowed that; then close generators."""
    told: set[asyncio.Task[Any]] = set()
    ends = monotonic() + PATIENCE
    try:
        while (tasks := _others()) and (rest := ends - monotonic()) > 0:
            for task in tasks - told:
                task.cancel()
            told |= tasks
            await asyncio.wait(tasks, timeout=rest)
    finally:
        if tasks := _others():
            _left.update(tasks)
            named = sorted(set(filter(None, map(_code_of, tasks)))) or ["A task"]
            were = "was" if len(named) == 1 else "were"
            said = f"{' and '.join(named)} did not stop at shutdown and {were} terminated."
            print(f"{said} Check whether the changes were completed.", file=sys.stderr)
    closed = asyncio.get_running_loop().shutdown_asyncgens()
    await asyncio.wait([asyncio.ensure_future(closed)], timeout=PATIENCE)


def _others() -> set[asyncio.Task[Any]]:
    """Return the tasks of the event loop without the current one."""
    return asyncio.all_tasks() - {asyncio.current_task()}


def _code_of(task: asyncio.Task[Any]) -> str:
    """Return the name and the line of the consumer's code that a task runs; "" for none."""
    step: object = task.get_coro()
    while iscoroutine(step) and (frame := step.cr_frame) is not None:
        package = package_of(step)
        if package not in (*OURS, *sys.stdlib_module_names):
            name = clean(step.__qualname__.rpartition("<locals>.")[2])
            place = clean(frame.f_code.co_filename.rpartition("/")[2])
            return f"{name} ({place} line {frame.f_lineno})"
        step = step.cr_await
    return ""
