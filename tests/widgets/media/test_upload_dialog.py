"""The upload dialog alone: what it does for each of many files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.widgets import OptionList

from svc_tui.models.media import MediaItem
from svc_tui.stores.uploads.upload_store import Upload
from svc_tui.widgets.media import upload_dialog
from svc_tui.widgets.media.upload_dialog import UploadDialog
from tests.console import wait_until


async def none_there(*args: Any) -> Mapping[int, MediaItem]:
    return {}


async def no_folders(*args: Any) -> None: ...


async def test_many_files_are_listed_without_comparing_each_with_all_others(
    monkeypatch: pytest.MonkeyPatch,
):
    named: list[str] = []
    filename = upload_dialog.filename

    def noted(name: str) -> str:
        named.append(name)
        return filename(name)

    monkeypatch.setattr(upload_dialog, "filename", noted)
    files = [Upload(n, Path(f"/away/cat-{n:03}.png"), None, 100) for n in range(200)]
    dialog = UploadDialog(files, None, peek=no_folders, duplicates=none_there)

    async with App[None]().run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(dialog)
        await wait_until(pilot, lambda: "cat-199.png" in named)
        assert len(named) < 10 * len(files)


def place(dialog: UploadDialog) -> tuple[int | None, str]:
    """Return the file whose text is shown, and where the focus is."""
    focused = dialog.focused
    texts = {"title", "alt_text", "description"} & set(focused.classes if focused else ())
    return dialog.query_one(OptionList).highlighted, "".join(texts) or str(focused and focused.id)


async def test_page_down_goes_to_the_first_text_that_the_next_file_lacks():
    files = [Upload(n, Path(f"/away/{n}.png"), None, 100, title=str(n)) for n in range(2)]
    dialog = UploadDialog(files, None, peek=no_folders, duplicates=none_there)

    async with App[None]().run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(dialog)
        await pilot.pause()
        await pilot.press("tab", "tab", "a", "tab", "d", "pagedown")
        await pilot.pause()
        assert place(dialog) == (1, "alt_text")
        assert not dialog.check_action("step", (1,))

        await pilot.press("b", "pageup")
        await pilot.pause()
        assert place(dialog) == (0, "alt_text")


async def test_tab_after_the_texts_of_a_file_goes_to_the_next_one_and_then_to_the_upload():
    files = [Upload(n, Path(f"/away/{n}.png"), None, 100) for n in range(2)]
    dialog = UploadDialog(files, None, peek=no_folders, duplicates=none_there)

    async with App[None]().run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(dialog)
        await wait_until(pilot, lambda: dialog.takes_keys)
        await pilot.press("tab", "tab", "tab", "tab")
        await wait_until(pilot, lambda: place(dialog) == (1, "title"))

        await pilot.press("tab", "tab", "tab")
        await wait_until(pilot, lambda: place(dialog) == (1, "send"))
