"""The built-in dialects by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping

WIRES: Mapping[str, str] = {
    "rest": "svc_tui.api.dialects:REST",
    "drf": "svc_tui.api.dialects.presets:DRF",
    "jsonapi": "svc_tui.api.dialects.presets:JSONAPI",
    "json-server": "svc_tui.api.dialects.presets:JSON_SERVER",
    "fastapi": "svc_tui.api.dialects.presets:FASTAPI",
    "ninja": "svc_tui.api.dialects.presets:NINJA",
    "wagtail": "svc_tui.api.dialects.presets:WAGTAIL",
    "directus": "svc_tui.api.dialects.presets:DIRECTUS",
    "strapi": "svc_tui.api.dialects.presets:STRAPI",
}
"""Those with a `Wire`, which the keys of `[svc.wire]` override, also if hooks stand beside it. The
wire of plain REST is the empty one."""

BUILT_IN: Mapping[str, str] = {**WIRES, "camomilla": "svc_tui.api.dialects.camomilla:CAMOMILLA"}
"""The place of each, as `module:object`; a dialect is imported when it is used."""

RECOGNIZABLE: tuple[str, ...] = ("camomilla",)
"""Those with a `recognize`. If several recognize a backend, the first is used: one whose sign other
backends may have too comes last."""


def dialect_hint(name: str, packaged: Collection[str]) -> str:
    """Return the end of a sentence about an unknown dialect: the nearest name, and all names."""
    from svc_tui.config.explain import closest

    known = (*BUILT_IN, *packaged)
    if meant := closest(name, known):
        return f'did you mean "{meant}"? Or use {", ".join(known)}, or module:object'
    return f"use {', '.join(known)}, or module:object"
