"""The library narrowed to what lacks a text, and the names of folders seen on the way."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from svc_tui.models.location import Location
from svc_tui.models.media import MediaItem
from svc_tui.stores.media.media_location import MediaLocation
from svc_tui.stores.media.media_state import MediaState, ScanProgress
from svc_tui.stores.media.missing_text import MissingText, alt_texts, lacking
from svc_tui.stores.media.missing_text_search import FOUND_PAGE
from svc_tui.widgets.media.status_text import status
from tests.fakes import drops, json_answer, waits_for

FOLDERS = "/api/media-folders/"


def page(*items: Any, at: int = 1, of: int = 1) -> Any:
    return {"media": {"items": items, "paginator": {"page": at, "pages": of}}}


def picture(media_id: int, **more: Any) -> dict[str, Any]:
    return {"id": media_id, "mime_type": "image/png", "alt_text": "", **more}


async def test_all_pages_are_looked_through_and_what_is_found_is_shown_at_once(media, backend):
    first = page(picture(1), picture(2, alt_text="there"), of=2)
    backend.on("GET", FOLDERS, first, page(picture(3, alt_text="  "), at=2, of=2))
    seen: list[tuple[list[Any], int]] = []
    media.subscribe(
        lambda _: seen.append(([one.id for one in media.state.medias], media.state.looked.files))
    )
    await media.show_missing(MissingText())

    assert ([1], 2) in seen
    assert media.state.looked == ScanProgress(3)
    assert [one.id for one in media.state.medias] == [1, 3]
    assert media.state.everywhere and not media.state.loading and media.state.count == 2
    asked = [dict(one.url.params) for one in backend.requests]
    assert asked == [{"page": str(at), "mime": "image/*", "all": "true"} for at in (1, 2)]


async def test_where_the_list_leaves_texts_out_the_details_decide(media, backend):
    untold = {"id": 1, "mime_type": "image/png"}, {"id": 2, "mime_type": "image/png"}
    backend.on("GET", FOLDERS, page(*untold))
    backend.on("GET", "/api/media/1/", picture(1, alt_text="a cat"))
    backend.on("GET", "/api/media/2/", picture(2))
    await media.show_missing(MissingText())
    assert [one.id for one in media.state.medias] == [2]


async def test_another_question_ends_the_search(media, backend):
    backend.on("GET", FOLDERS, page(picture(1), of=9), page(picture(7)), page(picture(8)))

    def turn_away(_: object) -> None:
        if media.state.looked.files == 1 and media.state.missing is not None:
            media.change(missing=None)
            media.requests.begin()

    media.subscribe(turn_away)
    await media.show_missing(MissingText())
    assert len(backend.requests) <= 2


async def test_a_search_goes_on_to_the_end_however_much_is_found(media, backend):
    """Nothing is left out silently: not after 500 files, nor after any other number."""
    pages = [page(*(picture(at * 100 + n) for n in range(100)), at=at + 1, of=8) for at in range(8)]
    backend.on("GET", FOLDERS, *pages)
    await media.show_missing(MissingText())
    assert media.state.count == 800 and media.state.looked == ScanProgress(800)
    assert (media.state.page, media.state.pages, len(media.state.medias)) == (1, 8, FOUND_PAGE)

    asked = len(backend.requests)
    await media.get_root(page=8)
    assert media.state.medias[-1].id == 799 and len(backend.requests) == asked


async def test_a_search_can_be_stopped_and_gone_on_with_and_says_how_far_it_came(media, backend):
    counted = [page(picture(at), at=at, of=3) for at in (1, 2, 3)]
    for one in counted:
        one["media"]["paginator"]["count"] = 3
    backend.on("GET", FOLDERS, *counted)

    def stop(_: object) -> None:
        if media.state.looked.files == 1 and not media.state.looked.stopped:
            media.stop_looking()

    leave = media.subscribe(stop)
    await media.show_missing(MissingText())
    assert media.state.looked == ScanProgress(1, 3, stopped=True) and not media.state.loading
    assert "1 of 3 files checked, stopped" in status(media.state)

    leave()
    before = len(backend.requests)
    await media.get_root(page=2)
    assert [one.id for one in media.state.medias] == [1, 2, 3]
    assert len(backend.requests) <= before + 2
    assert media.state.looked == ScanProgress(3, 3)
    assert "3 files checked" in status(media.state) and "stopped" not in status(media.state)


async def test_own_writes_leave_the_list_of_those_found_without_another_search(media, backend):
    backend.on("GET", FOLDERS, page(picture(1), picture(2), picture(3)))
    backend.on("DELETE", "/api/media/1/", json_answer(None, 204))
    await media.show_missing(MissingText())
    asked = len(backend.requests)
    await media.delete_media(media.state.medias[0])
    media.take(replace(media.state.medias[0], alt_text="a boat"))
    assert [one.id for one in media.state.medias] == [2, 3], "what is in sight stays in sight"
    await media.refresh_after_write()
    assert [one.id for one in media.state.medias] == [3]
    assert len(backend.requests) == asked + 1


async def test_what_was_found_before_a_failure_stays_and_the_failure_is_told(media, backend):
    backend.on("GET", FOLDERS, page(picture(1), of=2), drops())
    await media.show_missing(MissingText())
    assert [one.id for one in media.state.medias] == [1]
    assert media.state.error and not media.state.loading


async def test_a_folder_that_is_opened_ends_the_filter(media, backend):
    backend.on("GET", FOLDERS, page(picture(1)))
    await media.show_missing(MissingText())
    backend.on("GET", FOLDERS, page())
    await media.navigate_to_folder(None)
    assert media.state.missing is None and not media.state.everywhere


@pytest.mark.parametrize("missing", [MissingText(), MissingText("title", "it")])
def test_the_filter_is_part_of_the_location(missing):
    located = MediaLocation(missing=missing).located(Location.parse("/media"))
    assert MediaLocation.of(located).missing == missing
    assert MediaLocation.of(Location.parse("/media?missing=nonsense")).missing is None


async def test_folders_that_were_never_seen_are_asked_for_their_names_once(media, backend):
    found = page({"id": 1, "folder": 5}, {"id": 2, "folder": 5}, {"id": 3, "folder": 6})
    backend.on("GET", FOLDERS, found, found)
    backend.on("GET", f"{FOLDERS}5/", {**page(), "parent_folder": {"id": 5, "name": "Harbour"}})
    backend.on("GET", f"{FOLDERS}6/", drops())
    await media.get_root(search="cat")
    assert media.state.names == {5: "Harbour", 6: ""}

    await media.get_root(search="cats")
    asked = [one.url.path for one in backend.requests]
    assert asked.count(f"{FOLDERS}5/") == 1


@pytest.mark.parametrize(
    ("facts", "sign"),
    [
        ({"mime_type": "image/png"}, "no alt"),
        ({"mime_type": "image/png", "alt_text": "a"}, ""),
        ({"mime_type": "image/png", "untold": ("alt_text",)}, ""),
        ({"mime_type": "video/mp4"}, ""),
        (
            {
                "mime_type": "image/png",
                "translations": {"en": {"alt_text": "a"}, "it": {"alt_text": " "}, "fr": {}},
            },
            "no alt: it",
        ),
        ({"mime_type": "image/png", "translations": {"en": {"alt_text": ""}}}, "no alt"),
        (
            {"mime_type": "image/png", "alt_text": "a", "translations": {"it": {"alt_text": ""}}},
            "no alt: it",
        ),
    ],
)
def test_a_picture_is_signed_where_a_text_is_known_to_be_missing(facts, sign):
    assert lacking(MediaItem(1, **facts)) == sign


@pytest.mark.parametrize(
    ("facts", "texts"),
    [
        ({"mime_type": "image/png"}, ["Alt text: none"]),
        ({"mime_type": "image/png", "untold": ("alt_text",)}, []),
        ({"mime_type": "video/mp4"}, []),
        (
            {
                "mime_type": "image/png",
                "alt_text": "a",
                "translations": {"en": {"alt_text": "a"}, "it": {"alt_text": " "}, "fr": {}},
            },
            ["Alt text in English: a", "Alt text in Italiano: none"],
        ),
        (
            {"mime_type": "image/png", "alt_text": "a", "translations": {"it": {"alt_text": ""}}},
            ["Alt text: a", "Alt text in Italiano: none"],
        ),
    ],
)
def test_the_alt_texts_that_are_known_are_named_by_language(facts, texts):
    assert alt_texts(MediaItem(1, **facts)) == texts


def test_the_languages_of_alt_texts_have_names():
    media = MediaItem(1, mime_type="image/png", translations={"it": {"alt_text": "mare"}})
    assert alt_texts(media, {"it": "Italiano"}.__getitem__) == ["Alt text in Italiano: mare"]


async def test_a_folder_named_after_the_library_was_left_is_not_remembered(media, backend):
    gate = asyncio.Event()
    backend.on("GET", FOLDERS, page(picture(1, alt_text="", folder=5)))
    backend.on("GET", f"{FOLDERS}5/", waits_for(gate, {"parent_folder": {"id": 5, "name": "X"}}))
    looking = asyncio.create_task(media.show_missing(MissingText()))
    while len(backend.requests) < 2:
        await asyncio.sleep(0)
    media.reset()
    gate.set()
    await looking

    assert media.state == MediaState()
    assert not media.missing_search.found and media.missing_search.unread is None, (
        "nothing of it is kept in memory"
    )


async def test_a_late_page_of_an_overtaken_search_is_not_gone_on_with(media, backend):
    late = asyncio.Event()
    mine = [page(picture(at, title=""), at=at, of=3) for at in (1, 2, 3)]
    backend.on("GET", FOLDERS, waits_for(late, page(picture(99))), *mine)
    overtaken = asyncio.create_task(media.show_missing(MissingText()))
    while not backend.requests:
        await asyncio.sleep(0)

    def stop(_: object) -> None:
        if media.state.looked.files == 1 and not media.state.looked.stopped:
            media.stop_looking()

    leave = media.subscribe(stop)
    await media.show_missing(MissingText("title"))
    leave()
    late.set()
    await overtaken
    await media.get_root(page=media.state.pages + 1)
    assert [one.id for one in media.state.medias] == [1, 2, 3]


async def test_a_search_gone_on_with_at_once_misses_no_page(media, backend):
    late = asyncio.Event()
    first, *rest = [page(picture(at), at=at, of=3) for at in (1, 2, 3)]
    backend.on("GET", FOLDERS, waits_for(late, first), *rest)
    stopped = asyncio.create_task(media.show_missing(MissingText()))
    while not backend.requests:
        await asyncio.sleep(0)
    media.stop_looking()
    going_on = asyncio.create_task(media.get_root(page=2))
    while media.state.looked.stopped:
        await asyncio.sleep(0)
    late.set()
    await asyncio.gather(stopped, going_on)
    assert [one.id for one in media.state.medias] == [1, 2, 3]
