"""Glimpsed: a small picture beside a field of media, where the terminal has room for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svc_tui.models.media import MediaItem
from svc_tui.widgets.base import services
from svc_tui.widgets.form.field import SvcField

if TYPE_CHECKING:
    from svc_tui.widgets.media.preview import SvcMediaPreview

FROM = 100
"""Columns of the terminal from which on there is a picture; in narrower ones `+` shows it."""

CELLS = (16, 6)
"""Columns and lines of the picture."""


class ThumbnailMixin(SvcField):
    """A subclass says which media is in sight; the widgets of the library come with the first."""

    DEFAULT_CSS = """
    ThumbnailMixin > .glimpse.-bare, ThumbnailMixin > .glimpse.-away { display: none; }
    """

    _glimpse: SvcMediaPreview | None = None

    @property
    def thumbnail_media(self) -> MediaItem | None:
        """The media of which a picture is to be seen."""
        return None

    def on_mount(self) -> None:
        """The form comes first, its pictures after."""
        self.call_after_refresh(self.update_thumbnail)

    def on_resize(self) -> None:
        """There may be room now, or no more."""
        self.update_thumbnail()

    def update_thumbnail(self) -> None:
        """Show the picture of the media in sight, or none."""
        media = self.thumbnail_media if self._has_room else None
        if self._glimpse is None and media is not None and self.is_attached:
            from svc_tui.widgets.media.preview import SvcMediaPreview

            self._glimpse = SvcMediaPreview(media, size=CELLS, classes="glimpse", svc=self._svc)
            self.mount(self._glimpse)
        elif self._glimpse is not None:
            self._glimpse.media = media
            self._glimpse.set_class(media is None, "-away")

    @property
    def _has_room(self) -> bool:
        svc = services(self)
        return svc is not None and self.app.size.width >= FROM and svc.pictures.on
