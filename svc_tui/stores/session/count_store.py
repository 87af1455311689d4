"""CountStore: how many records the lists have, as far as that was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from svc_tui.stores.base import Store, StoreChanged


@dataclass(frozen=True)
class Counts:
    """Counts in words by the paths of their pages: `12`, `4,200`, `300+`, `15k`."""

    words: Mapping[str, str] = field(default_factory=dict)


class CountStore(Store[Counts]):
    """Keeps the newest count of each page of the sidebar; asks for none."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """Another count is known."""

        state: Counts

    def __init__(self) -> None:
        super().__init__(Counts())

    def know(self, path: str, count: int, *, at_least: bool = False) -> None:
        """Keep a count; with `at_least` there are more."""
        words = f"{count:,}" if count < 10_000 else f"{count // 1000:,}k"
        self.change(words={**self.state.words, path: words + "+" * at_least})

    def forget(self) -> None:
        """Forget all of them: somebody else is here now."""
        self.change(words={})
