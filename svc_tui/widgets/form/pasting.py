"""Pasted text: remove control characters that no key types, with a toast."""

from __future__ import annotations

from textual.widget import Widget

from svc_tui.text import plural, typeable
from svc_tui.widgets.form.notices import notify


def taken_in(widget: Widget, text: str) -> str:
    """Return a pasted text without its control characters; show how many were removed."""
    kept = typeable(text)
    if gone := len(text.replace("\r\n", "\n")) - len(kept):
        them = "it" if gone == 1 else "them"
        words = plural(gone, "control character was", "control characters were")
        notify(widget, f"{words} removed from the pasted text: no key types {them}.", "warning")
    return kept
