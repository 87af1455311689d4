"""The demo backend with as many articles as wanted, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType


class Demo:
    """Seeded and answering when the `with` block begins; gone when it ends."""

    url = ""

    def __init__(self, folder: Path, rows: int) -> None:
        self._command = [sys.executable, "-m", "svc_tui.demo", "--dir", str(folder)]
        self._command += ["--rows", str(rows), "--port", "0", "--hostile"]

    def __enter__(self) -> Demo:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.url = json.loads(line).get("url", "")
            if self.url:
                return self
        raise TimeoutError("the demo backend did not start")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.communicate()
