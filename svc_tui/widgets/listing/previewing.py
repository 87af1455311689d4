"""`p`: the record under the cursor, beside the rows. `+`: all of it, over them."""

from __future__ import annotations

from datetime import tzinfo

from textual import events, on
from textual.binding import Binding
from textual.widgets import DataTable

from svc_tui.widgets.base import services
from svc_tui.widgets.listing.base import ListPart
from svc_tui.widgets.listing.preview import RowPreview, ZoomedRow

WIDE = 96
"""Cells of the list from which on there is room for a preview beside the rows."""


class PreviewingKeys(ListPart):
    """Shown only where there is room; it follows the cursor, and is remembered."""

    KEYS_ABOUT = "Looking and copying"

    BINDINGS = [
        Binding("p", "preview", "Preview", show=False, tooltip="Beside it.", id="list.preview"),
        Binding(
            "plus",
            "zoom",
            "Zoom",
            show=False,
            key_display="+",
            tooltip="The whole record.",
            id="list.zoom",
        ),
    ]

    zone: tzinfo | None = None
    """Where the operator is; None is where the machine is."""

    previewing: bool = False
    """Whether a preview is wanted, be there room for it or not."""

    @on(DataTable.RowHighlighted)
    def _cursor_moved(self, event: DataTable.RowHighlighted) -> None:
        event.stop()
        self.preview_follows()

    def begin_preview(self) -> None:
        """As it was left the last time."""
        svc = services(self)
        self.previewing = svc is not None and svc.preferences.state.list_preview
        self._show_preview()

    def action_preview(self) -> None:
        """Show or hide the record under the cursor, beside the rows; remembered."""
        self.previewing = not self.previewing
        if (svc := services(self)) is not None:
            svc.preferences.remember(list_preview=self.previewing)
        if self.previewing and not self._is_wide:
            self.say(
                self._too_narrow("The preview is on, and shown where there is room:"), "info", 6
            )
        elif not self.previewing and not self._is_wide:
            self.say("The preview is off.")
        self._show_preview()

    def action_zoom(self) -> None:
        """The whole record under the cursor, to scroll through."""
        if (key := self.grid.current) is not None:
            self.app.push_screen(ZoomedRow(self.store, key, self.zone))

    def _show_preview(self) -> None:
        found = self.query(RowPreview)
        if self.previewing and self._is_wide and not found:
            self.query_one(".body").mount(RowPreview(self.store, self.zone, classes="-shown"))
            self.call_after_refresh(self.preview_follows)
        for preview in found:
            preview.set_class(self.previewing and self._is_wide, "-shown")
        self.preview_follows()

    def preview_follows(self) -> None:
        """The preview shows the record under the cursor, and nothing where there is none."""
        for preview in self.query(RowPreview):
            if preview.has_class("-shown"):
                preview.follow(self.grid.current)
            else:
                preview.forget()

    @property
    def _is_wide(self) -> bool:
        return self.size.width >= WIDE

    def _too_narrow(self, words: str) -> str:
        return f"{words} it needs {WIDE} columns, here are {self.size.width}. + shows the record."

    def on_resize(self, event: events.Resize) -> None:
        """No room, no preview, and a word about it; with room again, it is back."""
        shown = any(preview.has_class("-shown") for preview in self.query(RowPreview))
        if not hasattr(self, "store") or shown == (self.previewing and self._is_wide):
            return
        if shown:
            self.say(self._too_narrow("The preview is out of sight:"), "info", 6)
        self._show_preview()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No record, nothing to zoom into."""
        if action == "zoom":
            return True if self.listed.rows else None
        return super().check_action(action, parameters)
