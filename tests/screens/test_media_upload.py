"""Uploads as a person makes them, on the real demo backend."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

from syrupy.assertion import SnapshotAssertion
from textual.events import Key
from textual.widgets import Input

from svc_tui.stores.uploads.upload_store import Progress
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.media.browser import FileBrowser, SafeTree
from svc_tui.widgets.media.drop_area import PathInput
from svc_tui.widgets.media.folder_tree import FolderTree
from svc_tui.widgets.media.upload_dialog import UploadDialog
from tests.backends.demo import DemoProcess
from tests.backends.faulty import FaultyProcess
from tests.console import Person, demo_console, person_at
from tests.screens.lists import hold, writing
from tests.screens.test_first_pages import without_port
from tests.screens.test_media import SIZES, page, paste, uploads
from tests.screens.test_media_actions import signed_in
from tests.screens.test_shell import expire, sign_in


def pictures(folder: Path, *names: str) -> list[Path]:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"\x89PNG\r\n\x1a\n" + name.encode("utf-8", "replace"))
    return [folder / name for name in names]


async def test_texts_and_the_folder_are_given_before_anything_is_sent(
    console: Any, fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    one, two = pictures(tmp_path, "one.png", "two.png")
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("▸ Photos")
        await paste(person, f"{one} {two}")
        await person.sees("Upload 2 files", "to Media?")
        dialog = person.app.screen
        assert isinstance(dialog, UploadDialog)
        await person.press("tab")
        assert person.app.focused is dialog.query_one("Input.title", Input)
        await person.press("end")
        await person.type(" sunny day")
        await person.press("enter")
        await person.type("the sun")
        dialog.query_one("OptionList").focus()
        await person.press("t")
        tree = person.app.screen.query_one(FolderTree)
        await person.until(lambda: len(tree.root.children) == 4)
        tree.move_cursor(next(n for n in tree.root.children if n.data.name == "Empty"))
        await person.press("enter")
        await person.sees("to Empty?")
        await person.press("enter")
        await person.until(lambda: "2 files uploaded to Empty." in person.toasts)
        sent = uploads(person).state.uploads
        with signed_in(fresh_demo) as client:
            stored = client.get(f"/api/media/{sent[0].media.id}/").json()
            assert stored["title"] == "one sunny day" and stored["alt_text"] == "the sun"
            assert stored["folder"] is not None
            assert stored["folder"] == sent[1].media.folder


async def test_the_keys_of_the_path_stand_in_its_frame_or_in_the_line_itself(console: Any) -> None:
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("▸ Photos")
        await person.press("U")
        await person.sees("╰─ *.png adds many · Ctrl+F browses · Enter continues")
        assert person.app.screen.query_one(PathInput).placeholder == "Type a path"

        await person.pilot.resize_terminal(80, 24)

        await person.sees("Type a path: *.png adds many", "Tab Next")
        await person.type("/")
        await person.sees("Tab Complete")
        await person.sees_no("Tab Next")


async def test_the_buttons_of_an_upload_name_only_keys_that_work_where_the_focus_is(
    console: Any, tmp_path: Path
) -> None:
    [one] = pictures(tmp_path, "one.png")
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("▸ Photos")
        await paste(person, str(one))
        await person.sees("Back (Esc)", "Folder… (t)", "Upload (Enter)")
        lines = [*person.app.screen.query("UploadDialog .line")]
        # A blank line between two texts.
        await person.until(lambda: lines[1].region.y == lines[0].region.bottom + 1)
        await person.press("tab")
        await person.sees("Esc goes back to the files", "Upload (Ctrl+S)")
        await person.sees_no("Folder… (t)")
        await person.sees_no("PgDn next file")

        await person.sees_no("Back (Esc)")

        await person.press("escape")
        await person.sees("Back (Esc)", "Folder… (t)", "Tab goes to the text")
        await person.press("escape")
        await person.until(lambda: not isinstance(person.app.screen, UploadDialog))


async def test_the_cursor_is_on_the_uploaded_file_unless_it_was_moved(
    console: Any, fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    one, two = pictures(tmp_path, "one.png", "two.png")
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("▸ Photos")
        gallery = page(person).manager.gallery
        await paste(person, str(one))
        await person.sees("Upload file one.png")
        await person.press("enter")
        await person.until(lambda: "1 file uploaded to Media." in person.toasts)
        sent = uploads(person).state.uploads[0].media.id
        await person.until(lambda: gallery.current_key == f"media:{sent}")
        await paste(person, str(two))
        await person.sees("Upload file two.png")
        go_on = hold(person, writing)
        await person.press("enter")
        await person.until(lambda: not isinstance(person.app.screen, UploadDialog))
        gallery.view.focus()
        await person.press("home")
        go_on.set()
        await person.until(lambda: len([one for one in person.toasts if "uploaded to" in one]) == 2)
        await person.sees("two")
        assert gallery.current_key.startswith("folder:")


async def test_quitting_over_a_typed_text_of_an_upload_asks(console: Any, tmp_path: Path) -> None:
    [one] = pictures(tmp_path, "one.png")
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("▸ Photos")
        await paste(person, str(one))
        await person.sees("Upload file one.png")
        await person.press("tab", "end")
        await person.type(" sunny")
        await person.press("ctrl+q")
        await person.sees("Quit now?", "Not uploaded yet: Title of one.png.")
        await person.press("escape")
        await person.sees("one sunny")


async def test_the_caret_and_undo_of_a_title_stay_with_its_file(
    console: Any, tmp_path: Path
) -> None:
    one, two = pictures(tmp_path, "one.png", "a longer name.png")
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("▸ Photos")
        await paste(person, f"{one} '{two}'")
        await person.sees("Upload 2 files")
        dialog = person.app.screen
        assert isinstance(dialog, UploadDialog)
        await person.press("tab", "ctrl+u")
        await person.type("Da")
        await person.press("pagedown", "ctrl+z")
        assert dialog.query_one("Input.title", Input).value == "a longer name"
        await person.press("end")
        await person.type("s")
        assert dialog.query_one("Input.title", Input).value == "a longer names"
        await person.press("pageup")
        assert dialog.query_one("Input.title", Input).value == "Da"


async def test_typing_replaces_the_title_that_is_proposed_as_in_a_file_manager(
    console: Any, tmp_path: Path
) -> None:
    one, two = pictures(tmp_path, "one.png", "two.png")
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("▸ Photos")
        await paste(person, f"{one} {two}")
        await person.sees("Upload 2 files")
        title = person.app.screen.query_one("Input.title", Input)
        await person.press("tab")
        await person.type("Sunny day")
        assert title.value == "Sunny day"
        await person.press("pagedown")
        assert title.value == "two"
        await person.type("Harbour")
        assert title.value == "Harbour"
        await person.press("ctrl+z", "ctrl+z")
        assert title.value == "two"
        await person.press("pageup")
        await person.type("s")
        assert title.value == "Sunny days"  # What was typed is no proposal.


async def test_texts_are_for_the_main_language_and_others_are_written_later(
    console: Any, tmp_path: Path
) -> None:
    (one,) = pictures(tmp_path, "one.png")
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await paste(person, str(one))
        await person.sees("Text in English of one.png · e adds other languages later")


async def test_no_key_that_types_now_is_offered_in_an_empty_folder(console: Any) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Empty")
        await person.press("down", "enter")
        await person.sees("This folder is empty. Press U to upload a file.")

        await person.press("U")

        await person.sees("Upload to Empty")
        await person.sees_no("U to upload a file")
        await person.press("escape")
        await person.sees("Press U to upload a file.")


async def test_a_folder_keeps_its_tree_and_what_is_there_is_told(
    console: Any, fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    pictures(tmp_path, "Trip/a.png", "Trip/Day 1/b.png")
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await paste(person, str(tmp_path / "Trip"))
        await person.sees("Upload 2 files", "Trip, Trip/Day 1")
        api, asked, held = page(person).manager.store.api, asyncio.Event(), asyncio.Event()
        create = api.create_folder

        async def create_later(*given: Any) -> Any:
            asked.set()
            await held.wait()
            return await create(*given)

        api.create_folder = create_later
        await person.press("enter")
        await person.until(asked.is_set)
        await person.press("ctrl+q")
        await person.sees("Folders are being created for an upload")
        await person.press("escape")
        await person.sees_no("Quit now?")
        held.set()
        await person.until(lambda: "2 files uploaded to 2 folders." in person.toasts)
        await person.sees("▸ Trip")

        await paste(person, str(tmp_path / "Trip" / "a.png"))
        await person.sees("Upload file a.png")
        await person.press("escape")
        (trip,) = (f for f in page(person).manager.store.folders if f.name == "Trip")
        person.app.run_worker(page(person).manager.store.navigate_to_folder(trip))
        await person.sees("› Trip", "▸ Day 1")
        await paste(person, str(tmp_path / "Trip" / "a.png"))
        await person.sees("! already there", "with the same name and size")


async def test_what_was_told_to_be_skipped_is_no_failure_and_the_list_has_its_room_back(
    console: Any, fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    pictures(tmp_path, *(f"{n}.png" for n in range(8)))
    (tmp_path / "empty.png").touch()
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.press("U")
        await person.until(lambda: isinstance(person.app.focused, PathInput))
        await person.type(f"{tmp_path}/*.png")
        await person.press("enter")
        await person.sees("Upload 8 files", "Skipped empty.png: the file is empty")
        await person.press("enter")
        said = "8 files uploaded to Media, 1 skipped (empty.png: the file is empty)."
        await person.until(lambda: said in person.toasts)
        await person.sees("8 uploaded · 1 skipped", "skipped: the file is empty")
        assert not [toast for toast in person.toasts if "not uploaded" in toast]
        assert "Type a path" not in person.text()
        assert person.app.focused is page(person).manager.gallery.view


async def test_the_end_of_a_line_is_seen_beside_the_scroll_bar(
    console: Any, tmp_path: Path
) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        uploads(person).add([tmp_path / f"{n}.png" for n in range(12)])
        uploads(person).start()
        await person.sees("failed: no such file or directory")


async def test_files_are_chosen_by_looking_through_the_disk(
    console: Any, fresh_demo: DemoProcess, tmp_path: Path, monkeypatch: Any
) -> None:
    pictures(tmp_path, "[red]one.png", "two.png")
    (tmp_path / os.fsdecode(b"odd\xff\x1b[2J.png")).write_bytes(b"x")
    monkeypatch.chdir(tmp_path)
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.press("o")
        await person.until(lambda: isinstance(person.app.screen, FileBrowser))
        tree = person.app.screen.query_one(SafeTree)
        await person.until(lambda: tree.root.children)
        await person.sees("[red]one.png", "odd�␛[2J.png")
        assert "\x1b" not in person.text()
        tree.move_cursor(next(n for n in tree.root.children if "red" in n.data.path.name))
        await person.press("space")
        await person.sees("✓ [red]one.png")
        tree.move_cursor(next(n for n in tree.root.children if n.data.path.name == "two.png"))
        await person.press("enter")
        await person.sees("Upload 2 files")
        await person.press("enter")
        await person.until(lambda: "2 files uploaded to Media." in person.toasts)


async def test_hostile_file_names_are_sent_shown_and_stored(
    console: Any, fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    names = [b"two\nlines.png", "🎉 party.png".encode(), b"bad\xff.png", b"..dots.png", b"a;b.png"]
    paths = [tmp_path / os.fsdecode(name) for name in names]
    for path in paths:
        path.write_bytes(b"\x89PNG\r\n\x1a\nx")
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        uploads(person).add(paths)
        uploads(person).start()
        await person.until(lambda: not uploads(person).state.busy)
        sent = uploads(person).state.uploads
        assert [one.progress for one in sent] == [Progress.DONE] * len(names)
        assert all("\n" not in one.media.filename for one in sent)
        await person.sees("two lines")


async def test_what_is_over_goes_when_the_page_is_left(
    console: Any, fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        uploads(person).add([tmp_path / "gone.png"])
        uploads(person).start()
        await person.sees("gone.png")
        await person.goes_to("/")
        await person.until(lambda: uploads(person).state.uploads == ())


async def test_an_upload_goes_on_after_the_session_has_ended_and_begun_again(
    console: Any, fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        expire(fresh_demo)
        uploads(person).add(pictures(tmp_path, "one.png", "two.png", "three.png"))
        uploads(person).start()
        await person.sees("Your session has ended")
        await person.may_type()
        await person.until(lambda: not uploads(person).state.busy)
        assert all(one.held for one in uploads(person).state.uploads)
        await sign_in(person, "admin")
        await person.until(lambda: "3 files uploaded to Media." in person.toasts)
        await person.sees("▸ Photos", "three ")


async def in_queue(person: Person) -> None:
    """Walk on with Tab to the lines of the uploads."""
    queue = page(person).manager.uploader.queue
    for _ in range(10):
        if person.app.focused is queue:
            return
        await person.press("tab")
    raise AssertionError(person.text())


async def test_a_file_that_may_be_there_is_looked_up_and_asked_about_before_it_is_sent_again(
    fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    (cat,) = pictures(tmp_path, "500-always.png")
    with FaultyProcess(fresh_demo.url) as faulty:
        console = demo_console(faulty.url, tmp_path / "state", start="/media")
        async with person_at(console) as person:
            await person.sees("▸ Photos")
            await paste(person, str(cat))
            await person.sees("Upload file 500-always.png")
            await person.press("enter")
            await person.sees("? 500-always.png", "unknown: it may have been saved")
            await person.until(lambda: any("It is unknown whether" in one for one in person.toasts))
            assert not [one for one in person.toasts if "not uploaded" in one]

            await person.goes_to("/")
            await person.goes_to("/media")
            await person.sees("? 500-always.png")
            await person.settles()
            await in_queue(person)
            await person.press("R")
            await person.sees("Send 500-always.png again?", "may create a duplicate")
            question = person.app.screen  # It comes when the library was looked through.
            assert isinstance(question, SvcModal) and question.by_itself
            await person.press("enter")  # The harmless answer has the focus.
            await person.sees_no("Send 500-always.png again?")
            (row,) = uploads(person).state.uploads
            assert row.progress is Progress.UNKNOWN

            # Stored after all, as a slow server does: the next look finds it, and nothing is sent.
            with signed_in(fresh_demo) as client:
                given = {"title": row.title}
                client.post("/api/media/", data=given, files={"file": cat.open("rb")})
            await in_queue(person)
            await person.press("R")
            await person.until(lambda: uploads(person).state.uploads[0].progress is Progress.DONE)
            await person.sees("done: no response, but it is in the library")


@SIZES
async def test_what_is_about_to_be_sent_is_shown(
    console: Any, tmp_path: Path, size: Any, snapshot: SnapshotAssertion
) -> None:
    one, two = pictures(tmp_path, "one.png", "two.png")
    async with console(start="/media", size=size) as person:
        await person.sees("▸ Photos")
        await paste(person, f"{one} {two} {tmp_path}/gone.png")
        await person.sees("Upload 2 files")
        await person.settles()
        assert without_port(person.text()) == snapshot


async def test_an_enter_too_many_behind_the_path_uploads_nothing_unseen(
    console: Any, tmp_path: Path
) -> None:
    (one,) = pictures(tmp_path, "one.png")
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.press("U")
        await person.until(lambda: isinstance(person.app.focused, PathInput))
        await person.type(str(one))
        early = Key("enter", "\r")
        await person.press("enter")
        await person.sees("Upload file one.png")
        await person.may_type()

        person.app.post_message(early)

        await person.until(lambda: any("was ignored. Press it" in one for one in person.toasts))
        assert isinstance(person.app.screen, UploadDialog)


async def test_a_toast_leaves_the_path_in_sight(console: Any) -> None:
    async with console(start="/media") as person:
        await person.sees("4 folders")
        person.app.svc.snack.show("Discarded. Press u to bring it back, or go on without it.")
        await person.press("U")
        await person.sees("Discarded.", "*.png adds many, Ctrl+F browses, Enter continues")
