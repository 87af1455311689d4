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

from textual.app import ComposeResult

from bench.figures import percentile
from bench.painted import Painted, beside_rest, two_uploads
from bench.table import Line, NotMeasured
from bench.world import World

FEW, MANY = 24, 5000
"""Files of the two folders."""
PRESSES = 40


def gallery(world: World, rounds: int) -> list[Line | NotMeasured]:
    """Measure a cursor key until it is painted."""
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
        beside_rest("key while two files are uploaded", found["sending"], found["resting"]),
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


class Gallery(Painted):
    """The gallery alone."""

    pause = 0.03

    def compose(self) -> ComposeResult:
        from svc_tui import SvcMediaGallery

        yield SvcMediaGallery()

    async def time_to_show(self, name: str, count: int) -> float:
        """Milliseconds until a folder of so many files is painted."""
        from svc_tui import MediaItem, SvcMediaGallery
        from svc_tui.stores.media.media_state import MediaState

        gallery = self.query_one(SvcMediaGallery)
        gallery.focus()
        files = tuple(MediaItem(n, title=f"{name} {n}", size=n) for n in range(count))
        await asyncio.sleep(self.pause)
        self.painted.clear()
        began = perf_counter()
        gallery.show(MediaState(loaded=True, medias=files), "media:0")
        await self.painted.wait()
        return (perf_counter() - began) * 1000


async def _while_sending(url: str, gallery: Gallery) -> tuple[list[float], float]:
    """Keys while two files are sent through the queue, and the longest stall of the loop."""
    from svc_tui.app.context import Svc

    with tempfile.TemporaryDirectory() as state:
        async with Svc(url, state_dir=Path(state)) as svc:
            gc.collect()
            gc.freeze()  # As the console does a second after its start.
            async with two_uploads(svc.crud("/api/sink")) as heart:
                taken = [await gallery.time_of_key() for _ in range(PRESSES)]
    return taken, heart.worst_ms


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measured(sys.argv[1], int(sys.argv[2])))))
