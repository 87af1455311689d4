"""The password: from standard input or typed unseen; never from the command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stdout

from svc_tui.cli.exits import USAGE, CommandError

LONGEST = 4096
"""Bytes; no password is longer, so it must be something else that was piped in."""

HOW = "pipe it in: `pass show cms | svc-tui --user editor --password-stdin`"


def piped_password(known: argparse.Namespace) -> str | None:
    """The line on standard input where `--password-stdin` asks for it; raises CommandError."""
    if not known.password_stdin:
        return None
    if sys.stdin is None or sys.stdin.isatty():
        raise CommandError(f"--password-stdin needs piped input: {HOW}.", USAGE)
    return _line(sys.stdin.fileno())


def _line(source: int) -> str:
    """One line, read byte by byte: what follows it is not ours."""
    line = bytearray()
    while len(line) < LONGEST and (byte := os.read(source, 1)) not in (b"", b"\n"):
        line += byte
    if not (password := line.decode("utf-8", "surrogateescape").removesuffix("\r")):
        raise CommandError(f"--password-stdin got an empty line: {HOW}.", USAGE)
    return password


def keys_from_terminal() -> None:
    """Let standard input be the terminal again, after a password came through it."""
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return  # the code that needs a terminal says so itself
    os.dup2(terminal, 0)
    os.close(terminal)


def typed_user() -> str:
    """A user name, asked for on the terminal; raises CommandError where there is none."""
    if not sys.stdin.isatty():
        raise CommandError("No terminal to ask for the user name: add --user.", USAGE)
    with redirect_stdout(sys.stderr):  # Else the question goes where the output goes.
        return _asked(input, "Username: ").strip()


def typed_password(user: str) -> str:
    """A password, asked for on the terminal; raises CommandError where there is none."""
    return _typed(f"Password of {user}: ", "password")


def typed_key() -> str:
    """An API key, asked for on the terminal; raises CommandError where there is none."""
    return _typed("API key: ", "API key")


def _typed(question: str, what: str) -> str:
    if not sys.stdin.isatty():
        raise CommandError(f"No terminal to ask for the {what}: {HOW}.", USAGE)
    # Here, not above: it brings the terminal's settings with it.
    from getpass import getpass

    return _asked(getpass, question)


def _asked(ask: Callable[[str], str], question: str) -> str:
    """Return what is typed; raises CommandError where the input is ended instead (Ctrl+D)."""
    try:
        return ask(question)
    except EOFError:
        print(file=sys.stderr)
        raise CommandError("Not signed in: nothing was typed.") from None
