"""Moving: carry a row to another place, with keys over all pages or with the mouse."""

from __future__ import annotations

from asyncio import Lock
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import ClassVar, Protocol

from textual import events

from svc_tui.api.write_subject import about_write
from svc_tui.stores.listing.action_history import moved
from svc_tui.stores.rows import Row, key_of
from svc_tui.stores.session.confirm_store import Choice
from svc_tui.stores.session.task_store import TaskResult
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.key_mode import KeyMode, mode_keys
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.listing.host import ListHost, not_permitted, without_rows
from svc_tui.widgets.tasks import doing, track_task

STEPS = {"up": -1, "k": -1, "down": 1, "j": 1}
"""Keys that carry the row by one place."""

LEAPS = ("pageup", "pagedown", "home", "end")
"""Keys that carry it further."""

MOVE_HINTS = (
    "Moving: arrows, PgUp PgDn, or a position · Enter drops · Esc puts it back",
    "Moving: arrows, PgUp PgDn · Enter drops · Esc back",
    "Moving: Enter drops · Esc back",
)
"""The keys while a row is carried, at length and shorter."""

NO_ORDER = Blocked(
    "The rows in this list have no fixed order, so they can't be moved.", hidden=True
)


def _is_taken(key: str, character: str | None) -> bool:
    """Whether a carried row takes a key; letters without a meaning run no command."""
    named = key in STEPS or key in LEAPS or key in ("enter", "escape")
    return named or (character is not None and character.isprintable())


class MovingHost(ListHost, Protocol):
    """The list whose rows are moved."""

    def refresh_bindings(self) -> None:
        """Draw the footer again."""


class Moving:
    """Holds one row; nothing is sent until it is dropped."""

    GROUP: ClassVar[str] = "Records"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.move",
            "m",
            "Move",
            lambda self: self.take_up(),
            lambda self: self.unavailable(),
            "Move this row to another position.",
        ),
    )

    def __init__(self, host: MovingHost) -> None:
        self.host = host
        self._target: int | None = None
        """The target position of the row, while the page around it is loading."""
        self._number = ""
        """The position typed so far, counted from 1."""
        self._stop_asking: Callable[[], None] | None = None

    @cached_property
    def _dropping(self) -> Lock:
        """Held during a drop, which decides whether there is anything to ask."""
        return Lock()

    @property
    def active(self) -> bool:
        """Whether a row is being carried."""
        return self.host.listed.moving is not None

    def unavailable(self) -> Blocked | None:
        """Return why no row can be moved; the reason for a single row is shown when it is tried."""
        if not self.host.options.draggable:
            return NO_ORDER
        if not self.host.options.may_change:
            return not_permitted(self.host, "change")
        return without_rows(self)

    def take_up(self) -> None:
        """Pick up the row under the cursor; if that is impossible now, say why."""
        grid = self.host.grid
        if len(grid.keys) < len(self.host.listed.keys):
            self.host.say(
                "Rows can't be moved while they are filtered. Press Esc first.", "warning"
            )
        elif (key := grid.current) is not None:
            self._target = None
            self.host.store.begin_move(key)

    def mode(self) -> KeyMode:
        """Return the keys that carry the row."""
        keys = mode_keys(
            ("up", "Up"), ("down", "Down"), ("enter", "Drop it"), ("escape", "Put it back")
        )
        return KeyMode(keys, _is_taken)

    def press(self, event: events.Key) -> bool:
        """Carry the row with a key; False if no row is carried, or the key has no meaning."""
        moving = self.host.listed.moving
        if moving is None:
            return False
        size = self.host.listed.query.page_size
        here = moving.at if self._target is None else self._target
        typed, self._number = self._number, ""
        leaps = {**STEPS, "pageup": -size, "pagedown": size, "home": -here, "end": moving.last}
        if event.key == "enter":
            self.host.ask(self._drop())
        elif event.key == "escape":
            self.host.load(self.host.store.cancel_move())
        elif event.key in leaps:
            self._carry(moving.to(here + leaps[event.key]).at)
        elif event.key.isdecimal():
            self._number = (typed + event.key)[-9:]
            self._carry(moving.to(int(self._number) - 1).at)
        return _is_taken(event.key, event.character)

    def drag(self, event: ListGrid.Dragged) -> None:
        """Carry a row with the mouse, and drop it where the button is released."""
        if not self.host.options.may_change:
            self.host.say(not_permitted(self.host, "change").reason, "warning")
            return
        grid = self.host.grid
        if not self.active and event.key in grid.keys:
            grid.go_to_row(grid.keys.index(event.key))
            self.take_up()
        moving = self.host.listed.moving
        if moving is None or moving.key != event.key:
            return  # The rows were reloaded during the drag.
        there = self.host.listed.first + event.here
        if event.dropped:
            self._target = there
            self.host.ask(self._carry_and_drop(there))
        else:
            self._carry(there)

    def _carry(self, there: int) -> None:
        self._target = there
        self.host.load(self._move_to(there))

    async def _move_to(self, there: int) -> None:
        await self.host.store.move_to(there)
        self._target = None

    async def _carry_and_drop(self, there: int) -> None:
        await self._move_to(there)
        await self._drop()

    async def _drop(self) -> bool:
        """Save the position; not cancelled by another key or by leaving the page."""
        async with self._dropping:
            if self._target is not None:
                await self._move_to(self._target)
            moving = self.host.listed.moving
            if moving is None:
                return True
            title = self.host.store.name_of(moving.row)
            said = {
                True: TaskResult("Order saved."),
                False: TaskResult("It was not moved.", "failed"),
            }
            kept = False
            svc = self.host.services
            with (
                doing(
                    self.host.services,
                    lambda: "A row is being moved. Its new position may not be saved.",
                ),
                track_task(
                    svc,
                    f"Move {title} to position {moving.at + 1:,}",
                    lambda: "saving",
                    ending=lambda: said[kept],
                ),
                about_write(numbers=[]) as subject,
            ):
                kept = await self.host.store.drop()
            if kept:
                self._remember(moving.row, max(subject.numbers, default=0))
                self.host.say("Order saved.", "success")
            return kept or not moving.moved

    def _remember(self, row: Row, number: int) -> None:
        """Add the move to the history, with the number of its line in the log."""
        svc, crud, options = self.host.services, self.host.store.crud, self.host.options
        if svc is not None and crud is not None:
            key, title = key_of(row, options.lookup), self.host.store.name_of(row)
            base = options.detail_base or ""
            svc.history.add(moved(crud.endpoint.collection, key, title, base, number))

    # Leaving the page while a row is carried

    def guard(self) -> None:
        """While a row is carried, have the router ask before the page is left."""
        if self.active == (self._stop_asking is not None):
            return
        self.host.refresh_bindings()
        if self._stop_asking is not None:
            self._stop_asking()
            self._stop_asking = None
        elif (svc := self.host.services) is not None:
            self._stop_asking = svc.router.guard(self._may_leave)

    async def _may_leave(self) -> bool:
        async with self._dropping:
            moving = self.host.listed.moving
        svc = self.host.services
        if svc is None or moving is None or not moving.moved:
            return True
        title = self.host.store.name_of(moving.row)
        answer = await svc.confirm.choose(
            "A row is being moved",
            f"{title} is at position {moving.at + 1} of {moving.last + 1}, not dropped yet.",
            (
                Choice("stay", "Keep moving", "escape"),
                Choice("drop", "Drop it here", "d"),
                Choice("back", "Put it back", "x"),
            ),
            cancel="stay",
            by_itself=True,
        )
        if answer == "drop":
            return await self._drop()
        if answer == "back":
            await self.host.store.cancel_move()
        return answer == "back"
