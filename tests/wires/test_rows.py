"""Each server that people run: by keys, from an address to a saved edit."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.wires.rows import ADDRESS, ROWS, Row, running, walk, written

PAGE = Path(__file__).parents[2] / "docs" / "servers.md"

MOST_REQUESTS = 5
"""Requests of a sign-in, its profile, and three before the rows of a list."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_a_person_gets_from_an_address_to_a_saved_edit(row: Row, tmp_path: Path) -> None:
    with running(row) as (url, replay):
        head = await asyncio.to_thread(written, row, url, tmp_path)
        done = await walk(row, url, tmp_path)

    text = PAGE.read_text()
    [line] = [one for one in text.splitlines() if one.startswith(f"| [{row.name}]")]
    command = " ".join(["svc-tui", *row.init(ADDRESS)])
    assert f"```sh\n{command}\n```\n\n```toml\n{head}\n```" in text
    assert f"| {done.keys} |" in line

    assert done.requests <= MOST_REQUESTS + 2 * bool(row.user)
    assert replay is None or not replay.unknown
