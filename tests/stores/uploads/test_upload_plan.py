"""Whole folders: what is taken of them, where it goes, and what is there already."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from svc_tui.api.errors import ApiError
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.media import MediaApi
from svc_tui.stores.media.media_store import MediaStore
from svc_tui.stores.uploads import upload_plan
from svc_tui.stores.uploads.upload_plan import create_folders, duplicates, plan_upload
from svc_tui.stores.uploads.upload_store import UploadStore
from tests.fakes import BASE, FakeBackend, json_answer, sent_json

FOLDERS = "/api/media-folders/"


@pytest.fixture
async def api(backend: FakeBackend) -> AsyncIterator[MediaApi]:
    client = SvcFetch(BASE, transport=backend.transport)
    yield MediaApi(client)
    await client.aclose()


def a_tree(top: Path) -> Path:
    trip = top / "Trip"
    (trip / "Day 1").mkdir(parents=True)
    (trip / ".git").mkdir()
    for name in ("a.png", "Day 1/b.png", ".git/config", ".DS_Store"):
        (trip / name).write_bytes(b"x")
    return trip


def test_a_folder_is_all_that_is_in_it_with_its_tree(tmp_path: Path):
    trip = a_tree(tmp_path)
    found = plan_upload([trip])
    assert found.files == (
        (trip / "a.png", ("Trip",)),
        (trip / "Day 1" / "b.png", ("Trip", "Day 1")),
    )
    assert found.folders == (("Trip",), ("Trip", "Day 1"))
    assert [(one.path.name, one.reason) for one in found.skipped] == [
        (".DS_Store", "a hidden file")
    ]


def test_links_that_run_in_a_circle_are_not_followed(tmp_path: Path):
    trip = a_tree(tmp_path)
    (trip / "again").symlink_to(trip, target_is_directory=True)
    found = plan_upload([trip])
    assert len(found.files) == 2
    assert ("again", "a link to a folder") in [(one.path.name, one.reason) for one in found.skipped]


def test_a_huge_folder_is_cut_and_that_is_said(tmp_path: Path, monkeypatch: Any):
    monkeypatch.setattr(upload_plan, "MOST_FILES", 1)
    found = plan_upload([a_tree(tmp_path)])
    assert len(found.files) == 1
    assert "only the first 1 are uploaded" in found.skipped[-1].reason


def test_a_name_that_is_no_text_becomes_one(tmp_path: Path):
    odd = tmp_path / os.fsdecode(b"odd\xff\n")
    odd.mkdir()
    (odd / "a.png").write_bytes(b"x")
    ((_, parts),) = plan_upload([odd]).files
    assert parts == ("odd�\n",)


async def test_folders_that_are_there_are_used_and_the_others_made(api, backend):
    there = {"folders": [{"id": 7, "name": "Trip", "parent": 3}], "media": {}}
    backend.on("GET", f"{FOLDERS}3/", there)
    backend.on("GET", f"{FOLDERS}7/", {"folders": [], "media": {}})
    backend.on("POST", FOLDERS, json_answer({"id": 8, "name": "Day 1", "parent": 7}, 201))
    made = await create_folders(api, 3, [("Trip",), ("Trip", "Day 1")])
    assert made == {(): 3, ("Trip",): 7, ("Trip", "Day 1"): 8}
    assert sent_json(backend.last) == {"name": "Day 1", "parent": 7}


async def test_what_can_not_be_made_says_why_for_all_below_it(api, backend):
    backend.on("GET", FOLDERS, {"folders": [], "media": {}})
    backend.on("POST", FOLDERS, json_answer({"name": ["no"]}, 400))
    made = await create_folders(api, None, [("Trip",), ("Trip", "Day 1")])
    assert isinstance(made["Trip",], ApiError) and made["Trip", "Day 1"] is made["Trip",]
    assert [call for call in backend.calls if call.startswith("POST")] == [f"POST {FOLDERS}"]


async def test_the_same_name_and_size_is_found_on_any_page(api, backend, tmp_path):
    for name, size in (("a b.png", 3), ("other.png", 3)):
        (tmp_path / name).write_bytes(b"x" * size)
    uploads = UploadStore(MediaStore(api)).examine([tmp_path / "a b.png", tmp_path / "other.png"])
    duplicate = {"id": 5, "file": "/media/a%20b.png", "size": 3}
    one = {
        "media": {"items": [{"id": 4, "file": "/other.png", "size": 9}], "paginator": {"pages": 2}}
    }
    two = {"media": {"items": [duplicate], "paginator": {"pages": 2, "page": 2}}}
    backend.on("GET", FOLDERS, one, two)
    found = await duplicates(api, None, uploads)
    assert {key: media.id for key, media in found.items()} == {uploads[0].id: 5}
