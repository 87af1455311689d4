"""The way out, and the light."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from svc_tui import Slots, SvcLogoutButton, SvcThemeToggle
from tests.fakes import refuses
from tests.widgets.shell.widget_alone import LOGOUT, showing


async def test_the_logout_button_has_the_defaults_of_the_specification(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcLogoutButton(svc=svc), tmp_path) as world:
        await world.sees("Sign out")
        button = world.host.query_one(SvcLogoutButton)
        assert button.has_class("-ghost-logout", "-color-neutral", "-size-sm")
        assert button.outer_size.height == 1


@pytest.mark.parametrize(
    ("props", "classes", "height"),
    [
        ({"variant": "solid", "color": "error"}, ("-solid-logout", "-color-error"), 1),
        ({"variant": "outline", "size": "xs"}, ("-outline-logout", "-size-xs"), 1),
        ({"variant": "soft", "size": "md"}, ("-soft-logout", "-size-md"), 3),
        ({"variant": "link", "size": "lg"}, ("-link-logout", "-size-lg"), 3),
        ({"size": "xl"}, ("-ghost-logout", "-size-xl"), 3),
    ],
)
async def test_its_props_are_classes_and_a_size(
    tmp_path: Path, props: dict[str, Any], classes: tuple[str, ...], height: int
) -> None:
    async with showing(lambda svc: SvcLogoutButton(svc=svc, **props), tmp_path) as world:
        button = world.host.query_one(SvcLogoutButton)
        await world.until(lambda: button.size.height)
        assert button.has_class(*classes)
        assert button.outer_size.height == height


@pytest.mark.parametrize(("icon_only", "seen"), [(False, "[b]Bye"), (True, SvcLogoutButton.ICON)])
async def test_its_slot_is_the_label_unless_it_is_an_icon(
    tmp_path: Path, icon_only: bool, seen: str
) -> None:
    slots = Slots({"default": lambda: "[b]Bye"})

    def button(svc: Any) -> SvcLogoutButton:
        return SvcLogoutButton(icon_only=icon_only, slots=slots, svc=svc)

    async with showing(button, tmp_path) as world:
        await world.sees(seen)
        assert ("Bye" in world.text) is not icon_only


async def test_it_signs_out_even_without_an_answer(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcLogoutButton(svc=svc), tmp_path) as world:
        world.backend.on("POST", LOGOUT, refuses())

        world.host.query_one(SvcLogoutButton).press()

        await world.until(lambda: not world.svc.auth.is_authenticated)


async def test_it_does_not_sign_out_where_the_page_has_something_to_lose(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcLogoutButton(svc=svc), tmp_path) as world:
        asked: list[int] = []

        async def stay() -> bool:
            asked.append(1)
            return False

        world.svc.router.guard(stay)
        world.host.query_one(SvcLogoutButton).press()

        await world.until(lambda: asked)
        await world.pilot.pause()
        assert world.svc.auth.is_authenticated


async def test_the_toggle_switches_between_light_and_dark(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcThemeToggle(), tmp_path) as world:
        from svc_tui.config.themes import ours

        for theme in ours():
            world.host.register_theme(theme)
        world.host.theme = "svc-dark"
        toggle = world.host.query_one(SvcThemeToggle)

        toggle.press()
        await world.until(lambda: world.host.theme == "svc-light")
        toggle.press()
        await world.until(lambda: world.host.theme == "svc-dark")
