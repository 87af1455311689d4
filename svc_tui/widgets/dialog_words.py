"""The title of a dialog and the line of its keys: in its frame, where they fit."""

from __future__ import annotations

import re
from typing import Any

from textual.content import Content
from textual.visual import VisualType
from textual.widget import Widget
from textual.widgets import Button, Static

from svc_tui.text import label
from svc_tui.widgets.panel import is_framed

LONGEST = 50
"""Longest title or hint, in cells, that fits into the frame of every dialog."""

AROUND = 6
"""Cells beside the text in a frame: a corner, a line and a blank on each side."""

BETWEEN = " · "
"""Separates two keys of a hint."""

_KEY = (
    r"(?:(?:Ctrl|Shift|Alt)\+\S+|F\d+|Enter|Esc|Space|Tab|Delete|Arrows|PgUp|PgDn"
    r"|[^\w\s·▲▼]|\w(?:-\w)?)(?=\s|$)"
)
_ON_BUTTON = re.compile(r"(.+) \((\S+)\)$")
_KEYS = re.compile(rf"(?:^|(?<=· )){_KEY}(?: (?:or )?{_KEY})*", re.MULTILINE)


def with_keys(words: str | Content) -> Content:
    """Return a hint with its keys in the accent color: those that begin each of its parts."""
    hint = label(words, multiline=True) if isinstance(words, str) else words
    for keys in _KEYS.finditer(hint.plain):
        hint = hint.stylize("$primary", *keys.span())
    return hint


def key_words(dialog: Widget) -> str:
    """Return what a dialog says of its keys: in the lower edge of its frame or above it, and on
    its buttons (`Delete (y)`)."""
    edges = [one.border_subtitle for one in dialog.query(".dialog") if is_framed(one)]
    hints = [Content.from_markup(edge).plain for edge in edges if edge]
    hints += [str(one.content) for one in dialog.query(DialogHint) if one.display]
    labels = (str(one.label) for one in dialog.query(Button) if one.display and not one.disabled)
    on_buttons = filter(None, map(_ON_BUTTON.match, labels))
    return " · ".join([*hints, *(f"{found[2]} {found[1]}" for found in on_buttons)])


def keys_named(words: str) -> dict[str, str]:
    """Return the keys that such words name, each with what follows it: `Space or Enter chooses`
    is what both do. A key that is named twice has both."""
    named: dict[str, str] = {}
    for part in words.split(BETWEEN):
        for keys in _KEYS.finditer(part):
            does = part[keys.end() :].strip()
            for key in keys[0].split():
                named[key] = f"{named[key]}{BETWEEN}{does}" if key in named else does
    named.pop("or", None)
    return named


class DialogTitle(Static):
    """A line in the upper edge of a dialog's frame, unless it is too long."""

    edge = "border_title"

    def __init__(
        self,
        content: VisualType = "",
        classes: str = "title",
        *,
        longest: int = LONGEST,
        **kwargs: Any,
    ) -> None:
        super().__init__(content, classes=classes, **kwargs)
        self.longest = longest

    def on_mount(self) -> None:
        self.screen.screen_layout_refresh_signal.subscribe(self, lambda _: self.place())
        self.place()

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        """Show other words."""
        super().update(content, layout=layout)
        self.place()

    def place(self) -> None:
        """Move into the frame if there is room, else below it."""
        if not self.is_attached or not isinstance(self.parent, Widget):
            return
        words = Content.from_text(self.content) if isinstance(self.content, str) else self.content
        shown = None
        if isinstance(words, Content) and self._fits(words) and is_framed(self.parent):
            shown = self.fitting(words, self.parent.outer_size.width - AROUND)
        before = self.display, getattr(self.parent, self.edge)
        self.display = shown is None
        setattr(self.parent, self.edge, shown)
        if before != (self.display, getattr(self.parent, self.edge)):
            self.placed()

    def placed(self) -> None:
        """Called after the words have moved, or others are shown."""

    def _fits(self, words: Content) -> bool:
        return "\n" not in words.plain and 0 < words.cell_length <= max(self.longest, self._room)

    @property
    def _room(self) -> int:
        """The cells in the frame of a dialog with a width of its own; 0 if it follows its words."""
        dialog = self.parent
        wanted = dialog.styles.width if isinstance(dialog, Widget) else None
        if wanted is None or wanted.cells is None:
            return 0
        return min(wanted.cells, self.screen.size.width) - AROUND

    def fitting(self, words: Content, room: int) -> Content:
        """Return the hint for a frame of this many cells (0 or fewer: not known yet)."""
        return words


class DialogHint(DialogTitle):
    """The keys of a dialog, in the lower edge of its frame."""

    edge = "border_subtitle"

    def __init__(
        self, content: VisualType = "", classes: str = "hint muted", longest: int = LONGEST
    ) -> None:
        super().__init__(_in_colors(content), classes, longest=longest)

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        """Show other keys."""
        super().update(_in_colors(content), layout=layout)

    def placed(self) -> None:
        self.screen.refresh_bindings()  # The footer leaves out the keys that are named here.

    def fitting(self, words: Content, room: int) -> Content:
        """Leave out whole keys, those before the last one first: it is the one that closes."""
        parts = words.split(BETWEEN)
        while len(parts) > 1 and 0 < room < Content(BETWEEN).join(parts).cell_length:
            del parts[-2]
        return Content(BETWEEN).join(parts)


def _in_colors(content: VisualType) -> VisualType:
    return with_keys(content) if isinstance(content, str | Content) else content
