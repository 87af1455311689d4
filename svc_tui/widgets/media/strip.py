"""SvcMediaStrip: the picked files, numbered in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.app import RenderResult
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from svc_tui.models.arguments import ListOf, checks_arguments
from svc_tui.models.media import MediaItem
from svc_tui.text import cut, label
from svc_tui.widgets.base import WIDGET

LONGEST = 24

EMPTY = "Nothing chosen yet. Press Space to choose."


@checks_arguments(medias=ListOf(MediaItem), **WIDGET)
class SvcMediaStrip(Widget, can_focus=True):
    """One line that scrolls with the cursor. Posts the new selection."""

    DEFAULT_CSS = "SvcMediaStrip { height: 1; width: 1fr; }"

    BINDINGS = [
        Binding("left,h", "step(-1)", "Left", show=False, id="strip.left"),
        Binding("right,l", "step(1)", "Right", show=False, id="strip.right"),
        Binding("J", "shift(1)", "Later", tooltip="Move this file to the right.", id="strip.later"),
        Binding(
            "K", "shift(-1)", "Earlier", tooltip="Move this file to the left.", id="strip.earlier"
        ),
        Binding(
            "enter,space,delete,backspace",
            "drop",
            "Remove",
            tooltip="Remove this file.",
            id="strip.drop",
        ),
    ]

    @dataclass
    class Changed(Message):
        """The user wants another selection, or another order of it."""

        medias: tuple[MediaItem, ...]

    cursor: reactive[int] = reactive(0)
    """The file that keys act on."""

    def __init__(
        self, medias: Sequence[MediaItem] = (), *, empty: str = EMPTY, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.medias = tuple(medias)
        self.empty = empty
        self._ends: list[int] = []

    def show(self, medias: Sequence[MediaItem]) -> None:
        """Show these files, in this order."""
        self.medias = tuple(medias)
        self.cursor = max(0, min(self.cursor, len(self.medias) - 1))
        self.refresh()
        self.refresh_bindings()

    def render(self) -> RenderResult:
        """Draw numbers and names; those left of the cursor are left out first."""
        if not self.medias:
            self._ends = []
            return label(f" {self.empty}", "$text-muted")
        words = [f" {at} {cut(one.name, LONGEST)} " for at, one in enumerate(self.medias, 1)]
        first = 0
        while first < self.cursor and _width(words[first : self.cursor + 1]) > self.size.width - 2:
            first += 1
        self._ends = [0] * first
        parts, at = [label("‹" if first else "")], 1 if first else 0
        for number in range(first, len(words)):
            here = number == self.cursor and self.has_focus
            parts.append(label(words[number], "reverse" if here else ""))
            at += cell_len(words[number])
            self._ends.append(at)
        return Content("").join(parts)

    def on_click(self, event: events.Click) -> None:
        """Remove the clicked file from the selection."""
        at = next((n for n, end in enumerate(self._ends) if event.x < end), None)
        if at is not None:
            self.cursor = at
            self.action_drop()

    def action_step(self, by: int) -> None:
        self.cursor = max(0, min(self.cursor + by, len(self.medias) - 1))

    def action_shift(self, by: int) -> None:
        to = self.cursor + by
        if self.medias and 0 <= to < len(self.medias):
            order = list(self.medias)
            order.insert(to, order.pop(self.cursor))
            self.show(order)
            self.cursor = to
            self.post_message(self.Changed(self.medias))

    def action_drop(self) -> None:
        if self.medias:
            at = self.cursor
            self.show((*self.medias[:at], *self.medias[at + 1 :]))
            self.post_message(self.Changed(self.medias))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return True if self.medias or action == "step" else None


def _width(words: Sequence[str]) -> int:
    return sum(map(cell_len, words))
