"""JumpLabels: a letter on each place that can have the focus, to go there with one key."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.errors import NoWidget
from textual.geometry import Offset, Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.text import label
from svc_tui.widgets.base import SvcModal, SvcWidget
from svc_tui.widgets.focusing import focus_now
from svc_tui.widgets.tab_label import is_plain

LETTERS = "asdfghjklqwertyuiopzxcvbnm"
"""The letters of the labels, those under the fingers first."""


def jump_keys(count: int) -> list[str]:
    """Return the keys of so many places: one letter each, or two if there are too few."""
    size = 1 if count <= len(LETTERS) else 2
    return ["".join(one) for one in islice(product(LETTERS, repeat=size), count)]


def places_in_sight(screen: Screen[Any]) -> Iterator[tuple[Widget, Offset]]:
    """Yield what can have the focus and is in sight, with its first cell: the page, then the rest.

    A list without lines is left out.
    """
    for widget in sorted(screen.focus_chain, key=_is_around_page):
        try:
            shown = screen.find_widget(widget).visible_region
        except NoWidget:
            continue
        if shown.area and (widget.children or type(widget).render is not SvcWidget.render):
            yield widget, shown.offset


def _is_around_page(widget: Widget) -> bool:
    return not any(one.has_class("page") for one in widget.ancestors if isinstance(one, Widget))


class JumpLabels(SvcModal):
    """Moves the focus of the screen below to the place whose letters are pressed; Esc does not."""

    DEFAULT_CSS = """
    JumpLabels > .letter { position: absolute; width: auto; height: 1; }
    """

    BINDINGS = [Binding("ctrl+o", "close", "Close", show=False, id="app.jump")]

    def __init__(self) -> None:
        super().__init__()
        self._places: dict[str, Widget] = {}
        self._pressed = ""
        self._room: Size | None = None

    def compose(self) -> ComposeResult:
        """A label at the beginning of each place, or beside the one that is there."""
        stack = self.app.screen_stack
        found = [*places_in_sight(stack[stack.index(self) - 1])]
        taken: set[Offset] = set()
        for key, (widget, start) in zip(jump_keys(len(found)), found, strict=True):
            words = f"[{key}]" if is_plain(self) else f" {key} "
            at = Offset(min(start.x, self.app.size.width - len(words)), start.y)
            while taken & (cells := {Offset(at.x + x, at.y) for x in range(len(words))}):
                at += (1, 0)
            taken |= cells
            self._places[key] = widget
            letter = Static(label(words), classes="letter", name=key)
            letter.styles.offset = at
            yield letter

    def on_key(self, event: events.Key) -> None:
        """Go to a place, or wait for the second letter of its key."""
        pressed = self._pressed + (event.character or "").casefold()
        fitting = [key for key in self._places if event.is_printable and key.startswith(pressed)]
        if not fitting:
            return
        event.stop()
        event.prevent_default()
        if pressed in fitting:
            self.close()
            focus_now(self._places[pressed])
            return
        self._pressed = pressed
        for letter in self.query(".letter"):
            letter.display = letter.name in fitting

    def on_click(self) -> None:
        """Close: the labels are for keys."""
        self.close()

    def fit_width(self) -> None:
        """Close when the terminal has another size, as the places are elsewhere then."""
        before, self._room = self._room, self.app.size
        if before is not None and before != self._room:
            self.close()
