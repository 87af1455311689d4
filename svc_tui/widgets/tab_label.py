"""The style of tabs: names side by side, the open one bold and underlined."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from svc_tui.text import label

HERE = "▸ "
"""Before the open one of several languages, which all have the same fields."""

OPEN = "open_tab"
"""The meta of the open tab's text, for reading the screen without colors."""


def tab_label(widget: Widget, words: str, *, active: bool, wrong: str = "") -> Content:
    """Return one tab with the spaces around it; without colors, the open one has brackets.

    `wrong` is the error mark after its name.
    """
    mark = label(wrong, "bold $text-error")
    if not active:
        return label(" ") + label(words, "$text-muted") + mark + label("  ")
    if is_plain(widget):
        return label(f"[{words}", "bold") + mark + label("] ", "bold")
    named = label(words, "bold underline $text-primary") + mark
    return label(" ") + named.stylize(Style.from_meta({OPEN: True})) + label("  ")


def is_plain(widget: Widget) -> bool:
    """Whether signs are needed because there are no colors."""
    if not widget.is_attached:
        return False
    return widget.app.no_color or widget.app.has_class("-ascii")
