"""The media gallery without a terminal: a key in a small and in a huge folder, and while sending.

Runs in a process of its own: `python -m bench.gallery URL ROUNDS`, one JSON object out.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from textual.app import App, ComposeResult

from bench.figures import percentile
from bench.table import Line, NotMeasured
from bench.world import World

if TYPE_CHECKING:
    from textual.pilot import Pilot

FEW, MANY = 24, 5000
"""Files of the two folders."""
PRESSES = 40
LARGE = 100_000_000


def gallery(world: World, rounds: int) -> list[Line | NotMeasured]:
    """How long a cursor key takes until it is painted."""
    command = [sys.executable, "-m", "bench.gallery", world.url, str(rounds)]
    done = subprocess.run(command, env=world.env, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    share = found["many"] / found["few"]
    return [
        Line(f"folder of {MANY} files, shown", found["shown"], "ms"),
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
        Line("key while two files are uploaded, p95", found["sending"], "ms", target=30),
    ]


async def measured(url: str, rounds: int) -> dict[str, float]:
    """Everything, in this process."""
    from svc_tui import MediaItem, SvcMediaGallery
    from svc_tui.stores.media_state import MediaState

    class Shown(App[None]):
        def compose(self) -> ComposeResult:
            yield SvcMediaGallery()

    async def key(pilot: Pilot[None], name: str) -> float:
        began = perf_counter()
        await pilot.press(name)
        return (perf_counter() - began) * 1000

    taken: dict[str, list[float]] = {"few": [], "many": [], "shown": [], "sending": []}
    app = Shown()
    async with app.run_test(size=(120, 40)) as pilot:
        face = app.query_one(SvcMediaGallery)
        face.focus()
        for _ in range(max(2, rounds)):
            for name, count in (("few", FEW), ("many", MANY)):
                files = tuple(MediaItem(n, title=f"{name} {n}", size=n) for n in range(count))
                began = perf_counter()
                face.show(MediaState(loaded=True, medias=files))
                await pilot.pause()
                if name == "many":
                    taken["shown"].append((perf_counter() - began) * 1000)
                taken[name] += [await key(pilot, "down") for _ in range(PRESSES // 2)]
        taken["sending"] = await _while_sending(url, lambda: key(pilot, "down"))
    middle = {name: percentile(values, 50) for name, values in taken.items()}
    return {**middle, "sending": percentile(taken["sending"], 95)}


async def _while_sending(url: str, press: Any) -> list[float]:
    from svc_tui.context import Svc

    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder, "large.bin")
        with large.open("wb") as file:
            file.truncate(LARGE)
        async with Svc(url, state_dir=Path(folder, "state")) as svc:
            sink = svc.crud("/api/sink")
            sending = [asyncio.create_task(sink.create({"file": large})) for _ in range(2)]
            taken = []
            while not all(task.done() for task in sending) and len(taken) < PRESSES:
                taken.append(await press())
            await asyncio.gather(*sending)
    return taken


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measured(sys.argv[1], int(sys.argv[2])))))
