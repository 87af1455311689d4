"""JumpLabels: a letter on each place that can have the focus, to go there with one key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.errors import NoWidget
from textual.geometry import Offset, Region, Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.stores.session.snack_store import LEFT
from svc_tui.text import label
from svc_tui.textual_patches.hooks import drawn_strips
from svc_tui.widgets.base import SvcModal, SvcWidget, services
from svc_tui.widgets.focusing import focus_now
from svc_tui.widgets.tab_label import is_plain

NOWHERE = "There is nothing to jump to here."

NEAR = 30
"""Cells after the first word in which a label still belongs to it."""

ICON = 3
"""Cells of a place with nothing but an icon, which a label of one letter may touch."""

LABEL, WIDE = "\ufffe", "\uffff"
"""Stand for a cell of a label, and for the second cell of a wide character."""

LETTERS = "asdfghjklqwertyuiopzxcvbnm"
"""The letters of the labels, those under the fingers first."""


def jump_keys(count: int) -> list[str]:
    """Return the keys of so many places: one letter each, or two if there are too few."""
    size = 1 if count <= len(LETTERS) else 2
    return ["".join(one) for one in islice(product(LETTERS, repeat=size), count)]


def places_in_sight(screen: Screen[Any]) -> Iterator[tuple[Widget, Region]]:
    """Yield what can have the focus and is in sight, with its region: the page, then the rest.

    A list without lines is left out.
    """
    for widget in sorted(screen.focus_chain, key=_is_around_page):
        try:
            shown = screen.find_widget(widget).visible_region
        except NoWidget:
            continue
        if shown.area and (widget.children or type(widget).render is not SvcWidget.render):
            yield widget, shown


def placed(forms: Sequence[str], line: str, region: Region) -> tuple[str, int]:
    """Return the first form of a label that covers no text, and its column; else the first one."""
    for words in forms:
        if (column := label_column(line, region, len(words))) is not None:
            return words, column
    return forms[0], region.x


def label_column(line: str, region: Region, width: int) -> int | None:
    """Return where a label of a place covers no text: before its first word, else after it.

    `line` has one character for each cell of the place's first line.
    """
    inside = line[region.x : region.right]
    word = region.x + len(inside) - len(inside.lstrip(" "))
    if word == region.right or (word >= width and not line[word - width : word].strip(" ")):
        return region.x if word == region.right else word - width
    blank = line.find(" " * (width + 1), word, region.right)
    if 0 <= blank < word + NEAR:
        return blank + 1
    end = region.x + len(inside.rstrip(" "))
    return end if region.width <= ICON and end + width <= region.right else None


def _cells(line: str) -> str:
    """Return a line with one character for each cell."""
    return "".join(char.ljust(max(cell_len(char), 1), WIDE) for char in line if cell_len(char))


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
        """A label on a blank beside the beginning of each place, or on its beginning."""
        stack = self.app.screen_stack
        beneath = stack[stack.index(self) - 1]
        found = [*places_in_sight(beneath)]
        strips = drawn_strips(self.app, beneath) if found else []
        lines = [_cells(strip.text) for strip in strips]
        for key, (widget, region) in zip(jump_keys(len(found)), found, strict=True):
            forms = (f"[{key}]",) if is_plain(self) else (f" {key} ", f"{key} ", key)
            words, column = placed(forms, lines[region.y], region)
            at = Offset(min(column, self.app.size.width - len(words)), region.y)
            while LABEL in (covered := lines[at.y][at.x : at.x + len(words)]) and covered:
                at += (1, 0)
            there = lines[at.y]
            lines[at.y] = there[: at.x] + LABEL * len(words) + there[at.x + len(words) :]
            self._places[key] = widget
            letter = Static(label(words), classes="letter", name=key)
            letter.styles.offset = at
            yield letter

    def on_mount(self) -> None:
        """Close if there is nothing to jump to, and say so."""
        if not self._places:
            self.close()
            if (svc := services(self)) is not None:
                svc.snack.show(NOWHERE, until=(LEFT,))

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
