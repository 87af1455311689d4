"""ChoiceSearch: the choices of a filter that come from an endpoint, as the user types."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol

from textual.timer import Timer
from textual.worker import Worker

from svc_tui.api.errors import ApiError
from svc_tui.models.listing import FilterDescriptor
from svc_tui.stores.listing.filter_choices import fetched

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

PAUSE = 0.3
"""Seconds without typing before the search starts."""

Choices = list[tuple[str, str]]
"""Values and their labels."""


class ChoiceSearchHost(Protocol):
    """The panel that shows the choices."""

    names: dict[tuple[str, str], str]

    @property
    def svc(self) -> Svc: ...
    @property
    def here(self) -> FilterDescriptor: ...

    def say(self, words: str) -> None: ...
    def show_found(self, found: Choices, nothing: str) -> None: ...
    def action_apply(self) -> None: ...
    def set_timer(self, delay: float, callback: Callable[[], None]) -> Timer: ...
    def run_worker(
        self, work: Coroutine[Any, Any, None], *, group: str, exclusive: bool
    ) -> Worker[None]: ...


class ChoiceSearch:
    """Searches the choices of the filter that is shown; an identical request is not repeated."""

    def __init__(self, host: ChoiceSearchHost) -> None:
        self.host = host
        self._fetched: dict[tuple[str, str], tuple[Choices, bool]] = {}
        """The choices by filter and words, and whether there are more of them."""
        self._pause: Timer | None = None
        self._worker: Worker[None] | None = None
        self._searched = ""
        """The words whose choices are shown."""
        self._matches: Choices = []
        """The choices found for them."""
        self._apply_found = False
        """Whether Enter was pressed before the choices for the typed words arrived."""

    def typed(self, words: str) -> None:
        """Search for words as soon as the user pauses."""
        self._stop_pause()
        self._apply_found = False
        self._pause = self.host.set_timer(PAUSE, lambda: self.start(words))

    def start(self, words: str = "") -> None:
        """Search for words; drop the search under way."""
        self._stop_pause()
        self._worker = self.host.run_worker(self._run(words), group="choices", exclusive=True)

    def clear(self) -> None:
        """Drop the search of another filter, whose choices would be wrong here."""
        self._stop_pause()
        if self._worker is not None:
            self._worker.cancel()
        self._searched, self._apply_found = "", False
        self.host.say("")

    def first_match(self, words: str) -> str | None:
        """Return the first choice for typed words; None if there is none.

        If they were not searched for yet, that is done, and the panel applied when they arrive.
        """
        self._apply_found = words != self._searched
        if self._apply_found:
            self.start(words)
            return None
        return self._matches[0][0] if self._matches else None

    async def _run(self, words: str) -> None:
        host, one = self.host, self.host.here
        asked = (one.value, words if one.search else "")
        if asked not in self._fetched:
            host.say("Loading…")
            try:
                offers, more = await fetched(host.svc.crud(one.endpoint or ""), one, asked[1])
            except ApiError as error:
                host.say(str(error))
                return
            self._fetched[asked] = [(offer.value, offer.text) for offer in offers], more
        found, more = self._fetched[asked]
        host.say(f"Only the first {len(found)} are listed. Type to find others." if more else "")
        host.names.update({(one.value, value): text for value, text in found})
        if not one.search:
            found = [pair for pair in found if words.casefold() in pair[1].casefold()]
        host.show_found(found, f"Nothing matches “{words.strip()}”." if words.strip() else "")
        self._searched, self._matches = words, found
        if self._apply_found:
            host.action_apply()

    def _stop_pause(self) -> None:
        if self._pause is not None:
            self._pause.stop()
