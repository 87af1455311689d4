"""Looking through the library: the folder that is open, its page, search and filter."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError, NotFound, Unauthorized
from svc_tui.models.media import Explorer, MediaFolder, MediaListParams
from svc_tui.models.records import Id
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.media.media_picks import MimeFilter
from svc_tui.stores.media.media_state import MediaState, way

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi
    from svc_tui.stores.media.media_location import MediaLocation

DEEPEST = 40
"""Folders that are asked for on the way to the root; no library is deeper on purpose."""

MOST_NAMES = 60
"""Folders whose names are asked for because of one page of files."""

NAMES_AT_ONCE = 4
"""Folders that are asked for at the same time."""


class MediaBrowserStore(Store[MediaState]):
    """The part of the media store that reads. An answer that was overtaken changes nothing."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """Anything that the media pages show changed."""

        state: MediaState

    def __init__(self, api: MediaApi) -> None:
        super().__init__(MediaState())
        self.api = api
        self._asked = 0

    async def get_root(
        self,
        page: int | None = None,
        search: str | None = None,
        mime: str | None = None,
        all: bool | None = None,
    ) -> Explorer | None:
        """Fetch the folder that is open; what is not given stays as it is.

        Returns what the backend sent, or None when it could not be had (`state.error` says why)
        or a newer question overtook it.
        """
        state = self.state
        wanted = replace(
            state,
            page=page or state.page,
            search=state.search if search is None else search.strip(),
            mime=state.mime if mime is None else state.mime.narrowed(mime),
        )
        self.change(page=wanted.page, search=wanted.search, mime=wanted.mime)
        everywhere = wanted.everywhere if all is None else all
        params = MediaListParams(wanted.page, wanted.search, wanted.mime_type, everywhere)
        explorer = await self._fetch(self.state.parent_folder, params)
        if explorer is not None:
            await self._learn_names()
        return explorer

    async def navigate_to_folder(self, folder: MediaFolder | None) -> Explorer | None:
        """Open a folder by its detail call; None is the root."""
        locked = self.state.locked_mime
        everywhere = self.state.flat or (folder is None and locked is not None)
        params = MediaListParams(page=1, mime=locked, all=everywhere)
        mime = MimeFilter(locked, locked)
        explorer = await self._fetch(folder, params, search="", mime=mime, missing=None)
        if explorer is not None:
            await self._complete_trail()
            await self._learn_names()
        return explorer

    async def go_up(self) -> Explorer | None:
        """Open the folder above the one that is open, even where the trail does not know it."""
        here = self.state.parent_folder
        if here is None:
            return None
        trail = self.state.parent_folders
        above = trail[-2] if len(trail) > 1 else await self._folder_above(here)
        return await self.navigate_to_folder(above)

    async def restore(self, place: MediaLocation) -> Explorer | None:
        """Show what a location says, in one request; then find the way there for the trail."""
        mime = self.state.mime.narrowed(place.mime)
        self.change(search=place.search, mime=mime)
        params = MediaListParams(place.page, place.search, mime.active, self.state.everywhere)
        folder = None if place.folder is None else self._known(place.folder)
        explorer = await self._fetch(folder, params)
        if explorer is not None:
            await self._complete_trail()
            await self._learn_names()
        return explorer

    async def refresh(self) -> None:
        """Ask again for what is shown."""
        await self.get_root()

    async def set_mime_type(self, mime: str | None) -> None:
        """Narrow the filter; under a lock nothing wider is taken (toolkit: MIME lock)."""
        narrowed = self.state.mime.narrowed(mime)
        if narrowed != self.state.mime:
            self.change(mime=narrowed, page=1)
            await self.get_root(page=1)

    def lock_mime_type(self, mime: str | None) -> None:
        """A hard lock, which cannot be widened."""
        self.change(mime=self.state.mime.locked_to(mime))

    def set_flat(self, flat: bool) -> None:
        """Show the whole library as one list, without its folders."""
        self.change(flat=flat)

    def set_lang(self, code: str | None) -> None:
        """The language in which details are asked for."""
        self.change(lang=code)

    async def peek(self, folder: MediaFolder | None) -> Explorer:
        """What is in a folder, without opening it; None is the root.

        Raises:
            ApiError: when there is no such answer.
        """
        explorer = await self.api.explorer(folder.id if folder else None)
        self.change(names=self._names_with(explorer))
        return explorer

    async def ancestors(self, folder: MediaFolder) -> tuple[MediaFolder, ...]:
        """The folders above one, from the root down; ends where a backend's tree runs in a circle.

        Raises:
            ApiError: when one of them could not be read.
        """
        found: list[MediaFolder] = []
        seen, parent = {folder.id}, folder.parent
        while parent is not None and parent not in seen and len(found) < DEEPEST:
            seen.add(parent)
            explorer = await self.api.explorer(parent)
            above = explorer.parent_folder or MediaFolder(parent)
            found.insert(0, above)
            parent = above.parent
        return tuple(found)

    async def _complete_trail(self) -> None:
        """The crumbs of a folder that was opened by its location alone."""
        trail, asked = self.state.parent_folders, self._asked
        if not trail or trail[0].parent is None:
            return
        try:
            above = await self.ancestors(trail[0])
        except ApiError:
            return  # The folder itself is shown; its crumbs are not worth a failure.
        whole = not above or above[0].parent is None  # Else it runs in a circle: no way leads down.
        if whole and asked == self._asked and self.state.parent_folders == trail:
            self.change(parent_folders=(*above, *trail))

    async def _folder_above(self, here: MediaFolder) -> MediaFolder | None:
        """The parent; the root, where the tree runs in a circle: there has to be a way out."""
        if here.parent is None:
            return None
        try:
            above = await self.ancestors(here)
        except ApiError:
            return MediaFolder(here.parent)
        in_a_circle = any(folder.parent == here.id for folder in above)
        return above[-1] if above and not in_a_circle else None

    async def _learn_names(self) -> None:
        """Ask for the folders of files found anywhere, of which only the id is known yet."""
        if not self.state.everywhere:
            return
        if len(self._nameless) > 1:  # One question that names many of them.
            await self._learn_name(None)
        turn = asyncio.Semaphore(NAMES_AT_ONCE)

        async def learn(folder: Id) -> None:
            async with turn:
                if folder in self._nameless:
                    await self._learn_name(folder)

        nameless = self._nameless
        self.change(names={**self.state.names, **dict.fromkeys(nameless[MOST_NAMES:], "")})
        await asyncio.gather(*map(learn, nameless[:MOST_NAMES]))

    @property
    def _nameless(self) -> list[Id]:
        """The folders of the files shown that are known by nothing but their ids."""
        folders = dict.fromkeys(media.folder for media in self.state.medias)
        return [one for one in folders if one is not None and one not in self.state.names]

    async def _learn_name(self, folder: Id | None) -> None:
        try:
            names = self._names_with(await self.api.explorer(folder))
        except ApiError:
            names = self.state.names  # Its number is shown, which is not worth a failure.
        if not self._nameless:
            return  # The library was left meanwhile, or shows other files.
        unnamed = {} if folder is None or folder in names else {folder: ""}
        self.change(names={**names, **unnamed})

    def _names_with(self, explorer: Explorer) -> Mapping[Id, str]:
        """The names of folders, and those that an answer tells."""
        told = (*explorer.trail, *explorer.folders)
        told += (explorer.parent_folder,) if explorer.parent_folder is not None else ()
        return {**self.state.names, **{folder.id: folder.name for folder in told if folder.name}}

    def _known(self, folder_id: Id) -> MediaFolder:
        """A folder of the trail with its name, or one of which only the id is known."""
        trail = self.state.parent_folders
        return next((one for one in trail if one.id == folder_id), MediaFolder(folder_id))

    async def _fetch(
        self, folder: MediaFolder | None, params: MediaListParams, **also: object
    ) -> Explorer | None:
        """Ask for a folder; `also` becomes true together with the answer."""
        self._asked += 1
        asked = self._asked
        self.change(loading=True)
        try:
            explorer = await self._explored(folder, params)
        except ApiError as error:
            if asked == self._asked:
                gone = isinstance(error, Unauthorized)
                self.change(loading=False, error=str(error), expired=gone)
            return None
        except BaseException:
            if asked == self._asked:
                stopped = None if self.state.loaded else "Loading was stopped."
                self.change(loading=False, error=stopped)
            raise
        if asked != self._asked:
            return None
        self._take(explorer, folder, also)
        return explorer

    async def _explored(self, folder: MediaFolder | None, params: MediaListParams) -> Explorer:
        """The page asked for; where there are fewer by now, the first one instead."""
        folder_id = folder.id if folder else None
        first = replace(params, page=1)
        try:
            explorer = await self.api.explorer(folder_id, params)
        except NotFound:
            if (params.page or 1) == 1:
                raise
            return await self.api.explorer(folder_id, first)
        if explorer.items or (params.page or 1) == 1:
            return explorer
        return await self.api.explorer(folder_id, first)

    def _take(
        self, explorer: Explorer, asked_for: MediaFolder | None, also: Mapping[str, object]
    ) -> None:
        opened = explorer.parent_folder or asked_for
        self.change(
            medias=tuple(explorer.items),
            folders=tuple(explorer.folders),
            parent_folders=(*explorer.trail, opened)
            if explorer.trail and opened is not None
            else way(self.state.parent_folders, opened, self.state.folders),
            page=explorer.page,
            pages=explorer.pages,
            count=explorer.count,
            loading=False,
            error=None,
            expired=False,
            loaded=True,
            names=self._names_with(explorer),
            **also,
        )
