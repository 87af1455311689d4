"""Pictures in the library: shown or not, in rows or in a grid. Both are remembered."""

from __future__ import annotations

from svc_tui.widgets.media.base import MediaBase

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
