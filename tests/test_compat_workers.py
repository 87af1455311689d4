"""Workers that are cancelled before they began, and those whose widget is closed under them."""

from __future__ import annotations

import gc
import warnings

from textual.app import App
from textual.worker import WorkerState

from svc_tui.compat import mend


async def test_work_that_is_replaced_before_it_began_is_over_and_leaves_no_warning() -> None:
    done: list[str] = []

    async def load(name: str) -> None:
        done.append(name)

    mend()
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
