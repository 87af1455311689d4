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
"""Those that are data, which the keys of `[svc.wire]` override."""

BUILT_IN: Mapping[str, str] = {**WIRES, "camomilla": "svc_tui.api.dialects.camomilla:CAMOMILLA"}
"""The place of each, as `module:object`; a dialect is imported when it is used."""

ADVICE = "`--dialect camomilla` for the CMS, `--dialect rest` for others"
"""The advice about dialects at the end of an error."""

ADVICE_IN_PYTHON = '`dialect="camomilla"` for the CMS, `dialect="rest"` for others'
"""The same advice for a program."""


def dialect_hint(name: str, packaged: Collection[str]) -> str:
    """Return the end of a sentence about an unknown dialect: the nearest name, and all names."""
    from svc_tui.config.explain import closest

    known = (*BUILT_IN, *packaged)
    if meant := closest(name, known):
        return f'did you mean "{meant}"? Or use {", ".join(known)}, or module:object'
    return f"use {', '.join(known)}, or module:object"
