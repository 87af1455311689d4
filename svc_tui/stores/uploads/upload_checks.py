"""Checks before a file is sent: its type, size and name."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from svc_tui.api.errors import A_PAGE, ApiError
from svc_tui.stores.file_access import check_access

MIB = 1024 * 1024
"""Bytes of a megabyte, as the limits count them."""

LONGEST_TITLE = 200
"""Maximum length of a title made from a file name; longer ones are seldom accepted."""

TOO_LARGE = 413

GONE = (-1, -1)
"""The fingerprint of a missing file."""


@dataclass(frozen=True)
class UploadLimits:
    """The largest file of each family, in MiB; exactly the limit passes."""

    max_image_size: float = 10
    max_video_size: float = 100
    max_default_size: float = 10

    def refusal(self, mime: str, size: int) -> str | None:
        """Return why a file of this type and size is not sent, or None."""
        family = mime.partition("/")[0]
        limits: Mapping[str, float] = {"image": self.max_image_size, "video": self.max_video_size}
        limit = limits.get(family, self.max_default_size)
        if size <= limit * MIB:
            return None
        return f"larger than the {limit:g} MB allowed for {_named(family)}"


def file_fingerprint(path: Path, missing_ok: bool = False) -> tuple[int, int]:
    """Return size and time of change, which show whether a file has changed."""
    try:
        facts = path.stat()
    except OSError:
        if missing_ok:  # It was read completely before it was deleted.
            return GONE
        raise
    return facts.st_size, facts.st_mtime_ns


def title_of(path: Path) -> str:
    """Return a file's name without its extension, as text that any backend can store."""
    name = os.fsencode(path.stem).decode("utf-8", "replace")
    return re.sub(r"[\x00-\x1f\x7f-\x9f]+", " ", name).strip()[:LONGEST_TITLE]


def not_sendable(path: Path, facts: os.stat_result) -> str | None:
    """Return why this can't be sent, whatever its type and size."""
    if stat.S_ISDIR(facts.st_mode):
        return "a folder, not a file"
    if not stat.S_ISREG(facts.st_mode):
        return "a device or a pipe, not a file"
    if refusal := check_access(path).refusal:
        return refusal
    if not os.access(path, os.R_OK):
        return "permission denied"
    return None if facts.st_size else "the file is empty"


def reason_of(error: ApiError) -> str:
    """Return why the backend refused a file: its first message, else ours."""
    if error.status == TOO_LARGE:
        # Often from a web server in front of the backend, whose page says no more than that.
        said = f": {error.detail}" if error.detail and error.detail != A_PAGE else ""
        return f"larger than the server allows (413){said}"
    messages = [message for found in error.errors.values() for message in found]
    return messages[0] if messages else str(error)


def os_reason(error: OSError | ValueError) -> str:
    """Return why the system could not read a file."""
    return (getattr(error, "strerror", None) or "it could not be read").lower()


def _named(family: str) -> str:
    return {"image": "pictures", "video": "videos"}.get(family, "files of this kind")
