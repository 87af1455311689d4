"""`--log FILE`: what was asked of the backend, and faults; never a secret."""

from __future__ import annotations

from svc_tui.cli.exits import CommandError
from svc_tui.terminal.log_file import open_log


def keep_log(path: str) -> None:
    """Write what `svc_tui` logs to a file that only its owner can read; raises CommandError."""
    try:
        open_log(path)
    except OSError as error:
        raise CommandError(f"The log {path} can't be written: {error.strerror}.") from error
