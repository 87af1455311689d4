"""Themes: two of our own, and the one that a console starts with."""

from __future__ import annotations

import os
from collections.abc import Container, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the theme to start with is chosen before Textual is imported
    from textual.theme import Theme

DARK = "svc-dark"
LIGHT = "svc-light"
ANSI_DARK = "ansi-dark"
ANSI_LIGHT = "ansi-light"
ANSI_OF_OLD = "textual-ansi"
"""The name of the terminal's own palette in older versions of Textual."""

IN_PALETTE = "Theme: "
"""Prefix of a theme's name in the palette; the app previews the one under the cursor."""

_PARTNERS = {DARK: LIGHT, LIGHT: DARK, ANSI_DARK: ANSI_LIGHT, ANSI_LIGHT: ANSI_DARK}

# Every color is one of the 256 that terminals without true color have, so that nothing shifts over
# SSH; but for the tint of cursors and, by day, the words that must be legible on it. Night harbour:
# ink, sea green and the amber of a lamp; by day chalk, deep green and plum.
PALETTES: Mapping[str, Mapping[str, Any]] = {
    DARK: {
        "primary": "#5fafaf",
        "secondary": "#87afd7",
        "accent": "#ffaf5f",
        "warning": "#ffd75f",
        "error": "#ff8787",
        "success": "#87d787",
        "foreground": "#e4e4e4",
        "background": "#121212",
        "surface": "#1c1c1c",
        "panel": "#262626",
        "boost": "#303030",
        "dark": True,
        "variables": {
            "block-cursor-background": "#2d4a4a",
            "block-cursor-foreground": "#e4e4e4",
            "block-cursor-blurred-background": "#1f2d2d",
            "block-cursor-blurred-foreground": "#e4e4e4",
            "block-cursor-text-style": "bold",
            "boost": "#303030",  # Textual reads a theme's own only if it has no panel.
            "border": "#5fafaf",
            "border-blurred": "#585858",
            "footer-key-foreground": "#ffaf5f",
            "input-selection-background": "#005f5f",
            "scrollbar": "#444444",
            "scrollbar-background": "#1c1c1c",
            "text-disabled": "#949494",
            "text-muted": "#b2b2b2",
        },
    },
    LIGHT: {
        "primary": "#005f5f",
        "secondary": "#005f87",
        "accent": "#87005f",
        "warning": "#5f5f00",
        "error": "#af0000",
        "success": "#005f00",
        "foreground": "#1c1c1c",
        "background": "#eeeeee",
        "surface": "#ffffff",
        "panel": "#dadada",
        "boost": "#d0d0d0",
        "dark": False,
        "variables": {
            "block-cursor-background": "#a6c3c3",
            "block-cursor-foreground": "#1c1c1c",
            "block-cursor-blurred-background": "#c2d3d3",
            "block-cursor-blurred-foreground": "#1c1c1c",
            "block-cursor-text-style": "bold",
            "boost": "#d0d0d0",
            "border": "#005f5f",
            "border-blurred": "#8a8a8a",
            "footer-key-foreground": "#87005f",
            "input-selection-background": "#afd7d7",
            "scrollbar": "#bcbcbc",
            "scrollbar-background": "#e4e4e4",
            "text-accent": "#87005f",
            "text-disabled": "#626262",
            "text-error": "#9e0000",
            "text-muted": "#444444",
            "text-primary": "#005555",
            "text-success": "#005a00",
            "text-warning": "#6d4300",
        },
    },
}
"""The colors of our two themes, by Textual's roles."""


def ours() -> tuple[Theme, ...]:
    """Return our themes, to be registered with the app."""
    # Imported here: the functions below are called before Textual is imported.
    from textual.theme import Theme

    return tuple(Theme(name=name, **palette) for name, palette in PALETTES.items())


def start_theme(
    asked: str | None, available: Container[str] = (), environ: Mapping[str, str] | None = None
) -> str:
    """Return the theme to start with: the wanted one, else one for this terminal.

    Over SSH that is the terminal's own palette, which sends a fraction of the bytes. One that is
    not `available` is replaced too; loading the console file warns of it.
    """
    environ = os.environ if environ is None else environ
    if asked and (asked in available or not available):
        return asked
    if not is_remote(environ):
        return DARK
    if available and ANSI_DARK not in available:
        return ANSI_OF_OLD if ANSI_OF_OLD in available else DARK
    return ANSI_DARK


def is_remote(environ: Mapping[str, str]) -> bool:
    """Whether the terminal is at the other end of an SSH connection."""
    return bool(environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"))


def other_theme(theme: str, *, dark: bool = True) -> str:
    """Return the theme that the toggle changes to: the partner, else ours, away from `dark`."""
    return _PARTNERS.get(theme, LIGHT if dark else DARK)
