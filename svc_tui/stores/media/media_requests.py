"""Shared by the parts of the media store: state, backend, newest request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from svc_tui.stores.media.media_state import MediaState

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi


class MediaStateHost(Protocol):
    """The media store, as its parts use it."""

    api: MediaApi
    requests: Requests

    @property
    def state(self) -> MediaState:
        """The state of this moment."""

    def change(self, **changes: object) -> None:
        """Change the state and notify subscribers."""


class Requests:
    """Numbers the requests, so that the answer to an outdated one changes nothing."""

    def __init__(self) -> None:
        self.newest = 0

    def begin(self) -> int:
        """Return the number of a new request, which outdates all before."""
        self.newest += 1
        return self.newest

    def is_newest(self, number: int) -> bool:
        """Whether it is still the newest request."""
        return number == self.newest
