"""Cache pictures on disk, so that a folder is only downloaded once: small, private, bounded."""

from __future__ import annotations

import json
import os
import threading
import zlib
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from svc_tui.config.private_files import private_folder
from svc_tui.pictures.decode import Picture

ENDING = ".picture"
VERSION = 1


def key_of(address: str, modified: str, size: int, side: int) -> str:
    """Return the name of a cached picture: another file at the same URL has another name."""
    facts = "\0".join((str(VERSION), address, modified, str(size), str(side)))
    return sha256(facts.encode("utf-8", "surrogatepass")).hexdigest()


class PictureCache:
    """A directory of small pictures; the least recently used are evicted first.

    A cache that can't be written, or a broken file in it, only costs a download. Everything here
    touches the disk: call it in a thread.
    """

    def __init__(self, directory: Path, limit: int) -> None:
        self.directory = directory
        self.limit = limit
        """Maximum size in bytes; 0 disables it."""
        self._held: int | None = None
        self._writing = threading.Lock()

    def find(self, key: str) -> Picture | None:
        path = self._path(key)
        try:
            head, _, body = path.read_bytes().partition(b"\n")
            facts = json.loads(head)
            facts["original"] = tuple(facts["original"])
            unpack = zlib.decompressobj()
            most = facts["width"] * facts["height"] * 4
            picture = Picture(rgba=unpack.decompress(body, most), **facts)
            if len(picture.rgba) != most:
                raise ValueError("not all of it")
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, zlib.error, RecursionError):
            with suppress(OSError):
                path.unlink(missing_ok=True)
            return None
        with suppress(OSError):
            os.utime(path)
        return picture

    def keep(self, key: str, picture: Picture) -> None:
        """Write a picture to disk, and evict files beyond the limit."""
        if self.limit <= 0:
            return
        facts = {name: fact for name, fact in asdict(picture).items() if name != "rgba"}
        data = json.dumps(facts).encode() + b"\n" + zlib.compress(picture.rgba, 1)
        with self._writing, suppress(OSError):
            private_folder(self.directory)
            draft = self.directory / f"{key}.{os.getpid()}.{threading.get_ident()}"
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                draft.replace(self._path(key))
            except OSError:
                draft.unlink(missing_ok=True)
                raise
            self._changed_since(len(data))

    def clear(self) -> int:
        """Delete everything; returns the freed bytes."""
        freed = 0
        with self._writing:
            for path, size, _ in self._files():
                with suppress(OSError):
                    path.unlink()
                    freed += size
            self._held = 0
        return freed

    def held(self) -> int:
        """Return the bytes that are kept now."""
        return sum(size for _, size, _ in self._files())

    def _changed_since(self, by: int) -> None:
        self._held = self.held() if self._held is None else self._held + by
        if self._held <= self.limit:
            return
        files = sorted(self._files(), key=lambda one: one[2])
        self._held = sum(size for _, size, _ in files)
        for path, size, _ in files:
            # A tenth more than needed, so that not every picture causes a scan.
            if self._held <= self.limit * 0.9:
                break
            with suppress(OSError):
                path.unlink()
                self._held -= size

    def _files(self) -> list[tuple[Path, int, float]]:
        found = []
        with suppress(OSError), os.scandir(self.directory) as entries:
            for entry in entries:
                with suppress(OSError):
                    if entry.name.endswith(ENDING) and entry.is_file(follow_symlinks=False):
                        stat = entry.stat(follow_symlinks=False)
                        found.append((Path(entry.path), stat.st_size, stat.st_mtime))
        return found

    def _path(self, key: str) -> Path:
        return self.directory / f"{key}{ENDING}"
