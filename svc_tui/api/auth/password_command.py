"""The password command: a program that prints the password, or the key."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import suppress

from svc_tui.api.errors import ApiError
from svc_tui.text import clean

TIME_LIMIT = 30.0
"""Seconds after which the program is ended."""

LONGEST = 4096
"""Bytes; no password is longer, so the program must have printed something else."""


class NoPassword(ApiError):
    """The password command gave no password; the text says why, and never what it printed."""

    def __init__(self, program: str, why: str) -> None:
        super().__init__(detail=why)
        self.program = program

    def what(self) -> str:
        return f"The password command {clean(self.program, limit=80)} {self.detail}."

    def next_step(self) -> str:
        return "Check `password_command` under [svc.auth], or type the password."


async def ask_password_command(command: Sequence[str], limit: float = TIME_LIMIT) -> str:
    """Return the first line that a program prints. Run without a shell and without a terminal.

    Raises `NoPassword` where it can't be started, fails, takes longer than `limit` seconds or
    prints no line.
    """
    program = os.path.basename(command[0])
    pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=nothing, stdout=pipe, stderr=pipe, start_new_session=True
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its name can't be one"
        raise NoPassword(program, f"can't be started: {why}") from None
    try:
        async with asyncio.timeout(limit):
            printed, complaint = await process.communicate()
    except TimeoutError:
        raise NoPassword(program, f"took longer than {limit:g} s") from None
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
    if process.returncode:
        words = clean(complaint.decode("utf-8", "replace").strip().rpartition("\n")[2], limit=200)
        raise NoPassword(program, f"failed ({words or f'exit code {process.returncode}'})")
    line = printed.partition(b"\n")[0].removesuffix(b"\r")
    if not line or len(line) > LONGEST:
        raise NoPassword(program, "printed a line that is too long" if line else "printed nothing")
    return line.decode("utf-8", "surrogateescape")
