"""A saved session on disk: a private file, written atomically, refused if it is not private."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from svc_tui.api.errors import ApiError
from svc_tui.config.private_files import NotPrivate, close_folder, read_private, write_private


class SessionFileRefused(ApiError):
    """A saved session that can't be trusted or read; the text says why and what to do."""

    def what(self) -> str:
        return self.detail

    def next_step(self) -> str:
        return "Sign in again."


def write_session(path: Path, content: object) -> None:
    """Write JSON as a private file in a private folder; raises `OSError`."""
    close_folder(path.parent)
    write_private(path, json.dumps(content))


def read_session(path: Path, check: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    """Return the content of a kept file; raises `SessionFileRefused`.

    A file that others could have read or written is refused; one that `check` rejects is moved
    aside.
    """
    try:
        text = read_private(path)
    except NotPrivate as error:
        raise _refused(path, f"{error.strerror}") from error
    except OSError as error:
        raise _refused(path, f"can't be opened: {error.strerror}") from error
    try:
        return check(json.loads(text))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _put_aside(path) from None


def _put_aside(path: Path) -> SessionFileRefused:
    """Move a broken file out of the way of the next start."""
    aside = path.with_suffix(".broken")
    try:
        os.replace(path, aside)
    except OSError:
        return _refused(path, "is damaged, and could not be moved aside")
    return _refused(path, f"is damaged and was moved to {aside.name}")


def _refused(path: Path, why: str) -> SessionFileRefused:
    return SessionFileRefused(detail=f"The saved session {path} {why}.")
