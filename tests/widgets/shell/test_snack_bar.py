"""Toasts are shown in their order, for their time."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Input

from svc_tui import Svc, SvcRootComponents, SvcSnackBar
from tests.widgets.shell.widget_alone import showing


def bar(svc: Svc) -> SvcSnackBar:
    return SvcSnackBar(svc=svc)


async def test_toasts_stand_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    async with showing(bar, tmp_path) as world:
        for kind in ("info", "success", "warning", "error"):
            world.svc.snack.show(f"a {kind}", kind)

        await world.sees("i a info", "✓ a success", "! a warning", "✗ a error")
        assert world.text.index("a info") < world.text.index("a error")


async def test_a_letter_that_a_toast_names_works_where_one_types(tmp_path: Path) -> None:
    async with showing(bar, tmp_path) as world:
        line = Input()
        await world.host.mount(line)
        line.focus()
        world.svc.snack.show("Deleted. Press u to undo, or press F2 to save.")

        await world.sees("Press Esc, then u to undo, or press F2 to save.")


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


async def test_a_short_toast_leaves_the_beginning_of_its_line_free(tmp_path: Path) -> None:
    async with showing(bar, tmp_path) as world:
        world.svc.snack.show("Saved.", "success")
        await world.sees("✓ Saved.")
        shown, width = world.pilot.app.query_one(SvcSnackBar), world.pilot.app.size.width
        await world.until(lambda: shown.region.x == width - len(" ✓ Saved. "))
        assert shown.region.right == width

        world.svc.snack.show("word " * 60)
        await world.until(lambda: shown.region.x <= 5)


SENTENCES = (
    "The backend gave no answer for thirty seconds, so nobody knows whether this was stored. "
    "What you typed is kept; press r to look at what is there now, and save again where it is not."
)


async def test_a_long_message_takes_as_many_lines_as_it_needs(tmp_path: Path) -> None:
    async with showing(bar, tmp_path, size=(80, 24)) as world:
        world.svc.snack.show(SENTENCES, "warning")
        await world.sees("! The backend gave", "where it is not.")

        said = [line.strip() for line in world.text.splitlines() if line.strip()]
        assert " ".join(said) == f"! {SENTENCES}"
        assert all(line.startswith("   ") for line in world.text.splitlines()[-2:])


async def test_another_width_has_the_message_in_other_lines(tmp_path: Path) -> None:
    async with showing(bar, tmp_path, size=(120, 24)) as world:
        world.svc.snack.show(SENTENCES, "warning")
        await world.sees("where it is not.")

        await world.pilot.resize_terminal(50, 24)

        await world.until(lambda: world.text.split() == f"! {SENTENCES}".split())


async def test_what_is_longer_than_four_lines_says_where_the_rest_is(tmp_path: Path) -> None:
    async with showing(bar, tmp_path, size=(80, 24)) as world:
        world.svc.snack.show("word " * 200)

        await world.sees("… (@ shows all)")
        assert len([line for line in world.text.splitlines() if line.strip()]) == 4


async def test_many_long_messages_leave_half_of_the_screen(tmp_path: Path) -> None:
    async with showing(bar, tmp_path, size=(80, 24)) as world:
        for number in range(4):
            world.svc.snack.show(f"{number} is said: " + "word " * 60)

        await world.sees("3 is said")
        assert "0 is said" not in world.text
        assert len([line for line in world.text.splitlines() if line.strip()]) <= 12
