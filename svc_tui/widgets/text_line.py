"""TextLine: one line to type into, with undo and redo, which Textual's own `Input` lacks."""

from __future__ import annotations

from time import monotonic
from typing import Any

from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input

RUN = 2.0
"""Seconds within which keys are undone together."""

MOST = 200
"""Maximum number of undo steps."""


class TextLine(Input):
    """An `Input` in which Ctrl+Z undoes and Ctrl+Y redoes what was typed; passwords are not kept.

    Letters typed in one go are one step, and so are letters deleted in one go. Pasted lines are
    joined with spaces, and control characters in them are removed.
    """

    BINDINGS = [
        Binding(
            "ctrl+z,super+z", "undo", "Undo", show=False, id="line.undo",
            tooltip="Undo the last edit.",
        ),
        Binding(
            "ctrl+y,super+y", "redo", "Redo", show=False, id="line.redo",
            tooltip="Redo the last undone edit.",
        ),
    ]  # fmt: skip

    virtual_size = Reactive(Size(0, 0), repaint=False)
    """The width of the text. It moves nothing on the screen: Textual's own reactive lays out the
    screen at each key, which is half of what a key costs in a form."""

    def __init__(self, value: str | None = None, *args: Any, **kwargs: Any) -> None:
        self._undone: list[str] = []
        self._done: list[str] = []
        self._newest = value or ""
        self._run: tuple[int, int, float] = (0, -1, 0.0)
        """By how many characters the last edit changed the length, where it ended, and when."""
        super().__init__(value, *args, **kwargs)

    def begin_history(self) -> None:
        """Forget all steps: the current text is the beginning."""
        self._done, self._undone = [], []
        self._newest = self.value
        self._run = (0, -1, 0.0)

    def _watch_value(self, value: str) -> None:
        before, self._newest = self._newest, value
        if before != value and not self.password:
            self._record(before, value)
        super()._watch_value(value)

    def _on_paste(self, event: events.Paste) -> None:
        """Join several lines: a line end would drop everything after it."""
        event.stop()
        event.prevent_default()
        self._put_in(event.text)

    def action_paste(self) -> None:
        self._put_in(self.app.clipboard)

    def _put_in(self, text: str) -> None:
        # Imported here: the sign-in has lines, and the first paint waits for nothing else.
        from svc_tui.widgets.form.pasting import in_one_line, taken_in

        if kept := in_one_line(taken_in(self, text)):  # Nothing replaces no selection.
            self.replace(kept, *sorted(self.selection))

    def _record(self, before: str, value: str) -> None:
        """Remember the previous text, unless this edit continues the last one."""
        by, end, now = len(value) - len(before), _end_of_change(before, value), monotonic()
        last_by, last_end, when = self._run
        goes_on = by == last_by and by in (1, -1) and end == last_end + by and now - when < RUN
        self._run = (by, end, now)
        self._undone = []
        if not (goes_on and self._done):
            self._done = [*self._done[1 - MOST :], before]

    def action_undo(self) -> None:
        """Undo the last edit."""
        self._go(self._done, self._undone)

    def action_redo(self) -> None:
        """Redo the last undone edit."""
        self._go(self._undone, self._done)

    def _go(self, there: list[str], back: list[str]) -> None:
        if not there:
            return
        now, then = self.value, there.pop()
        back.append(now)
        self._newest, self._run = then, (0, -1, 0.0)
        self.value = then
        self.cursor_position = _end_of_change(now, then)


def _end_of_change(before: str, after: str) -> int:
    shared, most = 0, min(len(before), len(after))
    while shared < most and before[-1 - shared] == after[-1 - shared]:
        shared += 1
    return len(after) - shared
