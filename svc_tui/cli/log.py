"""`--log FILE`: what was asked of the backend, and faults; never a secret."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from svc_tui.cli.exits import Complaint

FORMAT = "%(asctime)s %(levelname)s %(message)s"


def keep_log(path: str) -> None:
    """Write what `svc_tui` logs to a file that only its owner can read; raises Complaint."""
    place = Path(path).expanduser().absolute()
    try:
        place.touch(mode=0o600)
        os.chmod(place, 0o600)
        handler = logging.FileHandler(place, encoding="utf-8")
    except OSError as error:
        raise Complaint(f"The log {place} cannot be written: {error.strerror}.") from error
    handler.setFormatter(logging.Formatter(FORMAT))
    log = logging.getLogger("svc_tui")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
