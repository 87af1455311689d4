"""The cookie jar of one backend, which knows sessions apart."""

from __future__ import annotations

from collections.abc import Callable
from http.cookiejar import Cookie, CookieJar
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx

SENT_IN = "svc_tui.session"
"""The extension of a request that says in which session it was sent."""


class QuietCookie(Cookie):
    """A cookie that keeps its value to itself when it is printed."""

    def __repr__(self) -> str:
        return f"<Cookie {self.name} of {self.domain}>"

    __str__ = __repr__


class SessionCookies(CookieJar):
    """A cookie jar that takes nothing from the late answer to a request of an earlier session.

    Such an answer may set that session's cookie once more, as backends with a sliding expiry do;
    whoever has signed in since would go on in it.
    """

    def __init__(self, session: Callable[[], int]) -> None:
        super().__init__()
        self._session = session

    def __repr__(self) -> str:
        return f"<{type(self).__name__} with {len(self)} cookies>"

    __str__ = __repr__

    def set_cookie(self, cookie: Cookie) -> None:
        """Add a cookie, which keeps its value to itself from here on."""
        cookie.__class__ = QuietCookie
        super().set_cookie(cookie)

    def extract_cookies(self, response: Any, request: Any) -> None:
        """Take the cookies of an answer, unless another session has begun since it was asked."""
        sent = getattr(getattr(request, "request", None), "extensions", {}).get(SENT_IN)
        if sent is None or sent == self._session():
            super().extract_cookies(response, request)


def quiet_cookies(jar: CookieJar) -> httpx.Cookies:
    """The cookies of an HTTP client, without their values when printed."""
    import httpx

    class QuietCookies(httpx.Cookies):
        def __repr__(self) -> str:
            return f"<Cookies in {self.jar!r}>"

    return QuietCookies(jar)
