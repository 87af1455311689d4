"""The media library of the real CMS through the console: files and folders, by three people."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, Static

from svc_tui.widgets.media.folder_tree import FolderTree
from tests.backends.cms import CmsProcess
from tests.console import Person
from tests.pictures.samples import photo, saved
from tests.screens.cms_consoles import Starter, starter, stored
from tests.screens.test_media import page, paste, point_at

MEDIA, FOLDERS = "/api/camomilla/media", "/api/camomilla/media-folders"


@pytest.fixture
def console(cms: CmsProcess, tmp_path: Path) -> Starter:
    return starter(cms, tmp_path)


async def kept(person: Person, wanted: str, is_so: Callable[[Any], object]) -> Any:
    """What the CMS has, once the console is quiet; it has to be so."""
    await person.settles()
    found = await stored(person, wanted)
    assert is_so(found), found
    return found


async def names(person: Person) -> list[str]:
    """The titles of the root's folders."""
    return [one["title"] for one in (await stored(person, f"{FOLDERS}/"))["folders"]]


async def to_folder(person: Person, name: str) -> None:
    """Choose a folder of the root in the tree that is open."""
    tree = person.app.screen.query_one(FolderTree)
    await person.until(lambda: any(n.data and n.data.name == name for n in tree.root.children))
    tree.move_cursor(next(n for n in tree.root.children if n.data and n.data.name == name))
    await person.press("enter")


@pytest.mark.parametrize("user", ["admin", "editor"])
async def test_a_file_is_uploaded_with_its_texts(
    console: Starter, fresh_cms: CmsProcess, tmp_path: Path, user: str
) -> None:
    text = tmp_path / "tide table.txt"
    text.write_text("high water\n" * 40)
    async with console(user=user, start="/media", size=(120, 40)) as person:
        await point_at(person, "Photos")
        await person.press("enter")
        await person.sees("› Photos")
        await paste(person, str(text))
        await person.sees("Upload file tide table.txt")
        await person.press("tab")
        title = person.app.screen.query_one("Input.title", Input)
        await person.until(lambda: person.app.focused is title)
        title.value = "Tides"
        await person.press("f2")
        await person.until(lambda: "1 file uploaded to Photos." in person.toasts)
        await person.sees("Tides")
        found = await stored(person, f"{MEDIA}/?items=1&sort=-id")
        (item,) = found["items"]
        assert item["translations"]["en"]["title"] == "Tides"
        assert item["size"] == text.stat().st_size and item["folder"]["title"] == "Photos"


@pytest.mark.parametrize(("key", "same"), [("k", True), ("n", False)])
async def test_a_file_is_replaced_at_its_address_or_at_another(
    console: Starter, fresh_cms: CmsProcess, tmp_path: Path, key: str, same: bool
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("Something else.\n" * 30)
    async with console(user="editor", start="/media") as person:
        await point_at(person, "Read me")
        media = page(person).manager.gallery.current
        await person.press("R")
        await person.sees("Replace the file of Read me")
        await person.type(str(other))
        await person.press("enter")
        await person.sees("new  other.txt")
        await person.press(key)
        await person.until(lambda: "Replaced: Read me" in person.toasts)
        found = await stored(person, f"{MEDIA}/{media.id}/")
        assert (found["file"] == media.file) is same
        assert found["size"] == other.stat().st_size


async def test_marked_files_are_moved_and_deleted(console: Starter, fresh_cms: CmsProcess) -> None:
    async with console(start="/media", size=(120, 40)) as person:
        await point_at(person, "Read me")
        await person.press("space", "space", "M")
        await person.sees("Move 2 files to")
        await to_folder(person, "日本")
        await person.until(lambda: "Move: 2 ok" in person.toasts)
        await person.sees_no("Read me")
        await person.press("home")
        await point_at(person, "日本")
        await person.press("enter")
        await person.sees("› 日本", "2 files")
        await person.press("A", "d")
        await person.sees("Delete 2 files?")
        await person.press("y")
        await person.until(lambda: "Delete: 2 ok" in person.toasts)
        assert (await stored(person, f"{MEDIA}/?items=100"))["paginator"]["count"] == 24


async def test_a_folder_is_made_renamed_moved_and_deleted(
    console: Starter, fresh_cms: CmsProcess
) -> None:
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("▸ Photos")
        await person.press("N")
        await person.sees("New folder in Media")
        await person.type("Tides\n")
        await person.sees("▸ Tides")
        assert "Tides" in await names(person)

        await point_at(person, "Tides")
        await person.press("f2")
        await person.sees("Rename folder")
        person.app.screen.query_one(Input).value = "Floods"
        await person.press("enter")
        await person.sees("▸ Floods")
        assert "Floods" in await names(person)

        await person.press("home")
        await point_at(person, "Floods")
        await person.press("M")
        await person.sees("Move Floods to", "into itself or its subfolders")
        await to_folder(person, "Photos")
        await person.until(lambda: "Moved Floods to Photos." in person.toasts)
        assert "Floods" not in await names(person)

        await person.settles()
        await person.press("home")
        await point_at(person, "Photos")
        await person.press("enter")
        await point_at(person, "Floods")
        await person.press("d")
        await person.sees("Delete this folder?")
        await person.press("y")
        await person.until(lambda: "Deleted: Floods" in person.toasts)
        await person.sees_no("▸ Floods")


async def test_texts_that_somebody_else_wrote_are_shown_beside_mine(
    console: Starter, fresh_cms: CmsProcess
) -> None:
    async with console(start="/media", size=(120, 40)) as person:
        await point_at(person, "Read me")
        media = page(person).manager.gallery.current
        await person.press("e")
        editor = page(person).manager.editor
        await person.until(lambda: person.app.focused in editor.query(".title"))
        await person.press("end")
        await person.type("!")
        fresh_cms.change("camomilla.media", media.id, title_en="Theirs")
        await person.press("ctrl+s")
        await person.sees("Someone else changed this file", "theirs Theirs")
        await person.press("m")
        await person.told_of("Saved.")
        found = await stored(person, f"{MEDIA}/{media.id}/")
        assert found["translations"]["en"]["title"] == "Read me!"


async def test_an_editor_may_not_delete_and_a_viewer_may_only_look(console: Starter) -> None:
    async with console(user="editor", start="/media", size=(120, 40)) as person:
        await point_at(person, "Read me")
        await person.sees("f Filter")
        assert "d Delete" not in person.text()
        await person.press("d")
        assert person.app.screen is person.app.page
    async with console(user="viewer", start="/media", size=(120, 40)) as person:
        await point_at(person, "Read me")
        await person.press("U", "N", "R", "M", "d")
        assert person.app.screen is person.app.page
        await person.press("enter")
        await person.sees("Read-only: needs permissions")


async def test_the_sizes_that_the_cms_has_made_are_told_and_their_addresses_copied(
    console: Starter, fresh_cms: CmsProcess, tmp_path: Path
) -> None:
    path = tmp_path / "wide harbour.png"
    path.write_bytes(saved(photo(640, 480)))
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("▸ Photos")
        await paste(person, str(path))
        await person.sees("Upload file wide harbour.png")
        await person.press("enter")
        await person.until(lambda: "1 file uploaded to Media." in person.toasts)
        await point_at(person, "wide harbour")
        await person.press("enter")
        facts = page(person).manager.editor.query_one(".facts", Static)
        await person.until(lambda: "Sizes     sm-webp  200 × 150  webp" in str(facts.content))
        await person.press("y", "r")
        await person.sees("Copy the URL of")
        await person.press("enter")
        await person.until(lambda: "Copied to the terminal's clipboard." in person.toasts)
        made = page(person).manager.store.edit_media.renditions
        assert person.app.clipboard == made[0].url and made[0].url.startswith("http")
        await person.press("r")
        assert person.app.screen is person.app.page, "without y, r asks again"


async def test_a_file_without_other_sizes_says_so(console: Starter) -> None:
    async with console(start="/media?mime=application/*") as person:
        await person.sees("Manual")
        await person.press("y", "r")
        await person.until(lambda: any("no other sizes" in toast for toast in person.toasts))
