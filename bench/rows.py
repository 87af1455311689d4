"""`svc-tui list --all` over 100,000 rows: its peak memory, beside that of 500 rows."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import perf_counter
from urllib.parse import parse_qs, urlsplit

from bench.table import Line, NotMeasured
from bench.world import World

ROWS, FEW = 100_000, 500

CONSOLE = """\
[svc]
base_url = "{url}"
dialect = "rest"
trailing_slash = false
auth = {{ kind = "none" }}

[[resources]]
name = "items"
endpoint = "/items"
columns = ["id", "title"]
fields = [{{ key = "title" }}]
"""


class Pages(BaseHTTPRequestHandler):
    """Answers with pages of rows that are made when they are asked for."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """One page."""
        query = parse_qs(urlsplit(self.path).query)
        page, size = int(query.get("page", ["1"])[0]), int(query.get("page_size", ["20"])[0])
        numbers = range((page - 1) * size + 1, min(page * size, ROWS) + 1)
        rows = [{"id": n, "title": f"Row {n}", "text": "x" * 400} for n in numbers]
        more = "more" if page * size < ROWS else None
        body = json.dumps({"count": ROWS, "next": more, "results": rows}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def streaming(world: World, rounds: int) -> list[Line | NotMeasured]:
    """Measure the command once: it is memory that counts."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server,
    ):
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        file = Path(folder, "rows.toml")
        file.write_text(CONSOLE.format(url=f"http://127.0.0.1:{server.server_address[1]}"))

        def peak(*which: str) -> tuple[float, float]:
            """Return the peak in MB, and the seconds that it took."""
            words = ("list", "items", "--config", str(file), "-o", "ndjson", *which)
            began = perf_counter()
            program = subprocess.Popen(
                [*world.console, *words],
                env=world.env,
                cwd=world.folder,
                stdout=subprocess.DEVNULL,
            )
            _, status, used = os.wait4(program.pid, 0)
            program.returncode = os.waitstatus_to_exitcode(status)
            if program.returncode:
                raise RuntimeError(f"svc-tui {' '.join(words)} ended with {program.returncode}")
            return used.ru_maxrss / 1024, perf_counter() - began

        few, _ = peak("--limit", str(FEW))
        many, seconds = peak("--all")
        server.shutdown()
    return [
        Line(f"peak memory of {ROWS:,} rows over {FEW}", many - few, "MB", target=8, stretch=4),
        Line(f"list --all, {ROWS:,} rows", seconds, "s"),
    ]
