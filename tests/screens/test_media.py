"""The media page on the real demo backend, as an administrator, an editor and a viewer use it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from syrupy.assertion import SnapshotAssertion
from textual import events
from textual.widgets import Input

from svc_tui.models.media import MediaItem
from svc_tui.screens.media import MediaPage
from svc_tui.stores.unavailable_reason import permission_denied_message
from svc_tui.stores.uploads.upload_store import Progress, UploadStore
from svc_tui.widgets.media.drop_area import PathInput
from svc_tui.widgets.media.preview import SvcMediaPreview
from tests.backends.demo import DemoProcess
from tests.console import Person, demo_console, person_at
from tests.screens.lists import hold
from tests.screens.test_first_pages import without_port

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])


def page(person: Person) -> MediaPage:
    assert isinstance(person.app.page, MediaPage)
    return person.app.page


def uploads(person: Person) -> UploadStore:
    assert person.app.svc is not None
    return person.app.svc.uploads


async def point_at(person: Person, name: str) -> None:
    """Walk down to an entry."""
    await person.until(lambda: isinstance(person.app.page, MediaPage))
    await person.until(lambda: hasattr(page(person), "manager"))
    await person.until(lambda: page(person).manager.is_ready)
    gallery = page(person).manager.gallery
    await person.until(lambda: any(name in str(getattr(e, "name", "")) for e in gallery.entries))
    await person.until(lambda: gallery.query("*:focus") or gallery.has_focus)
    for _ in range(40):
        if name in str(getattr(gallery.current, "name", "")):
            return
        before = gallery.current
        await person.press("j")
        await person.until(lambda before=before: gallery.current != before)
    raise AssertionError(f"no {name} here\n{person.text()}")


async def paste(person: Person, text: str) -> None:
    target = person.app.screen.focused or person.app.screen
    target.post_message(events.Paste(text))
    await person.pilot.pause()


@pytest.fixture
def cat(tmp_path: Path) -> Path:
    path = tmp_path / "my cat.txt"
    path.write_text("meow\n" * 100)
    return path


@SIZES
async def test_the_library_shows_folders_first(
    console: Any, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with console(size=size, start="/media") as person:
        await person.sees("▸ Photos", "4 folders", *["▸ Press kit"] * (size[0] >= 100))
        await person.settles()
        assert without_port(person.text()) == snapshot


@SIZES
async def test_details_show_texts_facts_and_links(
    console: Any, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with console(size=size, start="/media") as person:
        await point_at(person, "Quiet lake 15")
        await person.press("enter")
        await person.until(lambda: page(person).manager.editor.original is not None)
        await person.until(lambda: page(person).manager.editor.original.links)
        await person.until(lambda: page(person).manager.editor.query_one(SvcMediaPreview).look)
        await person.pilot.pause(0.3)
        assert without_port(person.text()) == snapshot


async def test_a_folder_is_entered_and_left_with_the_cursor_on_it(console: Any) -> None:
    async with console(start="/media") as person:
        await point_at(person, "Photos")
        await person.press("enter")
        await person.sees("Media › Photos", "▸ 2025")
        await person.until(lambda: "folder=" in person.location)
        assert page(person).manager.gallery.current.name == "2025"

        await person.press("escape")
        await person.sees("▸ Documents")
        await person.until(lambda: person.location == "/media")
        assert page(person).manager.gallery.current.name == "Photos"


async def test_a_file_that_covers_the_list_says_its_place_and_the_way_back(console: Any) -> None:
    async with console(start="/media", size=(80, 24)) as person:
        await person.sees("4 folders · 8 files")
        await person.settles()
        await person.press("end", "enter")
        await person.sees(" file 8 of 8", "Esc Back")
        assert "4 folders" not in person.text()
        await person.press("escape")
        await person.sees("4 folders · 8 files")


async def test_a_location_opens_folder_search_and_filter(console: Any) -> None:
    async with console(start="/media?search=lake&mime=image/*") as person:
        await person.sees("search “lake”", "only images", "library", "Quiet lake")
        await person.press("0")
        await person.sees("▸ Photos", "Search and filters cleared. Press u to undo.")
        await person.until(lambda: person.location == "/media")
        await person.press("u")
        await person.sees("search “lake”", "only images", "Quiet lake")
        await person.sees_no("Press u to undo")
        await person.press("u")
        await person.sees("There is nothing to undo")


async def test_u_brings_a_filter_back_while_it_is_being_cleared_on_a_later_page(
    console: Any,
) -> None:
    async with console(start="/media?mime=image/*&page=2") as person:
        await person.sees("only images", "25-48 of")
        await person.settles()
        go_on = hold(person, lambda request: True)
        await person.press("0")
        await person.sees("Filters cleared. Press u to undo.")
        await person.press("u")
        go_on.set()
        await person.sees("only images", "25-48 of")
        await person.settles()
        assert "There is nothing to undo" not in person.toasts
        assert "mime=" in person.location


async def test_typed_words_search_the_whole_library(console: Any) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.press("slash")
        await person.type("zebra crossing")
        await person.press("enter")
        await person.sees("Nothing matches.")
        await person.until(lambda: "search=zebra" in person.location)


async def test_the_filter_goes_round(console: Any) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        for words in ("images", "video", "audio", "documents", "text"):
            await person.press("f")
            await person.sees(f"only {words}")
        await person.press("f")
        await person.sees("▸ Photos")


async def test_the_filter_that_is_on_is_seen_on_a_narrow_screen(console: Any) -> None:
    async with console(start="/media", size=(60, 24)) as person:
        await person.sees("▸ Photos")
        for words in ("images", "video", "audio", "documents", "text"):
            await person.press("f")
            await person.sees(f"only {words}")
        tabs = next(line for line in person.text().splitlines() if "/ to search" in line)
        assert "Text" in tabs and "All" not in tabs


async def test_an_empty_folder_says_so(console: Any) -> None:
    async with console(start="/media") as person:
        await point_at(person, "Empty")
        await person.press("enter")
        await person.sees("This folder is empty. Press U to upload a file.")
        await person.sees_no("Size")  # No head of a table below the sentence.
        await person.press("escape")
        await person.sees("Size", "▸ Empty")


async def test_an_editor_may_write_texts_but_not_delete(console: Any, fresh_demo: Any) -> None:
    async with console(user="editor", start="/media") as person:
        await point_at(person, "Quiet lake 15")
        await person.press("d", "e")
        editor = page(person).manager.editor
        await person.until(lambda: editor.original is not None and editor.original.links)
        await person.until(lambda: person.app.focused in editor.query(".title"))
        await person.press("end")
        await person.type(" at dawn")
        assert editor.dirty
        await person.press("ctrl+s")
        await person.told_of("Saved.")
        assert not editor.dirty
        await person.press("escape", "d", "escape")
        await person.sees("Quiet lake 15 at")
        assert "Delete" not in person.text()


async def test_a_refused_text_is_told_at_its_field_and_kept(console: Any, fresh_demo: Any) -> None:
    async with console(start="/media", size=(120, 40)) as person:
        await point_at(person, "Quiet lake 15")
        await person.press("e")
        editor = page(person).manager.editor
        await person.until(lambda: person.app.focused in editor.query(".title"))
        await person.press("end")
        await person.type("x" * 200)
        await person.press("f2")
        await person.sees("no more than 200")
        assert editor.dirty


async def test_closing_with_unsaved_texts_asks(console: Any) -> None:
    async with console(start="/media") as person:
        await point_at(person, "Quiet lake 15")
        await person.press("e")
        editor = page(person).manager.editor
        await person.until(lambda: person.app.focused in editor.query(".title"))
        await person.press("end")
        await person.type("!")
        await person.press("escape", "escape")
        await person.sees("Unsaved changes")
        await person.press("n")
        await person.sees_no("Unsaved changes")
        assert editor.dirty
        await person.press("escape")
        await person.sees("Unsaved changes")
        await person.press("x")
        await person.sees("▸ Photos")


async def test_a_viewer_reads_and_nothing_else(console: Any, cat: Path) -> None:
    async with console(user="viewer", start="/media") as person:
        await point_at(person, "Quiet lake 15")
        await person.press("U", "N", "d", "e")
        for action in ("Uploading", "Creating a folder"):
            refusal = permission_denied_message(action, "add_media")
            await person.until(lambda refusal=refusal: refusal in person.toasts)
        await paste(person, str(cat))
        await person.until(
            lambda: person.toasts.count(permission_denied_message("Uploading", "add_media")) > 1
        )
        await person.press("enter")
        await person.sees("Title: Quiet lake 15")
        assert not page(person).manager.editor.query_one(".control.title").display


async def test_a_file_is_deleted_after_naming_who_uses_it(console: Any, fresh_demo: Any) -> None:
    async with console(start="/media") as person:
        await point_at(person, "Quiet lake 15")
        await person.press("d")
        await person.sees("Delete this file?", "Used in", "article #47")
        await person.press("y")
        await person.until(lambda: "Deleted: Quiet lake 15" in person.toasts)
        await person.sees_no("Quiet lake 15  ")


async def test_folders_are_made_renamed_and_deleted(console: Any, fresh_demo: Any) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.press("N")
        await person.sees("New folder in Media")
        await person.type("Photos")
        await person.press("enter")
        await person.sees("already taken")
        await person.type(" of us")
        await person.press("enter")
        await person.sees("▸ Photos of us")
        await person.until(lambda: page(person).manager.gallery.current.name == "Photos of us")

        await person.press("f2")
        await person.sees("Rename folder")
        await person.press("end")
        await person.type("!")
        await person.press("enter")
        await person.sees("▸ Photos of us!")

        await person.press("d")
        await person.sees("Delete this folder?", "It is empty.")
        await person.press("y")
        await person.sees_no("▸ Photos of us!")


async def test_deleting_a_full_folder_says_what_is_known(console: Any) -> None:
    async with console(start="/media") as person:
        await point_at(person, "Photos")
        await person.press("d")
        await person.sees("It contains 3 folders and 5 files.", "may also delete everything in it")
        await person.press("n")
        await person.sees_no("It shows")


async def test_pasted_files_are_asked_about_and_each_gets_its_line(
    console: Any, fresh_demo: Any, cat: Path, tmp_path: Path
) -> None:
    refused = tmp_path / "reject-me.png"
    refused.write_bytes(b"PNG")
    (tmp_path / "empty.png").touch()
    async with console(start="/media") as person:
        await point_at(person, "Empty")
        await person.press("enter")
        await person.sees("This folder is empty.")
        await paste(person, f"'{cat}' {refused}\n{tmp_path}/empty.png\n{tmp_path}/gone.png")
        await person.sees("Upload 2 files (503 B) to Empty?", "Skipped empty.png", "gone.png")
        await person.press("enter")

        await person.sees("Files with this name are not accepted.")
        await person.sees("the file is empty", "no such file or directory")
        await person.sees("1 uploaded · 1 failed · 2 skipped", "my cat  ")
        await person.until(lambda: any("1 file uploaded" in toast for toast in person.toasts))
        assert any("1 file was not uploaded" in toast for toast in person.toasts)

        await person.press("tab", "x")
        await person.sees_no("✗")


async def test_a_typed_path_is_completed_and_sent(console: Any, fresh_demo: Any, cat: Path) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.press("U")
        await person.sees("Upload to Media")
        await person.type(f"{cat.parent}/my")
        await person.press("tab")
        await person.sees(r"my\ cat.txt")
        await person.press("enter")
        await person.sees("Upload file my cat.txt (500 B) to Media?")
        await person.press("enter")
        await person.sees("my cat  ")
        await person.until(lambda: uploads(person).state.uploads[0].progress is Progress.DONE)


async def test_a_path_with_nothing_at_its_end_stays_in_its_line_to_be_mended(
    console: Any, fresh_demo: Any, cat: Path
) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.press("U")
        await person.sees("Upload to Media")
        await person.type(str(cat.parent / "my_cat.txt"))
        await person.press("enter")
        await person.sees("No such path, or it is hidden. Check the path")
        line = page(person).manager.query_one(PathInput)
        assert line.value.endswith("my_cat.txt") and line.has_focus
        assert uploads(person).state.uploads == ()
        await person.press(*["backspace"] * len("_cat.txt"))
        await person.press("tab")
        await person.sees(r"my\ cat.txt")
        await person.press("enter")
        await person.sees("Upload file my cat.txt")


async def test_a_path_that_cannot_be_sent_leaves_the_line_for_the_next_one(
    console: Any, fresh_demo: Any, tmp_path: Path
) -> None:
    empty = tmp_path / "empty.png"
    empty.touch()
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.press("U")
        await person.sees("Upload to Media")
        await person.type(str(empty))
        await person.press("enter")
        await person.sees("empty.png", "the file is empty")
        line = page(person).manager.query_one(PathInput)
        await person.until(lambda: line.has_focus and line.value == "")


async def test_a_file_that_is_refused_leaves_the_keys_to_the_library_and_says_why(
    console: Any, fresh_demo: Any, tmp_path: Path
) -> None:
    refused = tmp_path / "reject-me.png"
    refused.write_bytes(b"PNG")
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.press("U")
        await person.sees("Upload to Media")
        await person.type(str(refused))
        await person.press("enter")
        await person.sees("Upload file")
        await person.press("enter")
        await person.sees("✗ reject-me.png", "Files with this name are not accepted.")
        await person.sees("1 file was not uploaded.", "Files with this name are not accepted.")
        await person.until(lambda: person.app.focused is page(person).manager.gallery.view)


async def test_escape_takes_the_marks_away_before_it_leaves_the_folder(console: Any) -> None:
    async with console(start="/media") as person:
        await point_at(person, "Photos")
        await person.press("enter")
        await person.sees("Media › Photos", "▸ 2025")
        manager = page(person).manager
        await person.until(lambda: manager.gallery.entries and not manager.store.state.loading)
        await person.press("end", "space")
        await person.sees("1 marked")
        await person.press("escape")
        await person.until(lambda: not manager.store.state.edit_list)
        await person.sees("Media › Photos")
        await person.press("escape")
        await person.until(lambda: manager.store.state.parent_folder is None)


async def test_escape_clears_the_type_of_files_before_it_leaves_the_page(console: Any) -> None:
    async with console(start="/media") as person:
        await person.sees("4 folders")
        await person.press("f")
        await person.sees("only images")
        await person.press("escape")
        await person.until(lambda: "Filters cleared. Press u to undo." in person.toasts)
        await person.sees("4 folders")
        assert person.location.startswith("/media")


async def test_escape_clears_the_type_of_files_before_the_marks_as_in_lists(console: Any) -> None:
    async with console(start="/media") as person:
        await person.sees("4 folders")
        await person.press("f")
        await person.sees("only images")
        await person.press("end", "space")
        store = page(person).manager.store
        await person.until(lambda: len(store.state.edit_list) == 1)
        await person.press("escape")
        await person.until(lambda: "Filters cleared. Press u to undo." in person.toasts)
        assert len(store.state.edit_list) == 1
        await person.sees("4 folders")
        await person.press("escape")
        await person.until(lambda: not store.state.edit_list)
        assert person.location.startswith("/media")


async def test_enter_edits_the_texts_of_an_open_file(console: Any) -> None:
    async with console(start="/media") as person:
        await person.sees("4 folders")
        await person.press("end", "enter")
        await person.sees("Default", "e Edit")
        await person.settles()
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.focused, Input))


async def test_files_found_anywhere_are_shown_with_the_names_of_their_folders(console: Any) -> None:
    async with console(start="/media?search=lake", size=(120, 40)) as person:
        await person.sees("Quiet lake")
        store = page(person).manager.store
        folders = {media.folder for media in store.state.medias if media.folder}
        await person.until(lambda: all(store.state.names.get(one) for one in folders))
        await person.settles()
        assert folders and not any(f"#{one} " in person.text() for one in folders)


async def test_uploads_go_on_when_the_page_is_left(
    console: Any, fresh_demo: Any, cat: Path
) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        uploads(person).add([cat] * 5)
        uploads(person).start()
        await person.goes_to("/")
        await person.until(lambda: "5 files uploaded to Media." in person.toasts)


async def test_two_visits_in_a_row_do_not_empty_each_other(console: Any) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.goes_to("/media?search=lake")
        await person.sees("search “lake”", "Quiet lake")
        await person.press("H")
        await person.sees("▸ Photos")


async def test_a_dead_server_fails_what_is_sent_and_what_is_asked(tmp_path: Path) -> None:
    big = tmp_path / "big.mp4"
    with big.open("wb") as file:
        file.truncate(90 * 1024 * 1024)
    with DemoProcess(tmp_path / "demo", rows=0) as backend:
        console = demo_console(backend.url, tmp_path / "state", start="/media")
        async with person_at(console) as person:
            await person.sees("▸ Photos")
            uploads(person).add([big])
            uploads(person).start()
            await person.until(lambda: uploads(person).state.uploads[0].percent > 0)
            backend.process.kill()

            await person.until(lambda: not uploads(person).state.busy)
            assert uploads(person).state.uploads[0].progress is Progress.FAILED
            assert uploads(person).state.uploads[0].reason
            await person.press("r")
            await person.sees("Press r to try again.", "▸ Photos")


async def test_two_saves_in_a_row_send_one_and_leaving_waits_for_it(console: Any) -> None:
    async with console(start="/media") as person:
        await point_at(person, "Quiet lake 15")
        await person.press("e")
        manager = page(person).manager
        await person.until(lambda: person.app.focused in manager.editor.query(".title"))
        await person.press("end")
        await person.type("!")
        stored, sent = asyncio.Event(), []

        async def slow(media: MediaItem, since: MediaItem, **_: Any) -> MediaItem:
            sent.append(media)
            await stored.wait()
            return media

        manager.store.api.patch = slow
        await person.press("ctrl+s", "ctrl+s", "escape", "escape")
        assert "Unsaved changes" not in person.text()
        stored.set()
        await person.sees("▸ Photos")
        assert "Saved." in person.toasts
        assert len(sent) == 1


async def test_what_a_key_may_do_is_known_without_searching_the_page(
    console: Any, monkeypatch: Any
) -> None:
    """The bar of keys asks for each of them whenever anything changes, uploads too."""
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        manager = page(person).manager
        searched: list[Any] = []
        query = manager.query
        monkeypatch.setattr(
            manager, "query", lambda *args: (searched.append(args), query(*args))[1]
        )
        asked = [command.id for command, _ in manager.commands()]
        for command in asked:
            manager.check_action("command", (command,))
        assert "media.move" in asked and "media.next" in asked
        assert searched == []


async def test_the_next_file_is_opened_also_behind_the_last_one_of_a_page(console: Any) -> None:
    async with console(start="/media?mime=image/*", size=(120, 40)) as person:
        await person.sees("only images", "1-24 of")
        manager = page(person).manager
        state = manager.store
        await person.until(lambda: not manager.coming and state.medias)
        assert state.pages > 1
        last, before = state.medias[-1], state.medias[-2]
        manager.gallery.go_to_row(len(manager.gallery.entries) - 1)
        await person.press("enter")
        await person.until(
            lambda: manager.editor.original and manager.editor.original.id == last.id
        )
        await person.press("K")
        await person.until(lambda: state.edit_media and state.edit_media.id == before.id)
        assert manager.gallery.current.id == before.id
        await person.press("J", "J")
        await person.until(lambda: state.page == 2 and not state.loading)
        await person.until(lambda: state.edit_media and state.edit_media.id == state.medias[0].id)
        await person.until(lambda: manager.gallery.current == state.medias[0])
        assert manager.editor.has_focus
        await person.press("K")
        await person.until(lambda: state.page == 1 and not state.loading)
        await person.until(lambda: state.edit_media and state.edit_media.id == last.id)


async def test_y_u_copies_the_address_and_a_y_alone_is_forgotten(console: Any, demo: Any) -> None:
    async with console(start="/media?mime=image/*") as person:
        await person.sees("only images")
        manager = page(person).manager
        await person.until(lambda: not manager.coming and manager.store.medias)
        media = manager.gallery.current
        await person.press("y")
        manager.store.change(names={**manager.store.state.names, 0: "a name that came late"})
        await person.sees("u URL · r URL of another size")
        await person.press("u")
        await person.until(lambda: person.app.clipboard)
        assert person.app.clipboard == urljoin(demo.url, media.file)
        await person.sees("Copied to the terminal's clipboard.", "1-24 of")
        await person.press("y", "r")
        await person.told("The backend reports no other sizes of this file.")


async def test_n_says_which_keys_add_something(console: Any) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.press("n")
        await person.told("Press U to upload files, or N to create a folder.")
        await person.press("u")
        await person.told("There is nothing to undo: changes to files can't be undone.")
        assert person.location.startswith("/media")


async def test_a_list_that_is_half_empty_has_the_picture_beside_it(console: Any) -> None:
    async with console(start="/media", size=(120, 40)) as person:
        person.app.svc.pictures.choose("off")
        await person.sees("▸ Photos")
        await point_at(person, "Quiet lake 15")
        await person.sees("╭─ Quiet lake 15", "╰─ PNG · 3.4 KiB")

        await person.press("enter")
        await person.sees("Default")
        await person.sees_no("╰─ PNG · 3.4 KiB")
        await person.press("escape", "number_sign")
        await person.sees_no("╰─ PNG · 3.4 KiB")
        await person.press("number_sign")
        await person.sees("╰─ PNG · 3.4 KiB")

        await person.pilot.resize_terminal(80, 24)
        await person.sees_no("╭─ Quiet lake 15")


async def test_below_the_picture_beside_the_list_are_its_alt_texts(console: Any) -> None:
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("▸ Photos")
        await point_at(person, "Quiet lake 15")
        await person.sees("320 × 200 PNG", "Alt text in Italiano: none")


@pytest.mark.parametrize(("columns", "least"), [(120, 30), (200, 75)])
async def test_a_broad_terminal_gives_the_picture_its_room(
    console: Any, columns: int, least: int
) -> None:
    async with console(start="/media", size=(columns, 40)) as person:
        await person.sees("▸ Photos")
        await point_at(person, "Quiet lake 15")
        await person.sees("320 × 200 PNG")
        aside = next(one for one in person.app.screen.query(".aside") if one.display)
        await person.until(lambda: aside.outer_size.width >= least)


async def test_the_contents_of_a_folder_stand_beside_it(console: Any) -> None:
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("4 folders", "╭─ Documents")
        await person.press("down")
        await person.sees("╭─ Empty", "This folder is empty.", "╰─ 0 files")
        await person.press("down")
        await person.sees("╭─ Photos", "alt text", "▸ ")
        await person.sees_no("This folder is empty.")
        await person.press("end")
        await person.sees_no("╭─ Photos")
