"""ItemDragging: move items to another position with the mouse."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Protocol

from textual import events
from textual.geometry import Offset

from svc_tui.stores.record.repeater_items import RepeaterItems
from svc_tui.text import cut, plural
from svc_tui.widgets.form.repeater.host import ItemsHost
from svc_tui.widgets.form.repeater.item_text import card_of

SIGN = 4
"""Cells of the mark, the sign and the space around a position."""


@dataclass(frozen=True, eq=False)
class Drag:
    """Items that the mouse carries."""

    key: int
    """The item that was taken."""
    keys: Set[int]
    """It, and the items marked with it."""
    before: RepeaterItems
    shown: RepeaterItems
    """The list as it would be if they were dropped now."""

    @property
    def moved(self) -> bool:
        """Whether dropping them changes anything."""
        return self.shown is not self.before


class DragHost(ItemsHost, Protocol):
    """A list that knows where its items are on the screen."""

    def show_items(self, items: RepeaterItems) -> None: ...
    def tell_changed(self) -> None: ...
    def hold_mouse(self, held: bool) -> None: ...
    def number_at(self, at: Offset, cells: int) -> int | None: ...
    def spans(self) -> Iterator[tuple[int, int, int]]: ...
    def beyond(self, y: int) -> int: ...


class ItemDragging:
    """Drags an item by its number, with all marked items.

    Carried items are drawn where they would be dropped; the drop is posted as one change.
    """

    def __init__(self, host: DragHost) -> None:
        self._host = host
        self.drag: Drag | None = None
        """The items that are carried; None if none are."""
        self._pressed: tuple[int, int] | None = None
        """The item whose number was pressed, and the row on the screen."""
        self._dropped = False
        """Whether the next click is the end of a drag."""

    def press(self, event: events.MouseDown) -> None:
        """Take an item at its position."""
        self._dropped = False
        at = event.screen_offset
        may = event.button <= 1 and self._host.can_edit
        key = self._host.number_at(at, SIGN) if may else None
        self._pressed = (key, at.y) if key is not None else None

    def move(self, event: events.MouseMove) -> None:
        """Carry it."""
        y = event.screen_offset.y
        if self.drag is None and self._pressed is not None and self._pressed[1] != y:
            self._take_up(self._pressed[0])
        if self.drag is not None:
            event.stop()
            self._carry(self.drag, y)

    def release(self, event: events.MouseUp) -> None:
        """Drop it."""
        self._pressed = None
        if self.drag is not None:
            event.stop()
            self._dropped = True
            self.drop()

    def click(self, event: events.Click) -> None:
        """Stop the click that is the end of a drag."""
        if self._dropped:
            self._dropped = False
            event.stop()

    def key(self, key: str) -> bool:
        """Take a key while something is carried; False where nothing is."""
        if self.drag is None:
            return False
        if key == "escape":
            self._put_back()
        elif key == "enter":
            self.drop()
        return True

    def drop(self) -> None:
        """Leave what is carried where it is."""
        drag = self._ended()
        if drag is not None and drag.moved:
            self._host.tell_changed()

    def _take_up(self, key: int) -> None:
        host = self._host
        if host.items.get(key) is None:
            self._pressed = None
            return
        host.take_typed()
        keys = set(host.marked) if key in host.marked else {key}
        self.drag = Drag(key, keys, host.items, host.items)
        host.hold_mouse(True)  # Released anywhere, it is dropped.

    def _carry(self, drag: Drag, y: int) -> None:
        host = self._host
        if host.items is not drag.shown:  # Something was typed or came from outside since.
            drag = Drag(drag.key, drag.keys, host.items, host.items)
        place = self._place_at(y, drag)
        shown = drag.before.moved_to(drag.keys, place) if place is not None else drag.shown
        self.drag = Drag(drag.key, drag.keys, drag.before, shown)
        if shown is not host.items:
            host.show_items(shown)
        host.move_cursor_to(drag.key)
        host.say(self._words(drag))

    def _words(self, drag: Drag) -> str:
        items = self._host.items
        at = items.index(drag.key)
        if at < 0:
            return ""
        title = f"“{cut(card_of(self._host.attrs, items.items[at].value, at).title, 24)}”"
        many = len(drag.keys)
        what = plural(many, "item", "items") if many > 1 else title
        return f"Moving {what} to {at + 1} of {len(items)}. Release to drop, Esc to cancel."

    def _put_back(self) -> None:
        drag = self._ended()
        if drag is not None and drag.moved:
            now = self._host.items
            self._host.show_items(drag.before if now is drag.shown else now.undone())
            self._host.move_cursor_to(drag.key)
            self._host.tell_changed()

    def _ended(self) -> Drag | None:
        drag, self.drag, self._pressed = self.drag, None, None
        if drag is not None:
            self._host.hold_mouse(False)
            self._host.say("")
        return drag

    def _place_at(self, y: int, drag: Drag) -> int | None:
        """Return the position at which a drag would be dropped; None where it is there already.

        It swaps with a larger neighbor only if the mouse would be on it afterwards: otherwise it
        would jump back and forth.
        """
        items = self._host.items
        spans = {key: (top, bottom) for key, top, bottom in self._host.spans()}
        rest = [item.key for item in items.items if item.key not in drag.keys]
        here = items.index(drag.key)
        above = sum(items.index(key) < here for key in rest)
        if beyond := self._host.beyond(y):
            return max(0, min(above + beyond, len(rest)))
        tall = sum(spans[key][1] - spans[key][0] for key in drag.keys if key in spans)
        place = above
        for at, key in enumerate(rest):
            top, bottom = spans[key]
            if at >= above and y >= bottom - min(tall, bottom - top):
                place = at + 1
            elif at < above and y < top + min(tall, bottom - top):
                place = min(place, at)
        return place if place != above or len(drag.keys) > 1 else None
