"""A program in a real pseudo-terminal, driven by keys and read from its screen."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Event, Thread
from types import TracebackType
from typing import Any

from tests.foreground import RESET_SIGNALS
from tests.preloaded import PreloadedProgram
from tests.pty.emulator import Emulator
from tests.pty.keys import key_bytes

TAKES_KEYS = 0.7
"""Seconds without a change after which a question that opened by itself takes keys."""

PATIENCE = 30.0
"""Seconds after which what did not happen is a failure: machines under load are slow."""

ESCAPE_PAUSE = 0.3
"""Seconds after a lone escape: only the silence after it makes it a key of its own."""

_DROPPED = ("COLUMNS", "LINES", "NO_COLOR", "TMUX", "TERM_PROGRAM", "LC_ALL", "SSH_CONNECTION")
_SHELL = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
_RESTORED = {25, 7}
"""The private modes of a terminal that nobody has touched: cursor shown, lines wrap."""

# The program gets the slave as its controlling terminal, so that hang-ups and resizes reach it.
# A program of its own does this, as no Python may run between fork and exec beside threads.
_ADOPT = (
    f"{RESET_SIGNALS} import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "os.execvp(sys.argv[1], sys.argv[1:])"
)


class Terminal:
    """Runs `argv` until the `with` block ends; nothing of it outlives the block.

    A thread of its own reads and answers, so the program never waits for the test.
    """

    def __init__(
        self,
        argv: Sequence[str],
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str | None] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        answering: bool = True,
        preloaded: bool = False,
    ) -> None:
        """With `preloaded`, `python -m MODULE` or `python FILE` finds everything imported."""
        self._argv = argv
        self._preloaded = preloaded
        self._env = _environment(env or {})
        self._cwd = cwd
        self._size = size
        self._answering = answering
        self._emulator = Emulator(*size)
        self._output = bytearray()
        self._heard = Condition()
        self._held = Event()
        """Set while the line is stuck: nothing is read."""

    def __enter__(self) -> Terminal:
        self._master, self._slave = os.openpty()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._master, False)
        self._set_size(*self._size)
        self._flags = termios.tcgetattr(self._slave)
        self._process = self._started()
        self._reader: Thread | None = Thread(target=self._read, name="terminal", daemon=True)
        self._reader.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGHUP)
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.vanish()
        for end in (self._slave, self._wake_read, self._wake_write):
            os.close(end)

    def _started(self) -> subprocess.Popen[bytes] | PreloadedProgram:
        if self._preloaded:
            assert self._argv[0] == sys.executable
            files = (self._slave,) * 3
            return PreloadedProgram(
                self._argv[1:], files=files, env=self._env, cwd=self._cwd, terminal=True
            )
        argv = [sys.executable, "-I", "-S", "-c", _ADOPT, *self._argv]
        slave: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), self._slave)
        return subprocess.Popen(argv, env=self._env, cwd=self._cwd, start_new_session=True, **slave)

    # What is seen

    def lines(self) -> list[str]:
        """The rows on the screen now."""
        with self._heard:
            return self._emulator.lines()

    def text(self) -> str:
        """The screen now, as one string."""
        return "\n".join(self.lines())

    @property
    def output(self) -> bytes:
        """Every byte that left the program so far."""
        with self._heard:
            return bytes(self._output)

    @property
    def pid(self) -> int:
        """The process id of the program."""
        return self._process.pid

    def wait_for(
        self, sight: str | Callable[[Terminal], object], timeout: float = PATIENCE
    ) -> Terminal:
        """Wait for a text on the screen, or for a condition; fails with the screen as it is."""
        seen = sight if callable(sight) else lambda terminal: sight in terminal.text()
        return self._wait(lambda: bool(seen(self)), f"{sight!r} was not seen", timeout)

    def wait_gone(self, text: str, timeout: float = PATIENCE) -> Terminal:
        """Wait until a text has left the screen."""
        return self._wait(lambda: text not in self.text(), f"{text!r} stayed", timeout)

    def wait_stopped(self, timeout: float = PATIENCE) -> Terminal:
        """Wait until the program is suspended."""
        stat = Path(f"/proc/{self.pid}/stat")

        def is_stopped() -> bool:
            return stat.read_text("utf-8").rpartition(")")[2].split()[0] == "T"

        return self._wait(is_stopped, "not suspended", timeout)

    def wait_quiet(self, seconds: float = 0.3, timeout: float = PATIENCE) -> Terminal:
        """Wait until the program has ended, or written nothing for a while, to count its bytes."""
        now = time.monotonic()
        deadline, quiet = now + timeout, now + seconds
        with self._heard:
            heard = len(self._output)
            while self._process.poll() is None and (left := quiet - time.monotonic()) > 0:
                self._heard.wait(min(left, 0.05))
                if len(self._output) != heard:  # Drawing it may have taken longer than the wait.
                    heard, quiet = len(self._output), time.monotonic() + seconds
                assert time.monotonic() < deadline, f"never quiet\n{self._picture()}"
        return self

    def answer(self, key: str, question: str, timeout: float = PATIENCE) -> Terminal:
        """Press a key at a question, which ignores what is pressed before it was painted."""
        deadline = time.monotonic() + timeout
        self.wait_for(question)
        while question in self.text():
            assert time.monotonic() < deadline, f"{question!r} stayed\n{self._picture()}"
            self.wait_quiet(0.2).press(key)
            with suppress(AssertionError):
                self.wait_gone(question, timeout=2)
        return self

    def until_exit(self, *keys: str, every: float, timeout: float = PATIENCE) -> Terminal:
        """Press keys each time that the program is quiet for `every` seconds, until it ends."""
        deadline = time.monotonic() + timeout
        while self.wait_quiet(every)._process.poll() is None:
            assert time.monotonic() < deadline, f"still running\n{self._picture()}"
            self.press(*keys)
        return self

    def wait_exit(self, timeout: float = PATIENCE) -> int:
        """The program's exit code, after the last of its bytes is read; 128 + n for signal n."""
        try:
            code = self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"still running\n{self._picture()}") from None
        while self._reader is not None and self._take():
            pass
        return code if code >= 0 else 128 - code

    def left_behind(self) -> list[str]:
        """What the program changed of the terminal and did not change back."""
        with self._heard:
            modes, keyboards = self._emulator.modes, self._emulator.keyboards
        changed = [f"mode {mode}" for mode in sorted(modes ^ _RESTORED)]
        if keyboards:
            changed.append(f"{keyboards} kitty keyboards")
        if termios.tcgetattr(self._slave) != self._flags:
            changed.append("termios flags")
        return changed

    def restored(self) -> bool:
        """Whether the terminal is as the program found it."""
        return not self.left_behind()

    # What is done

    def press(self, *keys: str) -> Terminal:
        """Press keys by name: `down`, `ctrl+s`, `escape`, `x`."""
        for key in keys:
            self.send(key_bytes(key))
            if key == "escape":
                time.sleep(ESCAPE_PAUSE)
        return self

    def type(self, text: str) -> Terminal:
        """Type characters, one after the other."""
        return self.send(text.encode())

    def paste(self, text: str) -> Terminal:
        """Paste, as a terminal with bracketed paste does."""
        return self.send(b"\x1b[200~" + text.encode() + b"\x1b[201~")

    def send(self, data: bytes, timeout: float = PATIENCE) -> Terminal:
        """Raw input, at the pace at which the program reads."""
        deadline = time.monotonic() + timeout
        while data:
            assert time.monotonic() < deadline, f"does not read\n{self._picture()}"
            select.select([], [self._master], [], 0.1)
            with suppress(BlockingIOError):
                data = data[os.write(self._master, data) :]
        return self

    def resize(self, width: int, height: int) -> Terminal:
        """Drag the window to another size."""
        with self._heard:
            self._emulator.resize(width, height)
        self._set_size(width, height)
        return self

    def hold(self) -> Terminal:
        """Let the line get stuck: what the program writes is not taken any more."""
        self._held.set()
        return self

    def let_go(self) -> Terminal:
        """Take again what the program writes."""
        self._held.clear()
        os.write(self._wake_write, b"g")
        return self

    def signal(self, number: int) -> Terminal:
        """Send a signal to the program."""
        self._process.send_signal(number)
        return self

    def vanish(self) -> None:
        """Close the window, or lose the connection: the program hears a hang-up."""
        if self._reader is not None:
            self._held.clear()
            os.write(self._wake_write, b"x")
            self._reader.join()
            self._reader = None
            os.close(self._master)
            self._master = -1

    def _set_size(self, width: int, height: int) -> None:
        """Tell the kernel, which tells the program."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def _read(self) -> None:
        """The reader's thread: take what comes until it is woken to end."""
        while True:
            heard = [] if self._held.is_set() else [self._master]
            ready, _, _ = select.select([*heard, self._wake_read], [], [])
            if self._wake_read in ready and os.read(self._wake_read, 1) == b"x":
                return
            if self._master in ready and not self._held.is_set():
                self._take()

    def _take(self) -> bool:
        """Read once, draw and answer; False when nothing was there."""
        with self._heard:
            try:
                data = os.read(self._master, 65536)
            except OSError:
                return False
            self._output += data
            answers = self._emulator.feed(data)
            self._heard.notify_all()
        if answers and self._answering:
            with suppress(OSError):
                os.write(self._master, answers)
        return bool(data)

    def _wait(self, met: Callable[[], bool], complaint: str, timeout: float) -> Terminal:
        """Look again after all that is written, until it is met, too late, or over."""
        deadline = time.monotonic() + timeout
        while not met():
            ended = self._process.poll() is not None
            if ended and not self._take():
                assert met(), f"{complaint}\n{self._picture()}"
                break
            assert time.monotonic() < deadline, f"{complaint}\n{self._picture()}"
            with self._heard:
                self._heard.wait(0.1)
        return self

    def _picture(self) -> str:
        """The screen in a frame, for the message of a failed test."""
        rule = "─" * self._size[0]
        state = self._process.poll()
        ended = "running" if state is None else f"ended with {state}"
        return f"{rule}\n{self.text()}\n{rule}\n({ended}, {len(self._output)} bytes)"


def _environment(changes: Mapping[str, str | None]) -> dict[str, str]:
    """The environment of a plain login shell in a good terminal; None takes a name away."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in _DROPPED and not name.startswith(("TEXTUAL", "PYTEST"))
    }
    return {n: v for n, v in {**kept, **_SHELL, **changes}.items() if v is not None}
