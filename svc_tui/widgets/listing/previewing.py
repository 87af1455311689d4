"""`p`: the record under the cursor, beside the rows."""

from __future__ import annotations

from datetime import tzinfo

from textual import events, on
from textual.binding import Binding
from textual.widgets import DataTable

from svc_tui.widgets.listing.base import ListPart
from svc_tui.widgets.listing.preview import RowPreview

WIDE = 96
"""Cells of the list from which on there is room for a preview beside the rows."""


class PreviewingKeys(ListPart):
    """Shown only where there is room; it follows the cursor."""

    BINDINGS = [
        Binding("p", "preview", "Preview", show=False, tooltip="Beside it.", id="list.preview"),
    ]

    zone: tzinfo | None = None
    """Where the operator is; None is where the machine is."""

    @on(DataTable.RowHighlighted)
    def _cursor_moved(self, event: DataTable.RowHighlighted) -> None:
        event.stop()
        self._preview_follows()

    def action_preview(self) -> None:
        """Show or hide the record under the cursor, beside the rows."""
        if self.size.width < WIDE:
            self.say("A preview needs a wider terminal.")
            return
        found = self.query(RowPreview)
        if not found:
            self.query_one(".body").mount(RowPreview(self.store, self.zone, classes="-shown"))
            self.call_after_refresh(self._preview_follows)
        else:
            found.first().toggle_class("-shown")
            self._preview_follows()

    def _preview_follows(self) -> None:
        for preview in self.query(RowPreview):
            if preview.has_class("-shown"):
                preview.follow(self.grid.current)
            else:
                preview.forget()

    def on_resize(self, event: events.Resize) -> None:
        """No room, no preview."""
        for preview in self.query(RowPreview):
            preview.display = self.size.width >= WIDE
