"""Files of this machine that the console does not touch, or only when their name was typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.widgets import Input

from svc_tui.stores.file_access import check_access
from svc_tui.widgets.listing.export_dialog import ExportDialog
from svc_tui.widgets.media.browser import FileBrowser, SafeTree
from svc_tui.widgets.media.drop_area import PathInput
from svc_tui.widgets.media.replace_dialog import ReplaceDialog
from svc_tui.widgets.media.upload_dialog import UploadDialog
from svc_tui.widgets.shell.confirm_dialog import SvcConfirmDialog
from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.test_media import paste, point_at, uploads


async def names_to_upload(person: Person, path: str) -> None:
    """Press U and type a path."""
    await person.sees("▸ Photos")
    await person.press("U")
    await person.until(lambda: isinstance(person.app.focused, PathInput))
    await person.type(path)
    await person.press("enter")


async def types_the_name(person: Person, name: str) -> None:
    """Answer a question that wants a name typed."""
    await person.until(lambda: isinstance(person.app.screen, SvcConfirmDialog))
    await person.sees(f"Type {name} to continue")
    await person.type(name)
    await person.press("tab", "tab", "enter")


def own_session(person: Person) -> Path:
    assert person.app.svc is not None
    return next(one for one in person.app.svc.state_dir.rglob("*") if one.is_file())


async def test_the_consoles_own_files_are_not_uploaded_typed_pasted_or_inside_a_folder(
    console: Any,
) -> None:
    async with console(start="/media", size=(200, 30)) as person:
        await names_to_upload(person, "/proc/self/environ")
        await person.sees("a device or system file")
        own = own_session(person)
        for path in (own, own.parent):
            await paste(person, str(path))
            await person.sees("belongs to svc-tui itself")
        assert not any(one.progress == "done" for one in uploads(person).state.uploads)


async def test_a_hidden_file_of_the_home_is_uploaded_when_its_name_was_typed(
    console: Any, fresh_demo: DemoProcess, own_places: Path
) -> None:
    (own_places / ".notes.txt").write_text("private")
    async with console(start="/media", size=(120, 30)) as person:
        await names_to_upload(person, "~/.notes.txt")
        await person.sees("is a hidden file in your home folder")
        await person.press("escape")
        await person.sees("you did not type its")
        assert not isinstance(person.app.screen, UploadDialog)

        await paste(person, str(own_places / ".notes.txt"))
        await types_the_name(person, ".notes.txt")
        await person.sees("Upload file .notes.txt")
        await person.press("enter")
        await person.until(lambda: "1 file uploaded to Media." in person.toasts)


async def test_looking_around_shows_no_device_and_takes_no_hidden_file(
    console: Any, own_places: Path, monkeypatch: Any
) -> None:
    (own_places / ".notes.txt").write_text("private")
    monkeypatch.chdir(own_places)
    async with console(start="/media", size=(120, 30)) as person:
        await person.sees("▸ Photos")
        await person.press("o")
        await person.until(lambda: isinstance(person.app.screen, FileBrowser))
        tree = person.app.screen.query_one(SafeTree)
        await person.press("o")
        await person.sees(".notes.txt")
        assert [
            one.data.path for one in tree.root.children if check_access(one.data.path).refusal
        ] == []
        tree.move_cursor(
            next(one for one in tree.root.children if one.data.path.name == ".notes.txt")
        )
        await person.press("enter")
        await person.sees("type its full path to send it")


async def test_a_hidden_file_replaces_no_other_before_its_name_was_typed(
    console: Any, own_places: Path
) -> None:
    (own_places / ".notes.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    async with console(start="/media") as person:
        await point_at(person, "Quiet lake 15")
        await person.press("R")
        await person.until(lambda: isinstance(person.app.focused, PathInput))
        assert isinstance(person.app.screen, ReplaceDialog)
        await person.type("~/.notes.png")
        await person.press("enter")
        await types_the_name(person, ".notes.png")
        await person.sees("new  ")
        await person.sees(".notes.png")


async def test_an_export_writes_no_own_file_and_a_hidden_one_only_by_its_name(
    console: Any, own_places: Path
) -> None:
    (own_places / ".bashrc").write_text("alias ll='ls -l'\n")
    async with console(start="/tags", size=(120, 30)) as person:
        await person.until(lambda: person.app.page is not None)
        await person.settles()
        await person.press("X")
        await person.until(lambda: isinstance(person.app.screen, ExportDialog))
        line = person.app.screen.query_one(Input)
        line.value = str(own_session(person))
        await person.press("enter")
        await person.sees("belongs to svc-tui itself")

        line.value = "~/.bashrc"
        await person.press("enter")
        await types_the_name(person, ".bashrc")
        await person.sees("Overwrite the file?", "already exists")
        await person.press("escape")
        await person.sees("already exists")

        line.value = "~/.ssh/rc"
        (own_places / ".ssh").mkdir()
        await person.press("enter")
        await person.sees("Type rc to continue")
        await person.press("escape")
        await person.sees("rc is a hidden file in your home folder, and you did not")
    assert (own_places / ".bashrc").read_text() == "alias ll='ls -l'\n"
    assert not [*(own_places / ".ssh").iterdir()]
