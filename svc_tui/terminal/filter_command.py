"""Run a command as a filter: its output for some input, with a time limit."""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import Process, SubprocessStreamProtocol
from contextlib import suppress
from functools import partial

from svc_tui.text import clean

LARGEST = 2**28
"""Maximum size of a command's output."""

LAST_WORDS = 2**12
"""Maximum size of its error output."""


class FilterFailed(Exception):
    """The command is missing, fails, takes too long or prints too much; the text says which."""


async def filtered(argv: list[str], data: bytes, timeout: float, *, quiet: bool = False) -> bytes:
    """Return what a command prints for some input; it has `timeout` seconds.

    Its standard error goes to the terminal; with `quiet`, its last line is part of the error.

    If this is cancelled, the command and its children are ended. Raises: FilterFailed: it returned
    nothing usable.
    """
    name = clean(argv[0])
    process, transport = await _started(name, argv, quiet)
    try:
        async with asyncio.timeout(timeout):
            out, _, said = await asyncio.gather(
                _read(process), _feed(process, data), _last_line(process.stderr)
            )
            code = await process.wait()
    except TimeoutError:
        raise FilterFailed(f"{name} took longer than {timeout:g} seconds.") from None
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)  # Its children, too.
        # Otherwise asyncio complains on stderr when its loop is closed. Not with `wait`, which
        # waits until the pipes are closed; a child in another session may keep them open.
        while process.returncode is None:
            await asyncio.sleep(0.01)
        transport.close()
    if code:
        how = f"exited with code {code}" if code > 0 else f"was killed by signal {-code}"
        raise FilterFailed(f"{name} {how}{f': {said}' if said else ''}.")
    return out


async def _started(
    name: str, argv: list[str], quiet: bool
) -> tuple[Process, asyncio.SubprocessTransport]:
    loop = asyncio.get_running_loop()
    try:
        transport, protocol = await loop.subprocess_exec(
            partial(SubprocessStreamProtocol, 2**16, loop),
            *argv,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE if quiet else None,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise FilterFailed(f"{name} can't be run: {why}.") from None
    return Process(transport, protocol, loop), transport


async def _feed(process: Process, data: bytes) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError, ConnectionResetError):  # It may have read enough.
        process.stdin.write(data)
        await process.stdin.drain()
    process.stdin.close()


async def _read(process: Process) -> bytes:
    assert process.stdout is not None
    found = bytearray()
    while piece := await process.stdout.read(2**16):
        found += piece
        if len(found) > LARGEST:
            raise FilterFailed(f"The command printed more than {LARGEST // 2**20} MB.")
    return bytes(found)


async def _last_line(errors: asyncio.StreamReader | None) -> str:
    found = b""
    while errors is not None and (piece := await errors.read(LAST_WORDS)):
        found = (found + piece)[-LAST_WORDS:]
    lines = found.decode(errors="replace").strip().splitlines()
    return clean(lines[-1], limit=120).rstrip(".") if lines else ""
