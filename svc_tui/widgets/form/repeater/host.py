"""ItemsHost: what the controllers of a repeater's list need of it."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, Protocol

from svc_tui.stores.record.repeater_items import RepeaterItems
from svc_tui.stores.unavailable_reason import CAN_ONLY_BE_READ, not_possible_message
from svc_tui.text import cut, plural
from svc_tui.widgets.command import Blocked
from svc_tui.widgets.form.repeater.item_text import card_of

HIDDEN = Blocked(hidden=True)


class ItemsHost(Protocol):
    """A list of items with a cursor."""

    items: RepeaterItems
    at: int | None
    """The key of the item under the cursor."""
    marked: set[int]

    @property
    def attrs(self) -> Mapping[str, Any]: ...
    @property
    def has_focus(self) -> bool: ...
    @property
    def can_edit(self) -> bool: ...
    def set_items(self, items: RepeaterItems, at: int | None = None) -> None: ...
    def take_typed(self) -> None: ...
    def move_cursor_to(self, key: int | None) -> None: ...
    def say(self, words: str) -> None: ...


def chosen(host: ItemsHost) -> Set[int]:
    """Return the items that a command acts on: the marked ones, else the one under the cursor."""
    return set(host.marked) or ({host.at} if host.at is not None else set())


def named(host: ItemsHost, keys: Set[int]) -> str:
    """Return the name of an item, or how many there are."""
    if len(keys) > 1:
        return plural(len(keys), "item", "items")
    at = host.items.index(next(iter(keys)))
    words = card_of(host.attrs, host.items.items[at].value, at).title
    return f"{at + 1} “{cut(words, 30)}”"


def unless_focused(host: ItemsHost) -> Blocked | None:
    """Return why a key that views items does nothing."""
    return None if host.has_focus else HIDDEN


def unless_editable(host: ItemsHost, possible: object = True) -> Blocked | None:
    """Return why a key that changes items does nothing: dim where it is not possible now."""
    if not host.has_focus:
        return HIDDEN
    if not host.can_edit:
        return Blocked(not_possible_message("Editing", CAN_ONLY_BE_READ), hidden=True)
    return None if possible else Blocked()
