"""DraggableItemList: items are carried to another place with the mouse, as rows of a list are."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from textual import events
from textual.geometry import Offset
from textual.widget import Widget

from svc_tui.stores.record.repeater_items import RepeaterItems
from svc_tui.text import cut, plural
from svc_tui.widgets.form.repeater.item_list import ItemList
from svc_tui.widgets.form.repeater.item_text import card_of

SIGN = 4
"""Cells of the mark and the sign before a place number, and of the space after it."""


@dataclass(frozen=True, eq=False)
class Pull:
    """Items in the mouse's hand."""

    key: int
    """The item that was taken."""
    keys: Set[int]
    """It, and those marked with it."""
    before: RepeaterItems
    shown: RepeaterItems
    """The list as it would be, were they let go now."""

    @property
    def moved(self) -> bool:
        """Whether letting go changes anything."""
        return self.shown is not self.before


class DraggableItemList(ItemList):
    """An item taken at its place number may be pulled; Esc puts it back.

    What is pulled stands where it would be let go, and is told then, as one change.
    """

    pull: Pull | None = None
    """What is in the mouse's hand."""
    _taken: tuple[int, int] | None = None
    """The item on whose number the button went down, and the row of the screen."""
    _let_go = False
    """Whether the click that is on its way was the end of a pull."""

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take an item at its number."""
        self._let_go = False
        at = event.screen_offset
        may = event.button <= 1 and not (self.owner.readonly or self.owner.kept)
        key = self._number_at(at) if may else None
        self._taken = (key, at.y) if key is not None else None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Pull it."""
        y = event.screen_offset.y
        if self.pull is None and self._taken is not None and self._taken[1] != y:
            self._take_up(self._taken[0])
        if self.pull is not None:
            event.stop()
            self._pull_to(y)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let it go."""
        self._taken = None
        if self.pull is not None:
            event.stop()
            self._let_go = True
            self._drop()

    def on_mouse_release(self) -> None:
        """The mouse is wanted elsewhere: what was pulled stays where it is."""
        self._drop()

    def on_click(self, event: events.Click) -> None:
        """The end of a pull is no click."""
        if self._let_go:
            self._let_go = False
            event.stop()

    def on_key(self, event: events.Key) -> None:
        """While something is pulled, all keys belong to that."""
        if self.pull is None:
            return
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self._put_back()
        elif event.key == "enter":
            self._drop()

    # Carrying

    def _take_up(self, key: int) -> None:
        if self.items.get(key) is None:
            self._taken = None
            return
        self.take_typed()
        keys = set(self.marked) if key in self.marked else {key}
        self.pull = Pull(key, keys, self.items, self.items)
        self.refresh_bindings()
        self.capture_mouse()  # Let go anywhere, it is let go.

    def _pull_to(self, y: int) -> None:
        pull = self.pull
        assert pull is not None
        if self.items is not pull.shown:  # Something was typed or came from outside meanwhile.
            pull = Pull(pull.key, pull.keys, self.items, self.items)
        place = self._place_at(y, pull)
        shown = pull.before.moved_to(pull.keys, place) if place is not None else pull.shown
        self.pull = Pull(pull.key, pull.keys, pull.before, shown)
        if shown is not self.items:
            self.items = shown
            self.draw()
        self.move_cursor_to(pull.key)
        self.say(self._pulled_words(pull))

    def _pulled_words(self, pull: Pull) -> str:
        at = self.items.index(pull.key)
        if at < 0:
            return ""
        title = f"“{cut(card_of(self.owner.attrs, self.items.items[at].value, at).title, 24)}”"
        many = len(pull.keys)
        what = plural(many, "item", "items") if many > 1 else title
        return f"Moving {what} to {at + 1} of {len(self.items)}: let go, or Esc puts it back."

    def _drop(self) -> None:
        pull = self._ended()
        if pull is not None and pull.moved:
            self.post_message(self.Changed())

    def _put_back(self) -> None:
        pull = self._ended()
        if pull is not None and pull.moved:
            self.items = pull.before if self.items is pull.shown else self.items.undone()
            self.draw()
            self.move_cursor_to(pull.key)
            self.post_message(self.Changed())

    def _ended(self) -> Pull | None:
        pull, self.pull, self._taken = self.pull, None, None
        self.refresh_bindings()
        if pull is not None:
            self.release_mouse()
            self.say("")
        return pull

    # Where the mouse is

    def _number_at(self, at: Offset) -> int | None:
        """The item whose place number stands there."""
        for rows in self._rows:
            if rows.is_attached and rows.region.contains_point(at):
                line = rows.row_lines[at.y - rows.region.y]
                digits = max(2, len(self.number(self.items.index(line.key))))
                on_number = at.x - rows.region.x < SIGN + digits
                return line.key if line.part == 0 and on_number else None
        return None

    def _place_at(self, y: int, pull: Pull) -> int | None:
        """The place at which what is pulled would be let go; None where it stands already.

        It changes places with a larger neighbour only when the mouse would be on it afterwards:
        else it went to and fro at each movement.
        """
        spans = {key: (top, bottom) for key, top, bottom in self._spans()}
        rest = [item.key for item in self.items.items if item.key not in pull.keys]
        here = self.items.index(pull.key)
        above = sum(self.items.index(key) < here for key in rest)
        if beyond := self._beyond(y):
            return max(0, min(above + beyond, len(rest)))
        tall = sum(spans[key][1] - spans[key][0] for key in pull.keys if key in spans)
        place = above
        for at, key in enumerate(rest):
            top, bottom = spans[key]
            if at >= above and y >= bottom - min(tall, bottom - top):
                place = at + 1
            elif at < above and y < top + min(tall, bottom - top):
                place = min(place, at)
        return place if place != above or len(pull.keys) > 1 else None

    def _spans(self) -> Iterator[tuple[int, int, int]]:
        """Each item with its first row of the screen and the one after its last, as the list is
        now: what stands on the screen may be a frame older."""
        y = self._rows[0].region.y if self._rows else 0
        tall: dict[int, int] = {}
        for part in self._parts():
            if isinstance(part, list):
                for line in part:
                    tall[line.key] = tall.get(line.key, 0) + 1
            else:
                tall[part.item_key] = tall.get(part.item_key, 0) + part.size.height
        for item in self.items.items:
            yield item.key, y, y + tall.get(item.key, 0)
            y += tall.get(item.key, 0)

    def _beyond(self, y: int) -> int:
        """Whether the mouse is above (-1) or below (1) what can be seen of the form.

        The edge of the terminal counts as beyond while there is more to be seen there.
        """
        for around in self.ancestors:
            if isinstance(around, Widget) and around.allow_vertical_scroll:
                region = around.content_region
                above, below = around.scroll_y > 0, around.scroll_y < around.max_scroll_y
                if y < region.y or (above and y <= 0):
                    return -1
                last = self.app.size.height - 1
                return int(y >= region.bottom or (below and y >= last))
        return 0
