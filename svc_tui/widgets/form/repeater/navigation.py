"""Navigation: move the cursor of a repeater's list, and open and close its items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import ClassVar, Protocol

from textual.actions import SkipAction

from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.form.repeater.host import HIDDEN, ItemsHost, unless_focused
from svc_tui.widgets.form.repeater.open_item import OpenItem


class NavigationHost(ItemsHost, Protocol):
    """A list whose items open."""

    opened: set[int]

    def draw(self) -> None: ...
    def toggle(self, key: int) -> None: ...
    async def fill(self, key: int) -> None: ...
    def forms_around_focus(self) -> Iterable[OpenItem]: ...
    def leave_item(self, key: int | None) -> None: ...
    def clear_marks(self) -> None: ...


def _step(navigation: Navigation, by: int) -> None:
    """Go to the next item or leave the list; inside an item, go to its next field."""
    host = navigation.host
    if not host.has_focus:
        form = next(iter(host.forms_around_focus()), None)
        if form is None:
            raise SkipAction
        form.step(by)
    elif not navigation.step(by):
        raise SkipAction


def _step_letter(navigation: Navigation, by: int) -> None:
    navigation.step(by)


def _page(navigation: Navigation, by: int) -> None:
    host = navigation.host
    navigation.go_to(host.items.index(host.at) + by if host.at is not None else 0)


def _unfocused(navigation: Navigation) -> Blocked | None:
    return unless_focused(navigation.host)


def _nothing_to_leave(navigation: Navigation) -> Blocked | None:
    host = navigation.host
    return HIDDEN if host.has_focus and not host.marked else None


class Navigation:
    """Moves the cursor; read-only lists have all of it."""

    GROUP: ClassVar[str] = "Repeater"

    def __init__(self, host: NavigationHost) -> None:
        self.host = host

    def step(self, by: int) -> bool:
        """Move the cursor; False at the ends."""
        items = self.host.items
        at = items.index(self.host.at) if self.host.at is not None else -1
        if at < 0 or not 0 <= at + by < len(items):
            return False
        self.host.move_cursor_to(items.items[at + by].key)
        return True

    def go_to(self, position: int) -> None:
        """Put the cursor on the item at a position, or on the nearest one."""
        if items := self.host.items.items:
            self.host.move_cursor_to(items[max(0, min(position, len(items) - 1))].key)

    def first(self) -> None:
        """Go to the first item."""
        self.go_to(0)

    def last(self) -> None:
        """Go to the last item."""
        self.go_to(len(self.host.items) - 1)

    def toggle(self) -> None:
        """Open or close the item under the cursor."""
        if self.host.at is not None:
            self.host.toggle(self.host.at)
            self.host.move_cursor_to(self.host.at)

    def close(self) -> None:
        """Close the item under the cursor."""
        if self.host.at in self.host.opened:
            self.toggle()

    def toggle_all(self) -> None:
        """Open all items, or close all."""
        keys = {item.key for item in self.host.items.items}
        self.host.opened = set() if self.host.opened == keys else keys
        self.host.draw()
        self.host.move_cursor_to(self.host.at)

    async def fill(self) -> None:
        """Show only the item under the cursor, in full screen."""
        if self.host.at is not None:
            await self.host.fill(self.host.at)

    def leave(self) -> None:
        """Go from a field to its item's line; on that line, unmark all."""
        if self.host.has_focus:
            self.host.clear_marks()
            return
        inside = next((form.item_key for form in self.host.forms_around_focus()), self.host.at)
        self.host.leave_item(inside)

    COMMANDS: ClassVar[Sequence[Command]] = (
        Command("repeater.open", "right,l", "Unfold, fold", toggle, _unfocused,
                "Unfold or fold this item."),
        Command("repeater.close", "left,h", "Fold", close, _unfocused, "Fold this item."),
        Command("repeater.open_all", "underscore", "Fold all", toggle_all, _unfocused,
                "Fold or unfold all items.", key_display="_"),
        Command("repeater.fill", "plus", "Full screen", fill, _unfocused,
                "Show only this list, full screen.", key_display="+"),
        Command("repeater.next", "down", "Down", partial(_step, by=1)),
        Command("repeater.before", "up", "Up", partial(_step, by=-1)),
        Command("repeater.next_letter", "j", "Down", partial(_step_letter, by=1), _unfocused),
        Command("repeater.before_letter", "k", "Up", partial(_step_letter, by=-1), _unfocused),
        Command("repeater.first", "home", "First", first, _unfocused),
        Command("repeater.last", "end,G", "Last", last, _unfocused),
        Command("repeater.page", "pagedown,ctrl+d", "Ten down", partial(_page, by=10), _unfocused),
        Command("repeater.page_up", "pageup,ctrl+u", "Ten up", partial(_page, by=-10), _unfocused),
        Command("repeater.out", "escape", "Back", leave, _nothing_to_leave,
                "Go back to the list, or to the form."),
    )  # fmt: skip
