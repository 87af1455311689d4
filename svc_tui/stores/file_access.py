"""Which local files may be read for an upload and written by an export.

Touches the disk: call it in a thread, as a folder may be remote.
"""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from svc_tui.config.paths import cache_dir, state_dir
from svc_tui.text import filename

if TYPE_CHECKING:
    from svc_tui.stores.session.confirm_store import ConfirmStore

HIDDEN = "a hidden file in your home folder: type its full path to send it"
"""Why a hidden file that was not named is left out."""

SYSTEM = tuple(Path(name) for name in ("/dev", "/proc", "/sys"))
"""Folders whose files are devices or belong to the kernel."""

_PLAIN = (stat.S_ISREG, stat.S_ISDIR)

_own: set[Path] = set()

_only: list[Path] = []
"""The only folder of a restricted console."""


@dataclass(frozen=True)
class FileAccess:
    """Whether a file may be read or written here."""

    refusal: str = ""
    """Why it must not be touched, in a sentence; "" if it may be."""
    must_type: str = ""
    """The name to type first: a hidden file in the home folder, where keys and settings are."""


def allow_only(folder: Path) -> None:
    """Only allow files in this folder to be read and written."""
    _only[:] = [folder]


def protect(folder: Path) -> None:
    """Protect a folder of the console's own."""
    _own.add(folder)


def check_access(path: Path | str) -> FileAccess:
    """Decide about a path and the file it leads to through links and `..`."""
    given = Path(os.path.expanduser(path))
    name = filename(given.name or given)
    try:
        faces = (Path(os.path.abspath(given)), given.resolve())
    except (OSError, RuntimeError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its links form a loop"
        return FileAccess(f"{name} is not a path: {why}.")
    if faces[1].is_symlink():  # Newer versions of Python stop at a loop silently.
        return FileAccess(f"{name} is not a path: its links form a loop.")
    if _only and _only[0].resolve() not in (faces[1], *faces[1].parents):
        return FileAccess(
            f"{name} is not in {_only[0]}, the only folder allowed in restricted mode."
        )
    above = {folder for face in faces for folder in (face, *face.parents)}
    if not above.isdisjoint(_own_folders()):
        return FileAccess(
            f"{name} belongs to svc-tui itself (sessions, unsaved changes, settings)."
        )
    if not above.isdisjoint(SYSTEM) or _is_special(given):
        return FileAccess(f"{name} is a device or system file, so it can't be used.")
    home = Path.home()
    homes = {home, home.resolve()}
    hidden = next((face for face in reversed(faces) if _is_hidden(face, homes)), None)
    return FileAccess(must_type=hidden.name) if hidden is not None else FileAccess()


async def refusal_reason(confirm: ConfirmStore | None, path: Path | str, verb: str) -> str:
    """Return why a file named in full must not be touched, in a sentence; "" if it may be.

    The name of a hidden file in the home folder must be typed first; `verb` is what the question is
    about: `Send`, `Write`. Without `confirm`, the user can't be asked.
    """
    ruling = await asyncio.to_thread(check_access, path)
    if ruling.refusal or not ruling.must_type:
        return ruling.refusal
    name = filename(ruling.must_type)
    why = "It is a hidden file in your home folder, where keys and settings are kept."
    words = f"{filename(path)}\n{why}"
    if confirm is not None and await confirm.ask(
        f"{verb} {name}?", words, confirm_text=verb, dangerous=True, must_type=ruling.must_type
    ):
        return ""
    return f"{name} is a hidden file in your home folder, and you did not type its name."


def _own_folders() -> Iterator[Path]:
    for folder in (*_own, state_dir(), cache_dir()):
        yield folder
        yield folder.resolve()


def _is_special(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False  # Reading or writing it reports errors.
    return not any(kind(mode) for kind in _PLAIN)


def _is_hidden(path: Path, homes: Collection[Path]) -> bool:
    return any(
        home in path.parents and any(part.startswith(".") for part in path.relative_to(home).parts)
        for home in homes
    )
