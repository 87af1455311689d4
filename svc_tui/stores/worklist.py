"""The worklist: every file that lacks a text, one at a time, until none is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, Conflict, NotFound
from svc_tui.models.media import MediaItem, MediaListParams
from svc_tui.models.records import Id
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.missing import ALT_TEXT, Missing
from svc_tui.text import plural

if TYPE_CHECKING:
    from svc_tui.stores.media import MediaStore
    from svc_tui.stores.preferences import PreferencesStore

MOST_SKIPPED = 2000
"""Skipped files that are remembered until another day."""


@dataclass(frozen=True)
class WorkState:
    """The file that is worked on, and how far one is."""

    task: Missing = ALT_TEXT
    media: MediaItem | None = None
    """None while the next one is looked for, and at the end."""
    looked_at: int = 0
    total: int = 0
    """Files of the library that it may concern; 0 where the backend counts none."""
    written: int = 0
    skipped: tuple[Id, ...] = ()
    looking: bool = False
    saving: bool = False
    over: bool = False
    problem: str = ""

    @property
    def progress(self) -> str:
        """`file 12 of 52 · 3 written · 1 skipped`."""
        of = f" of {self.total}" if self.total else ""
        parts = [f"file {self.looked_at}{of}", f"{self.written} written"]
        parts += [f"{len(self.skipped)} skipped"] if self.skipped else []
        return " · ".join(parts)


class WorklistStore(Store[WorkState]):
    """Walks through the library page by page; what is skipped is remembered between starts."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """Another file, or another step with this one."""

        state: WorkState

    def __init__(self, media: MediaStore, preferences: PreferencesStore, task: Missing) -> None:
        kept = preferences.state.worklists.get(task.name)
        skipped = kept.get("skipped", ()) if isinstance(kept, Mapping) else ()
        known = tuple(one for one in skipped if isinstance(one, int | str))
        super().__init__(WorkState(task, skipped=known))
        page, passed = (_count(kept, key) for key in ("page", "passed"))
        self._first = page
        """Full pages that lie behind the place where the work stopped last time."""
        self._media = media
        self._preferences = preferences
        self._page, self._pages = page, page + 1
        self._waiting: list[MediaItem] = []
        self._passed = passed
        self._turned = False

    async def advance(self) -> None:
        """Look for the next file that lacks the text; what could not be read is told."""
        if self.state.looking:
            return
        self.change(media=None, looking=True, problem="")
        try:
            found = await self._next()
        except ApiError as error:
            self.change(looking=False, problem=str(error))
        except BaseException:
            self.change(looking=False)
            raise
        else:
            self.change(media=found, looking=False, over=found is None, looked_at=self._passed)

    async def save(self, text: str) -> bool:
        """Write the text and go on; True when it was written. The text stays the caller's."""
        media, task = self.state.media, self.state.task
        if media is None or self.state.saving:
            return False
        self.change(saving=True, problem="")
        try:
            await self._media.update_media(media.with_text(task.key, text, task.lang), media)
        except Conflict as error:
            self.change(saving=False, problem=f"Not saved. {error}", media=await self._fresh(media))
            return False
        except ApiError as error:
            self.change(saving=False, problem=f"Not saved. {error}")
            return False
        except BaseException:
            self.change(saving=False)
            raise
        self.change(saving=False, written=self.state.written + 1)
        await self.advance()
        return True

    async def skip(self) -> None:
        """Leave this file for another day."""
        media = self.state.media
        if media is not None and not self.state.saving:
            self._remember((*self.state.skipped, media.id))
            await self.advance()

    async def again(self) -> None:
        """From the start, with those that were skipped."""
        self._remember(())
        self._start_anew()
        self._first, self._turned = 0, False
        self.change(over=False)
        await self.advance()

    def _remember(self, skipped: tuple[Id, ...]) -> None:
        self.change(skipped=skipped)
        self._keep(skipped=list(skipped[-MOST_SKIPPED:]))

    def _keep(self, **facts: object) -> None:
        """Keep facts of this worklist for another day."""
        kept: dict[str, Any] = dict(self._preferences.state.worklists)
        before = kept.get(self.state.task.name)
        known = before if isinstance(before, Mapping) else {}
        kept[self.state.task.name] = {**known, **facts}
        self._preferences.remember(worklists=kept)

    def _start_anew(self) -> None:
        self._page, self._pages, self._passed, self._waiting = 0, 1, 0, []

    async def _next(self) -> MediaItem | None:
        while True:
            while self._waiting:
                media = self._waiting.pop(0)
                self._passed += 1
                if media.id in self.state.skipped or not self.state.task.concerns(media):
                    continue
                # A list may leave texts out, and somebody may have written it meanwhile.
                fresh = await self._fresh(media)
                if fresh is not None and self.state.task.concerns(fresh):
                    return fresh
            if self._page >= self._pages:
                if not self._first:
                    self._keep(page=0, passed=0)
                    return None
                # Last time ended here: what lies before it may have lost its text since.
                first, self._first, self._turned = self._first, 0, True
                self._start_anew()
                self._pages = first
            await self._read_page()

    async def _read_page(self) -> None:
        params = MediaListParams(self._page + 1, mime=self.state.task.mime, all=True)
        try:
            explorer = await self._media.api.explorer(None, params)
        except NotFound:
            if not self._page:
                raise
            self._pages = self._page  # There are fewer by now.
            return
        self._keep(page=self._page, passed=self._passed)
        self._page = self._page + 1
        # Behind the place of last time the way leads to the end; before it, up to it.
        self._pages = min(self._pages, explorer.pages) if self._turned else explorer.pages
        self._waiting = list(explorer.items)
        self.change(total=explorer.count or 0, looked_at=self._passed)

    async def _fresh(self, media: MediaItem) -> MediaItem | None:
        try:
            return await self._media.look(media.id)
        except NotFound:
            return None


def _count(kept: object, key: str) -> int:
    """A number of what is remembered; 0 where it is none."""
    found = kept.get(key) if isinstance(kept, Mapping) else None
    return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else 0


def farewell(state: WorkState) -> str:
    """What is said when nothing is left."""
    if not state.skipped:
        written = plural(state.written, "text", "texts")
        return f"{state.task.words}: nothing is left. {written} written."
    left = plural(len(state.skipped), "file was", "files were")
    return f"Only what was skipped is left: {left} skipped. Ctrl+R takes them on again."
