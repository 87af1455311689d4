"""Plugins: the steps of a boot in order: 00 fetch, 01 session, 05 UI kit, 06 CMS."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from inspect import isasyncgen, isawaitable, isgenerator
from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError
from svc_tui.models.arguments import Name, checks_arguments
from svc_tui.models.foreign_code import (
    FAILURES,
    LIMIT,
    WrongReturn,
    await_held,
    call_in_time,
    failure_mark,
    guard_exit,
    log_failure,
)

if TYPE_CHECKING:
    from svc_tui.app.context import Svc


providing: ContextVar[str] = ContextVar("providing", default="")
"""The name of the plugin that runs."""


class BootError(TypeError):
    """Two plugins provide one name, or a service was used before its plugin ran or once closed."""


@checks_arguments(name=Name, order=int, setup=Callable)
@dataclass(frozen=True)
class Plugin:
    """A startup step; lower orders run first, and no two have the same.

    The built-in steps have 0, 1, 5, 6 and 7: what is above 7 runs when the console is set up.
    """

    name: str
    order: int
    setup: Callable[[Svc], Awaitable[None] | None]


async def boot(svc: Svc, plugins: Sequence[Plugin], *, held: bool = False) -> None:
    """Run plugins by order, then as listed.

    With `held`, as in a console, a failed plugin of the consumer is reported, and the others run;
    so is one that is not ready in `LIMIT` seconds, which keeps running. Without it, raises
    `BootError` if two provide the same name, and any plugin's error.
    """
    for plugin in sorted(plugins, key=lambda plugin: plugin.order):
        providing.set(plugin.name)
        if held and plugin not in BUILT_IN:
            await _run_held(plugin, svc)
        else:
            with guard_exit():
                step = plugin.setup(svc)
                if isawaitable(step):
                    await step
    providing.set("")


async def _run_held(plugin: Plugin, svc: Svc) -> None:
    place = f"plugin {plugin.name}"
    try:
        step = call_in_time(plugin.setup, svc)
        if isgenerator(step) or isasyncgen(step):
            raise WrongReturn("setup did nothing: it must not `yield`")
        if isawaitable(step):
            await _wait_for(place, step, svc)
    except FAILURES as error:
        _tell_failure(place, error, svc)


async def _wait_for(place: str, step: Awaitable[None], svc: Svc) -> None:
    """Wait `LIMIT` seconds for a plugin; a later failure is also reported."""

    async def finish() -> None:
        try:
            await await_held(step)
        except FAILURES as error:
            _tell_failure(place, error, svc)

    work = asyncio.create_task(finish())
    done, _ = await asyncio.wait([work], timeout=LIMIT)
    if done:
        work.result()
        return
    _late.add(work)
    work.add_done_callback(_late.discard)
    words = f"{place} was not ready after {LIMIT:g} seconds; the console starts without it."
    svc.snack.show(f"⚠ {words}", "warning", 0)


_late: set[asyncio.Task[None]] = set()
"""Plugins that are not ready yet: the event loop only keeps weak references."""


def _tell_failure(place: str, error: BaseException, svc: Svc) -> None:
    log_failure(place, error)
    told = isinstance(error, BootError | ApiError)
    said = f"⚠ {place}: {str(error).rstrip('.')}. The console runs without it."
    svc.snack.show(said if told else failure_mark(place), "error", 0)


async def fetch(svc: Svc) -> None:
    """Open the client, and handle its 401 and 403 responses."""
    svc.fetch.on_unauthorized = svc.unauthorized
    svc.fetch.on_forbidden = svc.forbidden
    svc.fetch.has_ended = svc.auth.has_ended
    svc.fetch.on_loading = svc.activity.loading
    await svc.fetch.open()


async def session(svc: Svc) -> None:
    """Load preferences and the saved session, and check whose it is."""
    svc.preferences.load()
    await svc.auth.hydrate(svc.config.user)


def uikit(svc: Svc) -> None:
    """Provide the field types, the components by name, and the media adapter."""
    from svc_tui.api.adapter import MediaAdapter
    from svc_tui.models.components import default_components
    from svc_tui.models.field_types import default_registry

    attrs = svc.config.uikit.form.attrs
    svc.provide("svc_form_registry", default_registry().extend({}, attrs=attrs))
    svc.provide("svc_media_adapter", MediaAdapter())
    svc.provide("svc_components", default_components())


def cms(svc: Svc) -> None:
    """Adapt the media library to the dialect, unless that is turned off."""
    if svc.config.camomilla.media_adapter:
        svc.dialect.adapt_media(svc.svc_media_adapter)


BUILT_IN: tuple[Plugin, ...] = (
    Plugin("00.fetch", 0, fetch),
    Plugin("01.init", 1, session),
    Plugin("05.uikit", 5, uikit),
    Plugin("06.cms", 6, cms),
)

MERGE = Plugin("07.console", 7, lambda svc: None)
"""The step that merges a program's parts; those of packages come after it."""
