"""Pictures: thumbnails a second, how long the loop stands still, and keys in a grid of any size.

Runs in a process of its own: `python -m bench.pictures ROUNDS`, one JSON object out. Files come
from memory, so that nothing but our own work is measured.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from time import perf_counter
from typing import Any

from textual.app import ComposeResult

from bench.figures import percentile
from bench.painted import Painted
from bench.table import Line, NotMeasured
from bench.world import World

FEW, MANY = 24, 100_000
PRESSES = 40
PHOTOS = 24
SIZE = (2400, 1600)


def pictures(world: World, rounds: int) -> list[Line | NotMeasured]:
    """Decoding, and the grid."""
    command = [sys.executable, "-m", "bench.pictures", str(rounds)]
    done = subprocess.run(command, env=world.env, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    megapixels = SIZE[0] * SIZE[1] / 1e6
    return [
        Line(f"thumbnails of {megapixels:.1f} MP photographs", found["rate"], "a second"),
        Line("longest stall of the loop while they are unpacked", found["stall"], target=16),
        Line(f"key in a grid of {FEW} pictures", found["few"], target=10, stretch=7),
        Line(
            f"key in a grid of {MANY:,}, to one of {FEW}",
            found["many"],
            "ms",
            found["few"],
            found["many"] / found["few"],
            1.15,
            1.0,
            relative=True,
        ),
    ]


def photograph() -> bytes:
    """A JPEG with something in every corner."""
    from PIL import Image

    file = BytesIO()
    noise = Image.effect_noise((SIZE[0] // 8, SIZE[1] // 8), 80).resize(SIZE)
    Image.merge("RGB", (noise, noise.rotate(180), noise)).save(file, "JPEG", quality=85)
    return file.getvalue()


async def decoding(rounds: int) -> dict[str, float]:
    """Thumbnails a second with drawing, and the longest time in which nothing else ran."""
    import httpx

    from svc_tui.api.download import Downloads
    from svc_tui.api.fetch import SvcFetch
    from svc_tui.models.media import MediaItem
    from svc_tui.stores.media.picture_store import PictureStore

    data = photograph()
    transport = httpx.MockTransport(lambda _: httpx.Response(200, content=data))
    rates, stalls = [], []
    for round in range(max(2, rounds)):
        fetch = SvcFetch("http://files.test", transport=transport)
        store = PictureStore(Downloads(fetch))
        medias = [MediaItem(n, f"/{round}/{n}.jpg", "image/jpeg") for n in range(PHOTOS)]

        async def shown(media: MediaItem, store: PictureStore = store) -> None:
            look = await store.look(media)
            assert look.picture is not None, look.reason
            how: Any = {"room": (22, 7), "ground": (0, 0, 0), "contain": True, "depth": "all"}
            await store.draw(media, look.picture, **how)

        await shown(MediaItem(99, "/first.jpg", "image/jpeg"))  # Pillow is imported.
        began = perf_counter()
        work = asyncio.gather(*map(shown, medias))
        before, worst = began, 0.0
        while not work.done():
            await asyncio.sleep(0.001)
            now = perf_counter()
            worst, before = max(worst, now - before - 0.001), now
        rates.append(PHOTOS / (perf_counter() - began))
        stalls.append(worst * 1000)
        await store.aclose()
        await fetch.aclose()
    return {"rate": percentile(rates, 50), "stall": percentile(stalls, 50)}


class Grid(Painted):
    """A grid of pictures."""

    pause = 0.02

    def __init__(self, svc: Any) -> None:
        super().__init__()
        self.svc = svc

    def compose(self) -> ComposeResult:
        from svc_tui import SvcMediaGallery

        yield SvcMediaGallery(mode="grid")


async def keys() -> dict[str, float]:
    """The same keys in a small and in a huge folder, with pictures in all cells."""
    import httpx

    from svc_tui import MediaItem, Svc, SvcMediaGallery
    from svc_tui.stores.media.media_state import MediaState

    data = photograph()
    transport = httpx.MockTransport(lambda _: httpx.Response(200, content=data))
    taken: dict[str, list[float]] = {"few": [], "many": []}
    with tempfile.TemporaryDirectory() as place:
        async with Svc("http://files.test", state_dir=Path(place), transport=transport) as svc:
            app = Grid(svc)
            async with app.run_test(size=(120, 40)) as pilot:
                gallery = app.query_one(SvcMediaGallery)
                gallery.focus()
                for _ in range(3):
                    for name, count in (("few", FEW), ("many", MANY)):
                        files = tuple(
                            MediaItem(n, f"/{n % FEW}.jpg", "image/jpeg", title=f"{name} {n}")
                            for n in range(count)
                        )
                        gallery.show(MediaState(loaded=True, medias=files), "media:0")
                        await pilot.pause(1)  # its pictures arrive
                        for at in range(PRESSES):
                            key = ("right", "left")[at % 2]
                            taken[name].append(await app.time_of_key(key))
    return {name: percentile(values, 50) for name, values in taken.items()}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(decoding(int(sys.argv[1]))) | asyncio.run(keys())))
