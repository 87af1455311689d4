"""A cookie jar that distinguishes sessions."""

from __future__ import annotations

from collections.abc import Callable
from http.cookiejar import Cookie, CookieJar
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx

SENT_IN = "svc_tui.session"
"""The request extension that names the session in which it was sent."""


class QuietCookie(Cookie):
    """A cookie that hides its value when it is printed."""

    def __repr__(self) -> str:
        return f"<Cookie {self.name} of {self.domain}>"

    __str__ = __repr__


class SessionCookies(CookieJar):
    """A cookie jar that ignores late answers to requests of an earlier session.

    Such an answer may set that session's cookie again, as backends with a sliding expiry do; a user
    who has signed in since would continue in it.
    """

    def __init__(self, session: Callable[[], int]) -> None:
        super().__init__()
        self._session = session

    def __repr__(self) -> str:
        return f"<{type(self).__name__} with {len(self)} cookies>"

    __str__ = __repr__

    def set_cookie(self, cookie: Cookie) -> None:
        """Add a cookie, with its value hidden."""
        cookie.__class__ = QuietCookie
        super().set_cookie(cookie)

    def extract_cookies(self, response: Any, request: Any) -> None:
        """Store the cookies of an answer, unless another session has begun since the request."""
        sent = getattr(getattr(request, "request", None), "extensions", {}).get(SENT_IN)
        if sent is None or sent == self._session():
            super().extract_cookies(response, request)


def quiet_cookies(jar: CookieJar) -> httpx.Cookies:
    """Return the cookies of an HTTP client, with their values hidden when printed."""
    import httpx

    class QuietCookies(httpx.Cookies):
        def __repr__(self) -> str:
            return f"<Cookies in {self.jar!r}>"

    return QuietCookies(jar)
