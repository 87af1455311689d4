"""Files and folders that only their owner can read, whatever the umask."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from itertools import count
from pathlib import Path

_WRITES = count()


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


def close_folder(folder: Path) -> None:
    """Create a private folder, or make an existing one private; raises `OSError`."""
    private_folder(folder)
    if stat.S_IMODE(folder.stat().st_mode) & 0o077:
        folder.chmod(0o700)
