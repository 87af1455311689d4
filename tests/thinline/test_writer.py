"""What the terminal takes at once leaves at once; what it does not take is left to the thread."""

from __future__ import annotations

import os
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from threading import Thread
from typing import TextIO

from svc_tui.thinline.writer import OutputWriter

PICTURE = "│ größer → 東京 │\n" * 500


@contextmanager
def terminal() -> Iterator[tuple[int, TextIO]]:
    """The side that reads, and a file of the other one."""
    master, slave = os.openpty()
    tty.setraw(slave, termios.TCSANOW)
    with open(slave, "w", encoding="utf-8") as file:
        yield master, file
    os.close(master)


def read(master: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        data += os.read(master, 4096)
    return data


def test_a_frame_leaves_without_the_thread() -> None:
    with terminal() as (master, file):
        outlet = OutputWriter(file, lambda: None)
        assert outlet.begin("größer") is None
        assert not outlet.busy
        assert os.read(master, 100).decode() == "größer"
        outlet.close()


def test_a_full_terminal_gets_every_byte_once_and_nobody_else_has_to_wait() -> None:
    with terminal() as (master, file):
        outlet = OutputWriter(file, lambda: None)
        sent = left = ""
        while not outlet.busy:  # Nobody reads: it fills.
            sent += PICTURE
            left = outlet.begin(PICTURE) or ""
        sent += "after that"
        assert outlet.begin("after that") == "after that"
        assert os.get_blocking(file.fileno())

        def thread() -> None:
            for text in (left, "after that"):
                outlet.write(text)
            outlet.flush()

        writing = Thread(target=thread)
        writing.start()
        assert read(master, len(sent.encode())).decode() == sent
        writing.join()
        assert not outlet.busy
        outlet.close()


def test_what_is_no_terminal_is_left_to_the_thread() -> None:
    outlet = OutputWriter(StringIO(), lambda: None)
    assert outlet.begin("a frame") == "a frame"
    assert outlet.busy


def test_after_the_end_the_thread_has_the_last_word() -> None:
    with terminal() as (_, file):
        outlet = OutputWriter(file, lambda: None)
        outlet.close()
        outlet.close()
        assert outlet.begin("a frame") == "a frame"


def test_a_terminal_that_was_lent_takes_frames_at_once_again() -> None:
    with terminal() as (master, file):
        outlet = OutputWriter(file, lambda: None)
        outlet.close()
        outlet.open()
        assert outlet.begin("a frame") is None
        assert os.read(master, 100) == b"a frame"
        outlet.close()
