"""The services of the backend from the command line, the environment and the file."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable

from svc_tui.app.context import Svc
from svc_tui.app.described_options import completed_options
from svc_tui.app.importing import add_import_path
from svc_tui.cli.exits import USAGE, CommandError
from svc_tui.cli.overrides import overrides
from svc_tui.cli.plain_terminal import use_plain_signs
from svc_tui.config.load import load_console
from svc_tui.config.options import Options
from svc_tui.config.paths import state_dir
from svc_tui.text import clean

Command = Callable[[Svc], Awaitable[int]]
"""Work on the services; returns the exit code."""


def options_of(known: argparse.Namespace, *, look: bool = False) -> Options:
    """Return the options merged from all sources, with the rest detected; raises ConfigError.

    With `look`, the usual addresses are tried for an OpenAPI description.
    """
    return backend_of(known, look=look)[0]


def backend_of(known: argparse.Namespace, *, look: bool = False) -> tuple[Options, str]:
    """Return the same and the file's first collection; "" if it has none."""
    console = load_console(known.config, overrides(known))
    add_import_path(console)
    if console.options.ascii:
        use_plain_signs()
    if console.held:
        print(clean(console.held), file=sys.stderr)
    options = completed_options(console.options, state_dir(), look=look)[0]
    return options, next((one.endpoint for one in console.resources), "")


def with_services(options: Options, command: Command) -> int:
    """Run a command without a screen; raises ApiError. Ask the user before: here, Ctrl+C waits."""
    try:
        svc = Svc(options=options, session="kept")
    except ValueError as error:
        raise CommandError(str(error), USAGE) from error
    return asyncio.run(_run(svc, command))


async def _run(svc: Svc, command: Command) -> int:
    async with svc:
        return await command(svc)
