"""Servers of other families as child processes, such as FastAPI, Django Ninja and drf-yasg.

All but json-server are real and live in an environment of their own, `.venv/wires`, which
`make test` installs from `tests/backends/wires/constraints.txt`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import httpx

from tests.backends.process import ServerProcess

PYTHON = Path(sys.prefix) / "wires" / "bin" / "python"


class WireProcess(ServerProcess):
    """A server by the name that `wires/__main__.py` knows it by, or `json-server`."""

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
        self.steer("reset")

    def steer(self, wish: str, **wanted: Any) -> dict[str, int]:
        """Do what is under `/_test/`; return how often each address was asked since a reset."""
        address = f"{self.url}/_test/{wish}"
        answer = httpx.post(address, json=wanted, trust_env=False, timeout=60)
        return dict(answer.raise_for_status().json().get("seen", {}))
