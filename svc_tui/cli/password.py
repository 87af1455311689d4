"""The password: from standard input or typed without echo; never from the command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stdout

from svc_tui.cli.exits import USAGE, CommandError

LONGEST = 4096
"""Bytes; no password is longer, so something else must have been piped in."""

HOW = "pipe it in: `pass show cms | svc-tui --user editor --password-stdin`"


def piped_password(known: argparse.Namespace) -> str | None:
    """Return the line from standard input for `--password-stdin`; raises CommandError."""
    if not known.password_stdin:
        return None
    if sys.stdin is None or sys.stdin.isatty():
        raise CommandError(f"--password-stdin needs piped input: {HOW}.", USAGE)
    return _line(sys.stdin.fileno())


def _line(source: int) -> str:
    """Read one line byte by byte: what follows is not ours."""
    line = bytearray()
    while len(line) < LONGEST and (byte := os.read(source, 1)) not in (b"", b"\n"):
        line += byte
    if not (password := line.decode("utf-8", "surrogateescape").removesuffix("\r")):
        raise CommandError(f"--password-stdin got an empty line: {HOW}.", USAGE)
    return password


def keys_from_terminal() -> None:
    """Make standard input the terminal again, after a password came through it."""
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return  # code that needs a terminal reports it
    os.dup2(terminal, 0)
    os.close(terminal)


def typed_user() -> str:
    """Ask for a user name on the terminal; raises CommandError without one."""
    if not sys.stdin.isatty():
        raise CommandError("No terminal to ask for the username: add --user.", USAGE)
    with redirect_stdout(sys.stderr):  # Otherwise the question goes where the output goes.
        return _asked(input, "Username: ").strip()


def typed_password(user: str) -> str:
    """Ask for a password on the terminal; raises CommandError without one."""
    return _typed(f"Password for {user}: ", "password")


def typed_key() -> str:
    """Ask for an API key on the terminal; raises CommandError without one."""
    return _typed("API key: ", "API key")


def _typed(question: str, what: str) -> str:
    if not sys.stdin.isatty():
        raise CommandError(f"No terminal to ask for the {what}: {HOW}.", USAGE)
    # Imported here: it loads the terminal's settings.
    from getpass import getpass

    return _asked(getpass, question)


def _asked(ask: Callable[[str], str], question: str) -> str:
    """Return what is typed; raises CommandError if input ends instead (Ctrl+D)."""
    try:
        return ask(question)
    except EOFError:
        print(file=sys.stderr)
        raise CommandError("Not signed in: nothing was typed.") from None
