"""Parse the command line and run the chosen command."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from svc_tui.cli.arguments import read_arguments
from svc_tui.cli.exits import (
    ERROR,
    INTERRUPTED,
    REFUSED,
    CommandError,
    complaint_about,
    report_error,
)
from svc_tui.cli.plain_terminal import use_plain_signs

MODULES = {"import": "import_rows"}
"""The modules of commands whose names are not valid Python names."""

SCREENS = ("console", "demo", "open")
"""Commands that draw the console, which has its own filter."""


def run(argv: Sequence[str]) -> int:
    """Run one command; return its exit code."""
    open_closed_streams()
    known = read_arguments(argv)
    try:
        restrict(known)
        if known.log:
            # Imported here: only a log needs logging.
            from svc_tui.cli.log import keep_log

            keep_log(known.log)
        if known.ascii and known.command not in SCREENS:
            use_plain_signs()
        # Each command in its own module, so that none waits for another's imports.
        module = MODULES.get(known.command, known.command)
        code = int(import_module(f"svc_tui.cli.{module}").run(known))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _reader_left()
    except Exception as error:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            error = CommandError(f"The output could not be written: {error.strerror}.")
            _drop_output()
        as_json = getattr(known, "output", None) in ("json", "ndjson")
        return report_error(complaint_about(error) or _fault(error), as_json=as_json)


def open_closed_streams() -> None:
    """Open the null device for each closed standard stream, so that no file takes its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  # It stays open.


def restrict(known: argparse.Namespace) -> None:
    """Enter restricted mode if the command line or the system's file says so.

    Before everything else: no module that reads the environment is loaded yet.
    """
    from svc_tui.config.restricted import NotInRestricted, enter, says_system_file

    try:
        if known.restricted or says_system_file():
            command = "plan" if getattr(known, "plan", False) else known.command
            enter(command, vars(known), by_command_line=known.restricted)
    except NotInRestricted as error:
        raise CommandError(str(error), REFUSED) from None


def _reader_left() -> int:
    """End quietly if the reader of the output has left, as with `head`."""
    _drop_output()
    return ERROR


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fault(error: Exception) -> CommandError:
    """Handle a bug: a sentence here, and details for programmers in the log."""
    from svc_tui.terminal.error_log import crash_message, record

    record(error)
    return CommandError(crash_message(error))
