"""Toasts are shown in their order, for their time."""

from __future__ import annotations

from pathlib import Path

from svc_tui import Svc, SvcRootComponents, SvcSnackBar
from tests.widgets.shell.host import showing


def bar(svc: Svc) -> SvcSnackBar:
    return SvcSnackBar(svc=svc)


async def test_toasts_stand_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    async with showing(bar, tmp_path) as world:
        for kind in ("info", "success", "warning", "error"):
            world.svc.snack.show(f"a {kind}", kind)

        await world.sees("i a info", "✓ a success", "! a warning", "✗ a error")
        assert world.text.index("a info") < world.text.index("a error")


async def test_only_the_newest_are_shown(tmp_path: Path) -> None:
    async with showing(bar, tmp_path) as world:
        for number in range(1, 7):
            world.svc.snack.show(f"toast {number}")

        await world.sees("toast 3", "toast 6")
        assert "toast 2" not in world.text


async def test_a_toast_goes_when_its_time_is_over(tmp_path: Path) -> None:
    async with showing(bar, tmp_path) as world:
        world.svc.snack.show("stays", duration=0)
        world.svc.snack.show("goes", duration=0.2)
        await world.sees("goes", "stays")

        await world.until(lambda: "goes" not in world.text)
        assert "stays" in world.text


async def test_a_click_takes_toasts_away(tmp_path: Path) -> None:
    async with showing(bar, tmp_path) as world:
        world.svc.snack.show("[b]stays", duration=0)
        await world.sees("[b]stays")

        await world.pilot.click(SvcSnackBar)

        await world.until(lambda: "stays" not in world.text)


async def test_the_root_components_show_toasts_too(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcRootComponents(svc=svc), tmp_path) as world:
        world.svc.snack.show("Saved", "success")

        await world.sees("✓ Saved")
