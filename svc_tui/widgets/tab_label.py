"""The one style of tabs: names beside each other, the open one bold and underlined."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from svc_tui.text import label

OPEN = "open_tab"
"""The meta of the open tab's words, for what reads the screen without its colours."""


def tab_label(widget: Widget, words: str, *, active: bool, wrong: str = "") -> Content:
    """Return one tab with the blanks around it; without colours the open one has brackets.

    `wrong` is the mark of errors behind its words.
    """
    mark = label(wrong, "bold $text-error")
    if not active:
        return label(" ") + label(words, "$text-muted") + mark + label("  ")
    if is_plain(widget):
        return label(f"[{words}", "bold") + mark + label("] ", "bold")
    named = label(words, "bold underline $text-primary") + mark
    return label(" ") + named.stylize(Style.from_meta({OPEN: True})) + label("  ")


def is_plain(widget: Widget) -> bool:
    """Whether signs have to say what colours say elsewhere."""
    if not widget.is_attached:
        return False
    return widget.app.no_color or widget.app.has_class("-ascii")
