"""NoAuth: no sign-in. HttpxAuth: an `httpx.Auth`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svc_tui.api.auth.base import Auth

if TYPE_CHECKING:
    import httpx


class NoAuth(Auth):
    """A backend without accounts: there is no sign-in, and the backend checks permissions."""

    kind = "none"
    asks = ()
    keeps = False
    name = "guest"

    async def sign_in(self, username: str, password: str) -> None:
        """Do nothing."""


class HttpxAuth(NoAuth):
    """An `httpx.Auth` of the caller, such as `httpx.DigestAuth`, that needs no sign-in."""

    def __init__(self, own: httpx.Auth) -> None:
        self.own = own
