"""The sign-in of a backend where nobody chose one: as it is described, or as it is found."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError
from svc_tui.api.fetch import SvcFetch
from svc_tui.app.auth_detection import suggested_auth
from svc_tui.app.factory import known_dialect, with_dialect_auth
from svc_tui.models.dialects import WIRES
from svc_tui.stores.session.description_store import WELL_KNOWN, DescriptionStore
from svc_tui.stores.session.preferences_store import PreferencesStore

if TYPE_CHECKING:
    from svc_tui.config.options import AuthOptions, Options

PATIENCE = 5.0
"""Seconds that each question may take."""


def with_described_auth(
    options: Options, *, look: bool = False, memory: Path | None = None
) -> Options:
    """Return the options with the sign-in of the dialect, else as the description tells it.

    As they are where one is chosen, or none is told, or where the backend has a profile at the
    usual address, which is remembered in the preferences of the folder `memory`. With `look`, the
    usual addresses of descriptions are asked, and then those of other sign-ins.
    """
    if options.dialect in WIRES:
        options = with_dialect_auth(options, known_dialect(options.dialect))
    chosen = options.auth.kind != "session" or options.auth.login is not None
    kept = PreferencesStore(memory / "preferences.json" if memory else None)
    kept.load()
    known = kept.state.usual_profiles
    if chosen or options.base_url in known or not (options.openapi or look):
        return options
    with ThreadPoolExecutor(1) as apart:  # Whoever calls may be in a loop already.
        told = apart.submit(lambda: asyncio.run(_asked(options))).result()
    if told is not None and not told:
        kept.remember(usual_profiles={**known, options.base_url: True})
    return options.model_copy(update=told) if told else options


async def _asked(options: Options) -> dict[str, AuthOptions | str] | None:
    """Return what is told or found, nothing where the usual profile is there, else None."""
    from svc_tui.config.options import AuthOptions

    timeout = min(options.timeout, PATIENCE)
    fetch = SvcFetch(options.base_url, timeout=timeout, answer_timeout=timeout)
    try:
        if await _has_profile(fetch, options.user_info_api):
            return {}
        for address in (options.openapi,) if options.openapi else WELL_KNOWN:
            if (auth := await _told(fetch, address)) is not None:
                return {"auth": auth, "openapi": address}
        found = {} if options.openapi else await suggested_auth(fetch)
        return {"auth": AuthOptions.model_validate(found)} if found else None
    except ApiError:
        return None  # Whoever signs in is told why.
    finally:
        await fetch.aclose()


async def _has_profile(fetch: SvcFetch, address: str) -> bool:
    answer = await fetch("GET", address, raw=True, hooks=False, authorized=False)
    is_page = "html" in answer.headers.get("content-type", "")
    return answer.status_code not in (404, 405) and not (answer.is_success and is_page)


async def _told(fetch: SvcFetch, address: str) -> AuthOptions | None:
    from pydantic import ValidationError

    from svc_tui.config.options import AuthOptions

    try:
        found = await DescriptionStore(fetch, address).look(address)
        auth = found.auth if found else None
        return AuthOptions.model_validate(dict(auth.options)) if auth else None
    except (ApiError, ValidationError):
        return None
