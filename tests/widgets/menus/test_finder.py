"""Looking for an entry of a big menu."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.widgets import Input

from svc_tui.widgets.menus.finder import SvcMenuFinder
from svc_tui.widgets.menus.manager import SvcMenuManager
from svc_tui.widgets.menus.tree import SvcMenuTreeview
from tests.console import wait_until
from tests.menus import Backend, menu, node
from tests.widgets.listing.test_examples import sees, started
from tests.widgets.menus.test_manager import Alone


def big() -> dict[str, Any]:
    """Forty entries, each with three below it."""
    tree = [node(f"shelf{n}", *(node(f"book{n}-{m}") for m in range(3))) for n in range(40)]
    return menu(tree, [node("libro")])


def shown(pilot: Any) -> list[str]:
    tree = pilot.app.query_one(SvcMenuTreeview)
    return [str(row.node["title"]) for row in tree.rows_shown]


async def test_what_is_typed_narrows_the_tree_to_what_fits_and_what_it_stands_below(
    tmp_path: Path,
) -> None:
    async with started(Alone(Backend(big()), tmp_path)) as pilot:
        await sees(pilot, "shelf0")
        await pilot.press("slash", *"BOOK17-2")
        await sees(pilot, "1 of 160", "book17-2")
        assert shown(pilot) == ["shelf17", "book17-2"]
        manager = pilot.app.query_one(SvcMenuManager)
        assert manager.path == (17, 2)

        await pilot.press("enter")
        assert pilot.app.query_one(SvcMenuTreeview).has_focus
        await pilot.press("left")
        assert manager.path == (17,)
        await pilot.press("right")
        assert manager.path == (17, 2)
        await pilot.press("escape")
        await sees(pilot, "shelf16", "book17-1")
        assert len(shown(pilot)) == 160 and manager.path == (17, 2)
        assert not pilot.app.query_one(SvcMenuFinder).display


async def test_folded_entries_are_found_and_folded_again_afterwards(tmp_path: Path) -> None:
    async with started(Alone(Backend(big()), tmp_path)) as pilot:
        await sees(pilot, "shelf0")
        await pilot.press("left", "slash", *"book0-1")
        await sees(pilot, "1 of 160")
        assert shown(pilot) == ["shelf0", "book0-1"]
        await pilot.press("escape")
        await sees(pilot, "shelf1")
        assert pilot.app.query_one(SvcMenuTreeview).path == (0, 1)


async def test_nothing_that_fits_says_so_and_keeps_where_one_stands(tmp_path: Path) -> None:
    async with started(Alone(Backend(big()), tmp_path)) as pilot:
        await sees(pilot, "shelf0")
        await pilot.press("down", "slash", *"zebra")
        await sees(pilot, "none of 160")
        assert shown(pilot) == ["shelf0", "book0-0"]
        await pilot.press(*["backspace"] * 5)
        await sees(pilot, "shelf1")


async def test_among_hidden_entries_nothing_is_moved_and_that_is_told(tmp_path: Path) -> None:
    app = Alone(Backend(big()), tmp_path)
    async with started(app) as pilot:
        await sees(pilot, "shelf0")
        await pilot.press("slash", *"shelf3", "enter", "J")
        manager = pilot.app.query_one(SvcMenuManager)
        assert not manager.store.dirty
        assert "Esc to show all before you move it." in manager.unavailable_reason("shift_down")
        await pilot.press("n")
        await wait_until(pilot, lambda: isinstance(pilot.app.focused, Input))
        await pilot.press(*"Fresh", "escape")
        await sees(pilot, "Fresh")
        assert manager.shown_tree.at(manager.path)["title"] == "Fresh"


async def test_the_other_language_is_looked_through_as_well(tmp_path: Path) -> None:
    async with started(Alone(Backend(big()), tmp_path)) as pilot:
        await sees(pilot, "shelf0")
        await pilot.press("slash", *"lib", "enter", "]")
        await sees(pilot, "libro", "1 of 1")
