"""The driver itself: it sees what a terminal shows and notices what is left behind."""

from __future__ import annotations

import signal
import sys

import pytest

from tests.pty.emulator import Emulator
from tests.pty.keys import key_bytes
from tests.pty.terminal import Terminal

APP = """
from textual.app import App
from textual.widgets import Input, Static

class Echo(App):
    def compose(self):
        yield Input(id="in")
        yield Static(id="out", markup=False)

    def on_input_changed(self, event):
        self.query_one("#out", Static).update(f"value={event.value!r}")

    def on_resize(self, event):
        self.query_one("#in").border_title = f"{event.size.width} wide"

    def key_escape(self):
        self.exit()

Echo().run()
"""
ECHO = [sys.executable, "-c", APP]


def test_an_app_is_typed_into_read_and_left_as_it_was() -> None:
    with Terminal(ECHO) as terminal:
        terminal.wait_for("80 wide")
        terminal.type("naïve 日本").wait_for("value='naïve 日本'")
        terminal.press("backspace", "backspace").wait_for("value='naïve '")
        terminal.paste("two").wait_for("value='naïve two'")
        assert not terminal.restored()
        assert terminal.press("escape").wait_exit() == 0
        assert terminal.restored(), terminal.left_behind()
        assert "value" not in terminal.text()


def test_a_resize_reaches_the_program() -> None:
    with Terminal(ECHO) as terminal:
        terminal.wait_for("80 wide").resize(44, 12).wait_for("44 wide")
        assert len(terminal.lines()) == 12


def test_a_program_that_is_killed_leaves_the_terminal_changed() -> None:
    with Terminal(ECHO) as terminal:
        terminal.wait_for("80 wide").signal(signal.SIGKILL)
        assert terminal.wait_exit() == 128 + signal.SIGKILL
        assert {"mode 1049", "mode 25", "termios flags"} <= set(terminal.left_behind())


def test_a_sight_that_never_comes_fails_with_the_screen() -> None:
    with Terminal(["sh", "-c", "echo here; exec sleep 60"]) as terminal:
        terminal.wait_for("here")
        with pytest.raises(AssertionError, match=r"'nowhere' was not seen\n─+\nhere"):
            terminal.wait_for("nowhere", timeout=0.2)


def test_a_program_that_ended_is_not_waited_for() -> None:
    with Terminal(["sh", "-c", "echo last words; exit 3"]) as terminal:
        with pytest.raises(AssertionError, match="ended with 3"):
            terminal.wait_for("nowhere", timeout=60)
        assert terminal.wait_exit() == 3
        assert terminal.text().strip() == "last words"


def test_a_window_that_is_closed_hangs_up() -> None:
    with Terminal(["sh", "-c", "echo here; exec sleep 60"]) as terminal:
        terminal.wait_for("here").vanish()
        assert terminal.wait_exit() == 128 + signal.SIGHUP


def test_sequences_that_draw_nothing_leave_no_letters() -> None:
    emulator = Emulator(20, 2)
    emulator.feed(
        b"a\x1b[>25u\x1b[<u\x1b[?2026$p\x1b[4:3mb\x1b_Gq=1;AAAA\x1b\\c\x1b]8;;http://x\x1b\\d"
    )
    assert emulator.lines()[0] == "abcd"


def test_a_sequence_in_two_pieces_is_one() -> None:
    emulator = Emulator(20, 2)
    answers = [emulator.feed(b"a\x1b[?20"), emulator.feed(b"26$p\x1b[3"), emulator.feed(b"1mb")]
    assert answers == [b"", b"\x1b[?2026;2$y", b""]
    assert emulator.lines()[0] == "ab"


def test_joined_emoji_do_not_swallow_the_rest_of_the_line() -> None:
    emulator = Emulator(20, 2)
    emulator.feed("❤\ufe0f 👩\u200d👧 after".encode())
    assert emulator.lines()[0].endswith("after")


@pytest.mark.parametrize(
    ("key", "sent"),
    [
        ("x", b"x"),
        ("+", b"+"),
        ("ctrl+s", b"\x13"),
        ("ctrl+up", b"\x1b[1;5A"),
        ("shift+f3", b"\x1b[13;2~"),
        ("alt+x", b"\x1bx"),
        ("alt+enter", b"\x1b\r"),
        ("delete", b"\x1b[3~"),
    ],
)
def test_keys_are_sent_as_an_xterm_sends_them(key: str, sent: bytes) -> None:
    assert key_bytes(key) == sent


@pytest.mark.parametrize("key", ["ctrl+enter", "nope", "shift+x"])
def test_a_key_that_no_terminal_sends_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match="no terminal sends"):
        key_bytes(key)
