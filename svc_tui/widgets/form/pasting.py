"""What is pasted into a field: controls that no key types are taken out, and that is said."""

from __future__ import annotations

from textual.widget import Widget

from svc_tui.text import plural, typeable
from svc_tui.widgets.base import services


def taken_in(widget: Widget, text: str) -> str:
    """A pasted text as it may stand in a value; one sentence says what was left out."""
    kept = typeable(text)
    if gone := len(text.replace("\r\n", "\n")) - len(kept):
        them = "it" if gone == 1 else "them"
        words = plural(gone, "control character was", "control characters were")
        _say(widget, f"{words} left out of what you pasted: no key types {them}.")
    return kept


def _say(widget: Widget, words: str) -> None:
    if (svc := services(widget)) is not None:
        svc.snack.show(words, "warning", 6)
    else:
        widget.app.notify(words, markup=False)
