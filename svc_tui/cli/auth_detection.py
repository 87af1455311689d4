"""Which kind of sign-in a backend seems to have, where the usual one is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svc_tui.api.auth.form import FormAuth
from svc_tui.api.errors import ApiError

if TYPE_CHECKING:
    import httpx

    from svc_tui.api.fetch import SvcFetch

TOKEN_PLACES = (
    ("/api/token/", ('token = "access"', 'refresh = { path = "/api/token/refresh/" }')),
    ("/api-token-auth/", ('header = "Authorization: Token {token}"',)),
)
"""Where backends usually exchange credentials for a token, and what goes with each."""

FORM_PLACES = (FormAuth.LOGIN, "/accounts/login/", "/admin/login/")
"""Where Django's own forms usually are; the admin's lets staff in alone, so it comes late."""

ROOTS = ("/", "/api/")
"""Addresses that may say in a 401 how one signs in."""


async def suggested_auth(fetch: SvcFetch) -> tuple[str, ...]:
    """Return the lines of `[svc.auth]` that seem to fit; none where nothing tells.

    Asks with GET and OPTIONS only, in a session of its own, and signs nobody in.
    """
    nobody = fetch.with_own_session()
    try:
        for place, more in TOKEN_PLACES:
            if await _takes_post(nobody, place):
                return _lines("token", place, *more)
        for place in FORM_PLACES:
            if await _has_form(nobody, place):
                return _lines("form", place)
        for place in ROOTS:
            if await _asks_for_basic(nobody, place):
                return _lines("basic", place)
        return ()
    finally:
        await nobody.aclose()


def _lines(kind: str, place: str, *more: str) -> tuple[str, ...]:
    return f'kind = "{kind}"', f'login = {{ path = "{place}" }}', *more


async def _has_form(fetch: SvcFetch, place: str) -> bool:
    answer = await _answer(fetch, "GET", place)
    return answer is not None and answer.is_success and 'type="password"' in answer.text


async def _takes_post(fetch: SvcFetch, place: str) -> bool:
    answer = await _answer(fetch, "OPTIONS", place)
    return answer is not None and "POST" in answer.headers.get("allow", "").upper()


async def _asks_for_basic(fetch: SvcFetch, place: str) -> bool:
    answer = await _answer(fetch, "GET", place)
    challenge = answer.headers.get("www-authenticate", "") if answer is not None else ""
    return challenge.lower().startswith("basic")


async def _answer(fetch: SvcFetch, method: str, place: str) -> httpx.Response | None:
    headers = {"Accept": "text/html"} if method == "GET" else None
    try:
        return await fetch(method, place, headers=headers, raw=True, authorized=False)
    except ApiError:
        return None
