"""The media gallery without a terminal: a key in a small and in a huge folder, and while sending.

Runs in a process of its own: `python -m bench.gallery URL ROUNDS`, one JSON object out.
"""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from textual import events
from textual.app import App, ComposeResult

from bench.figures import percentile
from bench.service import Heartbeat
from bench.table import Line, NotMeasured
from bench.world import World

FEW, MANY = 24, 5000
"""Files of the two folders."""
PRESSES = 40
LARGE = 100_000_000
PAUSE = 0.03
"""Seconds between two keys: a key that is held down."""
PATIENCE = 20.0


def gallery(world: World, rounds: int) -> list[Line | NotMeasured]:
    """How long a cursor key takes until it is painted."""
    command = [sys.executable, "-m", "bench.gallery", world.url, str(rounds)]
    done = subprocess.run(command, env=world.env, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    share = found["many"] / found["few"]
    return [
        Line(
            f"folder of {MANY} files, shown, to one of {FEW}",
            found["shown"],
            "ms",
            found["shown few"],
            found["shown"] / found["shown few"],
        ),
        Line(
            f"key in a folder of {MANY} files, to one of {FEW}",
            found["many"],
            "ms",
            found["few"],
            share,
            1.2,
            1.0,
            relative=True,
        ),
        Line(
            "key while two files are uploaded, p95, to one at rest",
            found["sending"],
            "ms",
            found["resting"],
            found["sending"] / found["resting"],
            target=30,
        ),
        Line("worst stall while two files are uploaded", found["stall"], "ms", target=16),
    ]


async def measured(url: str, rounds: int) -> dict[str, float]:
    """Everything, in this process."""
    taken: dict[str, list[float]] = {"few": [], "many": [], "shown": [], "shown few": []}
    gallery = Gallery()
    async with gallery.run_test(size=(120, 40)):
        for _ in range(max(2, rounds)):
            for name, count in (("few", FEW), ("many", MANY)):
                shown = "shown few" if name == "few" else "shown"
                taken[shown].append(await gallery.time_to_show(name, count))
                taken[name] += [await gallery.time_of_key() for _ in range(PRESSES // 2)]
        resting = [await gallery.time_of_key() for _ in range(PRESSES)]
        sending, stall = await _while_sending(url, gallery)
    middle = {name: percentile(values, 50) for name, values in taken.items()}
    at_rest = percentile(resting, 95)
    return {**middle, "resting": at_rest, "sending": percentile(sending, 95), "stall": stall}


class Gallery(App[None]):
    """The gallery alone; knows when what was asked for has been handed to the terminal.

    A pilot's own waiting is no measure: it ends when the whole process has nothing to do, which is
    not before the last byte of an upload.
    """

    def __init__(self) -> None:
        super().__init__()
        self.painted = asyncio.Event()

    def compose(self) -> ComposeResult:
        from svc_tui import SvcMediaGallery

        yield SvcMediaGallery()

    def _display(self, screen: Any, renderable: Any) -> None:
        super()._display(screen, renderable)
        if renderable is not None:
            self.painted.set()

    async def time_to_show(self, name: str, count: int) -> float:
        """Milliseconds until a folder of so many files is painted."""
        from svc_tui import MediaItem, SvcMediaGallery
        from svc_tui.stores.media_state import MediaState

        gallery = self.query_one(SvcMediaGallery)
        gallery.focus()
        files = tuple(MediaItem(n, title=f"{name} {n}", size=n) for n in range(count))
        await asyncio.sleep(PAUSE)
        self.painted.clear()
        began = perf_counter()
        gallery.show(MediaState(loaded=True, medias=files), "media:0")
        await self.painted.wait()
        return (perf_counter() - began) * 1000

    async def time_of_key(self) -> float:
        """Milliseconds until a cursor key is painted."""
        await asyncio.sleep(PAUSE)  # As a person would; it also lets uploads go on.
        self.painted.clear()
        began = perf_counter()
        self.post_message(events.Key("down", None))
        await asyncio.wait_for(self.painted.wait(), PATIENCE)
        return (perf_counter() - began) * 1000


async def _while_sending(url: str, gallery: Gallery) -> tuple[list[float], float]:
    """Keys while two files are sent through the queue, and the longest stall of the loop."""
    from svc_tui.context import Svc

    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder, "large.bin")
        with large.open("wb") as file:
            file.truncate(LARGE)
        async with Svc(url, state_dir=Path(folder, "state")) as svc:
            sink = svc.crud("/api/sink")
            taken: list[float] = []

            async def send() -> None:
                while len(taken) < PRESSES:
                    await sink.create({"file": large})

            gc.collect()
            gc.freeze()  # As the console does a second after its start.
            async with Heartbeat() as heart:
                sending = [asyncio.create_task(send()) for _ in range(2)]
                while len(taken) < PRESSES:
                    taken.append(await gallery.time_of_key())
            await asyncio.gather(*sending)
    return taken, heart.worst_ms


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measured(sys.argv[1], int(sys.argv[2])))))
