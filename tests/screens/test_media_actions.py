"""What is done to several files and to folders, on the real demo backend."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from syrupy.assertion import SnapshotAssertion

from svc_tui.api.errors import ServerError
from svc_tui.models.media import MediaItem
from svc_tui.widgets.media.folder_tree import FolderTree
from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.test_first_pages import without_port
from tests.screens.test_media import SIZES, page, point_at


@contextmanager
def signed_in(demo: DemoProcess) -> Iterator[httpx.Client]:
    """Somebody else at the same backend."""
    with httpx.Client(base_url=demo.url, trust_env=False) as client:
        client.post("/api/auth/login", json={"username": "admin", "password": "admin"})
        client.headers["X-CSRFToken"] = client.cookies.get("csrftoken", "")
        yield client


async def open_folder(person: Person, name: str) -> None:
    await point_at(person, name)
    await person.press("enter")
    await person.sees(f"› {name}")


async def files_here(person: Person) -> list[MediaItem]:
    await person.settles()
    return list(page(person).manager.store.state.medias)


async def test_marks_are_set_inverted_and_counted(console: Any) -> None:
    async with console(start="/media") as person:
        await open_folder(person, "Photos")
        files = await files_here(person)
        await point_at(person, files[0].name)
        await person.press("space", "space")
        await person.sees("2 marked", "◐")
        await person.press("asterisk")
        await person.sees(f"{len(files) - 2} marked")
        await person.press("A")
        await person.sees(f"{len(files)} marked")
        await person.press("backspace")
        await person.sees("4 folders", f"{len(files)} on other pages", "○")


async def test_a_file_of_the_list_of_marks_that_was_unmarked_meanwhile_stays_unmarked(
    console: Any,
) -> None:
    async with console(start="/media?mime=image/*") as person:
        await person.sees("1-24 of")
        store = page(person).manager.store
        first, second = (one.id for one in (await files_here(person))[:2])
        store.edit_select([first, second])
        await person.press("O")
        await person.sees("2 marked files")

        store.edit_select([first])
        await person.press("space")

        await person.sees("1 marked file")
        assert store.state.edit_list == (second,)


async def test_marking_all_says_that_it_is_the_page_where_there_are_more(console: Any) -> None:
    async with console(start="/media?mime=image/*") as person:
        await person.sees("1-24 of")
        await files_here(person)
        await person.press("A")
        await person.sees("Only this page was marked:", "on other pages.")


@pytest.mark.parametrize("view", [(), ("number_sign",)], ids=["list", "gallery"])
async def test_space_on_a_folder_says_what_opens_it(console: Any, view: tuple[str, ...]) -> None:
    async with console(start="/media") as person:
        await person.sees("4 folders")
        await person.press(*view, "space")
        await person.sees("This is a folder. Press Enter to open it.")
        assert "Space Mark" not in person.text()


async def test_marked_files_of_all_folders_are_listed_unmarked_and_opened(console: Any) -> None:
    async with console(start="/media") as person:
        await person.sees("4 folders")
        await person.press("O")
        await person.sees("Nothing is marked. Press Space to mark a file.")
        await open_folder(person, "Photos")
        files = await files_here(person)
        await point_at(person, files[0].name)
        await person.press("space", "space", "backspace")
        await person.sees("4 folders", "2 on other pages")

        await person.press("O")
        await person.sees("2 marked files", files[0].name, "on another page")
        await person.press("space")
        await person.sees("1 marked file", files[1].name)
        await person.press("enter")

        await person.until(lambda: page(person).manager.store.state.edit_media is not None)
        assert page(person).manager.store.state.edit_media.id == files[1].id


async def test_marked_files_are_moved_together(console: Any, fresh_demo: DemoProcess) -> None:
    async with console(start="/media") as person:
        await open_folder(person, "Photos")
        files = await files_here(person)
        await point_at(person, files[0].name)
        await person.press("space", "space", "M")
        await person.sees("Move 2 files to", "▸ Empty")
        tree = person.app.screen.query_one(FolderTree)
        await person.until(lambda: len(tree.root.children) == 4)
        tree.move_cursor(next(n for n in tree.root.children if n.data.name == "Empty"))
        await person.press("enter")
        await person.until(lambda: "Move: 2 ok" in person.toasts)
        await person.until(lambda: len(page(person).manager.store.state.medias) == len(files) - 2)
        assert page(person).manager.store.edit_list == ()


async def test_a_few_files_are_done_before_the_others_are_asked_about(
    console: Any, fresh_demo: DemoProcess
) -> None:
    async with console(start="/media", max_rows=4) as person:
        await open_folder(person, "Photos")
        files = await files_here(person)
        await point_at(person, files[0].name)
        await person.press(*["space"] * 5, "d")
        await person.told_of("5 files exceed the limit")
        await point_at(person, files[4].name)
        await person.press("space")
        await person.sees("4 marked")
        await person.press("M")
        await person.sees("Move 4 files to", "▸ Empty")
        tree = person.app.screen.query_one(FolderTree)
        await person.until(lambda: len(tree.root.children) == 4)
        tree.move_cursor(next(n for n in tree.root.children if n.data.name == "Empty"))
        await person.press("enter")
        await person.sees("Move 4 files to Empty?", files[0].name, "At most 4 files at once.")
        await person.press("f")
        await person.sees("Continue with the other 1 file?", f"{files[0].name}: done")
        await person.may_type()
        await person.press("n")
        await person.sees("Move: 3 ok, 1 skipped")
        store = page(person).manager.store
        assert store.edit_list == (files[3].id,)
        await person.press("escape", "d")
        await person.sees("Delete 1 file?", files[3].name, "At most 4 files at once.")


async def test_what_could_not_be_deleted_stays_marked_and_is_tried_again(
    console: Any, fresh_demo: DemoProcess, monkeypatch: Any
) -> None:
    async with console(start="/media") as person:
        await open_folder(person, "Photos")
        files = await files_here(person)
        store = page(person).manager.store
        delete, broken = store.api.delete, [files[1].id]

        async def fails_once(media_id: int) -> None:
            if media_id in broken:
                broken.clear()
                raise ServerError(500, "DELETE", f"/api/media/{media_id}/")
            await delete(media_id)

        monkeypatch.setattr(store.api, "delete", fails_once)
        await point_at(person, files[0].name)
        await person.press("space", "space", "d")
        await person.sees("Delete 2 files?")
        await person.press("y")
        await person.sees("Delete: 1 ok, 1 failed", f"✗ {files[1].name}")
        assert store.edit_list == (files[1].id,)
        await person.press("R")
        await person.until(lambda: "Delete: 1 ok" in person.toasts)
        assert store.edit_list == ()


async def test_a_bulk_delete_lets_one_go_on_and_is_a_task_that_can_be_called_off(
    console: Any, fresh_demo: DemoProcess, monkeypatch: Any
) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        files = await files_here(person)
        store, gate, begun = page(person).manager.store, asyncio.Event(), []

        async def slow(media_id: int) -> None:
            begun.append(media_id)
            await gate.wait()

        monkeypatch.setattr(store.api, "delete", slow)
        await point_at(person, files[0].name)
        await person.press("A", "d")
        await person.sees(f"Delete {len(files)} files?")
        await person.press("y")
        await person.until(lambda: len(begun) == 6)

        await point_at(person, files[-1].name)
        await person.press("w")
        await person.sees("Tasks in this session", f"Delete {len(files)} files  0 of {len(files)}")
        await person.press("c")
        await person.sees("stopping")
        await person.press("escape")
        await person.sees(f"Delete 0 of {len(files)}, stopping…")
        gate.set()
        skipped = len(files) - len(begun)
        await person.sees(f"Delete: 6 ok, {skipped} skipped", "cancelled before it started")
        assert set(store.edit_list) == {media.id for media in files} - set(begun)


async def test_what_failed_while_one_was_elsewhere_is_found_among_the_tasks(
    console: Any, fresh_demo: DemoProcess, monkeypatch: Any
) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        files = await files_here(person)
        api, gate = page(person).manager.store.api, asyncio.Event()
        delete = api.delete

        async def fails(media_id: int) -> None:
            await gate.wait()
            if media_id == files[1].id:
                raise ServerError(500, "DELETE", f"/api/media/{media_id}/")
            await delete(media_id)

        monkeypatch.setattr(api, "delete", fails)
        await point_at(person, files[0].name)
        await person.press("space", "space", "d")
        await person.sees("Delete 2 files?")
        await person.press("y")
        await person.goes_to("/tags")
        gate.set()
        await person.until(
            lambda: any(
                "1 ok, 1 failed. Press w to see what failed" in toast for toast in person.toasts
            )
        )
        monkeypatch.setattr(api, "delete", delete)
        await person.press("w")
        await person.sees("Delete 2 files  Delete: 1 ok, 1 failed")
        await person.press("enter")
        await person.sees(f"✗ {files[1].name}")
        await person.press("R")
        await person.until(lambda: "Delete: 1 ok" in person.toasts)


@SIZES
async def test_what_became_of_each_file_is_shown(
    console: Any, fresh_demo: DemoProcess, monkeypatch: Any, size: Any, snapshot: SnapshotAssertion
) -> None:
    async with console(start="/media", size=size) as person:
        await person.sees("▸ Photos")
        files = await files_here(person)
        gone = {files[1].id, files[2].id}

        async def fails(media_id: int) -> None:
            if media_id in gone:
                raise ServerError(500, "DELETE", f"/api/media/{media_id}/")

        monkeypatch.setattr(page(person).manager.store.api, "delete", fails)
        await point_at(person, files[0].name)
        await person.press("space", "space", "space", "d")
        await person.sees("Delete 3 files?")
        await person.press("y")
        await person.sees("Delete: 1 ok, 2 failed")
        await person.settles()
        assert without_port(person.text()) == snapshot


async def test_a_folder_is_moved_but_never_into_itself(
    console: Any, fresh_demo: DemoProcess
) -> None:
    async with console(start="/media") as person:
        await open_folder(person, "Photos")
        await person.press("home")
        folder = page(person).manager.gallery.current
        await person.press("M")
        await person.sees(f"Move {folder.name} to", "into itself or its subfolders")
        tree = person.app.screen.query_one(FolderTree)
        await person.until(lambda: tree.cursor_node is not None and tree.cursor_node.data)
        node = next(one for one in tree.cursor_node.children if one.data.id == folder.id)
        assert not node.allow_expand
        tree.move_cursor(node)
        await person.press("enter")
        await person.sees(f"Move {folder.name} to")
        tree.move_cursor(tree.root)
        await person.press("enter")
        await person.until(lambda: f"Moved {folder.name} to Media." in person.toasts)
        await person.press("escape")
        await person.sees(f"▸ {folder.name}", "5 folders")


async def test_any_folder_is_reached_by_the_tree(console: Any) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.press("t")
        await person.sees("Go to folder")
        tree = person.app.screen.query_one(FolderTree)
        await person.until(lambda: len(tree.root.children) == 4)
        tree.move_cursor(next(n for n in tree.root.children if n.data.name == "Photos"))
        await person.press("right")
        await person.sees("2025")
        await person.press("down", "enter")
        await person.sees("Media › Photos ›")


async def test_a_record_that_uses_a_file_is_opened(console: Any) -> None:
    async with console(start="/media") as person:
        await point_at(person, "Quiet lake 15")
        await person.press("enter")
        editor = page(person).manager.editor
        await person.until(lambda: editor.original is not None and editor.original.links)
        await person.until(lambda: editor.query_one(".links").option_count)
        editor.query_one(".links").focus()
        await person.press("down", "home", "enter")
        await person.until(lambda: person.location.startswith("/articles/"))


async def test_a_file_is_replaced_at_its_address(
    console: Any, fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    new = tmp_path / "new one.png"
    new.write_bytes(b"\x89PNG\r\n\x1a\n" + b"x" * 500)
    async with console(start="/media") as person:
        await point_at(person, "Quiet lake 15")
        media = page(person).manager.gallery.current
        await person.press("R")
        await person.sees("Replace the file of Quiet lake 15", "now  ")
        await person.type(str(tmp_path / "gone.png"))
        await person.press("enter")
        await person.sees("No such path, or it is hidden.")
        await person.press("ctrl+u")
        await person.type(str(new))
        await person.press("enter")
        await person.sees("new  new one.png", "508 B")
        await person.press("k")
        await person.until(lambda: "Replaced: Quiet lake 15" in person.toasts)
        with signed_in(fresh_demo) as client:
            answer = client.get(f"/api/media/{media.id}/").json()
            assert answer["size"] == 508 and answer["file"] == media.file


async def test_texts_that_somebody_else_wrote_are_shown_beside_mine(
    console: Any, fresh_demo: DemoProcess
) -> None:
    async with console(start="/media") as person:
        await point_at(person, "Quiet lake 15")
        media = page(person).manager.gallery.current
        await person.press("e")
        editor = page(person).manager.editor
        await person.until(lambda: person.app.focused in editor.query(".title"))
        await person.press("end")
        await person.type("!")
        with signed_in(fresh_demo) as client:
            texts = {"title": "Theirs"}
            assert client.patch(f"/api/media/{media.id}/", json=texts).status_code == 200
        await person.press("ctrl+s")
        await person.sees("Someone else changed this file", "theirs Theirs", "mine   Quiet lake")
        await person.press("m")
        await person.told_of("Saved.")
        with signed_in(fresh_demo) as client:
            stored = client.get(f"/api/media/{media.id}/").json()
            assert stored["title"] == "Quiet lake 15!"


async def test_a_base_text_and_a_language_are_saved_together(
    console: Any, fresh_demo: DemoProcess
) -> None:
    async with console(start="/media") as person:
        await point_at(person, "Quiet lake 15")
        media = page(person).manager.gallery.current
        await person.press("e")
        editor = page(person).manager.editor
        await person.until(lambda: person.app.focused in editor.query(".title"))
        await person.sees("Default", "Title")
        await person.press("end")
        await person.type("!")
        await person.press("ctrl+t", "ctrl+t", "end")
        assert editor.lang == "it"
        await person.type("?")
        await person.press("ctrl+s")
        await person.told_of("Saved.")
        with signed_in(fresh_demo) as client:
            stored = client.get(f"/api/media/{media.id}/").json()
        assert stored["title"] == stored["translations"]["en"]["title"] == "Quiet lake 15!"
        assert stored["translations"]["it"]["title"].endswith("?")


async def test_a_readers_drawer_says_which_right_is_missing(console: Any) -> None:
    async with console(user="viewer", start="/media", size=(120, 40)) as person:
        await point_at(person, "Quiet lake 15")
        await person.press("enter")
        await person.sees("Read-only: needs permissions", "`delete_media`.")
        await person.press("M", "R", "d")
        assert person.app.screen is person.app.page


async def test_g_r_leads_to_the_records_that_use_a_file(console: Any) -> None:
    async with console(start="/media", size=(120, 40)) as person:
        await point_at(person, "Quiet lake 15")
        await person.press("g", "r")
        editor = page(person).manager.editor
        await person.until(lambda: person.app.focused in editor.query(".links"))
        await person.press("enter")
        await person.until(lambda: "/articles/" in str(person.app.svc.router.state.location))
