"""Which dialect a backend looks like, before anybody has signed in."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from svc_tui.api.dialect import DIALECTS
from svc_tui.api.errors import ApiError, ServerFailed, Unreachable
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.responses import raise_for_status, read_json
from svc_tui.stores.session.preferences_store import PreferencesStore

if TYPE_CHECKING:
    from svc_tui.config.options import Options

CMS_SIGN = "/api/camomilla/languages/"
"""Answers to anybody, on the CMS alone."""

PATIENCE = 5.0
"""Seconds that the question may take: whoever is silent for longer is asked the next time."""

FOUND = 'This backend is the CMS: it is spoken to as that. dialect = "camomilla" says so for good.'
"""What is said where the CMS was found out."""


async def looks_like_cms(fetch: SvcFetch) -> bool | None:
    """Whether the CMS answers here; None where that can't be known now."""
    try:
        body = read_json(raise_for_status(await fetch("GET", CMS_SIGN, hooks=False)))
    except (Unreachable, ServerFailed):
        return None
    except ApiError:
        return False
    return isinstance(body, dict) and "languages" in body


def probe_dialect(options: Options) -> str | None:
    """What a backend of which nobody said anything should be spoken to as; asks one question.

    With a client of its own, without a session: signing in the wrong way could end one. None
    where nobody answers.
    """

    async def ask() -> bool | None:
        timeout = min(options.timeout, PATIENCE)
        fetch = SvcFetch(options.base_url, timeout=timeout, answer_timeout=timeout)
        try:
            return await looks_like_cms(fetch)
        finally:
            await fetch.aclose()

    # In a thread of its own: whoever calls may be in a loop already.
    with ThreadPoolExecutor(1) as apart:
        found = apart.submit(lambda: asyncio.run(ask())).result()
    return None if found is None else "camomilla" if found else "rest"


def detect_dialect(options: Options, memory: Path | None) -> tuple[Options, str]:
    """The options with a dialect, and what to say of it: found out where nobody names one.

    What was found is remembered in the preferences of the folder `memory`; None asks anew and
    keeps nothing.
    """
    if "dialect" in options.model_fields_set:
        return options, ""
    kept = PreferencesStore(memory / "preferences.json" if memory else None)
    kept.load()
    known = kept.state.dialects.get(options.base_url)
    found = known if known in DIALECTS else probe_dialect(options)
    if found is None:
        return options, ""
    if found != known:
        kept.remember(dialects={**kept.state.dialects, options.base_url: found})
    said = FOUND if found == "camomilla" and found != known else ""
    return options.model_copy(update={"dialect": found}), said
