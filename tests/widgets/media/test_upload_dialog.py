"""The upload dialog alone: what it does for each of many files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from textual.app import App

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
