"""Detect the dialect of a backend, before the sign-in."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from svc_tui.api.dialects import REST, dialect_named, recognizable_dialects
from svc_tui.api.fetch import SvcFetch
from svc_tui.models.dialects import BUILT_IN
from svc_tui.stores.session.preferences_store import PreferencesStore

if TYPE_CHECKING:
    from svc_tui.config.options import Options

PATIENCE = 5.0
"""Timeout of the detection in seconds; after that, it is tried at the next start."""

FOUND = 'This backend is {}, so that dialect is used. Set dialect = "{}" to keep it.'
"""The message about a detected dialect."""


async def recognitions(fetch: SvcFetch) -> dict[str, bool | None]:
    """Return what each recognizable dialect says of a backend, by its name, in their order."""
    asked = recognizable_dialects()
    said = await asyncio.gather(*(one.recognize(fetch) for one in asked if one.recognize))
    return dict(zip([one.name for one in asked], said, strict=True))


def recognized_dialect(said: Mapping[str, bool | None]) -> str | None:
    """Return the first dialect that recognizes a backend, else plain REST.

    None if it is unclear: a sign that other backends may have says nothing while a surer one, which
    is asked first, is not known.
    """
    for name, is_it in said.items():
        if is_it is None:
            return None
        if is_it:
            return name
    return REST.name


def probe_dialect(options: Options) -> str | None:
    """Return the name of a backend's dialect; sends one request for each that can be recognized.

    Uses a separate client without a session: signing in the wrong way could end one. None if it is
    unclear, as where the backend does not answer.
    """

    async def ask() -> str | None:
        timeout = min(options.timeout, PATIENCE)
        fetch = SvcFetch(options.base_url, timeout=timeout, answer_timeout=timeout)
        try:
            return recognized_dialect(await recognitions(fetch))
        finally:
            await fetch.aclose()

    # In a thread: the caller may be in a loop already.
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(lambda: asyncio.run(ask())).result()


def detect_dialect(options: Options, memory: Path | None) -> tuple[Options, str]:
    """Return the options with a dialect, detected if none is named, and a message about it.

    The result is remembered in the preferences of the folder `memory`; None detects again and saves
    nothing.
    """
    if "dialect" in options.model_fields_set or options.wire is not None:
        return options, ""
    kept = PreferencesStore(memory / "preferences.json" if memory else None)
    kept.load()
    known = kept.state.dialects.get(options.base_url)
    found = known if known in BUILT_IN else probe_dialect(options)
    if found is None:
        return options, ""
    if found != known:
        kept.remember(dialects={**kept.state.dialects, options.base_url: found})
    said = ""
    if found not in (known, REST.name):
        said = FOUND.format(dialect_named(found).called, found)
    return options.model_copy(update={"dialect": found}), said
