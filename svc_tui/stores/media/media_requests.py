"""The part of the media store that its parts share: state, backend, newest request."""

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
        """Move to the next state and say so."""


class Requests:
    """Numbers the requests, so that an answer that was overtaken changes nothing."""

    def __init__(self) -> None:
        self.newest = 0

    def begin(self) -> int:
        """Return the number of a new request, which overtakes all before."""
        self.newest += 1
        return self.newest

    def is_newest(self, number: int) -> bool:
        """Whether nothing was asked for since."""
        return number == self.newest
