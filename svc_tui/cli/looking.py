"""Which dialect a backend looks like, before anybody has signed in."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from svc_tui.api.answers import raise_for_status, read_json
from svc_tui.api.errors import ApiError
from svc_tui.api.fetch import SvcFetch

if TYPE_CHECKING:
    from svc_tui.config.options import Options

CMS_SIGN = "/api/camomilla/languages/"
"""Answers to anybody, on the CMS alone."""


async def looks_like_cms(fetch: SvcFetch) -> bool:
    """Whether the CMS answers here."""
    try:
        body = read_json(raise_for_status(await fetch("GET", CMS_SIGN, hooks=False)))
    except ApiError:
        return False
    return isinstance(body, dict) and "languages" in body


def dialect_of(options: Options) -> str:
    """What a backend of which nobody said anything should be spoken to as; asks one question.

    With a client of its own, without a session: signing in the wrong way could end one.
    """

    async def ask() -> bool:
        fetch = SvcFetch(options.base_url, timeout=options.timeout)
        try:
            return await looks_like_cms(fetch)
        finally:
            await fetch.aclose()

    return "camomilla" if asyncio.run(ask()) else "rest"
