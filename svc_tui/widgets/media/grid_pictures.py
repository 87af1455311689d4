"""GridPictures: fetches and draws the pictures of visible files, and keeps the newest."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.worker import Worker, get_current_worker

from svc_tui.models.media import MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.media.picture_modes import PictureMode
from svc_tui.stores.media.picture_store import PicturePreview, PictureStore
from svc_tui.widgets.media.drawing import Drawing, DrawRequest, drawing_of
from svc_tui.widgets.media.gallery_view import key_of
from svc_tui.widgets.media.picture import REST, depth_of

if TYPE_CHECKING:
    from svc_tui.widgets.media.grid import MediaGrid


class Look(NamedTuple):
    """A file with its preview and its drawing, as far as they are known."""

    media: MediaItem
    preview: PicturePreview | None = None
    """None before it was fetched; without its pixels."""
    drawing: Drawing | None = None


class GridPictures:
    """The pictures by the key of their file."""

    def __init__(self, grid: MediaGrid) -> None:
        self._grid = grid
        self.looks: dict[str, Look] = {}
        self.fetching: dict[Id, Worker[None]] = {}

    def of(self, media: MediaItem) -> Look:
        """Return what is known of a picture; fetch it if it is missing or outdated."""
        look = self.looks.get(key_of(media), Look(media))
        if look.preview is None or look.media != media:
            self._want(media)
        return look

    def _want(self, media: MediaItem) -> None:
        store = self._grid.pictures
        if store is None or not store.on or depth_of(self._grid.app) is None:
            return
        if media.id not in self.fetching:
            # If scrolled out of view, it may never start.
            fetch = partial(self._fetch, store, media)
            worker: Worker[None] = self._grid.run_worker(fetch, group="pictures")
            if not worker.is_finished:  # From Python 3.12 on, it begins at once.
                self.fetching[media.id] = worker

    async def _fetch(self, store: PictureStore, media: MediaItem) -> None:
        try:
            look = store.known(media)
            if look is None:
                await asyncio.sleep(REST)
                look = await store.look(media)
            depth, drawing = depth_of(self._grid.app), None
            if look.picture is not None and depth is not None:
                room = self._grid.picture_room
                mode: PictureMode = "kitty" if store.state.mode == "kitty" else "half-block"
                sketch = DrawRequest(self._grid, store, media, look.picture, depth, room)
                drawing = await drawing_of(sketch, mode)
            self._keep(key_of(media), Look(media, replace(look, picture=None), drawing))
        finally:
            if self.fetching.get(media.id) is get_current_worker():
                del self.fetching[media.id]

    def _keep(self, key: str, look: Look) -> None:
        """Keep the newest drawings, without pixels: a whole library may be scrolled through."""
        self.looks.pop(key, None)
        self.looks[key] = look
        while len(self.looks) > self._grid.most_kept:
            del self.looks[next(iter(self.looks))]
        self._grid.redraw_picture(key)

    def stop(self, keep: Collection[Id] = ()) -> list[Id]:
        """Stop fetching all but these; return those that were stopped."""
        stopped = [id for id in self.fetching if id not in keep]
        for id in stopped:
            self.fetching.pop(id).cancel()
        return stopped
