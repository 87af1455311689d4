"""Thumbnail: a small picture beside a field of media, where the terminal has room for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from svc_tui.models.media import MediaItem
from svc_tui.widgets.base import SvcWidget, services

if TYPE_CHECKING:
    from svc_tui.widgets.media.preview import SvcMediaPreview

FROM = 100
"""The narrowest terminal, in columns, with a picture; in narrower ones `+` shows it."""

CELLS = (16, 6)
"""Columns and lines of the picture."""


class Thumbnail:
    """The picture of the visible media; the library's widgets are imported with the first."""

    def __init__(self, field: SvcWidget, media: Callable[[], MediaItem | None]) -> None:
        self._field = field
        self._media = media
        self._shown: SvcMediaPreview | None = None

    def update(self) -> None:
        """Show the picture of the visible media, or none."""
        media = self._media() if self._has_room else None
        if self._shown is not None:
            self._shown.media = media
            self._shown.set_class(media is None, "-away")
        elif media is not None and self._field.is_attached:
            from svc_tui.widgets.media.preview import SvcMediaPreview

            svc = services(self._field)
            self._shown = SvcMediaPreview(media, size=CELLS, classes="glimpse", svc=svc)
            self._field.mount(self._shown)

    @property
    def _has_room(self) -> bool:
        svc = services(self._field)
        return svc is not None and self._field.app.size.width >= FROM and svc.pictures.on
