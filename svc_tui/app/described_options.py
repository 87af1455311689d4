"""The sign-in and the wire of a backend if none was chosen: as described, or as found."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from svc_tui.api.dialects import REST
from svc_tui.api.errors import ApiError, Unauthorized
from svc_tui.api.fetch import SvcFetch
from svc_tui.app.auth_detection import suggested_auth, takes_post
from svc_tui.app.dialect_detection import detect_dialect
from svc_tui.app.factory import known_dialect, with_dialect_auth
from svc_tui.config.paths import cache_dir
from svc_tui.models.dialects import WIRES
from svc_tui.stores.session.description_store import LESS_KNOWN, WELL_KNOWN, DescriptionStore
from svc_tui.stores.session.preferences_store import PreferencesStore

if TYPE_CHECKING:
    from svc_tui.config.options import AuthOptions, Options
    from svc_tui.introspect.openapi.description import Description
    from svc_tui.introspect.openapi.wire import WireSuggestion
    from svc_tui.models.wire import Wire

PATIENCE = 5.0
"""Timeout of each request in seconds."""


def completed_options(
    options: Options, memory: Path | None, *, look: bool = False
) -> tuple[Options, str]:
    """Return the options completed from the backend, and a sentence about its dialect.

    An unnamed dialect is detected; then the description gives the sign-in and the wire, if none was
    chosen. With `look`, the usual addresses of a plain REST backend are tried. The sign-in of a
    built-in dialect takes precedence.
    """
    found, said = detect_dialect(options, memory)
    if found.dialect in WIRES:
        found = with_dialect_auth(found, known_dialect(found.dialect))
    named = "dialect" in options.model_fields_set
    look = look and found == options
    return with_described_options(found, look=look, named=named, memory=memory), said


def with_described_options(
    options: Options, *, look: bool = False, named: bool = True, memory: Path | None = None
) -> Options:
    """Return the options with the sign-in and the wire of the description.

    Without a description, `look` uses the first usual sign-in that exists. A configured sign-in
    stays, and so does a dialect that is `named` or detected as other than plain REST; keys of
    `[svc.wire]` override described ones. The usual addresses of descriptions are only tried with
    `look`, and only if the backend has no profile at the usual address, which is remembered in the
    preferences of the folder `memory`.
    """
    signs_in = options.auth.kind != "session" or options.auth.login is not None
    speaks = named or options.dialect != REST.name
    if (signs_in and speaks) or not (options.openapi or look):
        return options
    kept = PreferencesStore(memory / "preferences.json" if memory else None)
    kept.load()
    usual = options.base_url in kept.state.usual_profiles
    if usual and (speaks or not options.openapi):
        return options
    with ThreadPoolExecutor(1) as apart:  # The caller may be in a loop already.
        asked = apart.submit(lambda: asyncio.run(_asked(options, usual or signs_in))).result()
    if asked is None:
        return options if speaks else options.with_open_wire()
    has_profile, found, sign_in = asked
    if has_profile and not usual and not signs_in:
        known = kept.state.usual_profiles
        kept.remember(usual_profiles={**known, options.base_url: True})
    if sign_in and not signs_in:
        options = options.model_copy(update={"auth": sign_in})
    if found is None:
        late = not speaks and (options.openapi or not has_profile)
        return options.with_open_wire() if late else options
    if not (signs_in or has_profile) and (told := _auth_of(found)) is not None:
        options = options.model_copy(update={"auth": told, "openapi": found.address})
    return options if speaks else with_described_wire(options, found)


def with_described_wire(options: Options, found: Description) -> Options:
    """Return the options with the description's wire settings, if it has any."""
    if not (found.wire.dialect or found.wire.keys):
        return options
    told: dict[str, Any] = {"wire": wire_with(found.wire, options.wire), "openapi": found.address}
    told |= {"dialect": found.wire.dialect} if found.wire.dialect else {}
    return options.model_copy(update=told)


def wire_with(told: WireSuggestion, given: Wire | None) -> Wire | None:
    """Return the description's wire settings, overridden by the keys that were given."""
    from svc_tui.models.wire import Wire

    wire = Wire.model_validate(dict(told.keys)) if told.keys else None
    return wire.overlaid(given) if wire and given else wire or given


async def _asked(
    options: Options, sure: bool
) -> tuple[bool, Description | None, AuthOptions | None] | None:
    """Return whether the usual profile exists, unless that is `sure`, and the description.

    Without either, the detected sign-in comes third. None if the backend does not answer, which the
    sign-in reports.
    """
    from svc_tui.config.options import AuthOptions

    timeout = min(options.timeout, PATIENCE)
    fetch = SvcFetch(options.base_url, timeout=timeout, answer_timeout=timeout)
    try:
        has_profile = False if sure else await _has_profile(fetch, options.user_info_api)
        if has_profile and not options.openapi:
            return True, None, None
        places = (options.openapi,) if options.openapi else WELL_KNOWN
        found = await _first_description(fetch, places)
        auth: dict[str, Any] = {}
        if found is None and not (sure or has_profile or options.openapi):
            auth = await suggested_auth(fetch)
            found = None if auth else await _first_description(fetch, LESS_KNOWN)
        if found and not sure and found.auth and found.auth.options.get("kind") == "none":
            # A description without security says nothing about a cookie.
            has_profile = has_profile or await takes_post(fetch, options.auth_login_url)
        return has_profile, found, AuthOptions.model_validate(auth) if auth else None
    except ApiError:
        return None
    finally:
        await fetch.aclose()


async def _has_profile(fetch: SvcFetch, address: str) -> bool:
    answer = await fetch("GET", address, raw=True, hooks=False, authorized=False)
    is_page = "html" in answer.headers.get("content-type", "")
    return answer.status_code not in (404, 405) and not (answer.is_success and is_page)


async def _first_description(fetch: SvcFetch, places: Iterable[str]) -> Description | None:
    for address in places:
        if (found := await _description(fetch, address)) is not None:
            return found
    return None


async def _description(fetch: SvcFetch, address: str) -> Description | None:
    store = DescriptionStore(fetch, address, cache_dir() / "openapi", public=True)
    try:
        return await store.look(address)
    except Unauthorized:  # No session yet; an earlier one may have stored it.
        return store.kept(address)
    except ApiError:
        return None


def _auth_of(found: Description) -> AuthOptions | None:
    from pydantic import ValidationError

    from svc_tui.config.options import AuthOptions

    try:
        return AuthOptions.model_validate(dict(found.auth.options)) if found.auth else None
    except ValidationError:
        return None
