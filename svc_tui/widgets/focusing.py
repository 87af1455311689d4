"""Move the focus before the next key is handled (`focus_now`), and find where it belongs."""

from __future__ import annotations

from collections.abc import Mapping

from textual.dom import NoScreen
from textual.widget import Widget

MAIN: Mapping[str, str] = {
    "SvcDetail": "DetailBody",
    "SvcList": "ListGrid",
    "SvcListTable": "ListGrid",
}
"""The part of each widget that has the focus while nothing is typed; others bind Esc themselves."""


def main_part(widget: Widget) -> Widget | None:
    """Return the part of a list or record that has the focus while nothing is typed."""
    name = next((kind.__name__ for kind in type(widget).__mro__ if kind.__name__ in MAIN), None)
    return next(iter(widget.query(MAIN[name]).results(Widget)), None) if name else None


def focus_now(widget: Widget, scroll_visible: bool = True) -> None:
    """Focus a widget at once; one whose page has closed is left alone.

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
