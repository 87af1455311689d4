"""Servers of Node by what they really said; with SERVERS=real, the servers themselves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.backends.node_process import NAMES, node_server
from tests.backends.recorded import FOLDER, Replay
from tests.wires.families import Found, explore
from tests.wires.rows import ROWS, Row

BY_NAME = {row.server: row for row in ROWS if row.recorded}


@pytest.fixture(params=NAMES)
def row(request: pytest.FixtureRequest) -> Row:
    return BY_NAME[request.param]


@pytest.fixture
def url(row: Row) -> Iterator[str]:
    """The address of a server, or of what was recorded of it."""
    with ExitStack() as stack:
        if os.environ.get("SERVERS") == "real":
            yield stack.enter_context(node_server(row.server))
        else:
            replay = stack.enter_context(Replay(FOLDER / f"{row.server}.json"))
            yield replay.url
            assert not replay.unknown


async def test_lists_and_records_work_as_the_named_set_says(row: Row, url: str) -> None:
    found = await explore(row, url)

    assert found == Found(
        collections=found.collections,
        pages=[20, 11],
        count=31,
        falling=[310, 300, 290],
        searched=["Article 31"],
        filtered=[20, 40],
        changed="Changed here",
        refused=found.refused,
        gone=True,
    )
    assert list(found.refused) == ([] if row.server == "json-server" else ["title"])
    assert (row.path in "".join(found.collections)) is (row.server != "strapi")
