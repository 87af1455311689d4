"""Walk through the library, or through one folder, a page of files at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import NotFound
from svc_tui.models.media import MediaFolder, MediaItem, MediaListParams
from svc_tui.models.records import Id
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.worklist.worklist_store import count_of

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi

MOST_FOLDERS = 10_000
"""Maximum number of folders in a walk; a larger tree has a cycle."""


@dataclass(frozen=True)
class Scope:
    """The part of the library: all of it, or a folder with its subfolders."""

    folder: MediaFolder | None = None
    search: str = ""
    mime: str | None = None

    @classmethod
    def of(cls, state: MediaState) -> Scope:
        """Return the open scope: a folder, unless a search or a filter shows all files."""
        folder = None if state.everywhere else state.parent_folder
        return cls(folder, state.search, state.mime_type)

    @property
    def name(self) -> str:
        """The key in the preferences; "" for the whole library."""
        folder = f"folder={self.folder.id}" if self.folder else ""
        mime = f"mime={self.mime}" if self.mime else ""
        search = f"search={self.search}" if self.search else ""
        return "&".join(part for part in (folder, mime, search) if part)

    @property
    def words(self) -> str:
        """The scope in words: `in Photos and its subfolders`, `in the whole library`."""
        if self.folder is not None:
            place = f"in {self.folder.name or f'#{self.folder.id}'} and its subfolders"
        else:
            place = "in the whole library"
        mime = f", only {self.mime}" if self.mime else ""
        return place + mime + (f", search “{self.search}”" if self.search else "")


@dataclass(frozen=True)
class WalkPosition:
    """The position of a walk: the finished folders, and the page in the next one."""

    done: tuple[Id | None, ...] = ()
    folder: Id | None = None
    page: int = 0

    def as_json(self) -> dict[str, Any]:
        return {"done": list(self.done), "folder": self.folder, "page": self.page}

    @classmethod
    def parse(cls, kept: object) -> WalkPosition:
        """Parse a saved position; the beginning if it is invalid."""
        if not isinstance(kept, Mapping):
            return cls()
        done, folder = kept.get("done"), kept.get("folder")
        return cls(
            tuple(one for one in done if _is_id(one)) if isinstance(done, list) else (),
            folder if _is_id(folder) else None,
            count_of(kept, "page"),
        )


BEGINNING = WalkPosition()


class MediaWalk:
    """The pages of a scope in order; subfolders come after a folder's own files."""

    def __init__(
        self,
        api: MediaApi,
        scope: Scope,
        mime: str | None = None,
        *,
        start: WalkPosition = BEGINNING,
        until: WalkPosition | None = None,
    ) -> None:
        self.scope = scope
        self.turn = asyncio.Lock()
        """Held while pages are read: two readers at once would each skip some."""
        self._api = api
        self._mime = scope.mime or mime
        self._start, self._until = start, until
        self._first = scope.folder.id if scope.folder else None
        self._todo: list[Id | None] = [self._first]
        self._met = {self._first}
        self._done: list[Id | None] = []
        self._counts: dict[Id | None, int] = {}
        self._page, self._pages = 0, 1
        self._entered = False

    @property
    def position(self) -> WalkPosition:
        """The position before the last page; a walk that starts here gives that page again."""
        folder = self._todo[0] if self._todo else None
        return WalkPosition(tuple(self._done), folder, max(0, self._page - 1))

    @property
    def total(self) -> int:
        """The number of files, as far as the backend has counted them; 0 if it has not."""
        return sum(self._counts.values())

    @property
    def is_counted(self) -> bool:
        """Whether the total includes all folders, not only those met so far."""
        return len(self._todo) <= 1

    async def next_page(self) -> tuple[MediaItem, ...] | None:
        """Return the files of the next page; None after the last one.

        Raises: ApiError: it could not be read; the next call tries that page again.
        """
        while self._todo:
            if not self._entered:
                await self._enter(self._todo[0])
            elif self._until and self._is_at(self._until):
                return None
            elif self._page < self._pages:
                items = await self._ask(self._page + 1)
                self._page += 1
                return items
            else:
                self._leave()
        return None

    async def _enter(self, folder: Id | None) -> None:
        """Enter a folder; for one that was done before, only load its subfolders."""
        if folder in self._start.done:
            await self._ask(1)
            self._leave()
            return
        self._page = self._start.page if folder == self._start.folder else 0
        self._pages = self._page + 1
        self._entered = True

    def _is_at(self, position: WalkPosition) -> bool:
        return (self._todo[0], self._page) == (position.folder, position.page)

    def _leave(self) -> None:
        self._done.append(self._todo.pop(0))
        self._page, self._entered = 0, False

    async def _ask(self, page: int) -> tuple[MediaItem, ...]:
        folder, everywhere = self._todo[0], self.scope.folder is None
        params = MediaListParams(page, self.scope.search, self._mime, all=everywhere)
        try:
            explorer = await self._api.explorer(folder, params)
        except NotFound:
            if page == 1 and folder == self._first:
                raise
            self._pages = page - 1  # There are fewer by now, or the folder is gone.
            return ()
        self._pages = explorer.pages
        self._counts[folder] = explorer.count or 0
        for below in explorer.folders if not everywhere else ():
            if below.id not in self._met and len(self._met) < MOST_FOLDERS:
                self._met.add(below.id)
                self._todo.append(below.id)
        return explorer.items


def _is_id(value: object) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)
