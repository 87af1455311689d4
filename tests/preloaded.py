"""Programs that start from a process which has imported everything: it forks, and imports nothing.

For tests to which the cold start of a program says nothing: that start is most of what they cost.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import runpy
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from tests.backends.process import ROOT, ServerProcess


class PreloadedProgram:
    """A running Python program, with the part of `subprocess.Popen` that tests use.

    Raises OSError where the program could not be started.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        files: tuple[int, int, int],
        env: Mapping[str, str],
        cwd: str | os.PathLike[str] | None = None,
        terminal: bool = False,
    ) -> None:
        """Start `python -m MODULE …` or `python FILE …`, given without the `python`.

        `files` are its stdin, stdout and stderr; with `terminal`, they are its controlling one.
        """
        wish = {"argv": list(argv), "env": dict(env), "cwd": os.fspath(cwd or os.getcwd())}
        self._keeper = socket.socket(socket.AF_UNIX)
        self._keeper.connect(_parent().url)
        socket.send_fds(self._keeper, [b"f"], files)
        self._keeper.sendall(json.dumps({**wish, "terminal": terminal}).encode() + b"\n")
        self._answers = self._keeper.makefile()
        self.args = list(argv)
        self.pid = int(self._answers.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit code, -n for signal n; None while it runs."""
        with suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the exit code; raises subprocess.TimeoutExpired."""
        if self.returncode is None:
            if not select.select([self._keeper], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            self.returncode = int(self._answers.readline())
            self._answers.close()
            self._keeper.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


_CLIENT = """\
import json, os, socket, sys
keeper = socket.socket(socket.AF_UNIX)
keeper.connect({address!r})
wish = {{"argv": [*{argv!r}, *sys.argv[1:]], "env": {{**os.environ}}, "cwd": os.getcwd()}}
socket.send_fds(keeper, [b"f"], [0, 1, 2])
keeper.sendall(json.dumps({{**wish, "terminal": False}}).encode() + b"\\n")
sys.exit(int([*keeper.makefile()][-1]))
"""


def write_program(file: Path, *argv: str) -> None:
    """Write a program for shells that starts `python -m MODULE …` from the process that forks."""
    client = file.with_suffix(".py")
    client.write_text(_CLIENT.format(address=_parent().url, argv=argv))
    file.write_text(f'#!/bin/sh\nexec "{sys.executable}" -IS "{client}" "$@"\n')
    file.chmod(0o755)


@cache
def _parent() -> ServerProcess:
    """The process that forks; it ends with this one."""
    # Not under the folders of pytest: the path of a socket has to be short.
    folder = tempfile.mkdtemp()
    parent = ServerProcess(sys.executable, "-m", "tests.preloaded", folder)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(parent.stop)
    return parent


# From here on: what happens in the process that forks, and in its children.


def serve(folder: str) -> dict[str, Any]:
    """Fork a program for each connection until stdin ends; returns in the programs alone."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address := f"{folder}/programs")
    listener.listen()
    gc.freeze()
    print(json.dumps({"url": address}), flush=True)
    while sys.stdin not in select.select([listener, sys.stdin], [], [])[0]:
        connection, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            return keep(connection)
        connection.close()
        with suppress(ChildProcessError):  # All of them have ended, also the one just begun.
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
    sys.exit()


def keep(connection: socket.socket) -> dict[str, Any]:
    """Fork one program, tell its id and its exit code; returns in the program alone."""
    _, files, _, _ = socket.recv_fds(connection, 1, 3)
    with connection.makefile() as lines:
        wish: dict[str, Any] = json.loads(lines.readline())
    if (child := os.fork()) == 0:
        connection.close()
        become(wish, files)
        return wish
    for file in files:
        os.close(file)
    with suppress(BrokenPipeError):
        connection.sendall(b"%d\n" % child)
        _, status = os.waitpid(child, 0)
        connection.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def become(wish: dict[str, Any], files: list[int]) -> None:
    """Be the process that the program would have been started in."""
    import fcntl
    import termios

    os.setsid()
    # As in a program that a shell starts in the foreground.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    for number, file in enumerate(files):
        os.dup2(file, number)
    for file in {*files} - {0, 1, 2}:
        os.close(file)
    if wish["terminal"]:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.environ.clear()
    os.environ.update(wish["env"])
    os.chdir(wish["cwd"])
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout.reconfigure(line_buffering=os.isatty(1))  # type: ignore[union-attr]


def import_everything() -> None:
    """Import every module of the console, and what the first request and the first file need."""
    for file in sorted(ROOT.glob("svc_tui/**/*.py")):
        module = file.relative_to(ROOT).with_suffix("").parts
        package = file.with_name("__init__.py").exists()
        if package and "demo" not in module[:2] and module[-1] != "__main__":
            importlib.import_module(".".join(module).removesuffix(".__init__"))
    for name in ("anyio._backends._asyncio", "encodings.idna", "httpcore"):
        importlib.import_module(name)
    from svc_tui.config.options import ConsoleFile, Options

    ConsoleFile.model_rebuild()
    Options.model_rebuild()


def run(argv: Sequence[str]) -> None:
    """Run a program; one that ends with a number does not first take all apart that is loaded."""
    try:
        if argv[0] == "-m":
            sys.argv = [*argv[1:]]
            runpy.run_module(argv[1], run_name="__main__", alter_sys=True)
        else:
            sys.argv = [*argv]
            runpy.run_path(argv[0], run_name="__main__")
    except SystemExit as end:
        if not isinstance(end.code, int):
            raise
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(end.code & 0xFF)
        raise


if __name__ == "__main__":
    for name in [*os.environ]:
        if name.startswith(("PYTEST", "SVC_TUI_", "TEXTUAL")):
            del os.environ[name]
    import_everything()
    run(serve(sys.argv[1])["argv"])
