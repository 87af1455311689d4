"""What happens at boot, in order: 00 fetch, 01 session, 05 UI kit, 06 CMS."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from inspect import isawaitable
from typing import TYPE_CHECKING

from svc_tui.models.foreign_code import guard_exit

if TYPE_CHECKING:
    from svc_tui.app.context import Svc


class BootError(TypeError):
    """A plugin did what only one of them may do."""


@dataclass(frozen=True)
class Plugin:
    """A step of the boot; lower orders run first."""

    name: str
    order: int
    setup: Callable[[Svc], Awaitable[None] | None]


async def boot(svc: Svc, plugins: Sequence[Plugin]) -> None:
    """Run plugins by order; of two with one order, the one that was named first."""
    for plugin in sorted(plugins, key=lambda plugin: plugin.order):
        with guard_exit():
            step = plugin.setup(svc)
            if isawaitable(step):
                await step


async def fetch(svc: Svc) -> None:
    """The client, and what answers of 401 and 403 set off (toolkit: Authentication 5)."""
    svc.fetch.on_unauthorized = svc.unauthorized
    svc.fetch.on_forbidden = svc.forbidden
    svc.fetch.has_ended = svc.auth.has_ended
    svc.fetch.on_loading = svc.activity.loading
    await svc.fetch.open()


async def session(svc: Svc) -> None:
    """Preferences, the kept session, and who that is (toolkit: Authentication 4)."""
    svc.preferences.load()
    await svc.auth.hydrate(svc.config.user)


def uikit(svc: Svc) -> None:
    """What fields and components are called by name, and the media adapter, at order 5."""
    from svc_tui.api.adapter import MediaAdapter
    from svc_tui.models.registry import ComponentRegistry
    from svc_tui.widgets.form.defaults import default_registry

    attrs = svc.config.uikit.form.attrs
    svc.provide("svc_form_registry", default_registry().extend({}, attrs=attrs))
    svc.provide("svc_media_adapter", MediaAdapter())
    svc.provide("svc_components", ComponentRegistry(COMPONENTS))


def cms(svc: Svc) -> None:
    """The dialect's own media library (toolkit: CMS integration), unless that is turned off."""
    if svc.config.camomilla.media_adapter:
        svc.dialect.adapt_media(svc.svc_media_adapter)


COMPONENTS = {
    "SvcMediaManagerDialog": "svc_tui.widgets.media.picker:SvcMediaManagerDialog",
    "SvcMediaPreview": "svc_tui.widgets.media.preview:SvcMediaPreview",
}
"""What fields look for by name, so that a form works without the UI kit (toolkit: Media fields)."""


BUILT_IN: tuple[Plugin, ...] = (
    Plugin("00.fetch", 0, fetch),
    Plugin("01.init", 1, session),
    Plugin("05.uikit", 5, uikit),
    Plugin("06.cms", 6, cms),
)
