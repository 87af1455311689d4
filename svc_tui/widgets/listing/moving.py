"""Move mode: a row is carried to another place, by keys over all pages or with the mouse."""

from __future__ import annotations

from textual import events, on
from textual.binding import Binding

from svc_tui.widgets.listing.base import ListPart
from svc_tui.widgets.listing.grid import ListGrid

STEPS = {"up": -1, "k": -1, "down": 1, "j": 1}
"""Keys that carry the row one place on."""

MOVE_HINTS = (
    "Moving: arrows, PgUp PgDn carry it · Enter drops it · Esc puts it back",
    "Moving: arrows, PgUp PgDn · Enter drops · Esc back",
    "Moving: Enter drops · Esc back",
)
"""What the keys do while a row is carried, at length and shorter."""


class MovingKeys(ListPart):
    """`m` takes a row up; nothing is sent before it is dropped."""

    BINDINGS = [
        Binding("m", "move", "Move", show=False, tooltip="Carry it elsewhere.", id="list.move"),
    ]

    draggable: bool = False
    """Rows have an order that is kept by the backend (toolkit: SvcList)."""

    may_change: bool = True

    _aim: int | None = None
    """Where the row is to be, while the page around that place is still on its way."""

    @property
    def is_moving(self) -> bool:
        """Whether a row is being carried."""
        return self.listed.moving is not None

    def action_move(self) -> None:
        """Take up the row under the cursor; where that is impossible now, it says why."""
        if len(self.grid.keys) < len(self.listed.keys):
            self.say("Rows can't be moved while the page is narrowed: press Esc first.", "warning")
        elif (key := self.grid.current) is not None:
            self._aim = None
            self.store.begin_move(key)

    def move_key(self, event: events.Key) -> bool:
        """A key while a row is carried; all of them belong to the carrying."""
        moving = self.listed.moving
        if moving is None:
            return False
        size, here = self.listed.query.page_size, moving.at if self._aim is None else self._aim
        leaps = {**STEPS, "pageup": -size, "pagedown": size, "home": -here, "end": moving.last}
        if event.key == "enter":
            self.run_worker(self._drop(), group="drop")
        elif event.key == "escape":
            self.load(self.store.cancel_move())
        elif event.key in leaps:
            self._aim = moving.to(here + leaps[event.key]).at
            self.load(self._carry(self._aim))
        else:
            return event.is_printable
        return True

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
        self._aim = self.listed.first + event.here
        if event.dropped:
            self.run_worker(self._carry_and_drop(self._aim), group="drop")
        else:
            self.load(self._carry(self._aim))

    async def _carry(self, there: int) -> None:
        await self.store.move_to(there)
        self._aim = None

    async def _carry_and_drop(self, there: int) -> None:
        await self._carry(there)
        await self._drop()

    async def _drop(self) -> None:
        """Not given up when another key is pressed: it may be on its way already."""
        if self._aim is not None:
            await self._carry(self._aim)
        moving = self.listed.moving
        if moving is not None and await self.store.drop() and moving.moved:
            self.say("Order saved.", "success")

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
