"""WorklistStore: the items of a queue, one at a time, until none is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from svc_tui.api.errors import ApiError, Conflict
from svc_tui.models.records import Id
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.record.write_result import undone
from svc_tui.text import plural

if TYPE_CHECKING:
    from svc_tui.stores.session.preferences_store import PreferencesStore

MOST_SKIPPED = 2000
"""Maximum number of remembered skipped items."""

MOST_PLACES = 20
"""Maximum number of places per worklist with a remembered position."""

MOST_DONE = 10_000
"""Maximum number of ids remembered as done, in all these places; the oldest are dropped."""


class WorkQueue(Protocol):
    """The source of a worklist's items; writes them."""

    nouns: ClassVar[tuple[str, str]]
    """The words for one and several items: `file`, `files`."""
    written: ClassVar[tuple[str, str]]
    """The words for the written value: `text`, `texts`."""

    @property
    def name(self) -> str:
        """The name of the value in the preferences: `alt_text.it`."""

    @property
    def place(self) -> str:
        """The set of items in the preferences."""

    @property
    def title(self) -> str:
        """Both, in words."""

    @property
    def total(self) -> int:
        """The number of items, as far as known; 0 if unknown."""

    @property
    def lacking(self) -> int:
        """The number of items to be shown; 0 if unknown."""

    @property
    def is_counted(self) -> bool:
        """Whether the total is of all items."""

    @property
    def position(self) -> Mapping[str, Any] | None:
        """Return the facts to resume from; None at the beginning."""

    @property
    def rounds(self) -> int:
        """The number of times that the queue was restarted."""

    def begin(self, position: object) -> None:
        """Continue from a remembered position; an invalid one is the beginning."""

    def restart(self) -> None:
        """Start with the first item again."""

    async def next_page(self) -> Sequence[Any] | None:
        """Return the next items; None after the last. Raises ApiError."""

    def id_of(self, item: Any) -> Id:
        """Return what identifies an item."""

    def concerns(self, item: Any) -> bool:
        """Whether there is something to do for an item, as far as known."""

    async def fresh(self, item: Any) -> Any:
        """Return the current item; None if it is gone. Raises ApiError."""

    async def write(self, item: Any, value: Any) -> None:
        """Write a value to an item. Raises ApiError, Conflict if another user was first."""


@dataclass(frozen=True)
class WorkState:
    """The current item, and the progress."""

    item: Any = None
    """None while the next one is being searched, and at the end."""
    looked_at: int = 0
    total: int = 0
    """Items in the queue; 0 if they are not counted."""
    and_more: bool = False
    """Whether there are items that have not been counted yet."""
    lacking: int = 0
    """Items to be shown, as the queue has counted them; 0 if it has not."""
    written: int = 0
    skipped: tuple[Id, ...] = ()
    """Items skipped anywhere, in this session or before."""
    passed_over: tuple[Id, ...] = ()
    """Those of them met here."""
    looking: bool = False
    saving: bool = False
    over: bool = False
    problem: str = ""


class WorklistStore(Store[WorkState]):
    """Works through a queue page by page; skipped items are remembered between starts."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """The current item or the progress changed."""

        state: WorkState

    def __init__(self, queue: WorkQueue, preferences: PreferencesStore, lacking: int = 0) -> None:
        kept = preferences.state.worklists.get(queue.name)
        skipped = kept.get("skipped", ()) if isinstance(kept, Mapping) else ()
        known = tuple(one for one in skipped if isinstance(one, int | str))
        super().__init__(WorkState(lacking=lacking, skipped=known))
        self.queue = queue
        self._preferences = preferences
        place = _places(kept).get(queue.place)
        queue.begin(place)
        self._kept = queue.position
        """The remembered position."""
        self._waiting: list[Any] = []
        self._passed = count_of(place, "passed")

    @property
    def progress(self) -> str:
        """`file 3 of 17 · 2 saved`; uncounted, `file 3 · 12 of 56 checked · 2 saved`."""
        state, noun = self.state, self.queue.nouns[0]
        nth = state.written + len(state.passed_over) + (state.item is not None)
        if state.lacking:
            parts = [f"{noun} {nth} of {max(nth, state.lacking)}"]
        else:
            more = " or more" if state.and_more else ""
            of = f" of {state.total}{more}" if state.total else ""
            parts = [f"{noun} {nth}", f"{state.looked_at}{of} checked"]
        parts.append(f"{state.written} saved")
        parts += [f"{len(state.passed_over)} skipped"] if state.passed_over else []
        return " · ".join(parts)

    @property
    def ending(self) -> str:
        """The sentence when nothing is left."""
        state, queue = self.state, self.queue
        if not state.passed_over:
            return f"{queue.title}: all done. {plural(state.written, *queue.written)} saved."
        count, (one, several) = len(state.passed_over), queue.nouns
        if count == 1:
            return f"1 skipped {one} is left. Press Ctrl+R to go through it."
        return f"{count:,} skipped {several} are left. Press Ctrl+R to go through them."

    async def advance(self) -> None:
        """Find the next item; errors are in `state.problem`."""
        if self.state.looking:
            return
        self.change(item=None, looking=True, problem="")
        try:
            found = await self._next()
        except ApiError as error:
            self.change(looking=False, problem=str(error))
        except BaseException:
            self.change(looking=False)
            raise
        else:
            self.change(item=found, looking=False, over=found is None, looked_at=self._passed)

    async def save(self, value: Any) -> bool:
        """Write the value and go to the next item; returns whether it was written."""
        item = self.state.item
        if item is None or self.state.saving:
            return False
        self.change(saving=True, problem="")
        try:
            await self.queue.write(item, value)
        except Conflict as error:
            self.change(item=await self._theirs(item), saving=False, problem=f"Not saved. {error}")
            return False
        except ApiError as error:
            self.change(saving=False, problem=undone("Not saved.", error))
            return False
        except BaseException:
            self.change(saving=False)
            raise
        self.change(saving=False, written=self.state.written + 1)
        if self.queue.position != self._kept:
            self._keep_position(self.queue.position)
        await self.advance()
        return True

    async def skip(self) -> None:
        """Skip this item until another session."""
        item = self.state.item
        if item is not None and not self.state.saving:
            self._remember((*self.state.skipped, self.queue.id_of(item)))
            self._pass_over(self.queue.id_of(item))
            await self.advance()

    async def again(self) -> None:
        """Start again with the items that were skipped here."""
        here = frozenset(self.state.passed_over)
        self._remember(tuple(one for one in self.state.skipped if one not in here))
        self.queue.restart()
        self._passed, self._waiting = 0, []
        self.change(over=False, passed_over=())
        await self.advance()

    def _pass_over(self, id: Id) -> None:
        self.change(passed_over=tuple(dict.fromkeys((*self.state.passed_over, id))))

    def _remember(self, skipped: tuple[Id, ...]) -> None:
        self.change(skipped=skipped)
        self._keep(skipped=list(skipped[-MOST_SKIPPED:]))

    def _keep(self, **facts: object) -> None:
        """Save facts of this worklist for later sessions."""
        kept: dict[str, Any] = dict(self._preferences.state.worklists)
        before = kept.get(self.queue.name)
        known = before if isinstance(before, Mapping) else {}
        kept[self.queue.name] = {**known, **facts}
        self._preferences.remember(worklists=kept)

    def _keep_position(self, position: Mapping[str, Any] | None) -> None:
        """Save the position in this place; a finished one needs none."""
        places = _places(self._preferences.state.worklists.get(self.queue.name))
        places.pop(self.queue.place, None)
        self._kept = position
        if position is not None:
            places[self.queue.place] = {**position, "passed": self._passed}
        self._keep(places=_newest(places))

    async def _next(self) -> Any:
        while True:
            while self._waiting:
                found = await self._lacking(self._waiting[0])
                # Only now: if loading failed, it comes first next time.
                del self._waiting[0]
                self._passed += 1
                if found is not None:
                    return found
            if not await self._read_page():
                return None

    async def _lacking(self, item: Any) -> Any:
        """Return the current item, if there is something to do; else None."""
        queue = self.queue
        if not queue.concerns(item):
            return None
        if queue.id_of(item) in self.state.skipped:
            self._pass_over(queue.id_of(item))
            return None
        # A list may leave values out, and others may have written them.
        fresh = await queue.fresh(item)
        return fresh if fresh is not None and queue.concerns(fresh) else None

    async def _read_page(self) -> bool:
        """Read the next page; False when nothing is left."""
        queue, round = self.queue, self.queue.rounds
        items = await queue.next_page()
        if queue.rounds != round:
            self._passed = 0
        self._keep_position(None if items is None else queue.position)
        if items is None:
            return False
        self._waiting = list(items)
        self.change(
            total=queue.total,
            and_more=not queue.is_counted,
            lacking=queue.lacking or self.state.lacking,
            looked_at=self._passed,
        )
        return True

    async def _theirs(self, item: Any) -> Any:
        """Return the item as another user wrote it; unchanged, if that can't be read now."""
        try:
            return await self.queue.fresh(item)
        except ApiError:
            return item


def count_of(kept: object, key: str) -> int:
    """Return a remembered number; 0 if it is not one."""
    found = kept.get(key) if isinstance(kept, Mapping) else None
    return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else 0


def _newest(places: Mapping[str, Any]) -> dict[str, Any]:
    """Return the last places, up to the maximum, the newest last."""
    kept: dict[str, Any] = {}
    room = MOST_DONE
    for name, place in reversed([*places.items()][-MOST_PLACES:]):
        done = place.get("done") if isinstance(place, Mapping) else None
        room -= len(done) if isinstance(done, list) else 0
        if room < 0:
            break
        kept[name] = place
    return dict(reversed(kept.items()))


def _places(kept: object) -> dict[str, Any]:
    """Return the remembered position in each place."""
    places = kept.get("places") if isinstance(kept, Mapping) else None
    return dict(places) if isinstance(places, Mapping) else {}
