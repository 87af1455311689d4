"""InFlightStore: whether any request is in flight."""

from __future__ import annotations

from dataclasses import dataclass

from svc_tui.stores.base import Store, StoreChanged


@dataclass(frozen=True)
class InFlightState:
    """Whether a request is in flight."""

    loading: bool = False


class InFlightStore(Store[InFlightState]):
    """`$svcFetchLoading`: true from the first request until the last one ends."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """The first request began, or the last one ended."""

        state: InFlightState

    def __init__(self) -> None:
        super().__init__(InFlightState())

    def loading(self, loading: bool) -> None:
        """Called by the client on the first and after the last request in flight."""
        self.change(loading=loading)
