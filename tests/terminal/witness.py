"""Writes down what Textual would have sent beside what the layer sent, in one and the same run.

A program calls `bear_witness()` before it makes its app; `Testimony` reads the file afterwards.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.control import Control
from textual._compositor import LayoutUpdate

from svc_tui.thinline import hook as tap
from svc_tui.thinline.sender import Sender
from tests.terminal.glass import Glass

WHERE = "WITNESS"
"""The variable that names the file; without it nothing is written down."""

THEIRS, OURS, BOTH, SIZE, OUTGROWN = "theirs", "ours", "both", "size", "outgrown"


def bear_witness() -> None:
    """Write down everything from here on, where somebody wants to read it."""
    if not (where := os.environ.get(WHERE)):
        return
    book = Path(where).open("w", encoding="utf-8", errors="surrogatepass", buffering=1)  # noqa: SIM115
    sending: list[bool] = []

    def note(kind: str, what: Any) -> None:
        book.write(json.dumps([kind, what]) + "\n")

    paint, send, hand_over = tap.Layer._paint, Sender.send, tap.ThinDriver._hand_over

    def painted(self: tap.Layer, update: Any) -> None:
        app = self._app
        paint(self, update)  # Raises for what is no text: Textual sends that itself.
        cursor = app.screen.outer_size.clamp_offset(app.cursor_position)
        text = update.render_segments(app.console) + Control.move_to(*cursor).segment.text
        note(SIZE, list(app.size))
        note(THEIRS, text)
        if isinstance(update, LayoutUpdate):
            note(OUTGROWN, update.region.size != app.size)

    def sent(self: Sender) -> None:
        sending.append(True)
        try:
            send(self)
        finally:
            sending.pop()

    def handed_over(self: tap.ThinDriver, text: str) -> None:
        note(OURS if sending else BOTH, text)
        hand_over(self, text)

    tap.Layer._paint = painted  # type: ignore[method-assign]
    Sender.send = sent  # type: ignore[method-assign]
    tap.ThinDriver._hand_over = handed_over  # type: ignore[method-assign]


class Testimony:
    """Both streams on two terminals that are exact about their cells."""

    __test__ = False

    def __init__(self, where: Path) -> None:
        self._where = where
        self.ours, self.theirs = Glass(80, 24), Glass(80, 24)
        self.frames = self.bytes_of_ours = self.bytes_of_theirs = 0
        self.outgrown = False
        """Whether Textual has drawn no whole screen of the terminal's size yet. More lines than the
        terminal has scroll its top away, and a frame that waited while the size changed was seen
        by one of the two alone, so there is nothing to compare until then."""

    def differences(self) -> Iterator[str]:
        """After each frame that was sent: the cells in which the two terminals are not the same."""
        for kind, what in self._notes():
            if kind == SIZE:
                for glass in (self.ours, self.theirs):
                    if (glass.columns, glass.lines) != tuple(what):
                        glass.resize(what[1], what[0])
                        self.outgrown = True
            elif kind == THEIRS:
                self.bytes_of_theirs += len(what.encode("utf-8", "replace"))
                self.theirs.feed(what)
            elif kind == OUTGROWN:
                self.outgrown = what
            elif kind == BOTH:
                self.ours.feed(what)
                self.theirs.feed(what)
            else:
                self.frames += 1
                self.bytes_of_ours += len(what.encode("utf-8", "replace"))
                self.ours.feed(what)
                if not self.outgrown:
                    yield from self._compared()

    def _compared(self) -> Iterator[str]:
        for y in range(self.ours.lines):
            if self.ours.buffer[y] == self.theirs.buffer[y]:
                continue
            cells = zip(self.ours.line(y), self.theirs.line(y), strict=True)
            for x, (cell, wanted) in enumerate(cells):
                if cell != wanted:
                    yield f"frame {self.frames}, line {y}, column {x}: {cell} for {wanted}"
        at, wanted_at = (
            (min(glass.cursor.x, glass.columns - 1), glass.cursor.y)
            for glass in (self.ours, self.theirs)
        )
        if at != wanted_at:
            yield f"frame {self.frames}: the cursor is at {at}, not at {wanted_at}"

    def _notes(self) -> Iterator[tuple[str, Any]]:
        with self._where.open(encoding="utf-8") as book:
            for line in book:
                kind, what = json.loads(line)
                yield kind, what
