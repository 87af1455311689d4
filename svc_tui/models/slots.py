"""Slots: named places that whoever builds a console may fill."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Fill = Callable[..., Any]
"""Gets what the slot receives, by keyword, and returns what is drawn there."""

_SEPARATORS = (":", ".")


class Slots(Mapping[str, Fill]):
    """A name and the callable that fills it; a place nobody fills is simply absent.

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
        """The slots of one part, under the part's own names.

        `sidebar:logo` is `logo` in `scoped("sidebar")`; a bare `topbar` is its `default`.
        """
        inner = {"default": self._fills[prefix]} if prefix in self._fills else {}
        for separator in _SEPARATORS:
            start = prefix + separator
            inner |= {n.removeprefix(start): f for n, f in self.items() if n.startswith(start)}
        return Slots(inner)

    def extend(self, fills: Mapping[str, Fill]) -> Slots:
        """These slots and more; a name given here takes the place of the one before."""
        return Slots({**self._fills, **fills})


NO_SLOTS = Slots()
"""Nothing filled: every place shows what it shows by itself."""
