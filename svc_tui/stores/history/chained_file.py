"""ChainedFile: an append-only log of JSON lines, each with the hash of the line before it.

A folder holds files named by the number of their first line. A line is appended under a lock, so
that several processes keep one chain; the lock's file holds the end of the chain.
"""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from svc_tui.config.private_files import close_folder
from svc_tui.models import exact_json

FILE_BYTES = 4 * 2**20
"""The size at which a new file is started."""

KEPT_FILES = 25
"""Maximum number of files; the oldest is removed when a new one is started."""

PATIENCE = 3.0
"""Seconds to wait for the lock."""

_FLAGS = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True)
class Head:
    """The end of the chain: the last number, the hash of its line, and the size of its file."""

    n: int = 0
    hash: str = ""
    file: str = ""
    size: int = 0


@dataclass(frozen=True)
class LogLine:
    """A line as it is in its file."""

    file: Path
    number: int
    """The line in the file, counted from 1."""
    raw: bytes
    entry: Mapping[str, Any] | None
    """The object of the line; None where it can't be read."""

    @property
    def n(self) -> int:
        """The number of the write; 0 if the line has none."""
        n = (self.entry or {}).get("n")
        return n if isinstance(n, int) and not isinstance(n, bool) else 0


class ChainedFile:
    """The log in a folder."""

    def __init__(
        self, folder: Path, *, file_bytes: int = FILE_BYTES, kept_files: int = KEPT_FILES
    ) -> None:
        self.folder = folder
        self._file_bytes, self._kept_files = file_bytes, kept_files

    async def free(self) -> None:
        """Wait until no other process holds the lock, without blocking the event loop.

        Raises:
            OSError: it is held for seconds, or can't be opened.
        """
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with self._locked(patience=0):
                    return
            except BlockingIOError:
                if time.monotonic() >= until:
                    raise
            await asyncio.sleep(0.005)

    def check(self) -> None:
        """Raise `OSError` if no line could be appended."""
        with self._locked() as lock:
            file = self._file_for(self._head(lock))
            os.close(os.open(file, _FLAGS | os.O_APPEND, 0o600))

    def append(self, entry: Mapping[str, Any]) -> int:
        """Append an object as a line, with its number and the hash; return the number.

        Raises:
            OSError: it could not be written.
        """
        with self._locked() as lock:
            head = self._head(lock)
            n, file = head.n + 1, self._file_for(head)
            # In ASCII, so that nothing in it acts on a terminal.
            text = exact_json.written(
                {"n": n, **entry, "prev": head.hash}, ascii=True, compact=True
            )
            line = text.encode("ascii")
            handle = os.open(file, _FLAGS | os.O_APPEND, 0o600)
            try:
                os.fchmod(handle, 0o600)
                _write_all(handle, line + b"\n")
                size = os.fstat(handle).st_size
            finally:
                os.close(handle)
            _write_head(lock, Head(n, hashed(line), file.name, size))
            return n

    def lines(self) -> Iterator[LogLine]:
        """Yield every line, the oldest first; raises `OSError`."""
        for file in self.files():
            for number, raw in enumerate(_raw_lines(file), 1):
                yield LogLine(file, number, raw, _entry(raw))

    def last_entries(self, size: int) -> list[Mapping[str, Any]]:
        """Return the objects of the last lines, about as many as fit into `size` bytes."""
        raw: list[bytes] = []
        for file in reversed(self.files()):
            with file.open("rb") as opened:
                start = max(0, opened.seek(0, os.SEEK_END) - size)
                opened.seek(start)
                lines = opened.read().removesuffix(b"\n").split(b"\n")
            raw = [*lines[start > 0 :], *raw]
            size -= sum(map(len, lines))
            if size <= 0:
                break
        return [entry for one in raw if (entry := _entry(one)) is not None]

    def files(self) -> list[Path]:
        """Return the files of the log, the oldest first; raises `OSError`."""
        try:
            names = os.listdir(self.folder)  # `glob` finds nothing if it may not read.
        except FileNotFoundError:
            return []
        return sorted(self.folder / one for one in names if fnmatch(one, "writes-*.jsonl"))

    def problems(self) -> list[str]:
        """Return where the chain is broken, one sentence each; raises `OSError`."""
        return self.read()[1]

    def read(self) -> tuple[list[Mapping[str, Any]], list[str]]:
        """Return the objects of all lines, and where the chain is broken; raises `OSError`."""
        entries: list[Mapping[str, Any]] = []
        found: list[str] = []
        last, before = 0, ""
        for line in self.lines():
            if line.entry is not None:
                entries.append(line.entry)
            place = f"{line.file.name}, line {line.number}"
            if line.entry is None:
                found.append(f"{place}: this is not a complete log line.")
            elif line.n != (first := last + 1 if last else _first_number(line)):
                what = f"entry {first} is missing"
                if line.n > first + 1:
                    what = f"entries {first} to {line.n - 1} are missing"
                what = what if line.n >= first else "entries are out of order"
                found.append(f"{place}: {what} before entry {line.n}.")
            elif (last or line.n == 1) and line.entry.get("prev") != before:
                found.append(f"{place}: an entry before entry {line.n} was changed.")
            last, before = line.n or last, hashed(line.raw)
        head = self._written_head()
        if head.n > last:
            found.append(
                f"The end is missing: the last entry was {head.n}, but the log ends at {last}."
            )
        elif head.n == last and last and head.hash != before:
            found.append(f"The last line, entry {last}, was changed.")
        return entries, found

    def _file_for(self, head: Head) -> Path:
        """Return the file of the next line; start a new one if the last is full."""
        files = self.files()
        if files and _size(files[-1]) < self._file_bytes:
            return files[-1]
        for old in files[: max(0, len(files) + 1 - self._kept_files)]:
            with suppress(OSError):
                old.unlink()
        return self.folder / f"writes-{head.n + 1:09}.jsonl"

    def _head(self, lock: int) -> Head:
        """Return the end of the chain, from the log itself if the two disagree."""
        head, files = _read_head(lock), self.files()
        if files and files[-1].name == head.file and _size(files[-1]) == head.size:
            return head
        n, raw = head.n, b""
        for file in files[-2:]:
            for line in _raw_lines(file):
                raw = line
                n = max(n, LogLine(file, 0, line, _entry(line)).n)
        if files and raw and not files[-1].read_bytes().endswith(b"\n"):
            with files[-1].open("ab") as last:
                last.write(b"\n")  # A process was killed in the middle of a line.
        return Head(n, hashed(raw) if raw else head.hash)

    def _written_head(self) -> Head:
        try:
            handle = os.open(self.folder / "lock", os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            return Head()
        try:
            return _read_head(handle)
        finally:
            os.close(handle)

    @contextmanager
    def _locked(self, patience: float = PATIENCE) -> Iterator[int]:
        close_folder(self.folder)
        handle = os.open(self.folder / "lock", _FLAGS, 0o600)
        try:
            _lock(handle, patience)
            yield handle
        finally:
            os.close(handle)


def hashed(raw: bytes) -> str:
    """Return the hash of a line, without its end."""
    return hashlib.sha256(raw).hexdigest()


def _lock(handle: int, patience: float) -> None:
    """Lock a file; raises `BlockingIOError` if another process holds it for longer."""
    until = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= until:
                raise BlockingIOError(None, "another process holds its lock") from None
            time.sleep(0.005)


def _write_all(handle: int, content: bytes) -> None:
    while content:
        content = content[os.write(handle, content) :]


def _write_head(lock: int, head: Head) -> None:
    content = json.dumps(vars(head)).encode()
    os.ftruncate(lock, 0)
    os.pwrite(lock, content, 0)


def _read_head(lock: int) -> Head:
    try:
        return Head(**json.loads(os.pread(lock, 4096, 0)))
    except (ValueError, TypeError):
        return Head()


def _raw_lines(file: Path) -> list[bytes]:
    raw = file.read_bytes()
    return raw.removesuffix(b"\n").split(b"\n") if raw else []


def _entry(raw: bytes) -> Mapping[str, Any] | None:
    try:
        found = exact_json.read(raw)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _first_number(line: LogLine) -> int:
    """Return the number that names the file of a line: its first line has it."""
    name = line.file.stem.removeprefix("writes-")
    return int(name) if name.isdecimal() else line.n


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
