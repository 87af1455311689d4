"""Dialogs of the media library: nothing is written twice, and no text goes to another file."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from textual.app import App
from textual.widgets import Input, OptionList

from svc_tui.models.media import MediaItem
from svc_tui.stores.uploads.upload_store import Upload
from svc_tui.widgets.media.folder_dialog import SvcMediaFolderDialog
from svc_tui.widgets.media.upload_dialog import UploadDialog
from tests.console import wait_until


async def test_a_second_enter_makes_no_second_folder() -> None:
    asked, go_on = list[str](), asyncio.Event()

    async def save(name: str) -> str:
        asked.append(name)
        await go_on.wait()
        return ""

    async with App[None]().run_test() as pilot:
        await pilot.app.push_screen(dialog := SvcMediaFolderDialog("New folder", save))
        dialog.query_one(Input).value = "Summer"
        await pilot.press("enter", "enter")
        go_on.set()
        await wait_until(pilot, lambda: dialog not in pilot.app.screen_stack)
        assert asked == ["Summer"]


async def test_a_text_stays_with_its_file_whatever_is_drawn_meanwhile() -> None:
    found = asyncio.Event()

    async def duplicates(folder: object, uploads: object) -> Mapping[int, MediaItem]:
        await found.wait()
        return {}

    async def peek(folder: object) -> None:
        raise AssertionError

    files = [Upload(n, Path(f"{n}.png"), None, size=1, title=f"File {n}") for n in (1, 2)]
    async with App[None]().run_test() as pilot:
        dialog = UploadDialog(files, None, peek=peek, duplicates=duplicates)  # type: ignore[arg-type]
        await pilot.app.push_screen(dialog)
        title = dialog.query_one("Input.title", Input)
        await wait_until(pilot, lambda: title.value == "File 1")
        title.value = "Lake"
        found.set()
        await pilot.pause()
        assert title.value == "Lake"
        title.value = "Lake at night"
        dialog.query_one(OptionList).highlighted = 1
        dialog._fill()
        await wait_until(pilot, lambda: title.value == "File 2")
        assert [one.title for one in dialog.uploads] == ["Lake at night", "File 2"]
