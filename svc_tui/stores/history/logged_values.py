"""Values in the log of writes: secrets are left out, long ones are logged as hash and length.

A long value itself lies beside the log for a month, in a file named by its hash, so that it can
be put back.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from svc_tui.config.private_files import close_folder, write_private
from svc_tui.models import exact_json
from svc_tui.stores.record.autosaved_draft import SECRET_OMITTED
from svc_tui.stores.record.draft import MISSING
from svc_tui.stores.record.history_store import NotKept, ValueChange

LONG = 1000
"""Minimum length of JSON for logging a value by its hash."""

KEPT_SECONDS = 30 * 86400
"""Seconds for which a long value is kept next to the log."""

HASH, LENGTH, FILE, SECRET = "$sha256", "$length", "$file", "$secret"
"""The keys of a placeholder for a value in the log."""


class LongValues:
    """The folder of long values."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def logged(self, value: Any) -> Any:
        """Return a value's form in the log; store a long one. Raises `OSError`."""
        value = _plain(value)
        text = exact_json.written(value, ascii=True, compact=True)
        if len(text) < LONG:
            return value
        name = hashlib.sha256(text.encode()).hexdigest()
        close_folder(self.folder)
        try:
            os.utime(self.folder / name)
        except FileNotFoundError:
            write_private(self.folder / name, text)
        return {HASH: name, LENGTH: len(value) if isinstance(value, str) else len(text)}

    def value(self, logged: Any) -> Any:
        """Return the logged value, or a `NotKept`."""
        if not isinstance(logged, Mapping):
            return logged
        if FILE in logged:
            return NotKept(f"the file {logged[FILE]}")
        if HASH not in logged or LENGTH not in logged:
            return logged
        name = str(logged[HASH])
        with suppress(OSError, ValueError):
            text = (self.folder / Path(name).name).read_bytes()
            if hashlib.sha256(text).hexdigest() == name:
                return exact_json.read(text)
        return NotKept(f"{logged[LENGTH]} characters, no longer kept")

    def drop_old(self) -> None:
        """Remove what was written a month ago."""
        with suppress(OSError):
            for file in self.folder.iterdir():
                if file.stat().st_mtime < time.time() - KEPT_SECONDS:
                    file.unlink()


def fields_of(changes: tuple[ValueChange, ...], values: LongValues) -> dict[str, Any]:
    """Return the changes of a write as the log has them; raises `OSError`."""
    found: dict[str, Any] = {}
    for one in changes:
        line = {} if one.before is MISSING else {"old": values.logged(one.before)}
        line |= {} if one.after is MISSING else {"new": values.logged(one.after)}
        if any("." in step for step in one.steps):
            line["steps"] = list(one.steps)
        found[one.path] = line
    return found


def changes_of(fields: Any, values: LongValues) -> tuple[ValueChange, ...]:
    """Return the changes that a line of the log names."""
    found = []
    for path, line in fields.items() if isinstance(fields, Mapping) else ():
        if isinstance(line, Mapping):
            steps = line.get("steps") or str(path).split(".")
            old, new = (
                values.value(line[key]) if key in line else MISSING for key in ("old", "new")
            )
            found.append(ValueChange(tuple(map(str, steps)), old, new))
    return tuple(found)


def _plain(value: Any) -> Any:
    """Return a value with a mark for each file and each secret in it."""
    if value is SECRET_OMITTED:
        return {SECRET: True}
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Path):
        return {FILE: value.name}
    if hasattr(value, "read"):
        return {FILE: Path(str(getattr(value, "name", "file"))).name}
    return value
