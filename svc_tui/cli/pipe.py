"""`svc-tui pipe`: rows as JSON lines through a command, back as a reviewed diff."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from contextlib import suppress

from svc_tui.cli.exits import OK, USAGE, CommandError
from svc_tui.cli.verbs.outside import given_rows, write_back
from svc_tui.cli.verbs.session import VerbSession, run_verb, say
from svc_tui.models import exact_json
from svc_tui.stores.runs.edited_rows import changed_rows
from svc_tui.stores.runs.row_files import RowsUnreadable, read_rows
from svc_tui.text import clean, plural

LARGEST = 2**28
"""Bytes that are read of a command's output."""

NOTHING = "Nothing was written."


def run(known: argparse.Namespace) -> int:
    """Send rows through a command; return the exit code."""
    if not known.program:
        raise CommandError("Name the command behind --, as in `-- jq -c '.title |= ascii'`.", USAGE)
    return run_verb(known, _pipe)


async def _pipe(session: VerbSession) -> int:
    known = session.known
    found = await given_rows(session, whole=True)
    if not found.given:
        say("No record matches: nothing was done.")
        return OK
    text = "".join(f"{exact_json.written(row)}\n" for row in found.given)
    data = await filtered(known.program, text.encode(), known.timeout)
    name = clean(known.program[0])
    if not data.strip():
        raise CommandError(f"{name} printed nothing. {NOTHING}")
    try:
        rows = read_rows(data, f"The output of {name}", "ndjson")
        places = [f"The output of {name}, row {number}" for number in range(1, len(rows) + 1)]
        works = changed_rows(
            found.records,
            found.given,
            rows,
            lookup=found.resource.lookup,
            places=places,
            all_back=False,
        )
    except RowsUnreadable as error:
        raise CommandError(f"{error} {NOTHING}") from None
    if missing := len(found.given) - len(rows):
        say(f"{plural(missing, 'row', 'rows')} did not come back, and stay as they are.")
    return await write_back(session, "Pipe", found.resource, works)


async def filtered(argv: list[str], data: bytes, timeout: float) -> bytes:
    """Return what a command prints for some input.

    Raises:
        CommandError: it is not there, fails, takes longer than `timeout` seconds, or prints more
            than can be read.
    """
    name = clean(argv[0])
    try:
        process = await asyncio.create_subprocess_exec(
            *argv,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        words = f"{name} can't be run: {error.strerror or type(error).__name__}. {NOTHING}"
        raise CommandError(words) from None
    try:
        async with asyncio.timeout(timeout):
            out, _ = await asyncio.gather(_read(process), _feed(process, data))
            code = await process.wait()
    except TimeoutError:
        raise CommandError(f"{name} took more than {timeout:g} seconds. {NOTHING}") from None
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)  # What it left behind, too.
    if code:
        how = f"with {code}" if code > 0 else f"by signal {-code}"
        raise CommandError(f"{name} ended {how}. {NOTHING}")
    return out


async def _feed(process: asyncio.subprocess.Process, data: bytes) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError, ConnectionResetError):  # It may have read enough.
        process.stdin.write(data)
        await process.stdin.drain()
    process.stdin.close()


async def _read(process: asyncio.subprocess.Process) -> bytes:
    assert process.stdout is not None
    found = bytearray()
    while piece := await process.stdout.read(2**16):
        found += piece
        if len(found) > LARGEST:
            raise CommandError(f"The command prints more than {LARGEST // 2**20} MB. {NOTHING}")
    return bytes(found)
