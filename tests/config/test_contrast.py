"""The colours of all themes can be told apart from what they stand on."""

from __future__ import annotations

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from svc_tui.config import themes
from svc_tui.config.legible import legible

TEXT, DIM = 4.5, 3.0
"""The least contrast of text, and of what is only a hint."""

ROLES = {
    "foreground": TEXT,
    "primary": TEXT,
    "accent": TEXT,
    "text-primary": TEXT,
    "text-success": TEXT,
    "text-warning": TEXT,
    "text-error": TEXT,
    "text-muted": TEXT,
    "text-disabled": DIM,
    "border": DIM,
}
GROUNDS = (
    "background",
    "surface",
    "panel",
    "block-cursor-background",
    "block-cursor-blurred-background",
)

SIGNS = frozenset({"primary", "accent", "border"})
"""Roles that are only signs, not words, on the ground of a cursor."""


def luminance(color: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in color.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def least(role: str, ground: str) -> float:
    return DIM if "cursor" in ground and role in SIGNS else ROLES[role]


# Nobody knows the colours that the terminal gives to its own palette.
KNOWN = [legible(one) for one in BUILTIN_THEMES.values() if "ansi" not in one.name]


@pytest.mark.parametrize("theme", [*themes.ours(), *KNOWN], ids=lambda theme: theme.name)
def test_every_role_is_legible_on_every_ground(theme: Theme) -> None:
    colors = {**theme.to_color_system().generate(), **theme.variables}
    grounds = {name: Color.parse(colors[name]) for name in GROUNDS}
    found = {
        (role, name): round(contrast(Color.parse(colors[role]), ground), 2)
        for role in ROLES
        for name, ground in grounds.items()
    }
    # Where one types: the ground of a field with the focus, and what stands in an empty one.
    typed = grounds["background"] + Color.parse(colors["boost"])
    found |= {
        (role, "boost"): round(contrast(Color.parse(colors[role]), typed), 2)
        for role in ("foreground", "text-disabled")
    }
    assert {one: value for one, value in found.items() if value < least(*one)} == {}
    # What stands on a badge in the primary colour is in that of the background.
    assert contrast(Color.parse(colors["primary"]), grounds["background"]) >= TEXT


LIGHT = [theme for theme in (*themes.ours(), *KNOWN) if not theme.dark]


@pytest.mark.parametrize("theme", LIGHT, ids=lambda theme: theme.name)
def test_states_are_not_nearly_black_by_day(theme: Theme) -> None:
    colors = {**theme.to_color_system().generate(), **theme.variables}
    for role in ("text-success", "text-warning", "text-error"):
        assert max(Color.parse(colors[role]).rgb) >= 0x48, role


@pytest.mark.parametrize("theme", [*themes.ours(), *KNOWN], ids=lambda theme: theme.name)
def test_the_row_under_the_cursor_stands_out(theme: Theme) -> None:
    colors = {**theme.to_color_system().generate(), **theme.variables}
    rows = Color.parse(colors["background"])
    focused = contrast(Color.parse(colors["block-cursor-background"]), rows)
    blurred = contrast(Color.parse(colors["block-cursor-blurred-background"]), rows)
    assert focused >= (1.75 if theme.dark else 1.6)
    assert 1.3 <= blurred < focused - 0.2
    words = Color.parse(colors["block-cursor-foreground"])
    assert contrast(words, Color.parse(colors["block-cursor-background"])) >= TEXT
