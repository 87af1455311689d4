"""Query the terminal for two facts, and restore it afterwards."""

from __future__ import annotations

import os
import re
import select
import sys
from dataclasses import dataclass
from time import monotonic

PATIENCE = 0.5
"""Timeout of an answer in seconds, long enough for a slow line."""

WIDE = "港"
"""A letter of two cells."""

_MODE = re.compile(rb"\x1b\[\?2026;([0-4])\$y")
_PLACE = re.compile(rb"\x1b\[(\d+);(\d+)R")


@dataclass(frozen=True)
class TerminalReply:
    """Answers of a terminal; None for an unanswered question."""

    holds_frames: bool | None = None
    wide: int | None = None
    """The cells that a wide letter takes."""


def ask_terminal() -> TerminalReply | None:
    """Query the terminal; None without one."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSAFLUSH)
        answer = _answer(descriptor, f"\x1b[?2026$p\r{WIDE}\x1b[6n\r\x1b[K")
    finally:
        termios.tcsetattr(descriptor, termios.TCSAFLUSH, before)
    return read(answer)


def read(answer: bytes) -> TerminalReply:
    """Parse the two answers from everything that arrived."""
    mode, place = _MODE.search(answer), _PLACE.search(answer)
    return TerminalReply(
        holds_frames=mode[1] in (b"1", b"2", b"3") if mode else None,
        wide=int(place[2]) - 1 if place else None,
    )


def _answer(descriptor: int, question: str) -> bytes:
    """Read until the last question is answered, or time is up."""
    os.write(sys.stderr.fileno(), question.encode())
    found, until = b"", monotonic() + PATIENCE
    while not _PLACE.search(found) and (left := until - monotonic()) > 0:
        if select.select([descriptor], [], [], left)[0]:
            found += os.read(descriptor, 256)
    return found
