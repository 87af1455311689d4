"""The file behind the writing thread, which knows how much has been written."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TextIO


class OutputWriter:
    """Written to by one thread, asked by another: whole numbers only, so nothing is locked.

    What the terminal takes without a wait does not need the thread: it would begin to write when
    the thread of the app has nothing else to do, and that is after the work that a key leaves.
    """

    def __init__(self, file: TextIO, left: Callable[[], None]) -> None:
        self.handed = 0
        """Characters given to the thread."""
        self.wanted = False
        """Whether a caller waits for the rest to leave."""
        self._file, self._left = file, left
        self._written = self._gone = 0
        self._began = 0.0
        self._took = (0, 0.0)
        self._direct = _opened_again(file)
        self._rest, self._rest_size = b"", 0

    @property
    def busy(self) -> bool:
        """Whether something that was handed over has not left."""
        return self._gone < self.handed

    def begin(self, text: str) -> str | None:
        """Write what can be written now; returns what is for the thread, None if there is nothing.

        Never blocks. Of a text that the terminal took a part of, the thread writes the rest when
        it is given the empty text that comes back.
        """
        idle = not self.busy
        self.handed += len(text)
        if self._direct is None or not idle:
            return text
        data = text.encode(self._file.encoding or "utf-8", self._file.errors or "strict")
        try:
            gone = os.write(self._direct, data)
        except OSError:  # It is full, or it is not there any more: the thread will see.
            return text
        if gone < len(data):
            self._rest, self._rest_size = data[gone:], len(text)
            return ""
        self._took = (len(text), 0.0)
        self._written = self._gone = self.handed
        return None

    def write(self, text: str) -> int:
        """Write in the thread; blocks while the terminal takes nothing."""
        if self._written == self._gone:
            self._began = monotonic()
        if self._rest:
            rest, self._rest = self._rest, b""
            while rest:
                rest = rest[os.write(self._file.fileno(), rest) :]
            self._written += self._rest_size
        size = self._file.write(text)
        self._written += len(text)
        return size

    def flush(self) -> None:
        """Flush in the thread; everything written has left when it returns."""
        self._file.flush()
        self._took = (self._written - self._gone, monotonic() - self._began)
        self._gone = self._written
        if self.wanted:
            self.wanted = False
            self._left()

    def pop(self) -> tuple[int, float]:
        """Return how many characters were written last, in how many seconds; reset both."""
        took, self._took = self._took, (0, 0.0)
        return took

    def open(self) -> None:
        """Write immediately again, after the terminal was lent to another program."""
        if self._direct is None:
            self._direct = _opened_again(self._file)

    def close(self) -> None:
        """Everything goes through the thread until `open`; the file itself stays open."""
        direct, self._direct = self._direct, None
        if direct is not None:
            os.close(direct)

    def fileno(self) -> int:
        """Return the descriptor of the file."""
        return self._file.fileno()

    def isatty(self) -> bool:
        """Whether the file is a terminal."""
        return self._file.isatty()


def _opened_again(file: TextIO) -> int | None:
    """The terminal behind a file, as one that never blocks; None where it is not to be had.

    Not the file itself: what does not block there would not block in the operator's shell either.
    """
    with suppress(OSError):
        known = file.fileno()
        opened = os.open(os.ttyname(known), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        if os.fstat(opened).st_rdev == os.fstat(known).st_rdev:
            return opened
        os.close(opened)
    return None
