"""The worklist: every file that lacks a text, one at a time, until none is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, Conflict, NotFound
from svc_tui.models.media import MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.media.media_walk import (
    BEGINNING,
    MOST_FOLDERS,
    MediaWalk,
    Scope,
    WalkPosition,
    count_of,
)
from svc_tui.stores.media.missing_text import ALT_TEXT, MissingText
from svc_tui.stores.record.write_result import undone
from svc_tui.text import plural

if TYPE_CHECKING:
    from svc_tui.stores.media.media_store import MediaStore
    from svc_tui.stores.session.preferences_store import PreferencesStore

MOST_SKIPPED = 2000
"""Skipped files that are remembered."""

MOST_PLACES = 20
"""Scopes whose position is remembered."""

MOST_DONE = MOST_FOLDERS
"""Folders that are remembered as done, in all these scopes together; the oldest are dropped."""


@dataclass(frozen=True)
class WorkState:
    """The file that is worked on, and the progress."""

    task: MissingText = ALT_TEXT
    scope: Scope = field(default_factory=Scope)
    """The part of the library that is worked through."""
    media: MediaItem | None = None
    """None while the next one is searched for, and at the end."""
    looked_at: int = 0
    total: int = 0
    """Files in the scope; 0 where the backend does not count them."""
    and_more: bool = False
    """Whether there are folders whose files have not been counted yet."""
    lacking: int = 0
    """Files that lack the text, as the list has counted them; 0 where it has not."""
    written: int = 0
    skipped: tuple[Id, ...] = ()
    """The files of the whole library that were skipped, today or before."""
    passed_over: tuple[Id, ...] = ()
    """Those of them that were met in this scope."""
    looking: bool = False
    saving: bool = False
    over: bool = False
    problem: str = ""

    @property
    def progress(self) -> str:
        """`file 3 of 17 · 2 written`; uncounted, `file 3 · 12 of 56 seen · 2 written`."""
        nth = self.written + len(self.passed_over) + (self.media is not None)
        if self.lacking:
            parts = [f"file {nth} of {max(nth, self.lacking)}"]
        else:
            more = " or more" if self.and_more else ""
            of = f" of {self.total}{more}" if self.total else ""
            parts = [f"file {nth}", f"{self.looked_at}{of} seen"]
        parts.append(f"{self.written} written")
        parts += [f"{len(self.passed_over)} skipped"] if self.passed_over else []
        return " · ".join(parts)


class WorklistStore(Store[WorkState]):
    """Walks through the library page by page; what is skipped is remembered between starts."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        state: WorkState

    def __init__(
        self,
        media: MediaStore,
        preferences: PreferencesStore,
        task: MissingText,
        scope: Scope | None = None,
        lacking: int = 0,
    ) -> None:
        kept = preferences.state.worklists.get(task.name)
        skipped = kept.get("skipped", ()) if isinstance(kept, Mapping) else ()
        known = tuple(one for one in skipped if isinstance(one, int | str))
        super().__init__(WorkState(task, scope or Scope(), lacking=lacking, skipped=known))
        self._media = media
        self._preferences = preferences
        place = _places(kept).get(self.state.scope.name)
        self._first = WalkPosition.parse(place)
        """The position at the end of the last session."""
        self._walk = self._walked(start=self._first)
        self._waiting: list[MediaItem] = []
        self._passed = count_of(place, "passed")

    async def advance(self) -> None:
        """Look for the next file that lacks the text; what goes wrong is in `state.problem`."""
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
        """Write the text and go on to the next file; returns whether it was written."""
        media, task = self.state.media, self.state.task
        if media is None or self.state.saving:
            return False
        self.change(saving=True, problem="")
        try:
            await self._media.update_media(media.with_text(task.key, text, task.lang), media)
        except Conflict as error:
            self.change(
                media=await self._theirs(media), saving=False, problem=f"Not saved. {error}"
            )
            return False
        except ApiError as error:
            self.change(saving=False, problem=undone("Not saved.", error))
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
            self._pass_over(media.id)
            await self.advance()

    async def again(self) -> None:
        """Start again with the files that were skipped here."""
        here = frozenset(self.state.passed_over)
        self._remember(tuple(one for one in self.state.skipped if one not in here))
        self._first = BEGINNING
        self._start_anew()
        self.change(over=False, passed_over=())
        await self.advance()

    def _pass_over(self, media_id: Id) -> None:
        self.change(passed_over=tuple(dict.fromkeys((*self.state.passed_over, media_id))))

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

    def _keep_position(self, position: WalkPosition) -> None:
        """Keep the position in this scope; a scope that is done needs none."""
        places = _places(self._preferences.state.worklists.get(self.state.task.name))
        places.pop(self.state.scope.name, None)
        if position != BEGINNING:
            places[self.state.scope.name] = {**position.as_json(), "passed": self._passed}
        self._keep(places=_newest(places))

    def _walked(
        self, start: WalkPosition = BEGINNING, until: WalkPosition | None = None
    ) -> MediaWalk:
        state = self.state
        return MediaWalk(self._media.api, state.scope, state.task.mime, start=start, until=until)

    def _start_anew(self, until: WalkPosition | None = None) -> None:
        self._walk, self._passed, self._waiting = self._walked(until=until), 0, []

    async def _next(self) -> MediaItem | None:
        while True:
            while self._waiting:
                found = await self._lacking(self._waiting[0])
                # Only now: where it could not be asked for, it comes first the next time.
                del self._waiting[0]
                self._passed += 1
                if found is not None:
                    return found
            if not await self._read_page():
                return None

    async def _lacking(self, media: MediaItem) -> MediaItem | None:
        """Return the file as it is now, where it lacks the text; None where it is passed over."""
        if not self.state.task.concerns(media):
            return None
        if media.id in self.state.skipped:
            self._pass_over(media.id)
            return None
        # A list may leave texts out, and somebody may have written it meanwhile.
        fresh = await self._fresh(media)
        return fresh if fresh is not None and self.state.task.concerns(fresh) else None

    async def _read_page(self) -> bool:
        """Read the next page; False when nothing is left."""
        items = await self._walk.next_page()
        if items is None and self._first != BEGINNING:
            # Last time ended there: what lies before it may have lost its text since.
            until, self._first = self._first, BEGINNING
            self._start_anew(until)
            items = await self._walk.next_page()
        self._keep_position(BEGINNING if items is None else self._walk.position)
        if items is None:
            return False
        self._waiting = list(items)
        more = not self._walk.is_counted
        self.change(total=self._walk.total, and_more=more, looked_at=self._passed)
        return True

    async def _theirs(self, media: MediaItem) -> MediaItem | None:
        """Return the file as somebody else wrote it; as it was, where that can't be read now."""
        try:
            return await self._fresh(media)
        except ApiError:
            return media

    async def _fresh(self, media: MediaItem) -> MediaItem | None:
        try:
            return await self._media.look(media.id)
        except NotFound:
            return None


def _newest(places: Mapping[str, Any]) -> dict[str, Any]:
    """Return the scopes worked on last, as many as may be remembered, the newest last."""
    kept: dict[str, Any] = {}
    room = MOST_DONE
    for name, place in reversed([*places.items()][-MOST_PLACES:]):
        room -= len(WalkPosition.parse(place).done)
        if room < 0:
            break
        kept[name] = place
    return dict(reversed(kept.items()))


def _places(kept: object) -> dict[str, Any]:
    """Return the remembered position in each scope."""
    places = kept.get("places") if isinstance(kept, Mapping) else None
    return dict(places) if isinstance(places, Mapping) else {}


def ending_text(state: WorkState) -> str:
    """Return the sentence for when nothing is left."""
    if not state.passed_over:
        written = plural(state.written, "text", "texts")
        return f"{state.task.words} · {state.scope.words}: nothing is left. {written} written."
    left = plural(len(state.passed_over), "file was", "files were")
    return f"Only what was skipped is left: {left} skipped. Ctrl+R takes them on again."
