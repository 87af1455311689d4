"""focus_now: moves the focus before the next key is handled."""

from __future__ import annotations

from textual.widget import Widget


def focus_now(widget: Widget) -> None:
    """Focus a widget at once.

    `Widget.focus()` posts a message: a key, or an answer that moves the focus too, can overtake it.
    It is still used for a widget that can't have the focus itself, as it may hand it on.
    """
    if widget.focusable:
        widget.screen.set_focus(widget)
    else:
        widget.focus()
