"""`--ascii` outside the console: messages on a terminal, with signs in ASCII."""

from __future__ import annotations

import sys
from typing import Any, TextIO, cast


class PlainTerminal:
    """A stream to a terminal that translates signs; letters of any script stay."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        """The stream itself, for data."""

    def write(self, text: str) -> int:
        """Write a text with its signs in ASCII."""
        # Imported here: only this needs the table of signs.
        from svc_tui.terminal.ascii_filter import in_ascii

        return self.file.write(in_ascii(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


def use_plain_signs() -> None:
    """Translate what is written to standard output and error, if they are terminals."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream.isatty() and not isinstance(stream, PlainTerminal):
            setattr(sys, name, cast("TextIO", PlainTerminal(stream)))
