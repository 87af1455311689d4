"""The service layer without a terminal: `Crud.list` over bare httpx, memory, a large upload.

Runs in a process of its own: `python -m bench.service URL ROUNDS FILE`, one JSON object out.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any

from bench import processes
from bench.figures import percentile, turned
from bench.table import Line, NotMeasured
from bench.world import World

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

CALLS = 100
"""Requests of one client in one round."""
TURNS = 200
"""Page turns after which memory is compared."""
LARGE = 100_000_000
SMALL = 1_000
PIECES = 3
"""Uploads of each kind."""


def service(world: World, rounds: int) -> list[Line | NotMeasured]:
    """The service layer's share of a request, and what it keeps in memory."""
    with tempfile.TemporaryDirectory() as folder:
        for name, size in (("large", LARGE), ("small", SMALL)):
            with open(Path(folder, name), "wb") as file:
                file.truncate(size)  # Sparse: the disk has no part in this.
        command = [sys.executable, "-m", "bench.service", world.url, str(rounds), folder]
        done = subprocess.run(command, env=world.env, check=True, capture_output=True, text=True)
    return _lines(json.loads(done.stdout))


def _lines(found: dict[str, Any]) -> list[Line | NotMeasured]:
    lines: list[Line | NotMeasured] = [
        Line(
            "crud.list, 50 rows, to httpx + json",
            found["crud"],
            "ms",
            found["httpx"],
            found["ratio"],
            1.25,
            1.15,
            relative=True,
        ),
        Line(f"memory kept by {TURNS} page turns", found["kept"], "MB", target=1.0, stretch=0.3),
        Line("memory of a 100 MB upload", found["upload_memory"], "MB", target=8),
        Line("worst stall while uploading", found["stall"], "ms", target=16, stretch=5),
    ]
    if found["curl"] is None:
        return [*lines, NotMeasured("upload of 100 MB, share of curl -F", "there is no curl")]
    share = found["curl"] / found["upload"]
    name = "upload of 100 MB to a sink, share of curl -F"
    return [
        *lines,
        Line(
            name,
            found["upload"],
            "ms",
            found["curl"],
            share,
            0.6,
            0.7,
            relative=True,
            at_least=True,
        ),
    ]


async def measured(url: str, rounds: int, folder: Path) -> dict[str, Any]:
    """Everything, in this process."""
    from svc_tui.app.context import Svc

    with tempfile.TemporaryDirectory() as state:
        async with Svc(url, state_dir=Path(state)) as svc:
            listed = await _lists(svc, url, rounds)
            kept = await _kept(svc)
            sent = await _uploads(svc, url, folder, min(rounds, PIECES))
    return {**listed, "kept": kept, **sent}


async def _lists(svc: Svc, url: str, rounds: int) -> dict[str, float]:
    """The same page by our client and by a bare one, taking turns."""
    import httpx

    crud = svc.crud("/api/articles")
    async with httpx.AsyncClient(base_url=url, trust_env=False) as client:

        async def bare() -> None:
            answer = await client.get("/api/articles/", params={"page": 1, "page_size": 50})
            json.loads(answer.content)

        async def ours() -> None:
            await crud.list(page=1, page_size=50)

        clients = {"crud": ours, "httpx": bare}
        medians: dict[str, list[float]] = {name: [] for name in clients}
        for number in range(rounds + 1):
            for name in turned(list(clients), number):
                took = await _median_of(clients[name], CALLS)
                medians[name] += [took] if number else []
    ratios = [one / base for one, base in zip(*medians.values(), strict=True)]
    return {
        "ratio": percentile(ratios, 50),
        **{name: percentile(values, 50) for name, values in medians.items()},
    }


async def _median_of(call: Callable[[], Awaitable[None]], times: int) -> float:
    taken = []
    for _ in range(times):
        began = perf_counter()
        await call()
        taken.append((perf_counter() - began) * 1000)
    return percentile(taken, 50)


async def _kept(svc: Svc) -> float:
    """Megabytes by which the process has grown after many page turns."""
    crud = svc.crud("/api/articles")
    before = processes.resident_megabytes(os.getpid())
    for page in range(TURNS):
        await crud.list(page=page + 1, page_size=50)
    return processes.resident_megabytes(os.getpid()) - before


async def _uploads(svc: Svc, url: str, folder: Path, rounds: int) -> dict[str, float | None]:
    """A large file by our client and by curl, less the time of a small one."""
    crud = svc.crud("/api/sink")

    async def ours(name: str) -> float:
        began = perf_counter()
        await crud.create({"file": folder / name})
        return (perf_counter() - began) * 1000

    async def curl(name: str) -> float:
        command = ["curl", "-sS", "-o", os.devnull, "--noproxy", "*"]
        began = perf_counter()
        form = f"file=@{folder / name}"
        process = await asyncio.create_subprocess_exec(*command, "-F", form, f"{url}/api/sink/")
        if await process.wait():
            raise RuntimeError("curl could not upload")
        return (perf_counter() - began) * 1000

    await ours("small")
    before = processes.peak_megabytes(os.getpid())
    clients = {"upload": ours, **({"curl": curl} if shutil.which("curl") else {})}
    taken: dict[str, list[float]] = {name: [] for name in clients}
    stalls: list[float] = []
    for number in range(rounds + 1):
        for name in turned(list(clients), number):
            async with Heartbeat() as heart:
                took = await clients[name]("large") - await clients[name]("small")
            if number:
                taken[name].append(took)
                stalls += [heart.worst_ms] if name == "upload" else []
    medians = {name: percentile(values, 50) for name, values in taken.items()}
    grown = processes.peak_megabytes(os.getpid()) - before
    return {"curl": None, **medians, "upload_memory": grown, "stall": percentile(stalls, 50)}


class Heartbeat:
    """Beats every 5 ms, and knows the longest pause between two beats.

    Of that, `most_work_ms` is what this thread itself has computed: it does not depend on who else
    uses the machine.
    """

    worst_ms = 0.0
    most_work_ms = 0.0

    async def __aenter__(self) -> Heartbeat:
        self._task = asyncio.create_task(self._beat())
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        self._task.cancel()

    async def _beat(self) -> None:
        while True:
            began, worked = perf_counter(), thread_time()
            await asyncio.sleep(0.005)
            self.worst_ms = max(self.worst_ms, (perf_counter() - began) * 1000 - 5)
            self.most_work_ms = max(self.most_work_ms, (thread_time() - worked) * 1000)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measured(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])))))
