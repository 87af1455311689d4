"""Legible versions of Textual's own themes: the same colors, with enough contrast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

TEXT, DIM, EDGE = 4.6, 3.1, 1.6
"""Minimum contrast of text, of hints, and of the frame of a panel without the focus."""

CURSOR_DARK, CURSOR_LIGHT, CURSOR_BLURRED = 1.75, 1.6, 1.3
"""The contrast of the cursor row to the rows around it: in dark and in light themes, and in a list
without the focus."""

TEXT_ROLES = ("text-primary", "text-accent", "text-success", "text-warning", "text-error")
STEPS = 20


def legible(theme: Theme) -> Theme:
    """Return one of Textual's themes with legible text on all backgrounds.

    Registered themes, and those of the terminal's palette, stay as they are.
    """
    return _legible_version(theme.name) if BUILTIN_THEMES.get(theme.name) is theme else theme


@lru_cache(64)
def _legible_version(name: str) -> Theme:
    theme = BUILTIN_THEMES[name]
    colors = theme.to_color_system().generate()
    named = ("background", "surface", "panel", "primary", "accent")
    if any(colors[name].startswith("ansi") for name in named):
        return theme
    grounds = [Color.parse(colors[name]) for name in ("background", "surface", "panel")]
    far = Color.parse("white" if theme.dark else "black")
    primary = stronger(Color.parse(colors["primary"]), grounds, far)
    cursor = tinted(grounds[0], primary, CURSOR_DARK if theme.dark else CURSOR_LIGHT)
    grounds.append(cursor)
    accent = stronger(Color.parse(colors["accent"]), grounds, far)
    foreground = stronger(Color.parse(colors["foreground"]), grounds, far)
    texts = {
        role: stronger(Color.parse(colors[name]), grounds, far).hex
        for role, name in _colors_of_texts(theme.dark).items()
    }
    muted = stronger(foreground.blend(grounds[0], 0.4), grounds, far)
    boost = grounds[0] + Color.parse(colors["boost"])
    dim = stronger(foreground.blend(grounds[0], 0.6), [*grounds, boost], far, DIM)
    edge = stronger(Color.parse(colors["border-blurred"]), grounds[:1], far, EDGE)
    return replace(
        theme,
        primary=primary.hex,
        accent=accent.hex,
        foreground=foreground.hex,
        surface=colors["surface"],
        panel=colors["panel"],
        variables={
            **theme.variables,
            **texts,
            "block-cursor-background": cursor.hex,
            "block-cursor-foreground": foreground.hex,
            "block-cursor-blurred-background": tinted(grounds[0], primary, CURSOR_BLURRED).hex,
            "block-cursor-blurred-foreground": foreground.hex,
            "text-muted": muted.hex,
            "text-disabled": dim.hex,
            "border": primary.hex,
            "border-blurred": edge.hex,
        },
    )


def _colors_of_texts(dark: bool) -> dict[str, str]:
    """Return the color that each role of text is made of.

    By day Textual darkens its own to nearly black, where nobody can tell a state by its color.
    """
    return {role: role if dark else role.removeprefix("text-") for role in TEXT_ROLES}


def stronger(color: Color, grounds: Sequence[Color], far: Color, least: float = TEXT) -> Color:
    """Return a color, moved towards `far` only as much as its contrast to all grounds needs."""
    steps = (color.blend(far, step / STEPS) for step in range(STEPS + 1))
    return next((one for one in steps if all(contrast(one, on) >= least for on in grounds)), far)


def tinted(ground: Color, tint: Color, least: float) -> Color:
    """Return a ground with only as much of a tint as sets it apart by this contrast."""
    steps = (ground.blend(tint, step / 100) for step in range(101))
    return next((one for one in steps if contrast(one, ground) >= least), tint)


def contrast(one: Color, other: Color) -> float:
    """Return the contrast of two colors, from 1 to 21."""
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in color.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
