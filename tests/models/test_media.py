"""Media are read as two real backends send them: with nulls, nested folders and odd roots."""

from __future__ import annotations

import pytest

from svc_tui.models.media import (
    TRANSLATED,
    Explorer,
    MediaFolder,
    MediaItem,
    MediaLink,
    MediaListParams,
    Rendition,
)


def test_nulls_become_empty_texts():
    item = MediaItem.parse({"id": 1, "title": None, "alt_text": None, "size": None})

    assert item == MediaItem(id=1)


def test_a_media_item_without_modified_has_none():
    item = MediaItem.parse({"id": 1, "created": "2026-11-20T10:00:00Z"})

    assert item.created == "2026-11-20T10:00:00Z"
    assert item.modified == ""


@pytest.mark.parametrize("folder", [3, {"id": 3, "title": "Photos", "updir": {"id": 1}}])
def test_a_folder_is_known_by_its_id_however_it_is_sent(folder: object):
    assert MediaItem.parse({"id": 1, "folder": folder}).folder == 3


@pytest.mark.parametrize("folder", [None, "", {"title": "", "updir": None}])
def test_no_folder_is_the_root(folder: object):
    assert MediaItem.parse({"id": 1, "folder": folder}).folder is None


def test_links_and_translations_are_read():
    item = MediaItem.parse(
        {
            "id": 1,
            "links": [{"model": "Article", "id": 95, "name": "Mercato"}],
            "translations": {"it": {"title": "Porto", "alt_text": None, "slug": "x"}, "de": None},
        }
    )

    assert item.links == (MediaLink("Article", 95, "Mercato"),)
    assert item.translations == {"it": {"title": "Porto", "alt_text": ""}}


@pytest.mark.parametrize("size", [-1, "12", True, float("inf"), float("nan")])
def test_a_size_that_is_none_is_zero(size: object):
    assert MediaItem.parse({"id": 1, "size": size}).size == 0


def test_an_item_without_an_id_is_refused():
    with pytest.raises(ValueError, match="a media item needs an id, but its id is null"):
        MediaItem.parse({"title": "x"})


def test_links_that_are_no_list_are_refused():
    with pytest.raises(ValueError, match="`links` of a media item should be a list"):
        MediaItem.parse({"id": 1, "links": "many"})


def test_an_explorer_holds_a_page_of_media_and_the_folders():
    explorer = Explorer.parse(
        {
            "media": {"items": [{"id": 5}], "paginator": {"page": 2, "pages": 4, "count": 70}},
            "folders": [{"id": 1, "name": "Photos", "parent": None, "path": "/photos"}],
            "parent_folder": {"id": 9, "name": "Summer", "parent": {"id": 8}},
        }
    )

    assert [item.id for item in explorer.items] == [5]
    assert (explorer.page, explorer.pages) == (2, 4)
    assert explorer.folders == (MediaFolder(1, "Photos", None, "/photos"),)
    assert explorer.parent_folder == MediaFolder(9, "Summer", 8)


@pytest.mark.parametrize("root", [None, {"title": "", "updir": None}, {"id": None}])
def test_a_parent_folder_without_an_id_is_the_root(root: object):
    assert Explorer.parse({"parent_folder": root, "folders": []}).parent_folder is None


def test_an_empty_library_is_one_empty_page():
    assert Explorer.parse({"media": None, "folders": None}) == Explorer()


@pytest.mark.parametrize(
    ("json", "what"),
    [
        ([], "the media folders response should be an object, but it is a list"),
        ({"media": [1]}, "`media` of the media folders should be an object"),
        ({"media": {"items": {}}}, "`items` of `media` should be a list"),
        ({"media": {"paginator": 3}}, "`media.paginator`"),
        ({"folders": [3]}, "a media folder should be an object, but it is a number"),
        (
            {"where": "/", "files": [], "total": 0},
            "`folders` or `media`, but it has the keys where",
        ),
        ({}, "should have `folders` or `media`, but it is an empty object"),
        ({"media": {"results": []}}, "should have `items`, but it has the keys results"),
        (
            {"folders": [], "parent_folder": "root"},
            "a media folder should be an object, but it is a string",
        ),
    ],
)
def test_an_explorer_of_another_shape_says_what_is_wrong(json: object, what: str):
    with pytest.raises(ValueError, match=what):
        Explorer.parse(json)


def test_list_params_are_read_from_a_mapping():
    params = MediaListParams.parse({"page": 2, "search": "cat", "mime": "image/*", "all": True})

    assert params == MediaListParams(page=2, search="cat", mime="image/*", all=True)
    assert MediaListParams.parse({}) == MediaListParams()


def test_renditions_are_read_the_smallest_first_and_what_is_none_is_left_out():
    given = {
        "lg": {"url": "/lg.webp", "width": 800, "height": 600, "format": "webp", "size": 9000},
        "sm": {"url": "/sm.webp", "width": 200, "height": None, "format": None},
        "bare": "/bare.png",
        "empty": {"url": ""},
        "odd": [1],
        "none": None,
    }
    media = MediaItem.parse({"id": 1, "renditions": given})
    assert media.renditions == (
        Rendition("bare", "/bare.png"),
        Rendition("sm", "/sm.webp", 200),
        Rendition("lg", "/lg.webp", 800, 600, "webp", 9000),
    )
    assert MediaItem.parse({"id": 1, "renditions": [1, 2]}).renditions == ()


STORED = {
    "id": 5,
    "title": "Cat",
    "alt_text": None,
    "description": "",
    "translations": {
        "it": {"title": "Gatto", "alt_text": None, "caption": "of theirs"},
        "de": None,
        "fr": {"title": None},
    },
}
"""A file whose texts are null here and there, with a key that nobody knows here."""


def test_what_nobody_changed_is_written_back_exactly_as_it_came():
    media = MediaItem.parse(STORED)
    assert media.texts_to_store() == {key: STORED[key] for key in TRANSLATED}
    assert media.translations_to_store() == STORED["translations"]


def test_only_the_changed_text_is_another_one():
    media = MediaItem.parse(STORED).with_text("title", "Micio", "it").with_text("title", "")
    assert media.texts_to_store() == {"title": "", "alt_text": None, "description": ""}
    italian = {"title": "Micio", "alt_text": None, "caption": "of theirs"}
    assert media.translations_to_store() == {**STORED["translations"], "it": italian}


def test_a_text_that_was_typed_and_taken_away_again_stays_null():
    media = MediaItem.parse(STORED)
    for lang in (None, "it", "de", "fr", "es"):
        typed = media.with_text("alt_text", "x", lang).with_text("alt_text", "", lang)
        assert typed.texts_to_store() == media.texts_to_store()
        written = typed.translations_to_store()
        assert written == media.translations_to_store(), lang
