"""The title of a dialog and the line of its keys: in its frame, where they fit."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from textual.content import Content
from textual.visual import VisualType
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.widgets.panel import is_framed

LONGEST = 50
"""Cells of words that fit into the frame of every dialog."""


class DialogTitle(Static):
    """A line of a dialog that stands in the upper edge of its frame, unless it is too long."""

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
        """Stand in the frame or inside of it, as there is room."""
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
        super().__init__(content, classes, longest=longest)
