"""Move mode: a row is carried to another place, by keys over all pages or with the mouse."""

from __future__ import annotations

from asyncio import Lock
from collections.abc import Callable
from functools import cached_property

from textual import events, on
from textual.binding import Binding

from svc_tui.stores.listing.action_history import moved
from svc_tui.stores.rows import Row, key_of, title_of
from svc_tui.stores.session.confirm_store import Choice
from svc_tui.stores.session.task_store import TaskResult
from svc_tui.widgets.base import services
from svc_tui.widgets.key_mode import KeyMode, mode_keys
from svc_tui.widgets.listing.base import ListPart
from svc_tui.widgets.listing.grid import ListGrid

STEPS = {"up": -1, "k": -1, "down": 1, "j": 1}
"""Keys that carry the row one place on."""

MOVE_HINTS = (
    "Moving: arrows, PgUp PgDn, or a place's number · Enter drops it · Esc puts it back",
    "Moving: arrows, PgUp PgDn · Enter drops · Esc back",
    "Moving: Enter drops · Esc back",
)
"""What the keys do while a row is carried, at length and shorter."""


LEAPS = ("pageup", "pagedown", "home", "end")
"""Keys that carry it further."""


def _carries(key: str, character: str | None) -> bool:
    """Whether a key belongs to the carrying; a letter that means nothing there is no command."""
    named = key in STEPS or key in LEAPS or key in ("enter", "escape")
    return named or (character is not None and character.isprintable())


class MovingKeys(ListPart):
    """`m` takes a row up; nothing is sent before it is dropped."""

    KEYS_ABOUT = "Records"

    BINDINGS = [
        Binding("m", "move", "Move", show=False, tooltip="Carry it elsewhere.", id="list.move"),
    ]

    draggable: bool = False
    """Rows have an order that is kept by the backend (toolkit: SvcList)."""

    may_change: bool = True

    lookup: str = "id"

    detail_base: str | None = None

    _target_position: int | None = None
    """Where the row is to be, while the page around that place is still on its way."""

    _unguard: Callable[[], None] | None = None
    """Ends the question that is asked when the page is left."""

    @cached_property
    def _dropping(self) -> Lock:
        """Held while a drop is under way: it decides whether there is anything to ask."""
        return Lock()

    @property
    def is_moving(self) -> bool:
        """Whether a row is being carried."""
        return self.listed.moving is not None

    def action_move(self) -> None:
        """Take up the row under the cursor; where that is impossible now, it says why."""
        if len(self.grid.keys) < len(self.listed.keys):
            self.say("Rows can't be moved while the page is narrowed: press Esc first.", "warning")
        elif (key := self.grid.current) is not None:
            self._target_position = None
            self.store.begin_move(key)

    def move_mode(self) -> KeyMode:
        """Return the keys that carry the row."""
        keys = mode_keys(
            ("up", "Up"), ("down", "Down"), ("enter", "Drop it"), ("escape", "Put it back")
        )
        return KeyMode(keys, _carries)

    def move_key(self, event: events.Key) -> bool:
        """A key while a row is carried; all of them belong to the carrying."""
        moving = self.listed.moving
        if moving is None:
            return False
        size, here = (
            self.listed.query.page_size,
            moving.at if self._target_position is None else self._target_position,
        )
        typed, self._number = self._number, ""
        leaps = {**STEPS, "pageup": -size, "pagedown": size, "home": -here, "end": moving.last}
        if event.key == "enter":
            self.ask(self._drop())
        elif event.key == "escape":
            self.load(self.store.cancel_move())
        elif event.key in leaps:
            self._target_position = moving.to(here + leaps[event.key]).at
            self.load(self._move_to(self._target_position))
        elif event.key.isdecimal():
            self._number = (typed + event.key)[-9:]
            self._target_position = moving.to(int(self._number) - 1).at
            self.load(self._move_to(self._target_position))
        return _carries(event.key, event.character)

    _number: str = ""
    """The place typed so far, counted from 1."""

    @on(ListGrid.Dragged)
    def _dragged(self, event: ListGrid.Dragged) -> None:
        """The mouse carries a row, and drops it where the button is let go."""
        event.stop()
        if not self.may_change:
            self.say(self.lacks("change"), "warning")
            return
        if not self.is_moving and event.start < len(self.grid.keys):
            self.grid.go_to_row(event.start)
            self.action_move()
        if not self.is_moving:
            return
        self._target_position = self.listed.first + event.here
        if event.dropped:
            self.ask(self._carry_and_drop(self._target_position))
        else:
            self.load(self._move_to(self._target_position))

    async def _move_to(self, there: int) -> None:
        await self.store.move_to(there)
        self._target_position = None

    async def _carry_and_drop(self, there: int) -> None:
        await self._move_to(there)
        await self._drop()

    async def _drop(self) -> bool:
        """Not given up when another key is pressed or the page is left: it may be on its way."""
        async with self._dropping:
            if self._target_position is not None:
                await self._move_to(self._target_position)
            moving = self.listed.moving
            if moving is None:
                return True
            title = f"Move {title_of(moving.row, self.lookup)} to place {moving.at + 1:,}"
            said = {
                True: TaskResult("Order saved."),
                False: TaskResult("It stays where it was.", "failed"),
            }
            kept = False
            with (
                self.doing(lambda: "A row is being moved; its new place may not be kept."),
                self.track_task(title, lambda: "on its way", ending=lambda: said[kept]),
            ):
                kept = await self.store.drop()
            if kept:
                self._remember(moving.row)
                self.say("Order saved.", "success")
            return kept or not moving.moved

    def _remember(self, row: Row) -> None:
        """So that `u` does not take back something older as if nothing had been done since."""
        svc, crud = services(self), self.store.crud
        if svc is not None and crud is not None:
            key, title = key_of(row, self.lookup), title_of(row, self.lookup)
            svc.history.add(moved(crud.endpoint.collection, key, title, self.detail_base or ""))

    # Leaving with a row in hand

    def guard_move(self) -> None:
        """While a row is carried, leaving asks what becomes of it."""
        if self.is_moving == (self._unguard is not None):
            return
        self.refresh_bindings()
        if not self.is_moving and self._unguard is not None:
            self._unguard()
            self._unguard = None
        elif self.is_moving and self._unguard is None and (svc := services(self)) is not None:
            self._unguard = svc.router.guard(self._may_leave)

    async def _may_leave(self) -> bool:
        """Whether nothing is lost: stay, drop it here, or put it back."""
        async with self._dropping:
            moving = self.listed.moving
        if moving is None or not moving.moved:
            return True
        title = title_of(moving.row, self.lookup)
        answer = await self.svc.confirm.choose(
            "A row is being moved",
            f"{title} is held at place {moving.at + 1} of {moving.last + 1}, not dropped yet.",
            (
                Choice("stay", "Stay", "escape"),
                Choice("drop", "Drop it here", "d"),
                Choice("back", "Put it back", "x"),
            ),
            cancel="stay",
            by_itself=True,
        )
        if answer == "drop":
            return await self._drop()
        if answer == "back":
            await self.store.cancel_move()
        return answer == "back"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only rows that have an order can be moved; why not now is said when it is tried."""
        if action == "move":
            if not self.draggable:
                return False
            return True if self.may_change and self.listed.rows else None
        return super().check_action(action, parameters)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> str:
        """The right that is missing."""
        if action == "move" and not self.may_change:
            return self.lacks("change")
        return super().why_not(action, parameters)
