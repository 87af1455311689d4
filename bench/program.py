"""A program in a pseudo-terminal, with the moment of each piece of its output."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import struct
import subprocess
import termios
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from bench import processes
from bench.screen import SIZE, Screen, answers

CALM = 0.3
"""Seconds of silence after which a start is over."""

STILL = 0.04
"""Seconds of silence after which a key's effect is over."""

PONDER = 0.4
"""Seconds in which a key has to begin to have an effect; after that it had none."""

PATIENCE = 30.0
"""Seconds after which a program hangs."""

KEYS = {
    "down": b"\x1b[B",
    "up": b"\x1b[A",
    "ctrl+home": b"\x1b[1;5H",
    "pagedown": b"\x1b[6~",
    "pageup": b"\x1b[5~",
    "tab": b"\t",
    "shift+tab": b"\x1b[Z",
    "enter": b"\r",
    "escape": b"\x1b",
    "ctrl+q": b"\x11",
}


class Piece(NamedTuple):
    """Output that was read at once."""

    at: float
    """Seconds since the program was started."""
    data: bytes


@dataclass(frozen=True)
class Answer:
    """The output that one key set off."""

    first_ms: float
    last_ms: float
    bytes: int


class Program:
    """Runs until the `with` block ends. Drawing is done only while the program is silent."""

    def __init__(
        self,
        argv: Sequence[str],
        env: Mapping[str, str],
        cwd: str | os.PathLike[str] | None = None,
        size: tuple[int, int] = SIZE,
    ) -> None:
        self.screen = Screen(size)
        self.bytes = 0
        """Output so far."""
        self._command, self._env, self._cwd, self._size = list(argv), dict(env), cwd, size

    def __enter__(self) -> Program:
        self._master, slave = os.openpty()
        columns, rows = self._size
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._began = perf_counter()
        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            self._command,
            env=self._env,
            cwd=self._cwd,
            start_new_session=True,
            preexec_fn=_adopt,
            stdin=slave,
            stdout=slave,
            stderr=slave,
        )
        os.close(slave)
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        os.close(self._master)

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    @property
    def now(self) -> float:
        """Seconds since the start."""
        return perf_counter() - self._began

    @property
    def cpu_ms(self) -> float:
        """Processor time so far."""
        return processes.cpu_seconds(self.pid) * 1000

    def listen(self, silence: float, first: float | None = None) -> list[Piece]:
        """Everything that comes until there is silence, which may be longer before it begins."""
        pieces: list[Piece] = []
        end = self.now + PATIENCE
        while (now := self.now) < end:
            wait = silence if pieces or first is None else first
            if not select.select([self._master], [], [], min(wait, end - now))[0]:
                break
            try:
                data = os.read(self._master, 1 << 16)
            except OSError:  # The program has closed its side.
                break
            pieces.append(Piece(self.now, data))
            if reply := answers(data):
                os.write(self._master, reply)
        self.bytes += sum(len(piece.data) for piece in pieces)
        return pieces

    def see(self, pieces: Sequence[Piece], text: str = "") -> tuple[float | None, float | None]:
        """Draw; when the first sign was to be seen, and when the text was."""
        painted = None if self.screen.blank else 0.0
        shown = 0.0 if text and text in self.screen.text else None
        for piece in pieces:
            self.screen.feed(piece.data)
            if not self.screen.complete:
                continue
            if painted is None and not self.screen.blank:
                painted = piece.at
            if shown is None and text and text in self.screen.text:
                shown = piece.at
        return painted, shown

    def reach(self, text: str) -> tuple[float, float, float]:
        """Wait for a text and then for quiet: first sign seen, text seen, last output, in seconds.

        Raises:
            TimeoutError: with the screen, when the text does not come.
        """
        painted = shown = None
        last = self.now
        end = last + PATIENCE
        while shown is None:
            pieces = self.listen(CALM, first=1.0)
            first, shown = self.see(pieces, text)
            painted = first if painted is None else painted
            last = pieces[-1].at if pieces else last
            if shown is None and (self.now > end or self._process.poll() is not None):
                raise TimeoutError(f"{text!r} was not seen\n{self.screen.text}")
        return painted or 0.0, shown, last

    def rest(self, seconds: float) -> None:
        """Do nothing for a while, and take what the program sends on its own."""
        end = self.now + seconds
        while (left := end - self.now) > 0:
            self.see(self.listen(0.0, first=left))

    def press_only(self, key: str) -> float:
        """Press a key and leave what comes to somebody else; returns the moment."""
        return self.send(KEYS[key])

    def send(self, data: bytes) -> float:
        """Type; returns the moment."""
        moment = self.now
        os.write(self._master, data)
        return moment

    def press(self, key: str) -> Answer:
        """Press a key (a name, or characters) and take what it sets off."""
        pressed = self.send(KEYS.get(key, key.encode()))
        pieces = self.listen(STILL, first=PONDER)
        self.see(pieces)
        if not pieces:
            return Answer(0.0, 0.0, 0)
        size = sum(len(piece.data) for piece in pieces)
        return Answer((pieces[0].at - pressed) * 1000, (pieces[-1].at - pressed) * 1000, size)

    def quit(self, key: str = "ctrl+q") -> tuple[float, set[int]]:
        """Milliseconds from the key to the end of the process, and the modes it left on."""
        pressed = self.send(KEYS[key])
        while self._process.poll() is None and self.now - pressed < PATIENCE:
            self.see(self.listen(0.002))
        ended = (self.now - pressed) * 1000
        with suppress(OSError):
            self.see(self.listen(0.05))
        return ended, self.screen.modes


def _adopt() -> None:
    """In the new process: take the terminal, and the signals that a background job ignores."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
