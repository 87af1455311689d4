"""Pasted text: without control characters that no key types, and its lines joined in one line."""

from __future__ import annotations

from textual.widget import Widget

from svc_tui.text import plural, typeable
from svc_tui.widgets.form.notices import notify


def taken_in(widget: Widget, text: str) -> str:
    """Return a pasted text without its control characters; show how many were removed."""
    kept = typeable(text)
    if gone := len(text.replace("\r\n", "\n")) - len(kept):
        words = plural(gone, "control character", "control characters")
        notify(widget, f"Removed {words} from the pasted text.", "warning")
    return kept


def in_one_line(text: str) -> str:
    """Join the lines of a text with spaces; a single line stays as it is."""
    return " ".join(line for line in text.splitlines() if line) if has_lines(text) else text


def has_lines(text: str) -> bool:
    """Whether a text has a line break."""
    return len(f"{text}.".splitlines()) > 1
