"""The log as a file: what was asked of the backend, and every failure; for its owner only."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

from svc_tui.terminal.error_log import LOG

FORMAT = "%(asctime)s %(levelname)s %(message)s"


def open_log(path: Path | str) -> logging.Handler:
    """Have everything that is logged written to a file, and return what `close_log` takes.

    The file is made where it is not there; only its owner can read it. Raises OSError.
    """
    place = Path(os.path.expanduser(path)).absolute()
    _close_to_others(place)
    handler = logging.FileHandler(place, encoding="utf-8")
    handler.setFormatter(logging.Formatter(FORMAT))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    return handler


def close_log(handler: logging.Handler) -> None:
    """Write no more to a file."""
    LOG.removeHandler(handler)
    handler.close()


def _close_to_others(place: Path) -> None:
    """Make the file for its owner only; a device or a pipe keeps the rights that it has."""
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_NOCTTY | os.O_NONBLOCK, 0o600)
    try:
        if stat.S_ISREG(os.fstat(handle).st_mode):
            os.fchmod(handle, 0o600)
    finally:
        os.close(handle)
