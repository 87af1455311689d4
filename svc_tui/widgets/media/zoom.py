"""One file in full screen, with its neighbors in reach."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Static

from svc_tui.models.media import MediaItem
from svc_tui.text import clean, label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.media.preview import SvcMediaPreview


class ZoomedMedia(SvcModal):
    """Shows one file after another; dismissed with the last one shown."""

    DEFAULT_CSS = """
    ZoomedMedia > .whole { width: 100%; height: 100%; background: $background; }
    ZoomedMedia > .whole > .title, ZoomedMedia > .whole > .hint { height: 1; }
    ZoomedMedia > .whole > SvcMediaPreview { height: 1fr; }
    """

    BINDINGS = [
        Binding(
            "q,p,plus,enter", "close", "Close", tooltip="Go back to the previous page.",
            id="picture.close",
        ),
        Binding(
            "J,right,l,space,down,j", "step(1)", "Next", show=False, id="picture.next",
            tooltip="Show the next picture.",
        ),
        Binding(
            "K,left,h,up,k", "step(-1)", "Previous", show=False, id="picture.previous",
            tooltip="Show the previous picture.",
        ),
        Binding(
            "P", "pictures", "Pictures", show=False, tooltip="Show or hide pictures.",
            id="picture.show",
        ),
    ]  # fmt: skip

    def __init__(self, medias: Sequence[MediaItem], at: int = 0) -> None:
        super().__init__()
        self.medias = tuple(medias)
        self.at = at

    def compose(self) -> ComposeResult:
        with Vertical(classes="whole"):
            yield Static(classes="title")
            yield SvcMediaPreview()
            yield Static(classes="hint muted")

    def on_mount(self) -> None:
        self._draw()

    @property
    def media(self) -> MediaItem:
        return self.medias[self.at]

    def action_step(self, by: int) -> None:
        to = max(0, min(self.at + by, len(self.medias) - 1))
        if to != self.at:
            self.at = to
            self._draw()

    def action_pictures(self) -> None:
        self.svc.pictures.toggle()

    def action_close(self) -> None:
        self.close(self.media)

    def _draw(self) -> None:
        self.query_one(SvcMediaPreview).media = self.media
        self.query_one(".title", Static).update(label(f" {clean(self.media.name)}"))
        several = len(self.medias) > 1
        keys = f" {self.at + 1} of {len(self.medias)} · J K: next, previous · " if several else " "
        self.query_one(".hint", Static).update(label(f"{keys}Esc closes"))
