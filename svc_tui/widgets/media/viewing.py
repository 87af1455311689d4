"""Show or hide pictures, in rows, in a grid or in full screen; the choice is remembered."""

from __future__ import annotations

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.text import label
from svc_tui.widgets.command import Blocked, Command, Controller
from svc_tui.widgets.media.folder_preview import FolderPreview
from svc_tui.widgets.media.gallery_view import Entry
from svc_tui.widgets.media.host import MediaHost
from svc_tui.widgets.media.preview import SvcMediaPreview
from svc_tui.widgets.media.status_text import file_facts
from svc_tui.widgets.media.zoom import ZoomedMedia

WORDS = {
    "off": "Pictures are off at this terminal.",
    "half-block": "Pictures are shown in half blocks.",
    "kitty": "Pictures are shown by the terminal (kitty).",
    "sixel": "Pictures are shown by the terminal (sixel).",
}

NO_FILE = Blocked("There is no file here to preview. Use the arrows to go to one.")


class Viewing(Controller):
    """`P`, `#` and `p`; and the picture, or the folder's contents, beside the list."""

    GROUP = "Media"

    def __init__(self, host: MediaHost, aside: SvcMediaPreview, folder: FolderPreview) -> None:
        self._host = host
        self._aside = aside
        self._folder = folder

    def no_file(self) -> Blocked | None:
        return NO_FILE if self._host.current_media is None else None

    def toggle_pictures(self) -> None:
        """Show pictures, or only icons and details."""
        svc = self._host.svc
        svc.snack.show(WORDS[svc.pictures.toggle()])

    def toggle_grid(self) -> None:
        """Show a grid of pictures, or a list."""
        gallery = self._host.gallery
        gallery.mode = "list" if gallery.mode == "grid" else "grid"
        self._host.svc.preferences.remember(gallery=gallery.mode)
        self.show_aside()

    def zoom(self) -> None:
        """View the current file in full screen; the cursor follows to the last one viewed."""
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
        """Show the picture or the contents of the entry under the cursor beside the list."""
        self._folder.folder = entry if isinstance(entry, MediaFolder) else None
        self._aside.media = media = entry if isinstance(entry, MediaItem) else None
        self._aside.visible = media is not None  # An empty frame says nothing.
        name, facts = (media.name, file_facts(media)[0]) if media is not None else ("", "")
        self._aside.border_title, self._aside.border_subtitle = label(name), label(facts)
        self.show_aside()

    def _point_at(self, media: MediaItem | None) -> None:
        if media is not None and self._host.is_ready:
            self._host.point_at(f"media:{media.id}")

    def show_aside(self) -> None:
        """Show what the cursor is on beside a picker's list, or beside a half-empty folder."""
        gallery, state = self._host.gallery, self._host.store.state
        half_empty = 0 < 2 * len(gallery.entries) < gallery.size.height
        free = self._host.picking or (half_empty and not (state.search or state.missing))
        # A grid has its own pictures.
        shown, on_folder = gallery.mode == "list" and free, self._folder.folder is not None
        self._aside.set_class(shown and not on_folder, "-shown")
        self._folder.set_class(shown and on_folder, "-shown")

    def forget_folders(self) -> None:
        """Read the contents of folders again."""
        self._folder.forget()

    COMMANDS = (
        Command(
            "media.view",
            "number_sign",
            "Grid",
            toggle_grid,
            key_display="#",
            help="Switch between grid and list.",
        ),
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
