"""The library narrowed to the files that lack a text, which no backend can be asked for."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError, NotFound, Unauthorized
from svc_tui.models.media import Explorer, MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.media.media_browser_store import MediaBrowserStore
from svc_tui.stores.media.media_picks import covers
from svc_tui.stores.media.media_state import ScanProgress
from svc_tui.stores.media.media_walk import MediaWalk, Scope
from svc_tui.stores.media.missing_text import MissingText

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi
    from svc_tui.stores.media.media_location import MediaLocation

AT_ONCE = 4
"""Details that are asked for together, where a list leaves texts out."""

FOUND_PAGE = 100
"""Files on a page of those that were found: they are counted here, not by the backend."""


class MissingTextStore(MediaBrowserStore):
    """The part of the media store that looks through all pages; what it has found is shown.

    The search goes on to the end of the library, and can be stopped and gone on with.
    """

    def __init__(self, api: MediaApi) -> None:
        super().__init__(api)
        self._found: dict[Id, MediaItem] = {}
        self._walk: MediaWalk | None = None
        """The search that goes on, or that was stopped; None where there is none."""
        self._unread: tuple[MediaItem, ...] | None = None
        """The page during which it was stopped."""

    async def show_missing(self, missing: MissingText | None) -> None:
        """Show only the files that lack a text; None shows all again."""
        self._walk = None
        self.change(missing=missing, page=1)
        await self.get_root(page=1)

    async def get_root(
        self,
        page: int | None = None,
        search: str | None = None,
        mime: str | None = None,
        all: bool | None = None,
    ) -> Explorer | None:
        """One page; with a missing text, all pages are looked through (see `MediaBrowserStore`).

        Another page of what was found asks for nothing; the one behind the last goes on with a
        search that was stopped.
        """
        missing = self.state.missing
        if missing is None:
            return await super().get_root(page, search, mime, all)
        if search is not None:
            self.change(search=search.strip())
        if mime is not None:
            self.change(mime=self.state.mime.narrowed(mime))
        walk, scope = self._walk, Scope.of(self.state)
        if page is None or walk is None or walk.scope != scope:
            return await self._look_through(missing)
        if page > self.state.pages and self.state.looked.stopped:
            return await self._look_on(walk, missing)
        self._show_found(page)
        await self._learn_names()
        return Explorer(self.state.medias, count=len(self._found))

    async def restore(self, place: MediaLocation) -> Explorer | None:
        """Show what a location says (see `MediaBrowserStore`)."""
        self.change(missing=place.missing)
        if place.missing is None:
            return await super().restore(place)
        self.change(search=place.search, mime=self.state.mime.narrowed(place.mime))
        return await self._look_through(place.missing)

    def stop_looking(self) -> None:
        """Leave the rest of the library; `get_root` of the next page goes on."""
        if self.state.looking:
            self._asked += 1
            self.change(loading=False, looked=replace(self.state.looked, stopped=True))

    async def refresh_after_write(self) -> None:
        """Show what own writes have changed; what was found is not looked for again."""
        if self.state.missing is None or self._walk is None:
            await self.refresh()
        else:
            self._show_found(self.state.page)

    def _keep_found(self, media: MediaItem) -> None:
        """A file as it is now: one of those found, or no more; what is in sight stays so."""
        missing = self.state.missing
        if missing is None:
            return
        mime = self.state.mime_type or missing.mime or "*"
        if missing.concerns(media) and covers(mime, media.mime_type):
            self._found[media.id] = media
        else:
            self._found.pop(media.id, None)

    def _forget(self, media_id: Id) -> None:
        """A file is gone."""
        self._found.pop(media_id, None)

    async def _look_through(self, missing: MissingText) -> Explorer | None:
        """From the first page on; another question ends it."""
        self._found, self._unread = {}, None
        self.change(page=1, looked=ScanProgress())
        walk = MediaWalk(self.api, Scope.of(self.state), missing.mime)
        return await self._look_on(walk, missing)

    async def _look_on(self, walk: MediaWalk, missing: MissingText) -> Explorer | None:
        """Page by page to the end; a failure stops it where it is."""
        self._asked += 1
        asked = self._asked
        self._walk = walk
        self.change(loading=True, looked=replace(self.state.looked, stopped=False))
        stopped = True
        try:
            async with walk.turn:  # Stopped while a page was on its way, it keeps that one first.
                stopped = not await self._look_at_pages(walk, missing, asked)
        except ApiError as error:
            if asked == self._asked:
                self.change(error=str(error), expired=isinstance(error, Unauthorized))
            return None
        finally:
            if asked == self._asked:
                self.change(loading=False, looked=replace(self.state.looked, stopped=stopped))
        return None if stopped else Explorer(tuple(self._found.values()), count=len(self._found))

    async def _look_at_pages(self, walk: MediaWalk, missing: MissingText, asked: int) -> bool:
        """Whether the end was reached; not where another question came in between."""
        while asked == self._asked:
            items = self._unread or await walk.next_page()
            if items is None:
                return asked == self._asked
            if walk is self._walk:  # A late page of another search is none of this one.
                self._unread = items
            lacking = await self._lacking(items, missing)
            if asked != self._asked:
                return False
            self._unread = None
            self._found |= {media.id: media for media in lacking}
            files = self.state.looked.files + len(items)
            self.change(looked=ScanProgress(files, walk.total))
            self._show_found(self.state.page)
            await self._learn_names()
        return False

    def _show_found(self, page: int) -> None:
        """One page of what was found so far."""
        found = tuple(self._found.values())
        pages = max(1, -(-len(found) // FOUND_PAGE))
        page = min(page, pages)
        self.change(
            medias=found[(page - 1) * FOUND_PAGE : page * FOUND_PAGE],
            folders=(),
            page=page,
            pages=pages,
            count=len(found),
            loaded=True,
            error=None,
            expired=False,
        )

    async def _lacking(self, items: tuple[MediaItem, ...], missing: MissingText) -> list[MediaItem]:
        """Those of a page that lack the text; where the list does not tell, each is looked at."""
        may = [media for media in items if missing.concerns(media)]
        untold = [media for media in may if not missing.is_told(media)]
        turn = asyncio.Semaphore(AT_ONCE)

        async def looked(media: MediaItem) -> MediaItem | None:
            async with turn:
                try:
                    return await self.api.detail(media.id, lang=self.state.lang)
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
