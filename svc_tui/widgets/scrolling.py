"""Scroll what is around a widget, so that a part of it is visible."""

from __future__ import annotations

from textual.dom import NoScreen
from textual.errors import NoWidget
from textual.geometry import Region
from textual.widget import Widget


def scrolling_ancestor(widget: Widget) -> Widget | None:
    """Return the nearest ancestor with a vertical scroll bar; None without one."""
    found = (one for one in widget.ancestors if isinstance(one, Widget))
    return next((one for one in found if one.allow_vertical_scroll), None)


def scroll_to_part(widget: Widget, part: Region) -> None:
    """Scroll the nearest ancestor to a part of a widget, which is in cells of the screen."""
    if (around := scrolling_ancestor(widget)) is not None:
        inner = part.translate(around.scroll_offset - around.content_region.offset)
        around.scroll_to_region(inner, animate=False, force=True)


def keep_visible(widget: Widget, height: int) -> None:
    """Scroll to a widget that grew from `height` lines, if these are visible.

    The user may have scrolled elsewhere, and stays there.
    """
    try:
        found = widget.screen.find_widget(widget)
    except (NoScreen, NoWidget):
        return
    seen, there = found.visible_region, found.region
    if 0 < height < there.height and seen.y == there.y and seen.height >= height:
        widget.scroll_visible(animate=False)
