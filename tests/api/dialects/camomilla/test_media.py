"""The media library's words in the CMS, and back."""

from __future__ import annotations

from svc_tui.api.adapter import MediaAdapter
from svc_tui.api.dialects.camomilla.media import adapt_media, slug
from svc_tui.api.urls import query_of
from svc_tui.models.media import Explorer, MediaItem, MediaListParams

SUMMER = {
    "folders": [{"id": 9, "title": "日本", "path": "/photos/", "updir": {"id": 4}}],
    "media": {"items": [], "paginator": {"page": 1, "pages": 1, "count": 0}},
    "parent_folder": {
        "id": 4,
        "title": "Summer",
        "path": "/photos/2024/summer",
        "updir": {"id": 3, "title": "2024", "updir": {"id": 1, "title": "Photos", "updir": None}},
    },
}


def adapter() -> MediaAdapter:
    adapter = MediaAdapter()
    adapt_media(adapter)
    return adapter


def test_types_and_words_are_filters():
    asked = MediaListParams(page=2, search="sea side", mime="image/*", all=True)

    assert query_of(adapter().build_list_params(asked)) == {
        "page": "2",
        "all": "true",
        "fltr": [
            "title__icontains='sea side' OR alt_text__icontains='sea side'"
            " OR file__icontains='sea side'",
            "mime_type__startswith='image/'",
        ],
    }
    exact = adapter().build_list_params(MediaListParams(mime="application/pdf"))
    assert query_of(exact) == {"fltr": ["mime_type='application/pdf'"]}


def test_folders_are_read_with_the_whole_way_to_them():
    found = Explorer.parse(adapter().parse_root_response(SUMMER))

    assert [(one.id, one.name, one.parent) for one in found.folders] == [(9, "日本", 4)]
    assert found.parent_folder is not None
    assert (found.parent_folder.name, found.parent_folder.parent) == ("Summer", 3)
    assert [(one.id, one.name, one.parent) for one in found.trail] == [
        (1, "Photos", None),
        (3, "2024", 1),
    ]


def test_a_folder_without_an_id_is_the_root():
    body = {**SUMMER, "parent_folder": {"title": "", "updir": None}}

    assert Explorer.parse(adapter().parse_root_response(body)).parent_folder is None


def test_folders_are_written_with_title_and_updir():
    payload = adapter().build_folder_payload

    assert payload({"name": "Città & Co", "parent": 3}) == {
        "title": "Città & Co",
        "updir": 3,
        "slug": "citta-co",
    }
    assert payload({"parent": None}) == {"updir": None}
    assert slug("日本") == ""


def test_texts_are_written_by_language_only():
    item = MediaItem(1, title="Sea", translations={"en": {"title": "Sea"}})

    assert adapter().build_media_patch_payload(item) == {"translations": {"en": {"title": "Sea"}}}
    assert adapter().build_upload_payload({"file": "f", "folder": None, "title": "Sea"}, "en") == {
        "file": "f",
        "folder": None,
        "translations": {"en": {"title": "Sea"}},
    }


def test_keeping_the_address_is_asked_for_beside_the_file():
    assert adapter().build_replace_file_payload("f", True) == {"file": "f", "same_url": True}
