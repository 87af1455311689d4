"""Programs in a real terminal, with the patches or as Textual is."""

from __future__ import annotations

import sys

from tests.pty.terminal import Terminal


def run(program: str, patched: bool, env: dict[str, str] | None = None) -> Terminal:
    """Run Python code that applies the patches if `$PATCHED` is set."""
    environment = {"PATCHED": "1" if patched else "", **(env or {})}
    return Terminal([sys.executable, "-c", program], env=environment)
