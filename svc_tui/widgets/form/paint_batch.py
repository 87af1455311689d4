"""PaintBatch: draw a keystroke and what it changes elsewhere in one frame."""

from __future__ import annotations

from contextlib import AbstractContextManager

from textual.timer import Timer
from textual.widget import Widget

LONGEST = 0.03
"""Seconds after which the screen is drawn in any case."""


class PaintBatch:
    """Holds the screen still from a key until its owner has drawn.

    Otherwise a letter is painted at once, and the marks and titles that follow from it 20 ms later.
    """

    def __init__(self) -> None:
        self._held: AbstractContextManager[None] | None = None
        self._end: Timer | None = None

    def hold(self, widget: Widget) -> None:
        """Hold painting from here on."""
        if self._held is None:
            self._held = widget.app.batch_update()
            self._held.__enter__()
            self._screen = widget.screen
            self._end = widget.app.set_timer(LONGEST, self.release)

    def release(self) -> None:
        if self._held is None:
            return
        held, self._held = self._held, None
        if self._end is not None:
            self._end.stop()
        held.__exit__(None, None, None)
        self._screen.check_idle()
