"""Whether any request is in flight."""

from __future__ import annotations

from dataclasses import dataclass

from svc_tui.stores.base import Store, StoreChanged


@dataclass(frozen=True)
class ActivityState:
    """Whether a request is in flight."""

    loading: bool = False


class ActivityStore(Store[ActivityState]):
    """`$svcFetchLoading`: true from the first request until the last one ends."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """The first request began, or the last one ended."""

        state: ActivityState

    def __init__(self) -> None:
        super().__init__(ActivityState())

    def loading(self, loading: bool) -> None:
        """Called by the client on the first and after the last request in flight."""
        self.change(loading=loading)
