"""The demo backend as a child process, for every test that wants a real server."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.backends.process import ServerProcess


class DemoProcess(ServerProcess):
    """`python -m svc_tui.demo` in a folder; the odd records come first, on fixed days."""

    def __init__(
        self,
        folder: Path,
        *,
        rows: int = 300,
        hostile: bool = True,
        variant: str = "",
        testing: bool = True,
        port: int = 0,
        delay_ms: int = 0,
    ) -> None:
        command = [sys.executable, "-m", "svc_tui.demo", "--dir", str(folder)]
        command += ["--rows", str(rows), "--port", str(port), "--delay-ms", str(delay_ms)]
        command += ["--variant", variant] if variant else []
        command += ["--testing"] if testing else []
        command += ["--hostile"] if hostile else []
        super().__init__(*command)
