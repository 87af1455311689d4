"""Files and folders that only their owner can read, whatever the umask says."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def private_folder(folder: Path) -> None:
    """Make a folder, and every missing one above it, closed to others; raises `OSError`.

    One that is there already keeps its rights.
    """
    try:
        folder.mkdir(mode=0o700)
    except FileNotFoundError:
        private_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
    except FileExistsError:
        if not folder.is_dir():
            raise


def write_private(path: Path, text: str) -> None:
    """Write a file of mode 0600 beside its place and move it there whole; raises `OSError`."""
    private_folder(path.parent)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(FileNotFoundError):
        draft.unlink()
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    try:
        with os.fdopen(os.open(draft, flags, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise
