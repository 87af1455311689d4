"""MediaQueue: the files that lack text, page by page, for a worklist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from svc_tui.api.errors import NotFound
from svc_tui.models.media import MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.media.media_walk import BEGINNING, MediaWalk, Scope, WalkPosition
from svc_tui.stores.media.missing_text import MissingText

if TYPE_CHECKING:
    from svc_tui.stores.media.media_store import MediaStore


class MediaQueue:
    """Starts where the last session ended, and checks what comes before that at the end."""

    nouns: ClassVar[tuple[str, str]] = ("file", "files")
    written: ClassVar[tuple[str, str]] = ("text", "texts")
    lacking = 0

    def __init__(self, media: MediaStore, task: MissingText, scope: Scope | None = None) -> None:
        self._media, self.task, self.scope = media, task, scope or Scope()
        self.rounds = 0
        self._first = BEGINNING
        """The position at the end of the last session."""
        self._walk = self._walked()

    @property
    def name(self) -> str:
        """The missing text: `alt_text.it`."""
        return self.task.name

    @property
    def place(self) -> str:
        """The part of the library."""
        return self.scope.name

    @property
    def title(self) -> str:
        """Both, in words."""
        return f"{self.task.words} · {self.scope.words}"

    @property
    def total(self) -> int:
        """The number of files, as far as the backend has counted them."""
        return self._walk.total

    @property
    def is_counted(self) -> bool:
        """Whether the files of every folder have been counted."""
        return self._walk.is_counted

    @property
    def position(self) -> Mapping[str, Any] | None:
        """The current page; None for the first one."""
        at = self._walk.position
        return None if at == BEGINNING else at.as_json()

    def begin(self, position: object) -> None:
        """Continue from a remembered page."""
        self._first = WalkPosition.parse(position)
        self._walk = self._walked(start=self._first)

    def restart(self) -> None:
        """Start with the first page again."""
        self._first = BEGINNING
        self._walk = self._walked()

    async def next_page(self) -> Sequence[MediaItem] | None:
        """Return the files of the next page; None after the last."""
        items = await self._walk.next_page()
        if items is None and self._first != BEGINNING:
            # The last session ended there; files before it may have lost their text since.
            until, self._first = self._first, BEGINNING
            self._walk = self._walked(until=until)
            self.rounds += 1
            items = await self._walk.next_page()
        return items

    def id_of(self, item: MediaItem) -> Id:
        """Return the id of a file."""
        return item.id

    def concerns(self, item: MediaItem) -> bool:
        """Whether a file lacks the text."""
        return self.task.concerns(item)

    async def fresh(self, item: MediaItem) -> MediaItem | None:
        """Return the current file; None if it is gone."""
        try:
            return await self._media.look(item.id)
        except NotFound:
            return None

    async def write(self, item: MediaItem, value: str) -> None:
        """Write the text of a file."""
        task = self.task
        await self._media.update_media(item.with_text(task.key, value, task.lang), item)

    def _walked(
        self, start: WalkPosition = BEGINNING, until: WalkPosition | None = None
    ) -> MediaWalk:
        api, mime = self._media.api, self.task.mime
        return MediaWalk(api, self.scope, mime, start=start, until=until)
