"""The real CMS as a child process: django-camomilla-cms with the small site in `cms/`.

It lives in an environment of its own, `cms` inside the one that runs the tests, as it wants older
versions of REST framework and Pillow than the demo; `make test` makes it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import httpx

from tests.backends.process import ServerProcess

SITE = Path(__file__).with_name("cms")
PYTHON = Path(sys.prefix) / "cms" / "bin" / "python"


class CmsProcess(ServerProcess):
    """The site in a folder."""

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
        command = [PYTHON, SITE, "--dir", folder, "--port", str(port), "--accessor", accessor]
        command += ["--pages"] if pages else []
        command += ["--https"] if https else []
        super().__init__(*command)

    def reset(self) -> None:
        """Rows, files and accounts as they were seeded; nobody is signed in any more."""
        httpx.post(
            f"{self.url}/api/_test/reset", timeout=60, trust_env=False, verify=False
        ).raise_for_status()

    def change(self, model: str, id: int, **values: Any) -> None:
        """Somebody else changes a row: `change("shop.product", 3, price="1.00")`."""
        wanted = {"model": model, "id": id, "values": values}
        address = f"{self.url}/api/_test/change"
        httpx.post(
            address, json=wanted, timeout=60, trust_env=False, verify=False
        ).raise_for_status()
