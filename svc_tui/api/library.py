"""The HTTP library, imported as lightly as it lets itself be."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

_COMMAND_LINE = "httpx._main"


def library() -> Any:
    """`httpx`, without its command line.

    Wherever click happens to be installed it brings that along, with Rich and Pygments: half of
    its import. It is made to go without; who wants that command line later finds it.
    """
    if "httpx" in sys.modules or _COMMAND_LINE in sys.modules:
        import httpx

        return httpx
    modules: dict[str, ModuleType | None] = sys.modules  # type: ignore[assignment]
    modules[_COMMAND_LINE] = None
    try:
        import httpx
    finally:
        modules.pop(_COMMAND_LINE, None)
    return httpx
