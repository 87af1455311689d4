"""The password command: a program that prints the password, or the key."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import cast

from svc_tui.api.errors import ApiError
from svc_tui.text import clean

TIME_LIMIT = 30.0
"""Time limit of the program, in seconds."""

LONGEST = 4096
"""Bytes; no password is longer, so the program must have printed something else."""


class _Output(asyncio.SubprocessProtocol):
    """The beginning of the program's output, and the end of its error output."""

    def __init__(self) -> None:
        self.printed = self.complaint = b""
        self.code: int | None = None
        self.exited, self.complete = asyncio.Event(), asyncio.Event()
        self._open = {1, 2}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 1:
            self.printed = (self.printed + data[: LONGEST + 2])[: LONGEST + 2]
        else:
            self.complaint = (self.complaint + data[-LONGEST:])[-LONGEST:]
        self._look()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._open.discard(fd)
        self._look()

    def process_exited(self) -> None:
        self.code = self._transport.get_returncode()
        self.exited.set()
        self._look()

    @property
    def line(self) -> bytes:
        return self.printed.partition(b"\n")[0].removesuffix(b"\r")

    def _look(self) -> None:
        """Check whether everything is there; a child in the background may keep the pipes open."""
        has_line = b"\n" in self.printed or len(self.line) > LONGEST or 1 not in self._open
        if self.exited.is_set() and has_line and (self.code == 0 or 2 not in self._open):
            self.complete.set()


class NoPassword(ApiError):
    """The password command returned no password; the text says why, never what it printed."""

    def __init__(self, program: str, why: str) -> None:
        super().__init__(detail=why)
        self.program = program

    def what(self) -> str:
        return f"The password command {clean(self.program, limit=80)} {self.detail}."

    def next_step(self) -> str:
        return "Check `password_command` under [svc.auth], or type the password."


async def ask_password_command(command: Sequence[str], limit: float = TIME_LIMIT) -> str:
    """Return the first line that a program prints. Run without a shell and without a terminal.

    Raises `NoPassword` if it can't be started, fails, takes longer than `limit` seconds or prints
    no line.
    """
    program = os.path.basename(command[0])
    loop, nothing = asyncio.get_running_loop(), asyncio.subprocess.DEVNULL
    try:
        transport, output = await loop.subprocess_exec(
            _Output, *command, stdin=nothing, start_new_session=True
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its name is invalid"
        raise NoPassword(program, f"can't be started: {why}") from None
    try:
        async with asyncio.timeout(limit):
            await output.complete.wait()
    except TimeoutError:
        raise NoPassword(program, f"took longer than {limit:g} s") from None
    finally:
        if not output.exited.is_set():
            with suppress(ProcessLookupError):
                os.killpg(transport.get_pid(), signal.SIGKILL)
        await output.exited.wait()
        transport.close()  # Not earlier: closing would take the exit code away from the event loop.
    if output.code:
        said = output.complaint.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise NoPassword(
            program, f"failed ({clean(said, limit=200) or f'exit code {output.code}'})"
        )
    line = output.line
    if not line or len(line) > LONGEST:
        raise NoPassword(program, "printed a line that is too long" if line else "printed nothing")
    return line.decode("utf-8", "surrogateescape")
