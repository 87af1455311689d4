"""The worklist: who is in it, in which order, and what is remembered of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.stores.media.media_queue import MediaQueue
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.media.media_store import MediaStore
from svc_tui.stores.media.media_walk import MediaWalk, Scope, WalkPosition
from svc_tui.stores.media.missing_text import MissingText, tasks
from svc_tui.stores.session.preferences_store import PreferencesStore
from svc_tui.stores.worklist.worklist_store import WorklistStore
from tests.fakes import FakeBackend, json_answer, sent_json

FOLDERS = "/api/media-folders/"


def worklist(
    media: MediaStore,
    preferences: PreferencesStore,
    task: MissingText,
    scope: Scope | None = None,
    lacking: int = 0,
) -> WorklistStore:
    return WorklistStore(MediaQueue(media, task, scope), preferences, lacking)


def page(*items: Any, at: int = 1, of: int = 1, count: int = 3) -> Any:
    return {"media": {"items": items, "paginator": {"page": at, "pages": of, "count": count}}}


def a_library(backend: FakeBackend) -> None:
    one = {"id": 1, "title": "one", "alt_text": "there"}
    two, three = {"id": 2, "title": "two"}, {"id": 3, "title": "three", "alt_text": "  "}
    first, second = page(one, two, of=2), page(three, at=2, of=2)
    backend.on("GET", FOLDERS, first, second, first, second, first, second)
    for body in (one, two, three):
        backend.on("GET", f"/api/media/{body['id']}/", body)
        backend.on("PATCH", f"/api/media/{body['id']}/", {**body, "alt_text": "new"})


async def test_only_what_lacks_the_text_comes_page_by_page(media, backend, tmp_path: Path):
    a_library(backend)
    work = worklist(media, PreferencesStore(tmp_path / "p.json"), MissingText())
    await work.advance()
    assert work.state.item.id == 2 and dict(backend.requests[0].url.params) == {
        "page": "1",
        "mime": "image/*",
        "all": "true",
    }
    assert await work.save("a boat")
    patched = next(one for one in backend.requests if one.method == "PATCH")
    assert sent_json(patched) == {"alt_text": "a boat"}
    assert work.state.item.id == 3
    assert work.progress == "file 2 · 3 of 3 checked · 1 saved"
    await work.save("a quay")
    assert work.state.over and "all done" in work.ending


async def test_what_was_skipped_is_remembered_until_it_is_taken_on_again(media, backend, tmp_path):
    a_library(backend)
    preferences = PreferencesStore(tmp_path / "p.json")
    work = worklist(media, preferences, MissingText())
    await work.advance()
    await work.skip()
    assert work.state.item.id == 3

    preferences = PreferencesStore(tmp_path / "p.json")
    preferences.load()
    tomorrow = worklist(media, preferences, MissingText())
    await tomorrow.advance()
    assert tomorrow.state.item.id == 3
    await tomorrow.skip()
    assert tomorrow.state.over and "2 skipped files are left." in tomorrow.ending
    await tomorrow.again()
    assert tomorrow.state.item.id == 2 and tomorrow.state.skipped == ()


async def test_what_could_not_be_saved_stays_on_the_screen(media, backend, tmp_path):
    a_library(backend)
    backend.on("PATCH", "/api/media/2/", json_answer({"alt_text": ["Too long."]}, 400))
    work = worklist(media, PreferencesStore(tmp_path / "p.json"), MissingText())
    await work.advance()
    assert not await work.save("x" * 999)
    assert work.state.item.id == 2 and "Too long." in work.state.problem


async def test_a_file_that_could_not_be_asked_for_comes_again(media, backend, tmp_path):
    a_library(backend)
    backend.on("GET", "/api/media/2/", json_answer({}, 500), {"id": 2, "title": "two"})
    work = worklist(media, PreferencesStore(tmp_path / "p.json"), MissingText())
    await work.advance()
    assert work.state.item is None and work.state.problem
    await work.advance()
    assert work.state.item.id == 2 and work.state.looked_at == 2


async def test_a_conflict_whose_other_side_can_not_be_read_leaves_the_file(
    media, backend, tmp_path
):
    a_library(backend)
    two = {"id": 2, "title": "two"}
    backend.on("GET", "/api/media/2/", two, two, json_answer({}, 500))
    backend.on("PATCH", "/api/media/2/", json_answer({}, 412))
    work = worklist(media, PreferencesStore(tmp_path / "p.json"), MissingText())
    await work.advance()
    assert not await work.save("mine")
    assert work.state.item.id == 2 and work.state.problem.startswith("Not saved.")
    assert not work.state.saving


async def test_the_files_that_lack_the_text_are_counted_and_not_those_that_were_looked_at(
    media, backend, tmp_path: Path
):
    a_library(backend)
    work = worklist(media, PreferencesStore(tmp_path / "p.json"), MissingText(), lacking=2)
    await work.advance()
    assert work.state.looked_at == 2
    assert work.progress == "file 1 of 2 · 0 saved"
    await work.skip()
    assert work.progress == "file 2 of 2 · 0 saved · 1 skipped"
    await work.save("a quay")
    assert work.state.over
    assert work.progress == "file 2 of 2 · 1 saved · 1 skipped"


async def test_what_was_skipped_elsewhere_is_not_told_of_and_stays_skipped(
    media, backend, tmp_path
):
    a_library(backend)
    preferences = PreferencesStore(tmp_path / "p.json")
    preferences.remember(worklists={MissingText().name: {"skipped": [2, 77]}})
    work = worklist(media, preferences, MissingText())
    await work.advance()
    assert work.progress == "file 2 · 3 of 3 checked · 0 saved · 1 skipped"
    await work.save("a quay")
    assert "1 skipped file is left." in work.ending
    await work.again()
    assert work.state.item.id == 2 and work.state.skipped == (77,)


async def test_what_somebody_wrote_meanwhile_is_passed_over(media, backend, tmp_path):
    a_library(backend)
    backend.on("GET", "/api/media/2/", {"id": 2, "alt_text": "theirs"})
    backend.on("GET", "/api/media/3/", json_answer({}, 404))
    work = worklist(media, PreferencesStore(tmp_path / "p.json"), MissingText())
    await work.advance()
    assert work.state.over


def test_a_language_lacks_what_is_not_written_in_it():
    media = MediaItem(1, alt_text="x", translations={"en": {"alt_text": "x"}})
    assert MissingText("alt_text", "it").concerns(media)
    assert not MissingText("alt_text", "en").concerns(media)
    assert [task.name for task in tasks(["en", "it"])][:3] == [
        "alt_text.en",
        "alt_text.it",
        "title.en",
    ]
    assert tasks([])[0].words == "No alt text"


async def test_tomorrow_goes_on_where_today_ended_and_then_looks_at_what_lies_before(
    media, backend, tmp_path
):
    texts = [{"id": n, "title": str(n), "alt_text": ""} for n in (1, 2, 3)]
    pages = [page(body, at=at, of=3) for at, body in enumerate(texts, 1)]
    backend.on("GET", FOLDERS, pages[0], pages[1], pages[1], pages[2], pages[0])
    for body in texts:
        backend.on("GET", f"/api/media/{body['id']}/", body)
        backend.on("PATCH", f"/api/media/{body['id']}/", {**body, "alt_text": "new"})
    preferences = PreferencesStore(tmp_path / "p.json")
    today = worklist(media, preferences, MissingText())
    await today.advance()
    await today.save("one")
    assert today.state.item.id == 2

    preferences = PreferencesStore(tmp_path / "p.json")
    preferences.load()
    tomorrow = worklist(media, preferences, MissingText())
    seen = []
    await tomorrow.advance()
    while tomorrow.state.item is not None:
        seen.append((tomorrow.state.item.id, tomorrow.state.looked_at))
        await tomorrow.save("a text")
    assert seen == [(2, 2), (3, 3), (1, 1)]
    assert tomorrow.state.over


async def test_a_folder_is_worked_through_with_the_folders_in_it_and_gone_on_with_tomorrow(
    media, backend, tmp_path
):
    """Each part of the library has a place of its own to go on from."""
    photos, below = MediaFolder(5, "Photos"), {"id": 6, "name": "Old", "parent": 5}
    texts = [{"id": n, "title": str(n), "alt_text": ""} for n in (1, 2, 3)]
    first = {**page(texts[0], of=2, count=2), "folders": [below], "parent_folder": vars(photos)}
    second = {**first, **page(texts[1], at=2, of=2, count=2)}
    backend.on("GET", f"{FOLDERS}5/", first, second, second, first)
    backend.on("GET", f"{FOLDERS}6/", {**page(texts[2], count=1), "folders": [vars(photos)]})
    for body in texts:
        backend.on("GET", f"/api/media/{body['id']}/", body)
        backend.on("PATCH", f"/api/media/{body['id']}/", {**body, "alt_text": "new"})
    preferences = PreferencesStore(tmp_path / "p.json")
    scope = Scope.of(replace(media.state, parent_folders=(photos,)))
    today = worklist(media, preferences, MissingText(), scope)
    await today.advance()
    assert today.progress == "file 1 · 1 of 2 or more checked · 0 saved"
    await today.save("one")
    assert today.state.item.id == 2

    tomorrow = worklist(media, preferences, MissingText(), scope)
    seen = []
    await tomorrow.advance()
    while tomorrow.state.item is not None:
        seen.append(tomorrow.state.item.id)
        await tomorrow.save("a text")
    assert seen == [2, 3, 1]
    assert "in Photos and its subfolders: all done" in tomorrow.ending
    assert preferences.state.worklists["alt_text"]["places"] == {}
    assert "all" not in dict(backend.requests[0].url.params)


async def test_the_folder_that_was_done_yesterday_is_only_asked_for_its_folders(media, backend):
    below = {"id": 6, "name": "Old", "parent": 5}
    backend.on("GET", f"{FOLDERS}5/", {**page({"id": 1}), "folders": [below]})
    backend.on("GET", f"{FOLDERS}6/", page({"id": 2}))
    walk = MediaWalk(media.api, Scope(MediaFolder(5)), start=WalkPosition((5,), 6, 0))
    assert [one.id for one in await walk.next_page() or ()] == [2]
    assert await walk.next_page() is None


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "in the whole library"),
        ({"parent_folders": (MediaFolder(5, "Photos"),)}, "in Photos and its subfolders"),
        (
            {"parent_folders": (MediaFolder(5, "Photos"),), "search": "cat"},
            "in the whole library, search “cat”",
        ),
    ],
)
def test_a_worklist_is_of_what_is_open(facts, words):
    assert Scope.of(replace(MediaState(), **facts)).words == words


async def test_the_folders_done_in_places_left_long_ago_are_forgotten_first(
    media, backend, tmp_path, monkeypatch
):
    monkeypatch.setattr("svc_tui.stores.worklist.worklist_store.MOST_DONE", 5)
    preferences = PreferencesStore(tmp_path / "p.json")
    old, older = {"done": [1, 2, 3], "page": 1}, {"done": [4, 5], "page": 2}
    preferences.remember(worklists={"alt_text": {"places": {"folder=8": older, "folder=9": old}}})
    below = {"id": 6, "name": "Old", "parent": 5}
    backend.on("GET", f"{FOLDERS}5/", {**page(), "folders": [below]})
    backend.on("GET", f"{FOLDERS}6/", page({"id": 2, "mime_type": "image/png", "alt_text": ""}))
    backend.on("GET", "/api/media/2/", {"id": 2, "mime_type": "image/png", "alt_text": ""})
    work = worklist(media, preferences, MissingText(), Scope(MediaFolder(5)))
    await work.advance()

    kept = preferences.state.worklists["alt_text"]["places"]
    assert list(kept) == ["folder=9", "folder=5"]
    assert kept["folder=9"] == old


@pytest.mark.parametrize("kept", [None, 7, {"done": 3, "page": True}, {"done": [[]], "page": -1}])
def test_a_stand_that_makes_no_sense_is_the_beginning(kept):
    assert WalkPosition.parse(kept) == WalkPosition()
