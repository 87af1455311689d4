"""Slots: named places of the console that its builder can fill."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Fill = Callable[..., Any]
"""Takes what the slot receives, by keyword, and returns what is drawn there."""

_SEPARATORS = (":", ".")


class Slots(Mapping[str, Fill]):
    """A mapping of names to the callables that fill them; an unfilled place is absent.

    Names are the specification's: `body-top`, `cell.status`, `field.title`, `sidebar:logo`.
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


NO_SLOTS = Slots()
"""No filled slots."""
