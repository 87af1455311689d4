"""Random keys end no console and show no fault; a longer run is `make soak`."""

from __future__ import annotations

import asyncio
import gc
import os
from pathlib import Path

import pytest

from tests.backends.demo import DemoProcess
from tests.backends.stock import StockProcess
from tests.monkey import Monkey, levels, on_demo, on_stock, watched

SEED = int(os.environ.get("SEED", "20261"))
KEYS = 90


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What random keys write goes into a folder of the test, and no editor is opened."""
    place = tmp_path / "here"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.setenv("VISUAL", "true")


@pytest.mark.parametrize("place", ["/articles", "/articles/1", "/media"])
async def test_random_keys_on_the_demo_end_nothing(
    fresh_demo: DemoProcess, tmp_path: Path, place: str
) -> None:
    await on_demo(Monkey(SEED), fresh_demo.url, tmp_path / "state", KEYS, place)


@pytest.mark.parametrize("place", ["/articles", "/articles/3"])
async def test_random_keys_on_a_backend_that_fails_end_nothing(
    fresh_stock: StockProcess, tmp_path: Path, place: str
) -> None:
    await on_stock(Monkey(SEED + 1), fresh_stock, tmp_path / "state", KEYS, place)


async def test_the_monkey_sees_work_that_nobody_waits_for() -> None:
    async def fails() -> None:
        raise ValueError("seen")

    found: list[str] = []
    with watched(found, "asyncio"):
        fails()
        failing = asyncio.create_task(fails())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        del failing
        gc.collect()

    assert "fails' was never awaited" in found[0]
    assert "Task exception was never retrieved" in found[1]


def test_a_seed_presses_the_same_keys_each_time() -> None:
    first, again, other = (
        [key for _ in range(50) for key in Monkey(seed)._burst()] for seed in (5, 5, 6)
    )

    assert first == again != other


def test_memory_that_keeps_growing_is_told_from_memory_that_levels() -> None:
    assert levels([70, 90, 110, 125, 130, 131, 133, 132])
    assert not levels([70, 100, 130, 160, 190, 220, 250, 280])
