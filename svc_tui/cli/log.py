"""`--log FILE`: requests to the backend, and errors; never a secret."""

from __future__ import annotations

from svc_tui.cli.exits import CommandError
from svc_tui.terminal.log_file import open_log


def keep_log(path: str) -> None:
    """Write the log of `svc_tui` to a file that only its owner can read; raises CommandError."""
    try:
        open_log(path)
    except OSError as error:
        raise CommandError(f"The log {path} can't be written: {error.strerror}.") from error
