"""Files for a file field, checked before anything is sent."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from svc_tui.stores.uploads.dropped_paths import (
    accept_words,
    accepts,
    completions,
    pasted_paths,
    typed_paths,
)
from svc_tui.text import filename, human_size

MB = 1024 * 1024
"""Bytes of a megabyte, as upload limits count them."""

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMG]?)i?B?", re.IGNORECASE)


@dataclass(frozen=True)
class Attachment:
    """A checked file: usable, or with its problem."""

    path: Path
    size: int = 0
    """Bytes."""
    problem: str | None = None


def size_limit(given: Any) -> int | None:
    """Return the bytes of `attrs.max_size`: a number is MB, a text says its unit (`"500 KB"`)."""
    if isinstance(given, (int, float)) and not isinstance(given, bool) and given > 0:
        return int(given * MB)
    found = _SIZE.fullmatch(given.strip()) if isinstance(given, str) else None
    if found is None:
        return None
    power = " KMG".index(found[2].upper() or " ")
    return int(float(found[1]) * 1024**power)


def path_completions(text: str, accept: str = "") -> dict[str, str]:
    """Return the completions of a typed path, and the names at their ends.

    Folders end with a slash; files of other types than `accept` are left out. Touches the disk.
    """
    found: dict[str, str] = {}
    for one in completions(text):
        folder = one.endswith("/")
        path = next(iter(pasted_paths(one)), Path(one))
        if folder or not accept or accepts(accept, path):
            found[one] = filename(path.name) + "/" * folder
    return found


def inspect_file(text: str, accept: str = "", limit: int | None = None) -> Attachment:
    """Check the file that a text names. Touches the disk: call it in a thread."""
    drop = typed_paths(text)
    if not drop.paths:
        return Attachment(Path(text), problem="There is no file with that name.")
    if len(drop.paths) > 1:
        return Attachment(
            drop.paths[0], problem=f"Only one file is allowed here, not {len(drop.paths)}."
        )
    path = Path(os.path.abspath(drop.paths[0]))
    try:
        facts = path.stat()
        if stat.S_ISREG(facts.st_mode):
            path.open("rb").close()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "the name is not valid"
        return Attachment(path, problem=f"{filename(path.name)} can't be read: {why}.")
    return Attachment(path, facts.st_size, _wrong(path, facts, accept, limit))


def _wrong(path: Path, facts: os.stat_result, accept: str, limit: int | None) -> str | None:
    name = filename(path.name)
    if stat.S_ISDIR(facts.st_mode):
        return f"{name} is a folder."
    if not stat.S_ISREG(facts.st_mode):
        return f"{name} is not a regular file."
    if accept and not accepts(accept, path):
        return f"{name} is not allowed here. Allowed: {accept_words(accept)}."
    if limit is not None and facts.st_size > limit:
        return f"{name} is {human_size(facts.st_size)}, but at most {human_size(limit)} is allowed."
    return None


def stored_url(value: Any) -> str:
    """Return the URL of a stored file, whether it is a string or an object; empty without one."""
    if isinstance(value, Mapping):
        value = next((value[key] for key in ("url", "file", "path") if value.get(key)), "")
    return value if isinstance(value, str) else ""


def stored_name(value: Any) -> str:
    """Return the name at the end of a stored file's URL."""
    url = stored_url(value)
    try:
        path = urlsplit(url).path
    except ValueError:
        return url
    return unquote(path.rstrip("/").rpartition("/")[2]) or url
