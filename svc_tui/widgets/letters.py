"""Whether letters are text where the focus is, and not commands."""

from __future__ import annotations

import sys

from textual.widget import Widget
from textual.widgets import Input


def is_typing(widget: Widget | None) -> bool:
    """Whether letters are text where the focus is, and not commands."""
    # A text area is a heavy import, which logins and lists do without.
    if isinstance(widget, Input) or "textual.widgets._text_area" not in sys.modules:
        return isinstance(widget, Input)
    from textual.widgets import TextArea

    return isinstance(widget, TextArea)


def takes_letters(widget: Widget | None) -> bool:
    """Whether letters are no commands in a widget: text fields, and choices that search by them."""
    return is_typing(widget) or (widget is not None and widget.check_consume_key("a", "a"))
