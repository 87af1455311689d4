"""Lend the terminal to the user's editor: command, private file, result."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

_UNASKED = ("sensible-editor", "nano", "vi", "vim", "micro")
"""Editors to look for if $VISUAL and $EDITOR are not set."""

_WAITS = {
    **dict.fromkeys(("code", "code-insiders", "codium", "cursor", "windsurf"), ("--wait", "-w")),
    **dict.fromkeys(("subl", "zed", "gedit", "atom", "mate", "bbedit"), ("--wait", "-w")),
    "kate": ("--block", "-b"),
    **dict.fromkeys(("gvim", "mvim"), ("--nofork", "-f")),
}
"""Graphical editors, and the flag that makes them wait until the file is closed."""

TIME_TO_END = 0.5
"""Seconds to wait for an editor to end: less than `GRACE` of a signal."""

UNCHANGED = "Nothing was changed."


class NoEditor(Exception):
    """No editor can be started; the message is for the user."""


@dataclass(frozen=True)
class EditorResult:
    """The result of an edit."""

    text: str | None = None
    """The text; None if it should stay as it was."""
    words: str = ""
    """A message for the user; empty if there is none."""


def command(environ: Mapping[str, str] = os.environ) -> list[str]:
    """Return the editor of $VISUAL or $EDITOR with its arguments; else a common one.

    Raises:
        NoEditor: there is none, or its command can't be parsed.
    """
    for name in ("VISUAL", "EDITOR"):
        said = environ.get(name, "").strip()
        if said:
            return _waiting(_split(name, said))
    found = next((one for one in _UNASKED if shutil.which(one, path=environ.get("PATH"))), None)
    if found is None:
        raise NoEditor(f"No editor is set. Set $EDITOR. {UNCHANGED}")
    return [found]


def _split(name: str, said: str) -> list[str]:
    try:
        return shlex.split(said)
    except ValueError as error:
        raise NoEditor(f"${name} can't be read: {error}. {UNCHANGED}") from error


def _waiting(argv: list[str]) -> list[str]:
    """Return the same command with the flag that makes it wait."""
    wait = _WAITS.get(Path(argv[0]).name)
    if wait is None or any(one in argv for one in wait):
        return argv
    return [argv[0], wait[0], *argv[1:]]


@contextmanager
def private_file(text: str, suffix: str) -> Iterator[Path]:
    """A file that no other user can read, in a folder of its own; both are deleted at the end.

    Anything an editor puts next to it (swap files, backups) is deleted too.
    """
    folder = Path(tempfile.mkdtemp(prefix="svc-tui-"))
    try:
        path = folder / f"value{suffix}"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode("utf-8", "surrogatepass"))
        yield path
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def run_editor(
    argv: list[str], text: str, suffix: str, opened: Callable[[Path], object] = lambda path: None
) -> EditorResult:
    """Let a command edit a text on this terminal. Never raises for the editor's faults.

    `opened` is called with the file before the command runs. A line end that the editor adds
    at the end of a text without one is removed again.
    """
    try:
        with private_file(text, suffix) as path:
            opened(path)
            code = await _run([*argv, str(path)])
            if code:
                how = f"exited with code {code}" if code > 0 else f"was killed by signal {-code}"
                return EditorResult(words=f"The editor {how}. {UNCHANGED}")
            return read_back(path, text)
    except FileNotFoundError:
        return EditorResult(words=f"The editor “{argv[0]}” was not found. Set $EDITOR. {UNCHANGED}")
    except OSError as error:
        why = error.strerror or str(error)
        return EditorResult(words=f"The editor could not be used: {why}. {UNCHANGED}")


def read_back(path: Path, before: str) -> EditorResult:
    """Return the current text of the file."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return EditorResult(words=f"The editor deleted its file. {UNCHANGED}")
    words = ""
    try:
        text = data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
        words = "The file is not UTF-8 and was read as Latin-1: check the accents."
    for end in ("\r\n", "\n"):
        if text.endswith(end) and not before.endswith("\n"):
            text = text[: -len(end)]
            break
    return EditorResult(None, UNCHANGED) if text == before else EditorResult(text, words)


async def _run(argv: list[str]) -> int:
    """Run a command in the foreground, which gets interrupts instead of us."""
    before = signal.signal(signal.SIGINT, _leave_alone)
    process = None
    try:
        process = await asyncio.create_subprocess_exec(*argv)
        return await process.wait()
    finally:
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.terminate()
            # It restores the terminal itself, and asyncio has less to complain about.
            with suppress(TimeoutError):
                async with asyncio.timeout(TIME_TO_END):
                    await process.wait()
        signal.signal(signal.SIGINT, before)


def _leave_alone(number: int, frame: object) -> None:
    """A handler, as an ignored signal would stay ignored in the editor."""
