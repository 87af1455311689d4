"""How Textual 8.2.8 reads the terminal; steps of `compat` alone."""

from __future__ import annotations

import asyncio
import codecs
import os
import selectors
import signal
import sys
from typing import ClassVar
from weakref import WeakSet

from textual.drivers import linux_driver
from textual.events import Resize
from textual.geometry import Size

from svc_tui.textual_patches.keys import replace


def accept_any_bytes() -> None:
    """One byte on stdin that is no UTF-8, as a Latin-1 terminal sends, ends the app.

    Since the first version that reads stdin itself, open in 8.2.8:
    https://github.com/Textualize/textual/issues/6456
    """
    replace(linux_driver, "getincrementaldecoder", lambda encoding: _Decoder)


class _Decoder:
    """Text of what is read from the terminal, for as long as there is one.

    Only the leader of a session hears of a terminal that goes away. For all others, as behind
    `make` or `su`, it is at its end from then on; the driver goes on reading, as fast as it can.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._there = sys.__stdin__ is not None and sys.__stdin__.isatty()

    def decode(self, data: bytes, final: bool = False) -> str:
        """What these bytes add; nothing to read, where something was announced, is a hang-up."""
        if self._there and not data and not final:
            self._there = False
            os.kill(os.getpid(), signal.SIGHUP)
        return self._decoder.decode(data, final)


class _WakingSelector(selectors.SelectSelector):
    """Waits for input; returns at once when it is woken, or when there is nothing to wait for."""

    waiting: ClassVar[WeakSet[_WakingSelector]] = WeakSet()

    def __init__(self) -> None:
        super().__init__()
        self._bell, self._rope = os.pipe()
        self.register(self._bell, selectors.EVENT_READ)
        self.waiting.add(self)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        alone = len(self.get_map()) == 1
        found = super().select(0 if alone else timeout)
        return [(key, mask) for key, mask in found if key.fd != self._bell]

    def ring(self) -> None:
        """Let nobody wait here any more."""
        os.write(self._rope, b"!")

    def close(self) -> None:
        self.waiting.discard(self)
        super().close()
        os.close(self._bell)
        os.close(self._rope)


class _Selectors:
    """What the driver takes from the module `selectors`."""

    EVENT_READ = selectors.EVENT_READ
    SelectSelector = _WakingSelector


def end_at_once() -> None:
    """At its end the driver waits 0.1 s for keys twice, the second time without any to come.

    In all versions up to 8.2.8.
    """
    disable_input = linux_driver.LinuxDriver.disable_input

    def disable_at_once(self: linux_driver.LinuxDriver) -> None:
        for selector in tuple(_WakingSelector.waiting):
            selector.ring()
        disable_input(self)

    replace(linux_driver, "selectors", _Selectors)
    replace(linux_driver.LinuxDriver, "disable_input", disable_at_once)


def read_size_in_the_loop() -> None:
    """Resizes that come fast leave the app at an older size for good.

    Python runs signal handlers nested: the driver's handler reads the size, is interrupted by the
    next SIGWINCH, and posts what it had read after the newer size. Here the handler reads nothing.
    In all versions up to 8.2.8.
    """
    start = linux_driver.LinuxDriver.start_application_mode

    def start_and_handle_resizes(self: linux_driver.LinuxDriver) -> None:
        start(self)  # type: ignore[no-untyped-call]  # Textual names no types.
        loop = asyncio.get_running_loop()

        def resized(*_: object) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(_post_size, self)

        signal.signal(signal.SIGWINCH, resized)

    replace(linux_driver.LinuxDriver, "start_application_mode", start_and_handle_resizes)


def _post_size(driver: linux_driver.LinuxDriver) -> None:
    if not driver._in_band_window_resize:
        size = Size(*driver._get_terminal_size())
        driver._app.post_message(Resize(size, size))
