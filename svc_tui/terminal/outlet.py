"""The file behind the writing thread: it knows how much has left."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TextIO


class Outlet:
    """Written to by one thread, asked by another: whole numbers only, so nothing is locked."""

    def __init__(self, file: TextIO, left: Callable[[], None]) -> None:
        self.handed = 0
        """Characters given to the thread."""
        self.wanted = False
        """Whether somebody waits for the rest to leave."""
        self._file, self._left = file, left
        self._written = self._gone = 0
        self._began = 0.0
        self._took = (0, 0.0)

    @property
    def busy(self) -> bool:
        """Whether something that was handed over has not left."""
        return self._gone < self.handed

    def write(self, text: str) -> int:
        """As a file's; blocks while the terminal takes nothing."""
        if self._written == self._gone:
            self._began = monotonic()
        size = self._file.write(text)
        self._written += len(text)
        return size

    def flush(self) -> None:
        """As a file's; what was written has left when it returns."""
        self._file.flush()
        self._took = (self._written - self._gone, monotonic() - self._began)
        self._gone = self._written
        if self.wanted:
            self.wanted = False
            self._left()

    def pop(self) -> tuple[int, float]:
        """Characters that left last, and the seconds that it took; each time is told once."""
        took, self._took = self._took, (0, 0.0)
        return took

    def fileno(self) -> int:
        """As a file's."""
        return self._file.fileno()

    def isatty(self) -> bool:
        """As a file's."""
        return self._file.isatty()
