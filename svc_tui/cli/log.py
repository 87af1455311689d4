"""`--log FILE`: what was asked of the backend, and faults; never a secret."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

from svc_tui.cli.exits import CommandError

FORMAT = "%(asctime)s %(levelname)s %(message)s"


def keep_log(path: str) -> None:
    """Write what `svc_tui` logs to a file that only its owner can read; raises CommandError."""
    place = Path(os.path.expanduser(path)).absolute()
    try:
        _close_to_others(place)
        handler = logging.FileHandler(place, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"The log {place} cannot be written: {error.strerror}.") from error
    handler.setFormatter(logging.Formatter(FORMAT))
    log = logging.getLogger("svc_tui")
    log.addHandler(handler)
    log.setLevel(logging.INFO)


def _close_to_others(place: Path) -> None:
    """Make the file for its owner only; a device or a pipe keeps the rights that it has."""
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_NOCTTY | os.O_NONBLOCK, 0o600)
    try:
        if stat.S_ISREG(os.fstat(handle).st_mode):
            os.fchmod(handle, 0o600)
    finally:
        os.close(handle)
