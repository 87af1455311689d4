"""Load folder names, and the parents of the open folder, if the backend did not send them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError
from svc_tui.models.media import Explorer, MediaFolder
from svc_tui.models.records import Id
from svc_tui.stores.media.media_requests import MediaStateHost

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi

DEEPEST = 40
"""Maximum number of folders on the way to the root; no library is deeper on purpose."""

MOST_NAMES = 60
"""Maximum number of folder names loaded for a page of files."""

NAMES_AT_ONCE = 4
"""Maximum number of concurrent requests."""


async def ancestors(api: MediaApi, folder: MediaFolder) -> tuple[MediaFolder, ...]:
    """Return the folders above one, from the root down; ends at a cycle.

    Raises:
        ApiError: when one of them could not be read.
    """
    found: list[MediaFolder] = []
    seen, parent = {folder.id}, folder.parent
    while parent is not None and parent not in seen and len(found) < DEEPEST:
        seen.add(parent)
        explorer = await api.explorer(parent)
        above = explorer.parent_folder or MediaFolder(parent)
        found.insert(0, above)
        parent = above.parent
    return tuple(found)


class FolderNames:
    """Loads the breadcrumbs and folder names that the state lacks."""

    def __init__(self, store: MediaStateHost) -> None:
        self._store = store

    async def complete_trail(self) -> None:
        """Load the breadcrumbs of a folder that was opened by its location."""
        store = self._store
        trail, asked = store.state.parent_folders, store.requests.newest
        if not trail or trail[0].parent is None:
            return
        try:
            above = await ancestors(store.api, trail[0])
        except ApiError:
            return  # The folder itself is shown; its breadcrumbs are not worth a failure.
        whole = not above or above[0].parent is None  # Otherwise it is a cycle without a root.
        if whole and store.requests.is_newest(asked) and store.state.parent_folders == trail:
            store.change(parent_folders=(*above, *trail))

    async def parent_of(self, folder: MediaFolder) -> MediaFolder | None:
        """Return the parent; the root in a cycle."""
        if folder.parent is None:
            return None
        try:
            above = await ancestors(self._store.api, folder)
        except ApiError:
            return MediaFolder(folder.parent)
        in_a_circle = any(one.parent == folder.id for one in above)
        return above[-1] if above and not in_a_circle else None

    async def learn(self) -> None:
        """Load the folders of files found anywhere, of which only the id is known."""
        state = self._store.state
        if not state.everywhere:
            return
        if len(self._nameless) > 1:  # One request for many of them.
            await self._learn(None)
        turn = asyncio.Semaphore(NAMES_AT_ONCE)

        async def learn(folder: Id) -> None:
            async with turn:
                if folder in self._nameless:
                    await self._learn(folder)

        nameless = self._nameless
        left_out = dict.fromkeys(nameless[MOST_NAMES:], "")
        self._store.change(names={**self._store.state.names, **left_out})
        await asyncio.gather(*map(learn, nameless[:MOST_NAMES]))

    def known(self, explorer: Explorer) -> Mapping[Id, str]:
        """Return the known names, with those in an answer."""
        folders = (*explorer.trail, *explorer.folders)
        folders += (explorer.parent_folder,) if explorer.parent_folder is not None else ()
        names = {folder.id: folder.name for folder in folders if folder.name}
        return {**self._store.state.names, **names}

    @property
    def _nameless(self) -> list[Id]:
        """The folders of visible files of which only the ids are known."""
        state = self._store.state
        folders = dict.fromkeys(media.folder for media in state.medias)
        return [one for one in folders if one is not None and one not in state.names]

    async def _learn(self, folder: Id | None) -> None:
        store = self._store
        try:
            names = self.known(await store.api.explorer(folder))
        except ApiError:
            names = store.state.names  # Its number is shown, which is not worth a failure.
        if not self._nameless:
            return  # The library was closed, or shows other files.
        unnamed = {} if folder is None or folder in names else {folder: ""}
        store.change(names={**names, **unnamed})
