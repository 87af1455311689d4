"""The log as a private file: requests to the backend, and every error."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

from svc_tui.terminal.error_log import LOG, cleaned

FORMAT = "%(asctime)s %(levelname)s %(message)s"


class CleanFormatter(logging.Formatter):
    """Formats entries as they are shown in the console: a log is read in terminals, too."""

    def format(self, record: logging.LogRecord) -> str:
        return cleaned(super().format(record))


class LogFile(logging.FileHandler):
    """A log file that is written to, with the level that the logger had before any was open."""

    def __init__(self, place: Path) -> None:
        super().__init__(place, encoding="utf-8")
        self.setFormatter(CleanFormatter(FORMAT))
        others = _open_files()
        self.level_before: int = others[0].level_before if others else LOG.level


def _open_files() -> list[LogFile]:
    return [one for one in LOG.handlers if isinstance(one, LogFile)]


def open_log(path: Path | str) -> LogFile:
    """Write everything that is logged to a file, and return a handle for `close_log`.

    The file is created if missing; only its owner can read it. Raises OSError.
    """
    place = Path(os.path.expanduser(path)).absolute()
    _close_to_others(place)
    file = LogFile(place)
    LOG.addHandler(file)
    if LOG.getEffectiveLevel() > logging.INFO:
        LOG.setLevel(logging.INFO)
    return file


def close_log(file: LogFile | None) -> None:
    """Stop writing to a file, if there is one; with the last one, log as before it."""
    if file is None:
        return
    LOG.removeHandler(file)
    file.close()
    if not _open_files():
        LOG.setLevel(file.level_before)


def _close_to_others(place: Path) -> None:
    """Make the file private; a device or a pipe keeps its permissions."""
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_NOCTTY | os.O_NONBLOCK, 0o600)
    try:
        if stat.S_ISREG(os.fstat(handle).st_mode):
            os.fchmod(handle, 0o600)
    finally:
        os.close(handle)
