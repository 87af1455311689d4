"""The items of a repeater: operations on a list of objects, and their undo.

Only values, without any widget. Every item has a key while it is edited, so that its state follows
it when it moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from svc_tui.stores.record.draft import same
from svc_tui.stores.record.rebase import origins

UNDO_STEPS = 20
"""Maximum number of undo steps."""

TEMPLATE = "_template"
"""The key of an item that names its template."""


@dataclass(frozen=True, eq=False)
class Item:
    """An item of the list: an object, or any other value."""

    key: int
    value: Any


@dataclass(frozen=True)
class Limits:
    """The minimum and maximum number of items."""

    least: int = 0
    most: int | None = None

    @classmethod
    def of(cls, attrs: Mapping[str, Any]) -> Limits:
        """`min_items` and `max_items` of a field's attrs; what is no number is no limit."""
        least, most = attrs.get("min_items"), attrs.get("max_items")
        return cls(
            least if isinstance(least, int) and least > 0 else 0,
            most if isinstance(most, int) and most >= 0 else None,
        )

    def problem(self, number: int) -> str | None:
        """Return what is wrong with the number of items."""
        if number < self.least:
            return f"At least {self.least} are required, but there {_are(number)}."
        if self.most is not None and number > self.most:
            return f"At most {self.most} are allowed, but there {_are(number)}."
        return None


@dataclass(frozen=True, eq=False)
class RepeaterItems:
    """An edited list; each change returns a new one that remembers the previous one."""

    items: tuple[Item, ...] = ()
    limits: Limits = Limits()
    past: tuple[tuple[Item, ...], ...] = ()
    """The list before each change of its order, oldest first."""
    future: tuple[tuple[Item, ...], ...] = ()
    """The undone lists, for redo."""
    _keys: Iterator[int] = field(default_factory=count)

    @classmethod
    def of(cls, values: Sequence[Any], limits: Limits = Limits()) -> RepeaterItems:
        """A list as it was loaded."""
        keys = count()
        return cls(tuple(Item(next(keys), value) for value in values), limits, _keys=keys)

    @property
    def values(self) -> list[Any]:
        """The values to send."""
        return [item.value for item in self.items]

    @property
    def room(self) -> int | None:
        """The number of items that can be added; None without a limit."""
        return None if self.limits.most is None else max(0, self.limits.most - len(self.items))

    @property
    def spare(self) -> int:
        """The number of items that can be removed."""
        return max(0, len(self.items) - self.limits.least)

    def __len__(self) -> int:
        return len(self.items)

    def index(self, key: int) -> int:
        """The position of an item; -1 if it is gone."""
        return next((at for at, item in enumerate(self.items) if item.key == key), -1)

    def get(self, key: int) -> Item | None:
        """The item of this key."""
        return next((item for item in self.items if item.key == key), None)

    # Changes that can be undone

    def added(self, value: Any, at: int) -> tuple[RepeaterItems, int | None]:
        """Return the list with a new item at a position, and its key; None without room."""
        if self.room == 0:
            return self, None
        new = Item(next(self._keys), value)
        return self._became((*self.items[:at], new, *self.items[at:])), new.key

    def deleted(self, keys: Collection[int]) -> RepeaterItems:
        """Return the list without these items; unchanged if too few would be left."""
        left = tuple(item for item in self.items if item.key not in keys)
        gone = len(self.items) - len(left)
        return self._became(left) if 0 < gone <= self.spare else self

    def duplicated(
        self, keys: Collection[int], copied: Callable[[Any], Any] = deepcopy
    ) -> tuple[RepeaterItems, list[int]]:
        """A copy of each of these right after it, as many as there is room for; their keys."""
        room, made, found = self.room, list[int](), list[Item]()
        for item in self.items:
            found.append(item)
            if item.key in keys and (room is None or len(made) < room):
                found.append(Item(next(self._keys), copied(item.value)))
                made.append(found[-1].key)
        return (self._became(tuple(found)) if made else self), made

    def moved(self, keys: Collection[int], by: int) -> RepeaterItems:
        """These one position up or down, keeping their order; what is at the edge stays."""
        found = list(self.items)
        ends = range(len(found)) if by < 0 else range(len(found) - 1, -1, -1)
        for at in ends:
            to = at + by
            if found[at].key in keys and 0 <= to < len(found) and found[to].key not in keys:
                found[at], found[to] = found[to], found[at]
        return self._became(tuple(found))

    def moved_to(self, keys: Collection[int], position: int) -> RepeaterItems:
        """Return the list with these items moved together to `position` (from 0)."""
        going = tuple(item for item in self.items if item.key in keys)
        rest = tuple(item for item in self.items if item.key not in keys)
        at = max(0, min(position, len(rest)))
        return self._became((*rest[:at], *going, *rest[at:]))

    def written(self, key: int, value: Any) -> RepeaterItems:
        """Return the list with another value of one item; typing has its own undo."""
        items = tuple(replace(one, value=value) if one.key == key else one for one in self.items)
        return replace(self, items=items)

    def undone(self) -> RepeaterItems:
        """Return the list before the last change; text typed into items since then stays."""
        if not self.past:
            return self
        *past, before = self.past
        return replace(
            self, items=self._as_now(before), past=tuple(past), future=(*self.future, self.items)
        )

    def redone(self) -> RepeaterItems:
        """Redo the change that was undone last."""
        if not self.future:
            return self
        *future, after = self.future
        return replace(
            self,
            items=self._as_now(after),
            past=(*self.past, self.items)[-UNDO_STEPS:],
            future=tuple(future),
        )

    def followed(self, values: Sequence[Any]) -> RepeaterItems:
        """Return the list with new values from outside; items that remain keep their keys."""
        if len(values) == len(self.items):
            pairs = zip(self.items, values, strict=True)
            kept = tuple(
                old if same(old.value, new) else replace(old, value=new) for old, new in pairs
            )
            return replace(self, items=kept)
        were = origins(self.values, values)
        items = tuple(
            replace(self.items[were[at]], value=value)
            if at in were
            else Item(next(self._keys), value)
            for at, value in enumerate(values)
        )
        return RepeaterItems(items, self.limits, _keys=self._keys)

    def _as_now(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        now = {item.key: item for item in self.items}
        return tuple(now.get(item.key, item) for item in items)

    def _became(self, items: tuple[Item, ...]) -> RepeaterItems:
        if [item.key for item in items] == [item.key for item in self.items]:
            return self
        past = (*self.past, self.items)[-UNDO_STEPS:]
        return replace(self, items=items, past=past, future=())


def _are(number: int) -> str:
    return "is 1" if number == 1 else f"are {number}"
