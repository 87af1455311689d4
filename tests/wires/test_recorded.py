"""Servers of Node by what they really said; with SERVERS=real, the servers themselves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.backends.node_process import NAMES, node_server
from tests.backends.recorded import FOLDER, Replay
from tests.wires.exploration import Found, explore
from tests.wires.libraries import WITH_LIBRARY, Library, explore_library, pick
from tests.wires.rows import ROWS, Row

BY_NAME = {row.server: row for row in ROWS if row.recorded}


@pytest.fixture(params=NAMES)
def row(request: pytest.FixtureRequest) -> Row:
    return BY_NAME[request.param]


@pytest.fixture
def part() -> str:
    """The end of the name of what was recorded."""
    return ""


@pytest.fixture
def url(row: Row, part: str) -> Iterator[str]:
    """The address of a server, or of what was recorded of it."""
    with ExitStack() as stack:
        if os.environ.get("SERVERS") == "real":
            yield stack.enter_context(node_server(row.server))
        else:
            replay = stack.enter_context(Replay(FOLDER / f"{row.server}{part}.json"))
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


@pytest.mark.parametrize("part", ["-library"])
@pytest.mark.parametrize("row", WITH_LIBRARY, indirect=True)
async def test_files_are_browsed_uploaded_changed_and_deleted(
    row: Row, url: str, tmp_path: Path
) -> None:
    found = await explore_library(row, url, tmp_path)

    assert found == Library(
        titles=[["A note"], ["A note"], []],
        folders=["Notes", "Inner"] if row.server == "directus" else [],
        size=found.size,
        changed="New",
        refused=["alt_text"] if row.server == "directus" else [],
        gone=True,
        left=0,
    )
    assert 10 <= found.size <= 20  # Strapi tells hundredths of a kilobyte.


@pytest.mark.parametrize("part", ["-picked"])
@pytest.mark.parametrize("row", WITH_LIBRARY, indirect=True)
async def test_a_file_of_the_library_is_picked_in_a_record_by_keys(
    row: Row, url: str, tmp_path: Path
) -> None:
    await pick(row, url, tmp_path)
