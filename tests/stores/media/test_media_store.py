"""The media library: where one is, what is shown, and what becomes of changes."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from svc_tui.api.errors import ApiError, Conflict, ValidationFailed
from svc_tui.models.location import Location
from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.stores.media.attempt import attempt
from svc_tui.stores.media.media_location import MediaLocation
from svc_tui.stores.media.media_store import MediaStore
from svc_tui.stores.record.write_result import undone
from tests.fakes import FakeBackend, drops, html_answer, json_answer, sent_json, waits_for

PHOTOS = {"id": 1, "name": "Photos", "parent": None, "path": "/Photos"}
YEAR = {"id": 4, "name": "2025", "parent": 1, "path": "/Photos/2025"}
FOLDERS = "/api/media-folders/"


def explorer(
    *ids: int, folder: Any = None, folders: Any = (), page: int = 1, pages: int = 1
) -> Any:
    return {
        "media": {
            "items": [{"id": one, "title": f"file {one}"} for one in ids],
            "paginator": {"page": page, "pages": pages},
        },
        "folders": list(folders),
        "parent_folder": folder,
    }


@pytest.fixture
def store(media: MediaStore) -> MediaStore:
    return media


def params(backend: FakeBackend) -> dict[str, str]:
    return dict(backend.last.url.params)


def trail(store: MediaStore) -> list[str]:
    return [folder.name for folder in store.state.parent_folders]


async def test_folders_are_opened_by_their_detail_and_leave_a_trail(store, backend):
    backend.on("GET", FOLDERS, explorer(5, folders=[PHOTOS]))
    backend.on("GET", f"{FOLDERS}1/", explorer(6, folder=PHOTOS, folders=[YEAR]))
    backend.on("GET", f"{FOLDERS}4/", explorer(7, folder=YEAR))
    await store.get_root()
    await store.navigate_to_folder(store.state.folders[0])
    await store.navigate_to_folder(store.state.folders[0])

    assert trail(store) == ["Photos", "2025"]
    assert params(backend) == {"page": "1"}
    await store.go_up()
    assert trail(store) == ["Photos"]
    await store.go_up()
    assert trail(store) == []
    assert await store.go_up() is None


async def test_a_folder_opened_directly_still_has_a_way_up(store, backend):
    backend.on("GET", f"{FOLDERS}4/", explorer(7, folder=YEAR))
    backend.on("GET", f"{FOLDERS}1/", explorer(6, folder=PHOTOS, folders=[YEAR]))
    await store.restore(MediaLocation(folder=4))
    assert trail(store) == ["Photos", "2025"]

    await store.go_up()
    assert trail(store) == ["Photos"]


async def test_a_place_is_restored_in_one_request(store, backend):
    backend.on("GET", f"{FOLDERS}1/", explorer(6, folder=PHOTOS, page=2, pages=3))
    await store.restore(MediaLocation(1, 2, "cat", "image/*"))

    assert params(backend) == {"page": "2", "search": "cat", "mime": "image/*", "all": "true"}
    assert MediaLocation.shown(store.state) == MediaLocation(1, 2, "cat", "image/*")


async def test_a_search_looks_everywhere_and_keeps_it_over_pages(store, backend):
    backend.on("GET", FOLDERS, explorer(5, pages=3))
    await store.get_root(search=" cat ")
    assert params(backend) == {"page": "1", "search": "cat", "all": "true"}

    await store.get_root(page=2)
    assert params(backend) == {"page": "2", "search": "cat", "all": "true"}


async def test_opening_a_folder_ends_search_and_filter_at_once(store, backend):
    backend.on("GET", FOLDERS, explorer(5, folders=[PHOTOS]))
    backend.on("GET", f"{FOLDERS}1/", explorer(6, folder=PHOTOS))
    await store.get_root(search="cat", mime="image/*")
    heard: list[Any] = []
    store.subscribe(heard.append)

    await store.navigate_to_folder(MediaFolder(1))

    in_folder = [one.state for one in heard if one.state.parent_folders]
    assert {state.search for state in in_folder} == {""}
    assert {state.mime_type for state in in_folder} == {None}


async def test_a_folder_that_can_not_be_opened_leaves_one_where_one_was(store, backend):
    backend.on("GET", FOLDERS, explorer(5, folders=[PHOTOS]))
    backend.on("GET", f"{FOLDERS}1/", drops())
    await store.get_root()
    await store.navigate_to_folder(store.state.folders[0])

    assert trail(store) == []
    assert [media.id for media in store.state.medias] == [5]
    assert store.state.error and not store.state.loading


async def test_an_overtaken_answer_is_dropped(store, backend):
    gate = asyncio.Event()
    backend.on("GET", f"{FOLDERS}1/", waits_for(gate, explorer(6, folder=PHOTOS)))
    backend.on("GET", FOLDERS, explorer(5))
    slow = asyncio.create_task(store.navigate_to_folder(MediaFolder(1)))
    while not backend.requests:
        await asyncio.sleep(0)
    await store.get_root()
    gate.set()

    assert await slow is None
    assert trail(store) == [] and [media.id for media in store.state.medias] == [5]


@pytest.mark.parametrize("answer", [json_answer({"detail": "Invalid page."}, 404), explorer()])
async def test_a_page_that_is_gone_is_the_first_one(store, backend, answer):
    backend.on("GET", FOLDERS, answer, explorer(5))
    await store.get_root(page=3)

    assert params(backend) == {"page": "1"}
    assert store.state.page == 1 and store.state.error is None


async def test_a_lock_holds_in_every_request(store, backend):
    backend.on("GET", FOLDERS, explorer(5))
    store.lock_mime_type("image/*")
    await store.set_mime_type("video/*")
    assert backend.requests == []

    await store.navigate_to_folder(None)
    assert params(backend)["mime"] == "image/*"
    assert store.state.locked_mime == "image/*"


async def test_details_come_in_two_steps_and_a_failure_stays_theirs(store, backend):
    backend.on("GET", "/api/media/5/", json_answer({}, 500), {"id": 5, "title": "whole"})
    await store.open_editor(MediaItem(5, title="from the list"))
    assert store.state.edit_media.title == "from the list"
    assert store.state.edit_error and store.state.error is None

    await store.open_editor(MediaItem(5))
    assert store.state.edit_media.title == "whole"
    assert store.state.edit_error is None


async def test_a_failure_of_details_that_were_closed_says_nothing(store, backend):
    gate = asyncio.Event()
    backend.on("GET", "/api/media/5/", waits_for(gate, json_answer({}, 500)))
    opening = asyncio.create_task(store.open_editor(MediaItem(5)))
    while not backend.requests:
        await asyncio.sleep(0)
    store.close_editor()
    gate.set()
    await opening

    assert store.state.edit_error is None


async def test_only_what_changed_is_sent_and_links_stay(store, backend):
    before = MediaItem.parse({"id": 5, "title": "a", "links": [{"model": "article", "id": 1}]})
    backend.on("GET", "/api/media/5/", {"id": 5, "title": "a"})
    backend.on("PATCH", "/api/media/5/", {"id": 5, "title": "b"})
    saved = await store.update_media(before.with_text("title", "b"), before)

    assert sent_json(backend.last) == {"title": "b"}
    assert saved.links == before.links


async def test_a_translation_is_sent_with_its_neighbours_as_they_are_now(store, backend):
    before = MediaItem.parse(
        {"id": 5, "translations": {"en": {"title": "a"}, "it": {"title": "b"}}}
    )
    theirs = {"id": 5, "translations": {"en": {"title": "new"}, "it": {"title": "b"}}}
    backend.on("GET", "/api/media/5/", theirs)
    backend.on("PATCH", "/api/media/5/", {"id": 5})
    await store.update_media(before.with_text("title", "c", "it"), before)

    sent = {"translations": {"en": {"title": "new"}, "it": {"title": "c"}}}
    assert sent_json(backend.last) == sent


async def test_a_refusal_is_raised_for_scripts_and_a_value_for_widgets(store, backend):
    refused = json_answer({"name": ["This folder name is already taken here."]}, 400)
    backend.on("POST", FOLDERS, refused)
    with pytest.raises(ValidationFailed):
        await store.update_or_create_folder("Photos")

    outcome = await attempt(store.update_or_create_folder("Photos"))
    assert outcome.result is None
    assert outcome.about("name") == "This folder name is already taken here."
    assert outcome.about("parent") == outcome.problem


async def test_a_new_folder_stands_in_the_open_one(store, backend):
    backend.on("GET", f"{FOLDERS}1/", explorer(folder=PHOTOS))
    backend.on("POST", FOLDERS, json_answer({"id": 8, "name": "new", "parent": 1}, 201))
    await store.navigate_to_folder(MediaFolder(1))
    folder = await store.update_or_create_folder("new")

    assert folder == MediaFolder(8, "new", 1)
    posted = next(one for one in backend.requests if one.method == "POST")
    assert sent_json(posted) == {"name": "new", "parent": 1}
    assert backend.calls[-1] == f"GET {FOLDERS}1/"


async def test_deleting_what_is_gone_is_no_failure(store, backend):
    backend.on("GET", FOLDERS, explorer())
    backend.on("GET", "/api/media/5/", {"id": 5}, json_answer({}, 404))
    await store.open_editor(MediaItem(5))
    await store.delete_media(MediaItem(5))

    assert store.state.edit_media is None


async def test_files_that_could_not_be_deleted_stay_flagged_with_their_reason(store, backend):
    backend.on("GET", FOLDERS, explorer(5, 6))
    backend.on("DELETE", "/api/media/5/", json_answer(None, 204))
    backend.on("DELETE", "/api/media/6/", json_answer({"detail": "no"}, 403))
    await store.get_root()
    store.edit_select_all()
    results = await store.delete_selected()

    assert [(one.title, one.state) for one in results.outcomes] == [
        ("file 5", "ok"),
        ("file 6", "failed"),
    ]
    assert "no" in results.of("failed")[0].reason
    assert results.summary == "Delete: 1 ok, 1 failed"
    assert store.state.edit_list == (6,)


async def test_flagged_files_are_moved_and_those_that_lie_there_are_skipped(store, backend):
    backend.on("GET", FOLDERS, explorer(5, 6, 7))
    backend.on("PATCH", "/api/media/5/", {"id": 5, "folder": 1})
    backend.on("PATCH", "/api/media/6/", json_answer({"folder": ["gone"]}, 400))
    await store.get_root()
    there = MediaItem(7, title="file 7", folder=1)
    store.change(medias=(*store.state.medias[:2], there))
    store.edit_select([5, 6, 7])
    result = await store.move_all(store.flagged, MediaFolder(1))

    assert [one.state for one in result.outcomes] == ["ok", "failed", "skipped"]
    assert store.state.edit_list == (6,)
    assert sent_json(backend.requests[1]) == {"folder": 1}


async def test_where_the_session_ends_the_rest_of_a_bulk_action_is_skipped(store, backend):
    backend.on("GET", FOLDERS, explorer(*range(1, 21)))
    for one in range(1, 21):
        backend.on("DELETE", f"/api/media/{one}/", json_answer({}, 401))
    await store.get_root()
    store.edit_select_all()
    result = await store.delete_selected()

    assert result.of("ok") == ()
    assert len(backend.calls) < 12 and len(result.of("skipped")) > 10


async def test_a_folder_can_be_moved_to_the_root(store, backend):
    backend.on("GET", FOLDERS, explorer())
    backend.on("PATCH", f"{FOLDERS}4/", {"id": 4, "name": "2025", "parent": None})
    await store.update_or_create_folder(id=4, parent=None)
    patched = next(one for one in backend.requests if one.method == "PATCH")
    assert sent_json(patched) == {"parent": None}


async def test_renaming_leaves_a_folder_where_it_is(store, backend):
    backend.on("GET", FOLDERS, explorer())
    backend.on("PATCH", f"{FOLDERS}4/", {"id": 4, "name": "x", "parent": 1})
    await store.update_or_create_folder("x", id=4)
    assert sent_json(backend.requests[0]) == {"name": "x"}


@pytest.mark.parametrize("target", [1, 4])
async def test_a_folder_never_comes_to_lie_in_itself(store, backend, target):
    backend.on("GET", f"{FOLDERS}1/", explorer(folder=PHOTOS))
    backend.on("GET", f"{FOLDERS}4/", explorer(folder=YEAR))
    with pytest.raises(ValidationFailed, match="into itself or its subfolders"):
        await store.update_or_create_folder(id=1, parent=target)
    assert not any(call.startswith("PATCH") for call in backend.calls)


async def test_a_circle_of_folders_still_has_a_way_out(store, backend):
    one = {"id": 1, "name": "one", "parent": 2}
    two = {"id": 2, "name": "two", "parent": 1}
    backend.on("GET", f"{FOLDERS}1/", explorer(folder=one, folders=[two]))
    backend.on("GET", f"{FOLDERS}2/", explorer(folder=two, folders=[one]))
    backend.on("GET", FOLDERS, explorer(5))
    await store.restore(MediaLocation(folder=1))
    assert trail(store) == ["one"]
    await store.go_up()
    assert trail(store) == [] and store.state.medias


async def test_an_answer_without_a_paginator_is_one_page(store, backend):
    backend.on("GET", FOLDERS, {"media": {"items": [{"id": 1}]}, "folders": []})
    await store.get_root()
    assert (store.page, store.pages, len(store.medias)) == (1, 1, 1)


async def test_details_opened_twice_show_the_newer_answer(store, backend):
    gate = asyncio.Event()
    backend.on("GET", "/api/media/5/", waits_for(gate, {"id": 5, "title": "old"}), {"id": 5})
    slow = asyncio.create_task(store.open_editor(MediaItem(5)))
    while not backend.requests:
        await asyncio.sleep(0)
    store.close_editor()
    await store.open_editor(MediaItem(5))
    gate.set()
    await slow
    assert store.edit_media == MediaItem(5)


@pytest.mark.parametrize(
    "theirs",
    [{"id": 5, "title": "theirs", "modified": "1"}, {"id": 5, "title": "a", "modified": "2"}],
)
async def test_texts_that_somebody_else_wrote_meanwhile_are_not_overwritten(store, backend, theirs):
    before = MediaItem.parse({"id": 5, "title": "a", "modified": "1"})
    backend.on("GET", "/api/media/5/", theirs)
    with pytest.raises(Conflict):
        await store.update_media(before.with_text("title", "b"), before)
    assert backend.calls == ["GET /api/media/5/"]


async def test_an_etag_goes_back_with_the_write(store, backend):
    before = MediaItem.parse({"id": 5, "title": "a"})
    backend.on("GET", "/api/media/5/", json_answer({"id": 5, "title": "a"}, headers={"ETag": "x"}))
    backend.on("PATCH", "/api/media/5/", {"id": 5, "title": "b"})
    await store.update_media(before.with_text("title", "b"), before)
    assert backend.last.headers["If-Match"] == "x"


async def test_what_is_flagged_during_a_bulk_delete_stays_flagged(store, backend):
    gate = asyncio.Event()
    backend.on("GET", FOLDERS, explorer(5, 6))
    backend.on("DELETE", "/api/media/5/", waits_for(gate, json_answer(None, 204)))
    await store.get_root()
    store.edit_select(5)
    deleting = asyncio.create_task(store.delete_selected())
    while backend.calls[-1] != "DELETE /api/media/5/":
        await asyncio.sleep(0)
    store.edit_select(6)
    gate.set()
    await deleting

    assert store.state.edit_list == (6,)


async def test_one_of_two_bulk_actions_that_ends_leaves_the_other_in_sight(store, backend):
    gate = asyncio.Event()
    backend.on("GET", FOLDERS, explorer(5, 6))
    backend.on("DELETE", "/api/media/5/", waits_for(gate, json_answer(None, 204)))
    backend.on("PATCH", "/api/media/6/", {"id": 6, "folder": 1})
    deleting = asyncio.create_task(store.delete_all({5: "five"}))
    while not backend.calls:
        await asyncio.sleep(0)
    await store.move_all({6: "six"}, MediaFolder(1))
    assert store.state.under_way == "Delete 0 of 1"
    gate.set()
    await deleting

    assert store.state.under_way == ""


async def test_a_pick_opens_details_or_is_selected(store, backend):
    backend.on("GET", "/api/media/5/", {"id": 5})
    await store.select(MediaItem(5))
    assert store.state.edit_media == MediaItem(5)

    store.set_selection_mode("multi")
    await store.select(MediaItem(6))
    assert store.state.selection == (MediaItem(6),)
    store.set_selection_mode("single")
    assert store.state.selection is None


async def test_after_a_reset_a_late_answer_changes_nothing(store, backend):
    gate = asyncio.Event()
    backend.on("GET", FOLDERS, waits_for(gate, explorer(5)))
    loading = asyncio.create_task(store.get_root())
    while not backend.requests:
        await asyncio.sleep(0)
    store.reset()
    gate.set()
    await loading

    assert store.state.medias == () and not store.state.loading


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("/media", MediaLocation()),
        ("/media?folder=3&page=2&search=cat&mime=image/*", MediaLocation(3, 2, "cat", "image/*")),
        ("/media?folder=abc&page=x", MediaLocation("abc")),
        ("/media?page=0", MediaLocation()),
    ],
)
def test_a_location_names_a_place(text, place):
    assert MediaLocation.of(Location.parse(text)) == place


def test_a_place_is_shown_without_what_is_usual():
    located = MediaLocation(3, 1, "", "image/*").located(Location.parse("/media?page=4&search=x"))
    assert str(located) == "/media?folder=3&mime=image/*"


NULLS = {"id": 5, "title": "a", "alt_text": None, "translations": {"it": {"title": None}}}


async def test_a_save_writes_nothing_where_null_was(store, backend):
    def patched(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={**NULLS, **sent_json(request)})

    backend.on("GET", "/api/media/5/", NULLS).on("PATCH", "/api/media/5/", patched)
    before = await store.look(5)
    await store.update_media(before.with_text("title", "b"), before)
    assert sent_json(backend.last) == {"title": "b"}
    await store.update_media(before.with_text("alt_text", "b", "it"), before)
    texts = {"it": {"title": None, "alt_text": "b"}}
    assert sent_json(backend.last) == {"translations": texts}
    await store.update_media(before.with_text("title", "b"))
    assert "" not in sent_json(backend.last).values()


async def test_base_texts_are_written_before_the_languages_that_may_be_the_same_text(
    store, backend
):
    """The backend of this test keeps the English texts as base texts as well."""
    first = {"id": 5, "title": "a", "translations": {"en": {"title": "a"}, "it": {"title": "c"}}}
    then = {"id": 5, "title": "b", "translations": {"en": {"title": "b"}, "it": {"title": "c"}}}
    last = {**then, "translations": {"en": {"title": "b"}, "it": {"title": "d"}}}
    backend.on("GET", "/api/media/5/", first).on("PATCH", "/api/media/5/", then, last)
    before = await store.look(5)
    await store.update_media(before.with_text("title", "b").with_text("title", "d", "it"), before)
    sent = [sent_json(one) for one in backend.requests if one.method == "PATCH"]
    texts = {"en": {"title": "b"}, "it": {"title": "d"}}
    assert sent == [{"title": "b"}, {"translations": texts}]


async def test_a_text_that_was_confirmed_but_not_kept_is_no_success(store, backend):
    old = {"id": 5, "title": "Whale", "alt_text": ""}
    backend.on("GET", "/api/media/5/", old).on("PATCH", "/api/media/5/", old)
    before = await store.look(5)

    with pytest.raises(ApiError, match="did not keep it: title, alt text") as raised:
        await store.update_media(
            before.with_text("title", "Whales").with_text("alt_text", "Two"), before
        )

    assert not raised.value.may_have_been_applied


async def test_a_text_that_the_backend_never_tells_is_not_called_lost(store, backend):
    old = {"id": 5, "title": "Whale"}
    backend.on("GET", "/api/media/5/", old).on("PATCH", "/api/media/5/", old)
    before = await store.look(5)

    saved = await store.update_media(before.with_text("alt_text", "Two"), before)
    assert saved.alt_text == "Two"
    with pytest.raises(ApiError, match=r"did not keep it: title\."):
        await store.update_media(saved.with_text("title", "W").with_text("alt_text", "2"), saved)


async def test_a_text_that_the_answer_lacks_is_looked_up(store, backend):
    old, new = {"id": 5, "title": "Whale"}, {"id": 5, "title": "Whale", "alt_text": "Two"}
    backend.on("GET", "/api/media/5/", old, old, new).on("PATCH", "/api/media/5/", {"id": 5})
    before = await store.look(5)

    saved = await store.update_media(before.with_text("alt_text", "Two"), before)

    assert saved.alt_text == "Two"


@pytest.mark.parametrize("kept", ["Whales", "whales"])
async def test_a_text_that_the_backend_tidied_is_saved(store, backend, kept):
    backend.on("GET", "/api/media/5/", {"id": 5, "title": "Whale"})
    backend.on("PATCH", "/api/media/5/", {"id": 5, "title": kept})
    before = await store.look(5)

    saved = await store.update_media(before.with_text("title", " Whales "), before)

    assert saved.title == kept


PAGE = html_answer(200)
"""A proxy's sign-in in the place of the backend's answer."""

UNCLEAR = {"a page": PAGE, "lost": drops(), "500": json_answer({}, 500), "502": html_answer(502)}
"""Answers from which nobody can tell whether a change was made."""


@pytest.mark.parametrize("answer", UNCLEAR.values(), ids=UNCLEAR)
async def test_a_file_is_deleted_when_it_is_gone_and_not_when_an_answer_is_unclear(
    store, backend, answer
):
    backend.on("GET", FOLDERS, explorer(5))
    backend.on("DELETE", "/api/media/5/", answer).on("GET", "/api/media/5/", {"id": 5})
    outcome = await attempt(store.delete_media(MediaItem(5)))
    assert outcome.problem is not None and "still exists" in outcome.problem

    backend.on("GET", "/api/media/5/", drops())
    outcome = await attempt(store.delete_media(MediaItem(5)))
    assert outcome.unknown and "It is unknown whether it was deleted" in outcome.problem

    backend.on("GET", "/api/media/5/", json_answer({}, 404))
    assert (await attempt(store.delete_media(MediaItem(5)))).problem is None


async def test_a_file_that_the_backend_says_is_gone_while_it_is_there_is_not_deleted(
    store, backend
):
    backend.on("GET", "/api/media/5/", {"id": 5})  # DELETE has no route: it is answered with 404.
    outcome = await attempt(store.delete_media(MediaItem(5)))
    assert outcome.problem is not None and "still exists" in outcome.problem


@pytest.mark.parametrize("answer", UNCLEAR.values(), ids=UNCLEAR)
async def test_a_folder_is_deleted_when_it_is_gone(store, backend, answer):
    folder = MediaFolder(1, "Photos")
    backend.on("GET", FOLDERS, explorer())
    backend.on("DELETE", f"{FOLDERS}1/", answer).on("GET", f"{FOLDERS}1/", explorer(folder=PHOTOS))
    outcome = await attempt(store.delete_folder(folder))
    assert outcome.problem is not None and "still exists" in outcome.problem

    backend.on("GET", f"{FOLDERS}1/", json_answer({}, 404))
    assert (await attempt(store.delete_folder(folder))).problem is None


@pytest.mark.parametrize("answer", UNCLEAR.values(), ids=UNCLEAR)
async def test_a_move_without_a_clear_answer_is_looked_for(store, backend, answer):
    photos = MediaFolder(1, "Photos")
    backend.on("GET", FOLDERS, explorer()).on("GET", f"{FOLDERS}1/", explorer(folder=PHOTOS))
    backend.on("PATCH", "/api/media/5/", answer).on("PATCH", f"{FOLDERS}4/", answer)
    backend.on("GET", "/api/media/5/", {"id": 5, "folder": None})
    backend.on("GET", f"{FOLDERS}4/", explorer(folder={**YEAR, "parent": None}))
    file = await attempt(store.move_media(MediaItem(5), photos))
    folder = await attempt(store.update_or_create_folder(id=4, parent=1))
    assert "still where it was" in file.problem and "still where it was" in folder.problem

    backend.on("GET", "/api/media/5/", {"id": 5, "folder": 1})
    backend.on("GET", f"{FOLDERS}4/", explorer(folder=YEAR))
    assert (await attempt(store.move_media(MediaItem(5), photos))).result.folder == 1
    assert (await attempt(store.update_or_create_folder(id=4, parent=1))).result.parent == 1


async def test_a_lost_move_is_found_where_ids_are_written_as_texts(store, backend):
    photos, lost = MediaFolder(1, "Photos"), json_answer({}, 500)
    backend.on("GET", FOLDERS, explorer()).on("GET", f"{FOLDERS}1/", explorer(folder=PHOTOS))
    backend.on("PATCH", "/api/media/5/", lost).on("PATCH", f"{FOLDERS}4/", lost)
    backend.on("GET", "/api/media/5/", {"id": 5, "folder": "1"})
    backend.on("GET", f"{FOLDERS}4/", explorer(folder={**YEAR, "parent": "1"}))

    assert (await attempt(store.move_media(MediaItem(5), photos))).problem is None
    assert (await attempt(store.update_or_create_folder(id=4, parent=1))).problem is None


async def test_in_a_bulk_delete_what_nobody_knows_is_counted_apart_and_not_tried_again(
    store, backend
):
    backend.on("GET", FOLDERS, explorer(5, 6, 7))
    backend.on("DELETE", "/api/media/5/", json_answer(None, 204))
    backend.on("DELETE", "/api/media/6/", PAGE).on("GET", "/api/media/6/", json_answer({}, 500))
    backend.on("DELETE", "/api/media/7/", PAGE).on("GET", "/api/media/7/", {"id": 7})
    await store.get_root()
    result = await store.delete_all({5: "a", 6: "b", 7: "c"})
    assert result.summary == "Delete: 1 ok, 1 failed, 1 unknown"
    assert result.again == {7: "c"} and set(store.state.edit_list) == {6, 7}


async def test_a_replaced_file_is_replaced_though_it_cannot_be_read_again(store, backend, tmp_path):
    path = tmp_path / "a.png"
    path.write_bytes(b"x")
    backend.on("PATCH", "/api/media/5/", {"id": 5, "title": "new"})
    backend.on("GET", "/api/media/5/", drops())
    assert (await attempt(store.replace_file(5, path))).result.title == "new"


async def test_a_save_without_a_clear_answer_is_not_called_unsaved(store, backend):
    backend.on("GET", "/api/media/5/", {"id": 5, "title": "a"}).on("PATCH", "/api/media/5/", PAGE)
    before = await store.look(5)
    with pytest.raises(ApiError) as caught:
        await store.update_media(before.with_text("title", "b"), before)
    assert "Not saved" not in undone("Not saved.", caught.value)
    assert undone("Not saved.", Conflict(412)).startswith("Not saved.")
