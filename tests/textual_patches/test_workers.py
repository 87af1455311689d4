"""Workers that are cancelled before they began, and those whose widget is closed under them."""

from __future__ import annotations

import asyncio
import gc
import warnings

from textual.app import App, ComposeResult
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import WorkerFailed, WorkerState

from svc_tui.textual_patches.apply import apply_patches
from svc_tui.textual_patches.hooks import FaultGuard, FaultTolerantApp, worker_was_left


async def test_work_that_is_replaced_before_it_began_is_over_and_leaves_no_warning() -> None:
    done: list[str] = []

    async def load(name: str) -> None:
        await asyncio.sleep(0)  # From Python 3.12 on, work begins where it is made.
        done.append(name)

    apply_patches()
    app: App[None] = App()
    async with app.run_test():
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            first = app.run_worker(load("first"), group="load", exclusive=True)
            second = app.run_worker(load("second"), group="load", exclusive=True)
            await app.workers.wait_for_complete([second])
            gc.collect()

        assert done == ["second"]
        assert first.state is WorkerState.CANCELLED and first.is_finished
        assert [str(one.message) for one in warned if "awaited" in str(one.message)] == []


class Searching(Screen[None]):
    """Looks for its list once it is told to, as a palette that gathers its commands does."""

    def compose(self) -> ComposeResult:
        yield Static(id="list")

    async def gather(self, told: asyncio.Event) -> None:
        await told.wait()
        self.query_one("#list")


class Closing(FaultGuard):
    """Notes what `worker_was_left` says of a worker's fault."""

    left: bool | None = None

    def survives(self, error: Exception) -> bool:
        assert isinstance(error, WorkerFailed)
        self.left = worker_was_left(error.error)
        return True


async def test_a_worker_that_misses_its_children_while_they_are_closed_is_no_fault() -> None:
    app = FaultTolerantApp()
    app.foreign_guard = guard = Closing()
    async with app.run_test() as pilot:
        for closing in (True, False):
            screen, told = Searching(), asyncio.Event()
            await app.push_screen(screen)
            work = screen.run_worker(screen.gather(told))
            await pilot.pause()
            await screen.query_one("#list").remove()
            screen._pruning = closing  # What Textual notes before it takes the children away.
            told.set()
            await pilot.pause()

            assert work.is_finished and guard.left is closing
