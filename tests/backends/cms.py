"""The real CMS as a child process: django-camomilla-cms with the small site in `cms/`.

It lives in an environment of its own, `cms` inside the one that runs the tests, as it wants older
versions of REST framework and Pillow than the demo; `make test` makes it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

SITE = Path(__file__).with_name("cms")
PYTHON = Path(sys.prefix) / "cms" / "bin" / "python"


class CmsProcess:
    """The site in a folder; ready when constructed, gone after `stop`."""

    def __init__(
        self,
        folder: Path,
        *,
        port: int = 0,
        pages: bool = False,
        https: bool = False,
        accessor: str = "translations",
    ) -> None:
        if not PYTHON.exists():
            raise RuntimeError(f"There is no CMS to test on: `make test` makes {PYTHON.parent}.")
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        # To a file: the CMS prints its troubles with pictures, and nobody would empty a pipe.
        with (folder / "stderr.log").open("wb") as complaints:
            self.process = subprocess.Popen(
                [
                    PYTHON,
                    SITE,
                    "--dir",
                    folder,
                    "--port",
                    str(port),
                    *(["--pages"] if pages else []),
                    *(["--https"] if https else []),
                    *("--accessor", accessor),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
            )
        self.url = self._await_url()

    def _await_url(self) -> str:
        """The address, once it answers; raises RuntimeError with the words on stderr otherwise."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if line:
            return str(json.loads(line)["url"])
        self.stop()
        raise RuntimeError((self.folder / "stderr.log").read_text() or "The CMS did not start.")

    def reset(self) -> None:
        """Rows, files and accounts as they were seeded; nobody is signed in any more."""
        httpx.post(f"{self.url}/api/_test/reset", timeout=60, trust_env=False).raise_for_status()

    def change(self, model: str, id: int, **values: Any) -> None:
        """Somebody else changes a row: `change("shop.product", 3, price="1.00")`."""
        wanted = {"model": model, "id": id, "values": values}
        address = f"{self.url}/api/_test/change"
        httpx.post(address, json=wanted, timeout=60, trust_env=False).raise_for_status()

    def stop(self) -> int:
        """Close its stdin, which ends it; returns its exit code. A second call does no harm."""
        if self.process.stdin and not self.process.stdin.closed:
            self.process.stdin.close()
        try:
            return self.process.wait(timeout=10)
        finally:
            if self.process.poll() is None:
                self.process.kill()
            if self.process.stdout is not None:
                self.process.stdout.close()

    def __enter__(self) -> CmsProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
