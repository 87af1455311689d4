"""What the library's dialogs look like."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from syrupy.assertion import SnapshotAssertion

from svc_tui.widgets.media.browser import FileBrowser, SafeTree
from svc_tui.widgets.media.folder_tree import FolderTree
from svc_tui.widgets.media.preview import SvcMediaPreview
from tests.console import Person
from tests.screens.test_first_pages import without_port
from tests.screens.test_media import SIZES, page, point_at
from tests.screens.test_media_upload import pictures


async def face(person: Person) -> str:
    """The screen, once it has come to rest."""
    await person.settles()
    return without_port(person.text())


@SIZES
async def test_the_tree_of_folders(console: Any, size: Any, snapshot: SnapshotAssertion) -> None:
    async with console(start="/media", size=size) as person:
        await person.sees("▸ Photos")
        await person.press("t")
        tree = person.app.screen.query_one(FolderTree)
        await person.until(lambda: len(tree.root.children) == 4)
        assert await face(person) == snapshot


@SIZES
async def test_replacing_a_file(console: Any, size: Any, snapshot: SnapshotAssertion) -> None:
    async with console(start="/media", size=size) as person:
        person.app.svc.pictures.choose("off")
        await point_at(person, "Quiet lake 15")
        await person.press("R")
        await person.sees("Replace")
        assert await face(person) == snapshot


@SIZES
async def test_looking_through_the_disk(
    console: Any, size: Any, snapshot: SnapshotAssertion, tmp_path: Path, monkeypatch: Any
) -> None:
    place = tmp_path / "disk"
    pictures(place, "Trip/a.png", "one.png", "two.png")
    monkeypatch.chdir(place)
    async with console(start="/media", size=size) as person:
        await person.sees("▸ Photos")
        await person.press("o")
        await person.until(lambda: isinstance(person.app.screen, FileBrowser))
        tree = person.app.screen.query_one(SafeTree)
        await person.until(lambda: len(tree.root.children) == 3)
        await person.press("end", "space")
        await person.sees("✓ ")
        assert await face(person) == snapshot


@SIZES
async def test_the_text_of_a_drawing_in_its_details(
    console: Any, size: Any, snapshot: SnapshotAssertion
) -> None:
    async with console(start="/media?mime=image/svg%2Bxml", size=size) as person:
        await person.sees("Logo 6")
        await person.sees_no("  …")  # Each folder has its name.
        await person.press("home", "enter")
        preview = page(person).manager.editor.query_one(SvcMediaPreview)
        await person.until(lambda: preview.look is not None)
        assert await face(person) == snapshot
