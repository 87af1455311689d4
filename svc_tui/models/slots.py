"""Slots: named places of the console that its builder can fill."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from svc_tui.models.arguments import checks_arguments, refused_arguments

Fill = Callable[..., Any]
"""Takes what the slot receives, by keyword, and returns what is drawn there."""

_SEPARATORS = (":", ".")


@dataclass(frozen=True)
class SlotPlace:
    """A named place of the console."""

    name: str
    """A part in `<…>` stands for any key."""
    where: str
    """The place on the screen."""
    receives: tuple[str, ...] = ()
    """The keyword arguments of the callable."""
    line: bool = False
    """Whether it takes a line of text instead of widgets."""

    @property
    def start(self) -> str:
        """The fixed beginning of a name that contains a key; "" for other names."""
        return self.name.partition("<")[0] if "<" in self.name else ""

    def matches(self, name: str) -> bool:
        """Whether a slot's name belongs to this place."""
        start = self.start
        return name == self.name or bool(start and name.startswith(start) and name != start)


SLOTS: tuple[SlotPlace, ...] = (
    SlotPlace("default", "any page, instead of its content"),
    SlotPlace("topbar:left", "the top bar, left"),
    SlotPlace("topbar", "the top bar, middle"),
    SlotPlace("topbar:right", "the top bar, right, instead of the user and the theme"),
    SlotPlace("sidebar:logo", "the sidebar, first"),
    SlotPlace("sidebar:nav-top", "the sidebar, above the pages"),
    SlotPlace("sidebar:nav-bottom", "the sidebar, below the pages"),
    SlotPlace("sidebar:footer", "the sidebar, last"),
    SlotPlace("login:brand", "the sign-in, instead of the title"),
    SlotPlace("login:panel", "the sign-in, above the fields"),
    SlotPlace("login:footer", "the sign-in, below the button"),
    SlotPlace("home.before", "the home page, above its cards"),
    SlotPlace("home.card", "the home page, after the resource cards"),
    SlotPlace("home.after", "the home page, last"),
    SlotPlace("head", "a list, above its tabs"),
    SlotPlace("dtable.toolbar", "a list, above its rows"),
    SlotPlace("dtable.empty", "a list without rows"),
    SlotPlace("dtable.loading", "a list that is loading"),
    SlotPlace("cell.<column key>", "a column of a list", ("item", "value"), line=True),
    SlotPlace(
        "filter.<filter value>",
        "a filter in the filter panel",
        ("filter", "toggle_choice", "remove_filter"),
    ),
    SlotPlace("tab", "each tab of a list", ("tab", "active"), line=True),
    SlotPlace("prepend", "the action bar, first"),
    SlotPlace("append", "the action bar, last"),
    SlotPlace("qedit.extra", "the quick edit form, below its fields", ("model",)),
    SlotPlace("qedit.field.<field key>", "a field of quick edit", ("field", "value")),
    SlotPlace("title", "a record or a menu, instead of its title"),
    SlotPlace("body-lang", "a record, instead of the languages"),
    SlotPlace("body-top", "a record, above its form"),
    SlotPlace("body", "a record, first in its form"),
    SlotPlace("body-bottom", "a record, below its form"),
    SlotPlace("side-top", "the side column of a record, first"),
    SlotPlace("side-bottom", "the side column of a record, last"),
    SlotPlace("side-buttons", "a record, instead of its buttons"),
    SlotPlace("button-save", "the button that saves a record"),
    SlotPlace("button-savecontinue", "the button that saves and stays"),
    SlotPlace("button-back", "the button that closes a record"),
    SlotPlace("button-delete", "the button that deletes a record"),
    SlotPlace("field.<field key>", "a field, instead of its editor", ("field", "value")),
    SlotPlace("actions", "the media library or a menu, last"),
)
"""Every slot of a console, from the frame to the record."""


RECEIVED: Mapping[str, tuple[str, str]] = {
    "item": ("dict[str, Any]", "a copy of the row"),
    "value": ("Any", "the value of the column or field"),
    "tab": ("ListTabItem", "the tab"),
    "active": ("bool", "whether the tab is open"),
    "filter": ("ActiveFilter", "the filter with its chosen values"),
    "toggle_choice": ("Callable[[Any], object]", "chooses a value of the filter, or removes it"),
    "remove_filter": ("Callable[[], object]", "removes all chosen values of the filter"),
    "model": ("dict[str, Any]", "the record with what is typed so far"),
    "field": ("SvcField", "the field; `field.accept(value)` takes a value as if it was typed"),
}
"""The type and the meaning of each argument of a slot."""


def is_slot(name: str) -> bool:
    """Whether a console has a slot of this name."""
    return any(place.matches(name) for place in SLOTS)


def unknown_slots(names: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each name that no slot has, with the nearest one."""
    for name in names:
        if not is_slot(name):
            yield f'there is no slot "{name}"; {_nearest(name)}'


def _nearest(name: str) -> str:
    """Return the end of a sentence about an unknown slot; a key at its end is kept."""
    from svc_tui.config.explain import closest

    starts = [place.start for place in SLOTS if place.start]
    for parts in (2, 1):  # `qedit.field.` has two, the others have one.
        found = re.fullmatch(rf"((?:[^.:-]+[.:-]){{{parts}}})(.+)", name)
        alike = [one for one in starts if one.count(".") == parts]
        if found and (meant := closest(found[1], alike)):
            return f'did you mean "{meant}{found[2]}"?'
    spelt = {place.start[:-1] or place.name: place.name for place in SLOTS}
    meant = closest(name, spelt)
    return f'did you mean "{spelt[meant]}"?' if meant else "`svc_tui.SLOTS` lists the slots"


def place_of(name: str) -> SlotPlace:
    """Return the place of a slot that there is."""
    return next(place for place in SLOTS if place.matches(name))


@checks_arguments(fills=(Mapping, type(None)))
class Slots(Mapping[str, Fill]):
    """A mapping of names to the callables that fill them; an unfilled slot is empty.

    `SLOTS` lists the names: `body-top`, `cell.status`, `field.title`, `sidebar:logo`.
    """

    def __init__(self, fills: Mapping[str, Fill] | None = None) -> None:
        self._fills = dict(fills or {})
        self._places: dict[str, str] = {}

    def __getitem__(self, name: str) -> Fill:
        return self._fills[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fills)

    def __len__(self) -> int:
        return len(self._fills)

    def __repr__(self) -> str:
        return f"Slots({', '.join(self._fills)})"

    def scoped(self, prefix: str) -> Slots:
        """Return the slots of one part, under the part's own names.

        `sidebar:logo` is `logo` in `scoped("sidebar")`; a bare `topbar` is its `default`.
        """
        inner = {"default": prefix}
        for separator in _SEPARATORS:
            start = prefix + separator
            inner |= {n.removeprefix(start): n for n in self if n.startswith(start)}
        return self.renamed(inner)

    def renamed(self, names: Mapping[str, str]) -> Slots:
        """Return those slots that are filled, by new names: `{"right": "topbar:right"}`."""
        found = Slots({new: self[old] for new, old in names.items() if old in self})
        found._places = {new: self.place(old) for new, old in names.items()}
        return found

    def place(self, name: str) -> str:
        """Return the name under which a slot was filled, for messages."""
        return self._places.get(name, name)

    def extend(self, fills: Mapping[str, Fill]) -> Slots:
        """Return these slots and more; a name given here replaces an earlier one."""
        found = Slots({**self._fills, **fills})
        found._places = self._places
        return found


def check_slots(kind: type, slots: Mapping[str, Any] | None) -> None:
    """Raise `ConfigError` for unknown slots; for a widget that takes full names."""
    if why := next(unknown_slots(slots or ()), ""):
        raise refused_arguments(kind, why)
