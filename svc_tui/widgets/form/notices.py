"""Short notices about what happened to typed text."""

from __future__ import annotations

from typing import Any

from textual.widget import Widget

from svc_tui.widgets.base import services

SECONDS = 6


def notify(widget: Widget, words: str, kind: Any = "info") -> None:
    """Show a sentence as a toast; without services, as a notification of the app."""
    if (svc := services(widget)) is not None:
        svc.snack.show(words, kind, SECONDS)
    else:
        widget.app.notify(words, markup=False)
