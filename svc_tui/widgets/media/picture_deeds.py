"""Pictures in the library: shown or not, in rows or in a grid. Both are remembered."""

from __future__ import annotations

from svc_tui.widgets.media.base import MediaBase
from svc_tui.widgets.media.gallery import Mode

WORDS = {
    "off": "Pictures are off at this terminal.",
    "half-block": "Pictures are shown in half blocks.",
    "kitty": "Pictures are shown by the terminal (kitty).",
    "sixel": "Pictures are shown by the terminal (sixel).",
}


class PictureDeeds(MediaBase):
    """`P` and `V`."""

    def action_pictures(self) -> None:
        """Show pictures, or icons and facts alone."""
        self.svc.snack.show(WORDS[self.svc.pictures.toggle()])

    def action_view(self) -> None:
        """A grid of pictures, or a list."""
        self.gallery.mode = "list" if self.gallery.mode == "grid" else "grid"
        self.svc.preferences.remember(gallery=self.gallery.mode)

    @property
    def mode_liked(self) -> Mode:
        """How folders were shown the last time."""
        return "grid" if self.svc.preferences.state.gallery == "grid" else "list"
