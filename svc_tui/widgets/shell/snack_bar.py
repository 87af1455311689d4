"""SvcSnackBar: the toasts of the snack store, one line each."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from textual.content import Content

from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget

if TYPE_CHECKING:
    from svc_tui.stores.snack import Toast

SIGNS = {"info": "i", "success": "✓", "warning": "!", "error": "✗"}
"""Meaning without colour."""

MOST_SHOWN = 4


class SvcSnackBar(SvcWidget):
    """Shows toasts over the page's last lines; driven by the snack store, without props."""

    DEFAULT_CSS = """
    SvcSnackBar {
        layer: snack;
        dock: bottom;
        width: 100%;
        height: auto;
        display: none;
    }
    """

    def on_mount(self) -> None:
        """Begin to hear."""
        self._timed: set[int] = set()
        self.when_booted(self._begin)

    def _begin(self) -> None:
        self.listen(self.svc.snack)
        self._show()

    def on_snack_store_changed(self) -> None:
        """A toast came, or went."""
        self._show()

    def _show(self) -> None:
        toasts = self.svc.snack.state.toasts[-MOST_SHOWN:]
        for toast in toasts:
            self._expire_later(toast)
        self.display = bool(toasts)
        self.refresh(layout=True)

    def _expire_later(self, toast: Toast) -> None:
        if toast.duration and toast.id not in self._timed:
            self._timed.add(toast.id)
            # What was raised on the page before has been seen for a while already.
            left = toast.duration - (datetime.now(UTC) - toast.raised_at).total_seconds()
            self.set_timer(max(left, 0.01), lambda: self.svc.snack.dismiss(toast.id))

    def on_click(self) -> None:
        """A click takes them away."""
        self.svc.snack.dismiss_all()

    def render(self) -> Content:
        """One line a toast: its sign, then its words."""
        toasts = self.svc.snack.state.toasts[-MOST_SHOWN:]
        lines = [
            label(f" {SIGNS[toast.kind]} {toast.message} ", _colour(toast)) for toast in toasts
        ]
        return Content("\n").join(lines)


def _colour(toast: Toast) -> str:
    return "$foreground" if toast.kind == "info" else f"$text-{toast.kind}"
