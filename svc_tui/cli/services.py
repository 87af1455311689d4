"""The services of the backend that the command line, the environment and the file name."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable

from svc_tui.cli.overrides import overrides
from svc_tui.config.load import load_console
from svc_tui.context import Svc

Command = Callable[[Svc], Awaitable[int]]
"""What to do with the services; gives the exit code."""


def with_services(known: argparse.Namespace, command: Command) -> int:
    """Run a command without a terminal's screen; raises ConfigError, ApiError."""
    options = load_console(known.config, overrides(known)).options
    return asyncio.run(_run(Svc(options=options), command))


async def _run(svc: Svc, command: Command) -> int:
    async with svc:
        return await command(svc)
