"""`p`: the record under the cursor, with the rows or instead of them. `+`: all of it over them."""

from __future__ import annotations

from datetime import tzinfo
from typing import Literal

from textual import events, on
from textual.binding import Binding
from textual.widgets import DataTable

from svc_tui.widgets.base import services
from svc_tui.widgets.listing.base import ListPart
from svc_tui.widgets.listing.preview import RowPreview, ZoomedRow

BACK = ("p or Esc brings the rows back · + shows all of it", "p or Esc: the rows")
"""What is said while it stands instead of the rows."""

WIDE = 96
"""Cells of the list from which on there is room for a preview beside the rows."""

TALL = 28
"""Lines of the list from which on there is room for it below them."""

Place = Literal["", "beside", "below", "whole"]
"""Where the preview stands; the whole page leaves the row itself, above its facts."""


class PreviewingKeys(ListPart):
    """It follows the cursor: beside the rows or below them, and remembered, or instead of them."""

    KEYS_ABOUT = "Looking and copying"

    BINDINGS = [
        Binding("p", "preview", "Preview", show=False, tooltip="Of this row.", id="list.preview"),
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
    """Whether a preview is wanted where there is room for it besides the rows."""

    _instead: bool = False
    """Whether it is wanted instead of them, where there is none."""

    _place: Place = ""

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
        """Show or hide the record under the cursor; remembered where rows stay beside it."""
        if not self._has_room:
            self._instead = not self._instead
        else:
            self.previewing = not self.previewing
            if (svc := services(self)) is not None:
                svc.preferences.remember(list_preview=self.previewing)
        self._show_preview()

    def action_zoom(self) -> None:
        """The whole record under the cursor, to scroll through."""
        if (key := self.grid.current) is not None:
            words = self.wording
            zoomed = ZoomedRow(self.store, key, self.zone, words.columns, words.choices)
            self.app.push_screen(zoomed)

    def _show_preview(self) -> None:
        place, body = self.preview_place, self.query_one(".body")
        if place == self._place:
            self.preview_follows()
            return
        self._place = place
        for one in ("beside", "below", "whole"):
            body.set_class(one == place, f"-{one}")
        if place and not self.query(RowPreview):
            body.mount(
                RowPreview(
                    self.store,
                    self.zone,
                    names=lambda: self.wording.columns,
                    choices=lambda: self.wording.choices,
                )
            )
        for preview in self.query(RowPreview):
            preview.set_class(bool(place), "-shown")
        self.show_status()
        self.call_after_refresh(self._settle_preview)

    def _settle_preview(self) -> None:
        """The row under the cursor stays in sight, and its facts are asked for."""
        if self.grid.row_count:
            self.grid.move_cursor(row=self.grid.cursor_row, scroll=True)
        self.preview_follows()
        self.refresh_bindings()

    @property
    def preview_place(self) -> Place:
        """Where it stands now."""
        if self._has_room:
            where: Place = "beside" if self.size.width >= WIDE else "below"
            return where if self.previewing or self._instead else ""
        return "whole" if self._instead else ""

    def preview_follows(self) -> None:
        """The preview shows the record under the cursor, and nothing where there is none."""
        for preview in self.walk_children(RowPreview):
            if preview.has_class("-shown"):
                preview.follow(self.grid.current)
            else:
                preview.forget()

    @property
    def _has_room(self) -> bool:
        return self.size.width >= WIDE or self.size.height >= TALL

    def on_resize(self, event: events.Resize) -> None:
        """Another place for it; where it is out of sight now, a word about the key."""
        if not hasattr(self, "store"):
            return
        shown = any(preview.has_class("-shown") for preview in self.query(RowPreview))
        if self.previewing and shown and not self._has_room and not self._instead:
            self.say("No room for the preview beside the rows: p shows it instead of them.", "info")
        self._show_preview()

    def escape_clears(self) -> bool:
        """What stands instead of the rows goes before anything else does."""
        return self.preview_place == "whole" or super().escape_clears()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No record, nothing to zoom into."""
        if action == "zoom":
            return True if self.listed.rows else None
        return super().check_action(action, parameters)
