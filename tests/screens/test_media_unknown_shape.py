"""A media library whose answer has another shape is an error, and never an empty library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from svc_tui.testing import FakeBackend, sign_in, text, until, until_idle
from tests.screens.books import console


@pytest.mark.parametrize(
    ("adapter", "why"),
    [
        ({}, "no usable id"),
        (
            {"parse_media": lambda one: {**one, "id": one["id"]}},
            "the method parse_media of the media adapter failed: a media item needs an id",
        ),
    ],
)
async def test_files_without_an_id_hide_no_others(
    backend: FakeBackend, tmp_path: Path, adapter: dict[str, Any], why: str
) -> None:
    items = [{"id": 1, "title": "Quay"}, {"id": None, "title": "Pier"}, {"title": "Mole"}]
    backend.on("GET", "/api/media-folders/", {"folders": [], "media": {"items": items}})
    app = console(backend, tmp_path, "/media", media_adapter=adapter)
    async with app.run_test(size=(200, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Quay")
        await until(pilot, f"2 files not shown: {why}"[:90])


async def test_files_that_are_all_parsed_to_nonsense_hide_no_folder(
    backend: FakeBackend, tmp_path: Path
) -> None:
    folders = [{"id": 3, "name": "Photos", "parent": None}]
    items = [{"id": 1, "title": "Quay"}, {"id": 2, "title": "Pier"}]
    backend.on("GET", "/api/media-folders/", {"folders": folders, "media": {"items": items}})
    adapter = {"parse_media": lambda one: {**one, "title": {"x": 1}}}
    app = console(backend, tmp_path, "/media", media_adapter=adapter)
    async with app.run_test(size=(200, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Photos")
        await until(pilot, "2 files not shown: the method parse_media of the media adapter failed")


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"title": {"en": "Pier"}}, "`title` should be a string, not a dict"),
        ({"size": [12]}, "`size` should be a whole number, not a list"),
        ({"url": 7}, "`url` should be a string, not a whole number"),
        (None, "it should return a dict, not None"),
    ],
)
async def test_a_file_that_an_adapter_parses_to_nonsense_is_named_and_hides_no_others(
    backend: FakeBackend, tmp_path: Path, wrong: dict[str, Any] | None, why: str
) -> None:
    def parsed(one: dict[str, Any]) -> Any:
        return one if one["id"] == 1 else wrong and {"id": one["id"], **wrong}

    items = [{"id": 1, "title": "Quay"}, {"id": 2, "title": "Pier"}]
    backend.on("GET", "/api/media-folders/", {"folders": [], "media": {"items": items}})
    app = console(backend, tmp_path, "/media", media_adapter={"parse_media": parsed})
    async with app.run_test(size=(200, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "1 file not shown: the method parse_media of the media adapter failed")
        assert app.svc is not None
        told = "the method parse_media of the media adapter failed on the file 2"
        words = [toast.message for toast in app.svc.snack.history]
        assert words.count(f"1 file not shown: {told}: {why}, see :log.") == 1
        assert "Quay" in text(pilot)
        await pilot.press("r")
        await until_idle(pilot)
        assert [toast.message for toast in app.svc.snack.history].count(words[-1]) == 1


@pytest.mark.parametrize(
    ("answer", "adapter", "said"),
    [
        ({"where": "/", "files": [{"id": 1}], "total": 1}, {}, "keys where, files, total"),
        ({}, {}, "it is an empty object"),
        ({"folders": []}, {"parse_root_response": lambda body: {"x": 1}}, "the keys x"),
        ({}, {"parse_root_response": lambda body: {"folders": []}}, "the keys folders"),
        ({"folders": []}, {}, "the keys folders"),
    ],
)
async def test_an_answer_of_another_shape_is_said(
    backend: FakeBackend, tmp_path: Path, answer: Any, adapter: dict[str, Any], said: str
) -> None:
    backend.on("GET", "/api/media-folders", answer)
    app = console(backend, tmp_path, "/media", media_adapter=adapter)
    async with app.run_test(size=(200, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, said)
        assert "should have `media`" in text(pilot)
        assert "This folder is empty" not in text(pilot)
