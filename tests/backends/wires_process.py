"""Servers of other families as child processes, such as FastAPI, Django Ninja and drf-yasg.

All but json-server are real and live in an environment of their own, `.venv/wires`, which
`make test` installs from `tests/backends/wires/constraints.txt`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import httpx

from tests.backends.process import ServerProcess

PYTHON = Path(sys.prefix) / "wires" / "bin" / "python"


class WireProcess(ServerProcess):
    """One of the servers: `fastapi`, `django`, `swagger`, or `json-server`."""

    def __init__(self, name: str) -> None:
        here = Path(__file__).parent
        if name != "json-server" and not PYTHON.exists():
            raise RuntimeError(f"There is no server to test on: `make test` makes {PYTHON.parent}.")
        if name == "json-server":
            super().__init__(sys.executable, here / "json_server.py")
        else:
            super().__init__(PYTHON, here / "wires", name)

    def reset(self) -> None:
        """Put the rows back."""
        httpx.post(f"{self.url}/_test/reset", trust_env=False, timeout=60).raise_for_status()
