"""Each server that people run: by keys, from an address to a saved edit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wires.rows import ROWS, Row, running, walk

MOST_REQUESTS = 5
"""Requests of a sign-in, its profile, and three before the rows of a list."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_a_person_gets_from_an_address_to_a_saved_edit(row: Row, tmp_path: Path) -> None:
    with running(row) as (url, replay):
        done = await walk(row, url, tmp_path)

    assert done.requests <= MOST_REQUESTS + 2 * bool(row.user)
    assert replay is None or not replay.unknown
