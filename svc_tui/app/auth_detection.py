"""Detect the kind of sign-in of a backend, if the usual one is not there."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from svc_tui.api.auth.form import FormAuth
from svc_tui.api.errors import ApiError
from svc_tui.api.responses import read_json
from svc_tui.introspect.roots import addresses_of, collections_of

if TYPE_CHECKING:
    import httpx

    from svc_tui.api.fetch import SvcFetch

TOKEN_PLACES: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("/api/token/", {"token": "access", "refresh": {"path": "/api/token/refresh/"}}),
    ("/api-token-auth/", {"header": "Authorization: Token {token}"}),
)
"""The usual addresses that exchange credentials for a token, and the settings for each."""

REST_AUTH_PLACES = ("/dj-rest-auth/", "/api/auth/", "/auth/")
"""The usual addresses of dj-rest-auth."""

FORM_PLACES = (FormAuth.LOGIN, "/accounts/login/", "/admin/login/")
"""The usual addresses of Django's own forms; the admin's, for staff only, is the last."""

ROOTS = ("/", "/api/")
"""Addresses whose 401 may say how to sign in."""


async def suggested_auth(fetch: SvcFetch) -> dict[str, Any]:
    """Return the keys of `[svc.auth]` that seem to fit, if any.

    Only sends GET and OPTIONS, in a separate session, and never signs in.
    """
    anonymous = fetch.with_own_session()
    try:
        for place, more in TOKEN_PLACES:
            if await takes_post(anonymous, place):
                return {"kind": "token", "login": {"path": place}, **more}
        for place in REST_AUTH_PLACES:
            if found := await _rest_auth(anonymous, place):
                return found
        for place in FORM_PLACES:
            if await _has_form(anonymous, place):
                return {"kind": "form", "login": {"path": place}}
        for place in ROOTS:
            for asked in (place, *await _first_collection(anonymous, place)):
                if (await _challenge(anonymous, asked)).startswith("basic"):
                    return {"kind": "basic", "login": {"path": asked}}
        return {}
    finally:
        await anonymous.aclose()


def auth_lines(auth: Mapping[str, Any]) -> list[str]:
    """Return the lines of the table `[svc.auth]`."""
    from svc_tui.config.toml import toml_key, toml_value

    return [f"{toml_key(key)} = {toml_value(value)}" for key, value in auth.items()]


async def _rest_auth(fetch: SvcFetch, place: str) -> dict[str, Any]:
    """Return how dj-rest-auth is set up here: token, web tokens in cookies, or session."""
    if not await takes_post(fetch, f"{place}login/"):
        return {}
    profile = f"{place}user/"
    answer = await _answer(fetch, "GET", profile)
    if answer is None or answer.status_code not in (401, 403):
        return {}
    auth = {
        "kind": "session",
        "login": {"path": f"{place}login/"},
        "profile": profile,
        "profile_map": {"id": "pk"},
        "logout": {"path": f"{place}logout/"},
    }
    if answer.headers.get("www-authenticate", "").lower().startswith("token"):
        return {**auth, "kind": "token", "token": "key", "header": "Authorization: Token {token}"}
    if await takes_post(fetch, f"{place}token/refresh/"):
        return {**auth, "refresh": {"path": f"{place}token/refresh/"}}
    return auth


async def _has_form(fetch: SvcFetch, place: str) -> bool:
    answer = await _answer(fetch, "GET", place)
    return answer is not None and answer.is_success and 'type="password"' in answer.text


async def takes_post(fetch: SvcFetch, place: str) -> bool:
    """Whether an address accepts POST, according to OPTIONS."""
    answer = await _answer(fetch, "OPTIONS", place)
    return answer is not None and "POST" in answer.headers.get("allow", "").upper()


async def _challenge(fetch: SvcFetch, place: str) -> str:
    answer = await _answer(fetch, "GET", place)
    return answer.headers.get("www-authenticate", "").lower() if answer is not None else ""


async def _first_collection(fetch: SvcFetch, root: str) -> tuple[str, ...]:
    """Return the address of the first collection that a root lists publicly, if any."""
    answer = await _answer(fetch, "GET", root, "application/json")
    if answer is None or not answer.is_success:
        return ()
    with suppress(ApiError):
        body = addresses_of(read_json(answer))
        return tuple(one.endpoint for one in collections_of(body, root, fetch.base.path)[:1])
    return ()


async def _answer(
    fetch: SvcFetch, method: str, place: str, wanted: str = "text/html"
) -> httpx.Response | None:
    headers = {"Accept": wanted} if method == "GET" else None
    try:
        return await fetch(method, place, headers=headers, raw=True, authorized=False)
    except ApiError:
        return None
