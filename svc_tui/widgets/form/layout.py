"""The plan of a form: tabs, which have cards, which have fields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from svc_tui.models.fields import FieldDescriptor

Fields = Sequence[FieldDescriptor]


@dataclass(frozen=True)
class FieldSection:
    """Fields shown together: a group, or without a name the fields between groups."""

    name: str
    fields: tuple[FieldDescriptor, ...]
    """The fields that are on no sub-tab."""
    subtabs: tuple[FieldSection, ...] = ()

    @property
    def every(self) -> tuple[FieldDescriptor, ...]:
        """All fields, those on sub-tabs too."""
        return self.fields + tuple(one for tab in self.subtabs for one in tab.every)


@dataclass(frozen=True)
class Sheet:
    """The cards of one tab, and the sub-tabs below them."""

    name: str = ""
    cards: tuple[FieldSection, ...] = ()
    sheets: tuple[Sheet, ...] = ()

    @property
    def every(self) -> tuple[FieldDescriptor, ...]:
        """All fields, those of inner tabs too."""
        own = tuple(one for card in self.cards for one in card.every)
        return own + tuple(one for sheet in self.sheets for one in sheet.every)


@dataclass
class _Heap:
    """Fields of one tab, grouped in order."""

    here: list[FieldDescriptor] = field(default_factory=list)
    tabs: dict[str, _Heap] = field(default_factory=dict)


def plan(fields: Iterable[FieldDescriptor]) -> Sheet:
    """Return the sheet of a whole form: fields without a tab are above the tabs."""
    top = _Heap()
    for one in fields:
        heap = top
        for step in one.tabs:
            heap = heap.tabs.setdefault(step, _Heap())
        heap.here.append(one)
    return _sheet("", top)


def _sheet(name: str, heap: _Heap) -> Sheet:
    inner = tuple(_sheet(step, one) for step, one in heap.tabs.items())
    return Sheet(name, _cards(heap.here), inner)


def _cards(fields: Fields) -> tuple[FieldSection, ...]:
    """Return groups at the place of their first field, with loose fields between them."""
    runs: list[tuple[str, list[FieldDescriptor]]] = []
    groups: dict[str, list[FieldDescriptor]] = {}
    for one in fields:
        name = one.group or ""
        if name and name in groups:
            groups[name].append(one)
        elif runs and not name and not runs[-1][0]:
            runs[-1][1].append(one)
        else:
            runs.append((name, [one]))
            groups[name] = runs[-1][1]
    return tuple(_card(name, inside) for name, inside in runs)


def _card(name: str, fields: Fields) -> FieldSection:
    named = dict.fromkeys(one.subtab for one in fields if name and one.subtab)
    tabs = tuple(
        FieldSection(tab or "", tuple(one for one in fields if one.subtab == tab)) for tab in named
    )
    plain = tuple(one for one in fields if not (name and one.subtab))
    return FieldSection(name, plain, tabs)
