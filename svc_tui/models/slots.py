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
        inner = {"default": self._fills[prefix]} if prefix in self._fills else {}
        for separator in _SEPARATORS:
            start = prefix + separator
            inner |= {n.removeprefix(start): f for n, f in self.items() if n.startswith(start)}
        return Slots(inner)

    def extend(self, fills: Mapping[str, Fill]) -> Slots:
        """Return these slots and more; a name given here replaces an earlier one."""
        return Slots({**self._fills, **fills})


NO_SLOTS = Slots()
"""No filled slots."""
