"""The title of a dialog and the line of its keys: in its frame, where they fit."""

from __future__ import annotations

import re
from typing import Any

from rich.cells import cell_len
from textual.content import Content
from textual.visual import VisualType
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.text import label
from svc_tui.widgets.panel import is_framed

LONGEST = 50
"""Longest title or hint, in cells, that fits into the frame of every dialog."""

_KEY = (
    r"(?:(?:Ctrl|Shift|Alt)\+\S+|F\d+|Enter|Esc|Space|Tab|Delete|Arrows|PgUp|PgDn"
    r"|[^\w\s·▲▼]|\w(?:-\w)?)(?=\s|$)"
)
_KEYS = re.compile(rf"(?:^|(?<=· )){_KEY}(?: (?:or )?{_KEY})*", re.MULTILINE)


def with_keys(words: str | Content) -> Content:
    """Return a hint with its keys in the accent color: those that begin each of its parts."""
    hint = label(words, multiline=True) if isinstance(words, str) else words
    for keys in _KEYS.finditer(hint.plain):
        hint = hint.stylize("$primary", *keys.span())
    return hint


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
        fits = isinstance(words, Content) and "\n" not in words.plain
        fits = fits and 0 < cell_len(str(words)) <= self.longest
        framed = fits and is_framed(self.parent)
        self.display = not framed
        setattr(self.parent, self.edge, words if framed else None)


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


def _in_colors(content: VisualType) -> VisualType:
    return with_keys(content) if isinstance(content, str | Content) else content
