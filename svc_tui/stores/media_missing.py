"""The library narrowed to the files that lack a text, which no backend can be asked for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError, NotFound, Unauthorized
from svc_tui.models.media import Explorer, MediaItem, MediaListParams
from svc_tui.stores.media_looking import MediaLooking
from svc_tui.stores.missing import Missing

if TYPE_CHECKING:
    from svc_tui.stores.media_place import MediaPlace

AT_ONCE = 4
"""Details that are asked for together, where a list leaves texts out."""

MOST_FOUND = 500
"""Files after which the search rests: more than that is work for more than a day."""


class MediaMissing(MediaLooking):
    """The part of the media store that looks through all pages; what it has found is shown."""

    async def show_missing(self, missing: Missing | None) -> None:
        """Show only the files that lack a text; None shows all again."""
        self.change(missing=missing, page=1)
        await self.get_root(page=1)

    async def get_root(
        self,
        page: int | None = None,
        search: str | None = None,
        mime: str | None = None,
        all: bool | None = None,
    ) -> Explorer | None:
        """One page; with a missing text, all pages are looked through (see `MediaLooking`)."""
        missing = self.state.missing
        if missing is None:
            return await super().get_root(page, search, mime, all)
        if search is not None:
            self.change(search=search.strip())
        if mime is not None:
            self.change(mime=self.state.mime.narrowed(mime))
        return await self._look_through(missing)

    async def restore(self, place: MediaPlace) -> Explorer | None:
        """Show what a location says (see `MediaLooking`)."""
        self.change(missing=place.missing)
        if place.missing is None:
            return await super().restore(place)
        self.change(search=place.search, mime=self.state.mime.narrowed(place.mime))
        return await self._look_through(place.missing)

    async def _look_through(self, missing: Missing) -> Explorer | None:
        """Page by page; another question ends it."""
        self._asked += 1
        asked = self._asked
        self.change(loading=True, looked_through=(0, 0))
        found: list[MediaItem] = []
        page, pages = 0, 1
        try:
            while page < pages and len(found) < MOST_FOUND:
                page += 1
                mime = self.state.mime_type or missing.mime
                params = MediaListParams(page, self.state.search, mime, all=True)
                explorer = await self.api.explorer(None, params)
                lacking = await self._lacking(explorer, missing)
                if asked != self._asked:
                    return None
                pages = explorer.pages
                found += lacking
                self._show_found(found, page, pages)
        except ApiError as error:
            if asked == self._asked:
                self.change(error=str(error), expired=isinstance(error, Unauthorized))
            return None
        finally:
            if asked == self._asked:
                self.change(loading=False)
        await self._learn_names()
        return Explorer(tuple(found), count=len(found))

    def _show_found(self, found: list[MediaItem], page: int, pages: int) -> None:
        self.change(
            medias=tuple(found),
            folders=(),
            page=1,
            pages=1,
            count=len(found),
            looked_through=(page, pages),
            loaded=True,
            error=None,
            expired=False,
        )

    async def _lacking(self, explorer: Explorer, missing: Missing) -> list[MediaItem]:
        """Those of a page that lack the text; where the list does not tell, each is looked at."""
        may = [media for media in explorer.items if missing.concerns(media)]
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
