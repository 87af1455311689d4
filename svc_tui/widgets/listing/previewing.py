"""Previewing: the record under the cursor, next to the rows, instead of them, or in full."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal, Protocol

from textual.geometry import Size
from textual.widget import Widget

from svc_tui.widgets.command import Command
from svc_tui.widgets.listing.field_words import FieldWords
from svc_tui.widgets.listing.host import ListHost, without_rows
from svc_tui.widgets.listing.list_labels import ListLabels
from svc_tui.widgets.listing.preview import RowPreview, ZoomedRow
from svc_tui.widgets.listing.status_line import StatusLine
from svc_tui.widgets.shell.effective_bindings import bound_key

WIDE = 96
"""Minimum cells of a list with a preview beside the rows."""

TALL = 28
"""Minimum lines of a list with a preview below the rows."""

Place = Literal["", "beside", "below", "whole"]
"""The place of the preview; `whole` leaves only the row itself, above its facts."""


class PreviewingHost(ListHost, Protocol):
    """The list whose records are previewed."""

    status: StatusLine

    @property
    def size(self) -> Size:
        """The room for rows and preview."""

    @property
    def body(self) -> Widget:
        """The container of the grid and the preview."""

    @property
    def labels(self) -> ListLabels:
        """The labels of columns and values."""

    @property
    def words(self) -> FieldWords:
        """The values of fields in words."""

    def refresh_bindings(self) -> None:
        """Draw the footer again."""

    def call_after_refresh(self, callback: Callable[[], None], /) -> Any:
        """Call something when the list is laid out."""


class Previewing:
    """Follows the cursor; remembers whether it is open, except when it replaces the rows."""

    GROUP: ClassVar[str] = "Viewing and copying"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.preview",
            "p",
            "Preview",
            lambda self: self.toggle(),
            help="Show or hide a preview of this record.",
        ),
        Command(
            "list.zoom",
            "plus",
            "Zoom",
            lambda self: self.zoom(),
            without_rows,
            "Show the whole record.",
            key_display="+",
        ),
    )

    def __init__(self, host: PreviewingHost) -> None:
        self.host = host
        self._wanted = False
        """Whether a preview is shown if there is room for it besides the rows."""
        self._instead = False
        """Whether it replaces them if there is none."""
        self._place: Place = ""
        self._preview: RowPreview | None = None

    def begin(self) -> None:
        """Restore the preview as it was last time."""
        svc = self.host.services
        self._wanted = svc is not None and svc.preferences.state.list_preview
        self._show()

    def toggle(self) -> None:
        """Show or hide the record under the cursor."""
        if not self._has_room:
            self._instead = not self._instead
        else:
            self._wanted = not self._wanted
            if (svc := self.host.services) is not None:
                svc.preferences.remember(list_preview=self._wanted)
        self._show()

    def zoom(self) -> None:
        """Show the whole record under the cursor, to scroll through."""
        if (key := self.host.grid.current) is not None:
            zone, labels, words = self.host.options.zone, self.host.labels, self.host.words
            zoomed = ZoomedRow(self.host.store, key, zone, labels, words)
            self.host.app.push_screen(zoomed)

    @property
    def place(self) -> Place:
        """The place of the preview now."""
        if self._has_room:
            where: Place = "beside" if self.host.size.width >= WIDE else "below"
            return where if self._wanted or self._instead else ""
        return "whole" if self._instead else ""

    @property
    def _has_room(self) -> bool:
        return self.host.size.width >= WIDE or self.host.size.height >= TALL

    @property
    def _is_shown(self) -> bool:
        return self._preview is not None and self._preview.has_class("-shown")

    def follow(self) -> None:
        """Show the record under the cursor, if there is one."""
        if self._preview is not None and self._is_shown:
            self._preview.follow(self.host.grid.current)
        elif self._preview is not None:
            self._preview.forget()

    def resized(self) -> None:
        """Move to another place; if that hides it, say which key shows it."""
        if self._wanted and self._is_shown and not self._has_room and not self._instead:
            words = "The window is too small for the preview. Press p to show it instead."
            self.host.say(words, "info")
        self._show()

    def _show(self) -> None:
        if self.place == self._place:
            self.follow()
            return
        self._place = self.place
        body = self.host.body
        for one in ("beside", "below", "whole"):
            body.set_class(one == self._place, f"-{one}")
        if self._place and self._preview is None:
            self._preview = RowPreview(
                self.host.store,
                self.host.options.zone,
                labels=lambda: self.host.labels,
                zoom_key=lambda: bound_key(self.host.app, "list.zoom", "plus"),
                words=self.host.words,
            )
            body.mount(self._preview)
        if self._preview is not None:
            self._preview.set_class(bool(self._place), "-shown")
        self.host.status.draw()
        self.host.call_after_refresh(self._settle)

    def _settle(self) -> None:
        """Keep the row under the cursor visible, and load its facts."""
        grid = self.host.grid
        if grid.row_count:
            grid.move_cursor(row=grid.cursor_row, scroll=True)
        self.follow()
        self.host.refresh_bindings()
