"""The size of a terminal that is resized faster than signals are handled."""

from __future__ import annotations

import sys

from tests.pty.terminal import Terminal

NESTED = """
import fcntl, signal, struct, sys, termios
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.widgets import Static
from svc_tui.textual_patches.apply import apply_patches

sys.argv[1:] == ["plain"] or apply_patches()
read_size = LinuxDriver._get_terminal_size

def interrupted(driver):
    size = read_size(driver)
    if size == (100, 30):
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 60, 0, 0))
        signal.raise_signal(signal.SIGWINCH)
    return size

LinuxDriver._get_terminal_size = interrupted

class Sized(App):
    seen = 0

    def compose(self):
        yield Static("begun")

    def on_resize(self, event):
        self.seen += 1
        self.query_one(Static).update(f"{event.size.width} wide, seen {self.seen}.")

Sized().run()
"""
"""Between reading a size and posting it, the terminal is resized once more."""


def test_the_last_size_wins_where_a_signal_interrupts_the_reading_of_an_older_one() -> None:
    with Terminal([sys.executable, "-c", NESTED], size=(80, 24)) as terminal:
        terminal.wait_for("80 wide").resize(100, 30)
        terminal.wait_for("60 wide").wait_quiet()
        assert "60 wide" in terminal.text()


def test_textual_itself_keeps_the_older_size() -> None:
    with Terminal([sys.executable, "-c", NESTED, "plain"], size=(80, 24)) as terminal:
        terminal.wait_for("80 wide").resize(100, 30)
        terminal.wait_for("100 wide").wait_quiet()
        assert "100 wide" in terminal.text()
