"""Narrow the library to files that lack text, which no backend can filter by."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from svc_tui.api.errors import ApiError, NotFound, Unauthorized
from svc_tui.models.media import Explorer, MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.media.folder_names import FolderNames
from svc_tui.stores.media.media_picks import covers
from svc_tui.stores.media.media_requests import MediaStateHost
from svc_tui.stores.media.media_state import ScanProgress
from svc_tui.stores.media.media_walk import MediaWalk, Scope
from svc_tui.stores.media.missing_text import MissingText

AT_ONCE = 4
"""Maximum number of details loaded at once, if a list leaves text out."""

FOUND_PAGE = 100
"""Page size of the files found, which are paged here and not by the backend."""


class MissingTextSearch:
    """The part of the media store that searches all pages, and shows what it has found.

    The search continues to the end of the library, and can be stopped and resumed.
    """

    def __init__(self, store: MediaStateHost, names: FolderNames) -> None:
        self._store = store
        self._names = names
        self.reset()

    def reset(self) -> None:
        """Forget the search and its results."""
        self.found: dict[Id, MediaItem] = {}
        self.walk: MediaWalk | None = None
        """The search that is running or was stopped."""
        self.unread: tuple[MediaItem, ...] | None = None
        """The page during which it was stopped."""

    async def read(self, missing: MissingText, page: int | None) -> Explorer | None:
        """Show a page of results, or search the library for them.

        Another page of results sends no request; the one after the last resumes a stopped search.
        """
        state, walk = self._store.state, self.walk
        if page is None or walk is None or walk.scope != Scope.of(state):
            return await self.begin(missing)
        if page > state.pages and state.looked.stopped:
            return await self._look_on(walk, missing)
        self.show_found(page)
        await self._names.learn()
        return Explorer(self._store.state.medias, count=len(self.found))

    def stop(self) -> None:
        """Stop searching; reading the next page resumes it."""
        store = self._store
        if store.state.looking:
            store.requests.begin()
            store.change(loading=False, looked=replace(store.state.looked, stopped=True))

    def keep(self, media: MediaItem) -> None:
        """Update a file in the results; visible ones stay visible."""
        state = self._store.state
        if state.missing is None:
            return
        mime = state.mime_type or state.missing.mime or "*"
        if state.missing.concerns(media) and covers(mime, media.mime_type):
            self.found[media.id] = media
        else:
            self.forget(media.id)

    def forget(self, media_id: Id) -> None:
        self.found.pop(media_id, None)

    async def begin(self, missing: MissingText) -> Explorer | None:
        """Search the library from the first page; any other request ends the search."""
        self.found, self.unread = {}, None
        self._store.change(page=1, looked=ScanProgress())
        walk = MediaWalk(self._store.api, Scope.of(self._store.state), missing.mime)
        return await self._look_on(walk, missing)

    async def _look_on(self, walk: MediaWalk, missing: MissingText) -> Explorer | None:
        """Go page by page to the end; a failure stops the search."""
        store, requests = self._store, self._store.requests
        asked = requests.begin()
        self.walk = walk
        store.change(loading=True, looked=replace(store.state.looked, stopped=False))
        stopped = True
        try:
            async with walk.turn:  # If stopped while a page was loading, start with that one.
                stopped = not await self._look_at_pages(walk, missing, asked)
        except ApiError as error:
            if requests.is_newest(asked):
                store.change(error=str(error), expired=isinstance(error, Unauthorized))
            return None
        finally:
            if requests.is_newest(asked):
                store.change(loading=False, looked=replace(store.state.looked, stopped=stopped))
        return None if stopped else Explorer(tuple(self.found.values()), count=len(self.found))

    async def _look_at_pages(self, walk: MediaWalk, missing: MissingText, asked: int) -> bool:
        """Search to the end; return whether no other request interrupted it."""
        store, requests = self._store, self._store.requests
        while requests.is_newest(asked):
            items = self.unread or await walk.next_page()
            if items is None:
                return requests.is_newest(asked)
            if walk is self.walk:  # A late page of another search is not part of this one.
                self.unread = items
            lacking = await self._lacking(items, missing)
            if not requests.is_newest(asked):
                return False
            self.unread = None
            self.found |= {media.id: media for media in lacking}
            files = store.state.looked.files + len(items)
            store.change(looked=ScanProgress(files, walk.total))
            self.show_found(store.state.page)
            await self._names.learn()
        return False

    def show_found(self, page: int) -> None:
        """Show one page of what was found so far."""
        found = tuple(self.found.values())
        pages = max(1, -(-len(found) // FOUND_PAGE))
        page = min(page, pages)
        self._store.change(
            medias=found[(page - 1) * FOUND_PAGE : page * FOUND_PAGE],
            folders=(),
            page=page,
            pages=pages,
            count=len(found),
            unreadable=0,
            loaded=True,
            error=None,
            expired=False,
        )

    async def _lacking(self, items: tuple[MediaItem, ...], missing: MissingText) -> list[MediaItem]:
        """Return those of a page that lack the text; read each whose text the list leaves out."""
        store = self._store
        may = [media for media in items if missing.concerns(media)]
        untold = [media for media in may if not missing.is_told(media)]
        turn = asyncio.Semaphore(AT_ONCE)

        async def looked(media: MediaItem) -> MediaItem | None:
            async with turn:
                try:
                    return await store.api.detail(media.id, lang=store.state.lang)
                except NotFound:
                    return None

        details = dict(
            zip(
                (media.id for media in untold),
                await asyncio.gather(*map(looked, untold)),
                strict=True,
            )
        )
        newest = (details.get(media.id, media) for media in may)
        return [media for media in newest if media is not None and missing.concerns(media)]
