"""A file field: stored, replaced, removed, put back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste

from svc_tui.widgets.form.file import FileDialog
from tests.console import screen_text, wait_until
from tests.widgets.form.form_alone import Host, shown, typed, value_now, values

URL = "https://cms.test/media/manual%201.pdf"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "new plan.pdf").write_bytes(b"%PDF" * 300)
    (tmp_path / "papers" / "picture.png").write_bytes(b"png")
    return tmp_path


async def dialog(pilot: Any, app: Host) -> FileDialog:
    await wait_until(pilot, lambda: isinstance(app.screen, FileDialog))
    await pilot.pause()
    assert isinstance(app.screen, FileDialog)
    return app.screen


@pytest.mark.parametrize("value", [URL, None, "", {"url": URL, "id": 3}, 5, ["x"]])
async def test_what_is_stored_is_shown_and_stays_untouched(value: Any):
    async with shown(value, "file", size=(80, 20)) as (pilot, app, field):
        if isinstance(value, (str, dict)) and value:
            assert "manual 1.pdf" in screen_text(app)
        await typed(pilot, field, "enter")
        await dialog(pilot, app)
        await pilot.press("escape")
        await wait_until(pilot, lambda: len(app.screen_stack) == 1)
        assert values(app) == []
        assert field.value is value


async def test_a_path_is_completed_and_taken(home: Path):
    async with shown(URL, "file", size=(80, 24), attrs={"accept": ".pdf"}) as world:
        pilot, app, field = world
        await typed(pilot, field, "enter")
        await dialog(pilot, app)
        assert f"Stored: {URL}" in screen_text(app)
        await wait_until(pilot, lambda: "papers/" in screen_text(app))
        await pilot.press("p", "tab")
        await wait_until(pilot, lambda: "~/papers/" in screen_text(app))
        await wait_until(pilot, lambda: "new plan.pdf" in screen_text(app))
        assert "picture.png" not in screen_text(app)
        await pilot.press("down", "enter")
        await wait_until(pilot, lambda: values(app) == [home / "papers" / "new plan.pdf"])
        assert "new plan.pdf (new, 1.2 KiB, replaces manual 1.pdf)" in screen_text(app)
        assert isinstance(value_now(app), Path)


async def test_a_file_of_the_wrong_type_or_size_is_not_taken_and_says_why(home: Path):
    attrs = {"accept": "image/*", "maxSize": "2 B"}
    async with shown(None, "file", size=(80, 24), attrs=attrs) as (pilot, app, field):
        await typed(pilot, field, *"~/papers/new")
        box = await dialog(pilot, app)
        box.query_one("PathLine").value = "~/papers/new plan.pdf"  # type: ignore[attr-defined]
        await pilot.press("enter")
        refused = "is not allowed here. Allowed: images (image/*)."
        await wait_until(pilot, lambda: refused in screen_text(app))
        box.query_one("PathLine").value = "~/papers/picture.png"  # type: ignore[attr-defined]
        await pilot.press("enter")
        await wait_until(pilot, lambda: "is 3 B, but at most 2 B is allowed" in screen_text(app))
        await pilot.press("escape")
        await pilot.pause()
        assert values(app) == []


async def test_a_removed_file_is_null_and_comes_back_as_it_was(home: Path):
    async with shown(URL, "file", size=(80, 20)) as (pilot, app, field):
        await typed(pilot, field, "delete")
        assert values(app) == [None]
        await wait_until(pilot, lambda: "Delete restores manual 1.pdf" in screen_text(app))
        await pilot.press("delete")
        await pilot.pause()
        assert values(app) == [None, URL]


async def test_a_dropped_file_is_taken_at_once_and_other_text_is_not(home: Path):
    async with shown(None, "file", size=(80, 20)) as (pilot, app, field):
        field.begin()
        await pilot.pause()
        field.editor.post_message(Paste("just words"))
        field.editor.post_message(Paste(f"'{home}/papers/picture.png'"))
        await wait_until(pilot, lambda: values(app) == [home / "papers" / "picture.png"])
        await pilot.press("delete")
        await pilot.pause()
        assert values(app)[-1] is None


async def test_a_read_only_file_is_its_name_and_address():
    async with shown(URL, "file", readonly=True, size=(80, 10)) as (_, app, field):
        assert field.editor is None
        assert "manual 1.pdf" in screen_text(app)
