"""Pictures in the library: shown or not, in rows or in a grid. Both are remembered."""

from __future__ import annotations

from collections.abc import Iterator

from textual import on

from svc_tui.models.media import MediaItem
from svc_tui.widgets.media.base import MediaBase
from svc_tui.widgets.media.gallery import Mode
from svc_tui.widgets.media.gallery_view import GalleryView
from svc_tui.widgets.media.preview import SvcMediaPreview
from svc_tui.widgets.media.zoom import ZoomedMedia

WORDS = {
    "off": "Pictures are off at this terminal.",
    "half-block": "Pictures are shown in half blocks.",
    "kitty": "Pictures are shown by the terminal (kitty).",
    "sixel": "Pictures are shown by the terminal (sixel).",
}


class PictureActions(MediaBase):
    """`P`, `V` and `+`; and the picture beside the list that one picks from."""

    def aside(self) -> Iterator[SvcMediaPreview]:
        """The picture beside the rows; the library's own page has the details there."""
        if self.picking:
            yield SvcMediaPreview(classes="aside", show_filename=True)

    def action_pictures(self) -> None:
        """Show pictures, or icons and facts alone."""
        self.svc.snack.show(WORDS[self.svc.pictures.toggle()])

    def action_view(self) -> None:
        """A grid of pictures, or a list."""
        self.gallery.mode = "list" if self.gallery.mode == "grid" else "grid"
        self.svc.preferences.remember(gallery=self.gallery.mode)
        self._set_aside()

    def action_zoom(self) -> None:
        """The file at hand on the whole screen; the cursor follows to the one seen last."""
        media = self.media_at_hand
        if media is None:
            return
        medias = self.store.state.medias
        ids = [one.id for one in medias]
        if self.store.state.edit_media is not None or media.id not in ids:
            self.app.push_screen(ZoomedMedia([media]))
        else:
            self.app.push_screen(ZoomedMedia(medias, ids.index(media.id)), self._seen)

    def _seen(self, media: MediaItem | None) -> None:
        if media is not None and self.whole:
            self._point_at(f"media:{media.id}")

    @on(GalleryView.CursorMoved)
    def _look_aside(self, event: GalleryView.CursorMoved) -> None:
        event.stop()
        entry = event.entry
        for aside in self.query(".aside").results(SvcMediaPreview):
            aside.media = entry if isinstance(entry, MediaItem) else None
        self._set_aside()

    def _set_aside(self) -> None:
        """A picture stands beside the rows of a picker; a grid has pictures of its own."""
        self.set_class(self.picking and self.gallery.mode == "list", "-aside")

    @property
    def mode_liked(self) -> Mode:
        """How folders were shown the last time."""
        return "grid" if self.svc.preferences.state.gallery == "grid" else "list"
