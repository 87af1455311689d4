"""An app that knows when it has painted, and what goes on beside its keys."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar

from textual import events
from textual.app import App

from bench.service import LARGE, Heartbeat
from bench.table import Line

PATIENCE = 20.0


class Painted(App[None]):
    """Knows when what was asked for has been handed to the terminal.

    A pilot's own waiting is no measure: it ends when the whole process has nothing to do, which is
    not before the last byte of an upload.
    """

    pause: ClassVar[float]
    """Seconds between two keys: a key that is held down."""

    def __init__(self) -> None:
        super().__init__()
        self.painted = asyncio.Event()

    def _display(self, screen: Any, renderable: Any) -> None:
        super()._display(screen, renderable)
        if renderable is not None:
            self.painted.set()

    async def time_of_key(self, name: str = "down") -> float:
        """Milliseconds until a cursor key is painted."""
        await asyncio.sleep(self.pause)  # As a person would; it also lets uploads go on.
        self.painted.clear()
        began = perf_counter()
        self.post_message(events.Key(name, None))
        await asyncio.wait_for(self.painted.wait(), PATIENCE)
        return (perf_counter() - began) * 1000


@asynccontextmanager
async def two_uploads(sink: Any) -> AsyncIterator[Heartbeat]:
    """Two large files go again and again; gives what knows the longest stall of the loop."""
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder, "large.bin")
        with large.open("wb") as file:
            file.truncate(LARGE)
        lasting = True

        async def send() -> None:
            while lasting:
                await sink.create({"file": large})

        sending = [asyncio.create_task(send()) for _ in range(2)]
        try:
            async with Heartbeat() as heart:
                yield heart
        finally:
            lasting = False
            await asyncio.gather(*sending)


def beside_rest(what: str, taken: float, resting: float) -> Line:
    """A key while something goes on, and the same key while nothing does."""
    return Line(f"{what}, p95, to one at rest", taken, "ms", resting, taken / resting, target=30)
