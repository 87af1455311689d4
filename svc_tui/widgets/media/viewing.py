"""Show pictures or not, in rows, in a grid, or on the whole screen; the choice is remembered."""

from __future__ import annotations

from svc_tui.models.media import MediaItem
from svc_tui.widgets.command import Blocked, Command, Controller
from svc_tui.widgets.media.gallery_view import Entry
from svc_tui.widgets.media.host import MediaHost
from svc_tui.widgets.media.preview import SvcMediaPreview
from svc_tui.widgets.media.zoom import ZoomedMedia

WORDS = {
    "off": "Pictures are off at this terminal.",
    "half-block": "Pictures are shown in half blocks.",
    "kitty": "Pictures are shown by the terminal (kitty).",
    "sixel": "Pictures are shown by the terminal (sixel).",
}

NO_FILE = Blocked("There is no file here to preview: use the arrows to go to one.")


class Viewing(Controller):
    """`P`, `V` and `p`; and the picture beside the list that one picks from."""

    GROUP = "Media"

    def __init__(self, host: MediaHost, aside: SvcMediaPreview | None = None) -> None:
        self._host = host
        self._aside = aside

    def no_file(self) -> Blocked | None:
        return NO_FILE if self._host.current_media is None else None

    def toggle_pictures(self) -> None:
        """Show pictures, or icons and details alone."""
        svc = self._host.svc
        svc.snack.show(WORDS[svc.pictures.toggle()])

    def toggle_grid(self) -> None:
        """Show a grid of pictures, or a list."""
        gallery = self._host.gallery
        gallery.mode = "list" if gallery.mode == "grid" else "grid"
        self._host.svc.preferences.remember(gallery=gallery.mode)
        self._show_aside()

    def zoom(self) -> None:
        """Show the file at hand on the whole screen; the cursor follows to the one seen last."""
        media = self._host.current_media
        if media is None:
            return
        state = self._host.store.state
        ids = [one.id for one in state.medias]
        if state.edit_media is not None or media.id not in ids:
            self._host.app.push_screen(ZoomedMedia([media]))
        else:
            zoomed = ZoomedMedia(state.medias, ids.index(media.id))
            self._host.app.push_screen(zoomed, self._point_at)

    def show_entry(self, entry: Entry | None) -> None:
        """Show the picture of what is under the cursor beside the list."""
        if self._aside is not None:
            self._aside.media = entry if isinstance(entry, MediaItem) else None
            self._show_aside()

    def _point_at(self, media: MediaItem | None) -> None:
        if media is not None and self._host.is_ready:
            self._host.point_at(f"media:{media.id}")

    def _show_aside(self) -> None:
        # A grid has pictures of its own.
        if self._aside is not None:
            self._aside.set_class(self._host.gallery.mode == "list", "-shown")

    COMMANDS = (
        Command("media.view", "V", "Grid", toggle_grid, help="Switch between grid and list."),
        Command("media.pictures", "P", "Pictures", toggle_pictures, help="Show or hide pictures."),
        Command(
            "media.zoom",
            "p,plus",
            "Preview",
            zoom,
            no_file,
            help="View this file in full screen.",
            key_display="p",
        ),
    )
