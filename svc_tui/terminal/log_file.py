"""The log as a private file: requests to the backend, and every error."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

from svc_tui.terminal.error_log import LOG

FORMAT = "%(asctime)s %(levelname)s %(message)s"


def open_log(path: Path | str) -> logging.Handler:
    """Write everything that is logged to a file, and return a handle for `close_log`.

    The file is created if missing; only its owner can read it. Raises OSError.
    """
    place = Path(os.path.expanduser(path)).absolute()
    _close_to_others(place)
    handler = logging.FileHandler(place, encoding="utf-8")
    handler.setFormatter(logging.Formatter(FORMAT))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    return handler


def close_log(handler: logging.Handler | None) -> None:
    """Stop writing to a file, if there is one."""
    if handler is not None:
        LOG.removeHandler(handler)
        handler.close()


def _close_to_others(place: Path) -> None:
    """Make the file private; a device or a pipe keeps its permissions."""
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_NOCTTY | os.O_NONBLOCK, 0o600)
    try:
        if stat.S_ISREG(os.fstat(handle).st_mode):
            os.fchmod(handle, 0o600)
    finally:
        os.close(handle)
