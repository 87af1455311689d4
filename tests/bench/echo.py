"""A program whose figures are known: paints after a question, answers every key, ends on q."""

from __future__ import annotations

import os
import sys
import tty

GREETING = b"\x1b[?1049h\x1b[?2026h\x1b[2J\x1b[3;4HReady\x1b[?2026l"
ANSWER = b"\x1b[5;1Hkey "
ASLEEP = b"z"
"""A key without any effect."""


def main() -> None:
    """Ask what the terminal is, paint when it has said so, then echo."""
    tty.setraw(0)
    os.write(1, b"\x1b[c")
    reply = b""
    while not reply.endswith(b"c"):
        reply += os.read(0, 1)
    os.write(1, GREETING)
    while (key := os.read(0, 1)) not in (b"q", b"\x11"):
        if key != ASLEEP:
            os.write(1, ANSWER + key)
    os.write(1, b"\x1b[?1049l")


if __name__ == "__main__":
    sys.exit(main())
