"""Read the library a page at a time: the open folder, its page, search and filter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError, NotFound, Unauthorized
from svc_tui.models.media import Explorer, MediaFolder, MediaListParams
from svc_tui.models.records import Id
from svc_tui.stores.media.folder_names import FolderNames
from svc_tui.stores.media.media_picks import MimeFilter
from svc_tui.stores.media.media_requests import MediaStateHost
from svc_tui.stores.media.media_state import breadcrumbs

if TYPE_CHECKING:
    from svc_tui.stores.media.media_location import MediaLocation


class FolderBrowser:
    """The part of the media store that opens folders and turns their pages.

    Its methods return what the backend sent, or None if that failed (`state.error` says why) or a
    newer request replaced it.
    """

    def __init__(self, store: MediaStateHost, names: FolderNames) -> None:
        self._store = store
        self._names = names

    async def read(
        self, page: int | None, search: str | None, mime: str | None, all: bool | None
    ) -> Explorer | None:
        """Load the open folder; None keeps a parameter."""
        state = self._store.state
        wanted = replace(
            state,
            page=page or state.page,
            search=state.search if search is None else search.strip(),
            mime=state.mime if mime is None else state.mime.narrowed(mime),
        )
        self._store.change(page=wanted.page, search=wanted.search, mime=wanted.mime)
        everywhere = wanted.everywhere if all is None else all
        params = MediaListParams(wanted.page, wanted.search, wanted.mime_type, everywhere)
        explorer = await self._fetch(self._store.state.parent_folder, params)
        if explorer is not None:
            await self._names.learn()
        return explorer

    async def open(self, folder: MediaFolder | None) -> Explorer | None:
        """Open a folder; None is the root."""
        state = self._store.state
        locked = state.locked_mime
        everywhere = state.flat or (folder is None and locked is not None)
        params = MediaListParams(page=1, mime=locked, all=everywhere)
        mime = MimeFilter(locked, locked)
        explorer = await self._fetch(folder, params, search="", mime=mime, missing=None)
        return await self._named(explorer)

    async def go_up(self) -> Explorer | None:
        """Open the folder above the open one, even if the trail does not have it."""
        state = self._store.state
        if state.parent_folder is None:
            return None
        trail = state.parent_folders
        known = len(trail) > 1
        above = trail[-2] if known else await self._names.parent_of(state.parent_folder)
        return await self.open(above)

    async def restore(self, place: MediaLocation) -> Explorer | None:
        """Show a location in one request; then load its parents for the breadcrumbs."""
        mime = self._store.state.mime.narrowed(place.mime)
        self._store.change(search=place.search, mime=mime)
        everywhere = self._store.state.everywhere
        params = MediaListParams(place.page, place.search, mime.active, everywhere)
        folder = None if place.folder is None else self._known(place.folder)
        return await self._named(await self._fetch(folder, params))

    async def peek(self, folder: MediaFolder | None) -> Explorer:
        """Return the contents of a folder without opening it; None is the root."""
        explorer = await self._store.api.explorer(folder.id if folder else None)
        self._store.change(names=self._names.known(explorer))
        return explorer

    async def _named(self, explorer: Explorer | None) -> Explorer | None:
        if explorer is not None:
            await self._names.complete_trail()
            await self._names.learn()
        return explorer

    def _known(self, folder_id: Id) -> MediaFolder:
        """Return a folder of the trail with its name, or one with only its id."""
        trail = self._store.state.parent_folders
        return next((one for one in trail if one.id == folder_id), MediaFolder(folder_id))

    async def _fetch(
        self, folder: MediaFolder | None, params: MediaListParams, **also: object
    ) -> Explorer | None:
        """Load a folder; `also` becomes true together with the answer."""
        store, requests = self._store, self._store.requests
        asked = requests.begin()
        store.change(loading=True)
        try:
            explorer = await self._explored(folder, params)
        except ApiError as error:
            if requests.is_newest(asked):
                expired = isinstance(error, Unauthorized)
                store.change(loading=False, error=str(error), expired=expired)
            return None
        except BaseException:
            if requests.is_newest(asked):
                stopped = None if store.state.loaded else "Loading was stopped."
                store.change(loading=False, error=stopped)
            raise
        if not requests.is_newest(asked):
            return None
        self._take(explorer, folder, also)
        return explorer

    async def _explored(self, folder: MediaFolder | None, params: MediaListParams) -> Explorer:
        """Return the requested page, or the first one if it no longer exists."""
        explore = self._store.api.explorer
        folder_id = folder.id if folder else None
        first = replace(params, page=1)
        try:
            explorer = await explore(folder_id, params)
        except NotFound:
            if (params.page or 1) == 1:
                raise
            return await explore(folder_id, first)
        if explorer.items or (params.page or 1) == 1:
            return explorer
        return await explore(folder_id, first)

    def _take(
        self, explorer: Explorer, asked_for: MediaFolder | None, also: Mapping[str, object]
    ) -> None:
        state = self._store.state
        opened = explorer.parent_folder or asked_for
        self._store.change(
            medias=tuple(explorer.items),
            folders=tuple(explorer.folders),
            parent_folders=(*explorer.trail, opened)
            if explorer.trail and opened is not None
            else breadcrumbs(state.parent_folders, opened, state.folders),
            page=explorer.page,
            pages=explorer.pages,
            count=explorer.count,
            unreadable=explorer.unreadable,
            why_unreadable=explorer.why_unreadable,
            loading=False,
            error=None,
            expired=False,
            loaded=True,
            names=self._names.known(explorer),
            **also,
        )
