"""Record exchanges with a real server: `python -m tests.wires.record json-server directus strapi`.

`make test-servers` installs the servers. Services are used, `init` is run, and the row is walked.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests import rest
from tests.backends.node_process import node_server
from tests.backends.recorded import FOLDER, Recording
from tests.wires.families import explore
from tests.wires.rows import ROWS, walk, written


def record(name: str) -> None:
    """Write the exchanges of one server."""
    [row] = [one for one in ROWS if one.server == name and one.recorded]
    with node_server(name) as url, Recording(url) as recording:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(explore(row, recording.url))
            written(row, recording.url, Path(folder))
            asyncio.run(walk(row, recording.url, Path(folder)))
        recording.write(FOLDER / f"{name}.json")
    print(f"{name}: {len(recording.said)} requests")


if __name__ == "__main__":
    rest.install()
    for one in sys.argv[1:]:
        record(one)
