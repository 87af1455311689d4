"""focus_now: moves the focus before the next key is handled."""

from __future__ import annotations

from textual.dom import NoScreen
from textual.widget import Widget


def focus_now(widget: Widget, scroll_visible: bool = True) -> None:
    """Focus a widget at once; one whose page has gone meanwhile is left alone.

    `Widget.focus()` posts a message: a key, or an answer that moves the focus too, can overtake it.
    It is still used for a widget that can't have the focus itself, as it may hand it on.
    """
    try:
        screen = widget.screen
    except NoScreen:
        return
    if widget.focusable:
        screen.set_focus(widget, scroll_visible)
    else:
        widget.focus(scroll_visible)
