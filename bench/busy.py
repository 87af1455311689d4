"""Keys in a grid while thumbnails come and two files go: all that the media pages do at once.

Runs in a process of its own: `python -m bench.busy URL`, one JSON object out.
"""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.figures import percentile
from bench.painted import beside_rest, two_uploads
from bench.pictures import Grid, photograph
from bench.service import Heartbeat
from bench.table import Line, NotMeasured
from bench.world import World

if TYPE_CHECKING:
    import httpx

FILES = 2000
PRESSES = 120
ROW, REST = 8, 0.2
"""After so many keys one looks at what has come, for so many seconds."""


def busy(world: World, rounds: int) -> list[Line | NotMeasured]:
    """Measure a cursor key, and the longest time that the loop is blocked."""
    command = [sys.executable, "-m", "bench.busy", world.url]
    done = subprocess.run(command, env=world.env, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    return [
        beside_rest(
            "key in a grid while thumbnails come and two files go", found["busy"], found["resting"]
        ),
        Line("worst stall meanwhile", found["stall"], "ms", target=16),
        Line("longest work of the loop at a time, of its own", found["work"], "ms", target=16),
    ]


async def measured(url: str) -> dict[str, float]:
    """Everything, in this process; Textual is patched as in the console."""
    from svc_tui import MediaItem, Svc, SvcMediaGallery
    from svc_tui.stores.media.media_state import MediaState
    from svc_tui.textual_patches.apply import apply_patches

    apply_patches()
    files = tuple(MediaItem(n, f"/{n}.jpg", "image/jpeg", title=f"{n}") for n in range(FILES))
    with tempfile.TemporaryDirectory() as place:
        async with Svc(url, state_dir=Path(place), transport=_library()) as svc:
            grid = Grid(svc)
            async with grid.run_test(size=(120, 40)) as pilot:
                gallery = grid.query_one(SvcMediaGallery)
                gallery.focus()
                gallery.show(MediaState(loaded=True, medias=files), "media:0")
                await pilot.pause(1)  # The first pictures arrive.
                gc.collect()
                gc.freeze()  # As the console does a second after its start.
                resting = [
                    await grid.time_of_key(("right", "left")[at % 2]) for at in range(PRESSES // 2)
                ]
                taken, heart = await _while_all_goes_on(svc.crud("/api/sink"), grid)
    return {
        "resting": percentile(resting, 95),
        "busy": percentile(taken, 95),
        "stall": heart.worst_ms,
        "work": heart.most_work_ms,
    }


async def _while_all_goes_on(sink: Any, grid: Grid) -> tuple[list[float], Heartbeat]:
    """Each row that is reached shows pictures that nobody has fetched yet."""
    taken: list[float] = []
    async with two_uploads(sink) as heart:
        while len(taken) < PRESSES:
            taken.append(await grid.time_of_key("right" if len(taken) % 4 else "down"))
            if len(taken) % ROW == 0:
                await asyncio.sleep(REST)
    return taken, heart


def _library() -> httpx.AsyncBaseTransport:
    """Photographs come from memory, everything else from the backend."""
    import httpx

    data = photograph()

    class Library(httpx.AsyncHTTPTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            if request.url.path.endswith(".jpg"):
                return httpx.Response(200, content=data)
            return await super().handle_async_request(request)

    return Library()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measured(sys.argv[1]))))
