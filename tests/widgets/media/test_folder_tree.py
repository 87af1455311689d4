"""The tree of folders: the cursor is where the operator put it."""

from __future__ import annotations

import asyncio

from textual.app import App, ComposeResult

from svc_tui import MediaFolder
from svc_tui.models.media import Explorer
from svc_tui.widgets.media.folder_tree import FolderTree
from tests.console import wait_until

PHOTOS, EMPTY, YEAR = MediaFolder(1, "Photos"), MediaFolder(2, "Empty"), MediaFolder(3, "2025", 1)


class Grove(App[None]):
    """A tree whose second answer comes when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.answers: list[MediaFolder | None] = []

    def compose(self) -> ComposeResult:
        yield FolderTree(self.peek)

    def on_mount(self) -> None:
        self.tree.focus()
        self.tree.open_trail([PHOTOS])

    def on_folder_tree_chosen(self, event: FolderTree.Chosen) -> None:
        self.answers.append(event.folder)

    async def peek(self, folder: MediaFolder | None) -> Explorer:
        if folder is None:
            return Explorer(folders=(PHOTOS, EMPTY))
        await self.gate.wait()
        return Explorer(folders=(YEAR,))

    @property
    def tree(self) -> FolderTree:
        return self.query_one(FolderTree)


async def test_a_cursor_that_was_moved_stays_when_the_way_has_been_opened():
    """Enter would take another folder than the one that was chosen."""
    app = Grove()
    async with app.run_test() as pilot:
        await wait_until(pilot, lambda: len(app.tree.root.children) == 2)
        app.tree.move_cursor(app.tree.root.children[1])
        app.gate.set()
        await wait_until(pilot, lambda: app.tree.root.children[0].is_expanded)
        await pilot.pause()
        await pilot.pause()
        assert app.tree.cursor_node.data == EMPTY


async def test_else_the_cursor_is_at_the_end_of_the_way():
    app = Grove()
    async with app.run_test() as pilot:
        app.gate.set()
        await wait_until(pilot, lambda: app.tree.cursor_node and app.tree.cursor_node.data)
        assert app.tree.cursor_node.data == PHOTOS


async def test_letters_go_to_a_folder_and_those_that_match_none_choose_none():
    app = Grove()
    async with app.run_test() as pilot:
        app.gate.set()
        await wait_until(pilot, lambda: len(app.tree.root.children) == 2)
        await wait_until(pilot, lambda: app.tree.root.children[0].is_expanded)

        await pilot.press("e", "m", "p")
        await wait_until(pilot, lambda: app.tree.cursor_node.data == EMPTY)
        await pilot.press("x", "enter")
        assert app.tree.sought == "empx" and not app.tree.is_found
        assert app.answers == []
        await pilot.press("escape", "0", "2")
        await wait_until(pilot, lambda: app.tree.cursor_node.data == YEAR)
        await pilot.press("enter")
        await wait_until(pilot, lambda: app.answers == [YEAR])


async def test_letters_that_come_before_the_folders_go_to_them_once_they_are_there():
    app = Grove()
    async with app.run_test() as pilot:
        await wait_until(pilot, lambda: len(app.tree.root.children) == 2)
        await pilot.press("2", "0", "2", "5")
        assert not app.tree.is_found
        app.gate.set()
        await wait_until(pilot, lambda: app.tree.is_found)
        await wait_until(pilot, lambda: app.tree.cursor_node.data == YEAR)


async def test_enter_right_behind_a_name_chooses_the_folder_of_that_name():
    app = Grove()
    async with app.run_test() as pilot:
        app.gate.set()
        await wait_until(pilot, lambda: len(app.tree.root.children) == 2)
        await wait_until(pilot, lambda: len(app.tree.root.children[0].children) == 1)
        app.tree.root.children[0].collapse()
        await wait_until(pilot, lambda: app.tree.last_line == 2)

        app.tree.seek("2025")  # No picture is painted in between.
        app.tree.action_choose()

        await wait_until(pilot, lambda: app.answers == [YEAR])
