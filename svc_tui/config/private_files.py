"""Files and folders that only their owner can access: how they are written and read."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from contextlib import suppress
from itertools import count
from pathlib import Path

_WRITES = count()

LARGEST = 64 << 20
"""Bytes of a file that is read, unless a reader sets another limit."""

# Not through a link, which could lead to another user's file, and without waiting for a pipe.
_READING = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class NotPrivate(OSError):
    """A file that is not read; `strerror` is why, such as `belongs to another user`."""


def private_folder(folder: Path) -> None:
    """Create a private folder with its missing parents; raises `OSError`.

    An existing one keeps its permissions.
    """
    try:
        folder.mkdir(mode=0o700)
    except FileNotFoundError:
        private_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
    except FileExistsError:
        if not folder.is_dir():
            raise


def write_private(path: Path, content: str | bytes, *, synced: bool = False) -> None:
    """Write a file of mode 0600 atomically; raises `OSError`.

    If `synced`, it is on disk when this returns, and survives a crash of the machine.
    """
    private_folder(path.parent)
    beside = path.with_name(f"{path.name}.{os.getpid()}-{next(_WRITES)}.new")
    with suppress(FileNotFoundError):
        beside.unlink()
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    try:
        with os.fdopen(os.open(beside, flags, 0o600), "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            if synced:
                file.flush()
                os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def read_private(path: Path, largest: int = LARGEST) -> bytes:
    """Return the content of a file that only this user can access.

    Raises:
        NotPrivate: it is another user's, open to others, larger than `largest` or no regular file.
        OSError: it can't be opened, or is a link.
    """
    with os.fdopen(os.open(path, _READING), "rb") as file:
        if why := _not_private(os.fstat(file.fileno()), largest):
            raise NotPrivate(errno.EACCES, why, str(path))
        return file.read()


def _not_private(facts: os.stat_result, largest: int) -> str:
    if not stat.S_ISREG(facts.st_mode):
        return "is not a regular file"
    if facts.st_uid != os.geteuid():
        return "belongs to another user"
    if facts.st_mode & 0o077:
        return "can be read by other users (to make it private, run chmod 600 on it)"
    return "is too large" if facts.st_size > largest else ""


def file_of_user(folder: Path, backend: str, user: str) -> Path:
    """Return the path of the JSON file that a folder has for a user of a backend."""
    owner = f"{backend}\n{user}".encode("utf-8", "replace")
    return folder / f"{hashlib.sha256(owner).hexdigest()[:32]}.json"


def close_folder(folder: Path) -> None:
    """Create a private folder, or make an existing one private; raises `OSError`."""
    private_folder(folder)
    if stat.S_IMODE(folder.stat().st_mode) & 0o077:
        folder.chmod(0o700)
