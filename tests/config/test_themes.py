"""Both themes read well in 256 colours, and the right one starts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.app import App

from svc_tui.config.legible import TEXT_ROLES
from svc_tui.config.themes import PALETTES, other_theme, ours, start_theme
from tests.config.files import BASE, load

STEPS = (0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF)
GREYS = {(8 + 10 * step,) * 3 for step in range(24)}


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[start : start + 2], 16) for start in (1, 3, 5))


def colours(theme: str) -> Iterator[tuple[str, str]]:
    """The roles of a theme and their colours.

    The grounds of cursors are tints of two of them, and by day the words on these are darker.
    """
    palette = PALETTES[theme]
    for role, colour in {**palette, **palette["variables"]}.items():
        is_tint = role.startswith("block-cursor") and role.endswith("background")
        is_tint |= not palette["dark"] and role in TEXT_ROLES
        if isinstance(colour, str) and colour.startswith("#") and not is_tint:
            yield role, colour


def contrast(one: str, other: str) -> float:
    """How far two colours stand apart, from 1 to 21 (WCAG)."""

    def light(colour: str) -> float:
        parts = [part / 255 for part in rgb(colour)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", PALETTES)
def test_every_colour_is_one_of_the_256(theme: str) -> None:
    for role, colour in colours(theme):
        assert all(part in STEPS for part in rgb(colour)) or rgb(colour) in GREYS, role


@pytest.mark.parametrize("theme", PALETTES)
def test_everything_that_is_read_stands_out(theme: str) -> None:
    palette = PALETTES[theme]
    variables = palette["variables"]

    for ground in ("background", "surface", "panel"):
        assert contrast(palette["foreground"], palette[ground]) >= 7
        assert contrast(variables["text-muted"], palette[ground]) >= 4.5
        for role in ("primary", "secondary", "accent", "warning", "error", "success"):
            assert contrast(palette[role], palette[ground]) >= 4.5, (role, ground)
    assert contrast(
        variables["block-cursor-foreground"], variables["block-cursor-background"]
    ) >= 7  # fmt: skip


def test_an_app_takes_them_on() -> None:
    app: App[None] = App()
    for theme in ours():
        app.register_theme(theme)

    app.theme = "svc-light"

    assert app.current_theme.name == "svc-light"
    assert not app.current_theme.dark


@pytest.mark.parametrize(
    ("asked", "environ", "theme"),
    [
        (None, {}, "svc-dark"),
        (None, {"SSH_CONNECTION": "10.0.0.1 22 10.0.0.2 22"}, "ansi-dark"),
        (None, {"SSH_TTY": "/dev/pts/1"}, "ansi-dark"),
        ("svc-light", {"SSH_TTY": "/dev/pts/1"}, "svc-light"),
        ("nord", {}, "nord"),
        ("nrod", {}, "svc-dark"),
    ],
)
def test_the_theme_that_starts(asked: str | None, environ: dict[str, str], theme: str) -> None:
    available = {"nord", "svc-light", "svc-dark", "ansi-dark", "ansi-light"}
    assert start_theme(asked, available, environ) == theme


def test_over_ssh_any_version_of_textual_has_the_theme_that_starts() -> None:
    app: App[None] = App()

    app.theme = start_theme(None, app.available_themes, {"SSH_TTY": "/dev/pts/1"})

    assert app.has_pseudo_class("ansi")


def test_the_toggle_goes_there_and_back() -> None:
    assert other_theme("svc-dark") == "svc-light"
    assert other_theme("svc-light", dark=False) == "svc-dark"
    assert other_theme("ansi-dark") == "ansi-light"
    assert other_theme("ansi-light", dark=False) == "ansi-dark"
    assert other_theme("nord", dark=True) == "svc-light"
    assert other_theme("solarized-light", dark=False) == "svc-dark"


def test_a_theme_nobody_has_is_told_with_its_place(tmp_path: Path) -> None:
    known = ["svc-dark", "nord"]
    text = BASE + 'theme = "svc-drak"\n[profiles.x]\ntheme = "nrod"\n'

    def warned(**sources: Any) -> str:
        (only,) = load(tmp_path, text, known_themes=known, **sources).warnings
        return only.removeprefix(f"{tmp_path}/")

    assert warned() == 'svc.toml, line 3: theme "svc-drak" is unknown; did you mean "svc-dark"?'
    assert warned(overrides={"profile": "x"}).startswith('svc.toml, line 5: theme "nrod"')
    assert warned(overrides={"theme": "x"}).startswith('--theme: theme "x"')
    assert warned(environ={"SVC_TUI_THEME": "x"}).startswith('$SVC_TUI_THEME: theme "x"')
    assert load(tmp_path, BASE + 'theme = "nord"\n', known_themes=known).warnings == ()
