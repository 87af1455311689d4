"""Pictures stored by the terminal: each sent once, and deleted when it is old."""

from __future__ import annotations

import fcntl
import os
import random
import struct
import sys
import termios
from collections import OrderedDict
from typing import Any

from textual.app import App

from svc_tui.pictures.kitty import deleted, sent
from svc_tui.textual_patches.hooks import write_to_terminal

KEPT = 4 * 2**20
"""Maximum size of the pictures stored by a terminal, in characters."""

FEW = 216
"""Numbers that 256 colors can express."""

_GRAPHICS = "_kept_graphics"
_CUBE = (0, 95, 135, 175, 215, 255)


def graphics_of(app: App[Any]) -> Graphics:
    """The pictures that an app has sent to its terminal."""
    found: Graphics | None = vars(app).get(_GRAPHICS)
    if found is None:
        found = vars(app)[_GRAPHICS] = Graphics(app)
    return found


def delete_all_images(app: App[Any]) -> None:
    """Delete an app's pictures before it ends, so that they don't stay in the terminal's memory."""
    found: Graphics | None = vars(app).get(_GRAPHICS)
    if found is not None:
        found.delete_images()


class Graphics:
    """Picture key to its number in the terminal."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._tmux = bool(os.environ.get("TMUX"))
        self._kept: OrderedDict[object, tuple[int, str]] = OrderedDict()
        self._next = random.randrange(1, 1 << 23)  # Other programs use numbers too.
        app.app_resume_signal.subscribe(app, lambda _: self.resend_images(), immediate=True)

    def give(self, key: object, png: bytes, cells: tuple[int, int], *, few: bool = False) -> int:
        """Send a picture to the terminal, unless it has it; returns its number.

        `few`: the terminal has 256 colors, so that only their numbers can be used.
        """
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key][0]
        while few and len(self._kept) >= FEW:
            self._delete_oldest()
        id = self._number(few)
        self._kept[key] = (id, sent(id, png, cells, tmux=self._tmux))
        self._write(self._kept[key][1])
        while sum(len(text) for _, text in self._kept.values()) > KEPT and len(self._kept) > 1:
            self._delete_oldest()
        return id

    def _delete_oldest(self) -> None:
        _, (old, _) = self._kept.popitem(last=False)
        self._write(deleted(old, tmux=self._tmux))

    def resend_images(self) -> None:
        """Forget all pictures: another program had the terminal, which has discarded them."""
        for _, text in self._kept.values():
            self._write(text)

    def delete_images(self) -> None:
        """Delete all pictures."""
        for id, _ in self._kept.values():
            self._write(deleted(id, tmux=self._tmux))
        self._kept.clear()

    def _number(self, few: bool) -> int:
        """Return a number that a color can express: the terminal reads it from the text's color."""
        taken = {id for id, _ in self._kept.values()}
        while True:
            self._next = self._next % (1 << 24) + 1
            id = 16 + self._next % FEW if few else self._next
            if id not in taken:
                return id

    def _write(self, text: str) -> None:
        write_to_terminal(self._app, text)


def color_named(id: int, few: bool) -> tuple[int, int, int]:
    """The color that expresses a number: among 256 colors, the one with that index."""
    if not few:
        return id >> 16 & 255, id >> 8 & 255, id & 255
    at = id - 16
    return _CUBE[at // 36], _CUBE[at // 6 % 6], _CUBE[at % 6]


def cell_pixels() -> tuple[int, int]:
    """Return the width and height of a cell from the system; 8 × 16 if unknown.

    The terminal is not queried: the data comes with its size.
    """
    for stream in (sys.__stderr__, sys.__stdout__, sys.__stdin__):
        try:
            assert stream is not None
            size = fcntl.ioctl(stream.fileno(), termios.TIOCGWINSZ, bytes(8))
        except (OSError, ValueError, AssertionError):
            continue
        lines, columns, width, height = struct.unpack("HHHH", size)
        if columns and lines and width >= columns and height >= lines:
            return int(width // columns), int(height // lines)
    return 8, 16
