"""The HTTP library comes without what only its command line needs."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys, types
click = sys.modules["click"] = types.ModuleType("click")
click.__getattr__ = lambda name: sys.exit("click was looked at")
from svc_tui.api.library import library
print(library() is library(), library().AsyncClient.__name__, "httpx._main" in sys.modules)
print(any(name.startswith(("pygments", "rich")) for name in sys.modules))
"""


def test_click_is_not_looked_at_where_it_is_installed() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)

    assert (done.stdout.split(), done.stderr) == (["True", "AsyncClient", "False", "False"], "")
