"""SvcMediaGallery: the folders and files of one folder, as a list or as a grid."""

from __future__ import annotations

from datetime import tzinfo
from typing import Any, Literal, TypeAlias, cast

from textual.app import ComposeResult
from textual.reactive import reactive
from textual.widget import Widget

from svc_tui.models.arguments import OneOf, checks_arguments
from svc_tui.models.registry import Registry
from svc_tui.stores.media.media_state import MediaState
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.focusing import focus_now
from svc_tui.widgets.media.gallery_view import Entry, GalleryView

Mode = Literal["list", "grid"]

FACES: Registry[Any] = Registry(
    {
        "list": "svc_tui.widgets.media.media_list:MediaList",
        "grid": "svc_tui.widgets.media.grid:MediaGrid",
    }
)
"""The `GalleryView` of each mode; an unknown mode is drawn as a list."""


@checks_arguments(mode=OneOf(("list", "grid")))
class SvcMediaGallery(SvcWidget):
    """Shows the state of a `MediaStore`, and posts the folder, file or mark the user chooses.

    `mode` is `list` or `grid`; the entry under the cursor stays the same when it changes.
    """

    DEFAULT_CSS = """
    SvcMediaGallery { height: 1fr; width: 1fr; }
    SvcMediaGallery > .entries { height: 1fr; width: 1fr; }
    """

    FolderOpened: TypeAlias = GalleryView.FolderOpened
    Picked: TypeAlias = GalleryView.Picked
    UpWanted: TypeAlias = GalleryView.UpWanted
    BackWanted: TypeAlias = GalleryView.BackWanted
    MarkWanted: TypeAlias = GalleryView.MarkWanted

    mode: reactive[Mode] = reactive[Mode]("list", init=False)
    """The view that draws the entries."""

    def __init__(self, *, mode: Mode = "list", zone: tzinfo | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.set_reactive(SvcMediaGallery.mode, mode)
        self.zone = zone
        self._view = self._made(mode)
        self._shown: tuple[MediaState, bool] | None = None

    def compose(self) -> ComposeResult:
        yield self.view

    @property
    def view(self) -> Widget:
        """The widget that draws the entries and has the focus."""
        assert isinstance(self._view, Widget)
        return self._view

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self._view.entries

    @property
    def current(self) -> Entry | None:
        return self._view.current

    @property
    def current_key(self) -> str | None:
        """The key of the entry under the cursor: `folder:3`, `media:9`."""
        return self._view.current_key

    def show(self, state: MediaState, cursor: str | None = None, folders: bool = True) -> None:
        """Show a page; the cursor goes to the given entry, else stays on its entry or line."""
        self._shown = (state, folders)
        self._view.show(state, cursor, folders)

    def go_to_row(self, row: int) -> None:
        self._view.go_to_row(row)

    def focus(self, scroll_visible: bool = True) -> SvcMediaGallery:
        """Focus the view."""
        focus_now(self.view, scroll_visible)
        return self

    async def watch_mode(self, mode: Mode) -> None:
        """Replace the view; cursor and focus stay where they were.

        Keys go to the old view until the new one takes them, so that none is lost.
        """
        old, face = self.view, self._made(mode)
        with self.app.batch_update():
            await self.mount(cast(Widget, face))
            cursor, self._view = self.current_key, face
            if self._shown is not None:
                face.show(self._shown[0], cursor, self._shown[1])
            if self.screen.focused is old:
                self.screen.set_focus(self.view, scroll_visible=False)
            await old.remove()

    def _made(self, mode: Mode) -> GalleryView:
        kind = FACES[mode] or FACES["list"]
        assert kind is not None
        face: GalleryView = kind(zone=self.zone, classes="entries")
        return face
