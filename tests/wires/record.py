"""Record exchanges with a real server: `python -m tests.wires.record json-server directus strapi`.

`make test-servers` installs the servers. Services are used, `init` is run, and the row is walked.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from tests import rest
from tests.backends.node_process import node_server
from tests.backends.recorded import FOLDER, Recording
from tests.wires.exploration import explore
from tests.wires.libraries import WITH_LIBRARY, explore_library, pick
from tests.wires.rows import ROWS, Row, walk, written


def record(name: str) -> None:
    """Write the exchanges of one server."""
    [row] = [one for one in ROWS if one.server == name and one.recorded]
    with node_server(name) as url:
        record_rows(row, url)
        if name in WITH_LIBRARY:
            record_part(row, url, "library", explore_library)
            record_part(row, url, "picked", pick)


def record_rows(row: Row, url: str) -> None:
    """Write what is said of lists and records."""
    with Recording(url) as recording:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(explore(row, recording.url))
            written(row, recording.url, Path(folder))
            asyncio.run(walk(row, recording.url, Path(folder)))
        recording.write(FOLDER / f"{row.server}.json")
    print(f"{row.server}: {len(recording.said)} requests")


def record_part(
    row: Row, url: str, part: str, use: Callable[[Row, str, Path], Coroutine[Any, Any, Any]]
) -> None:
    """Write what is said of the media library, a file for each test."""
    with tempfile.TemporaryDirectory() as folder, Recording(url) as recording:
        asyncio.run(use(row, recording.url, Path(folder)))
        recording.write(FOLDER / f"{row.server}-{part}.json")


if __name__ == "__main__":
    rest.install()
    for one in sys.argv[1:]:
        record(one)
