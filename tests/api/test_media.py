"""The library's calls: folders, details, uploads with progress, and an adapter in between."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from svc_tui.api.adapter import MediaAdapter
from svc_tui.api.dialects import REST, Capabilities
from svc_tui.api.errors import (
    InvalidResponse,
    PartFailed,
    ServerError,
    Unreachable,
    UnreadableFile,
    ValidationFailed,
)
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.media import MediaApi
from svc_tui.api.multipart import PIECE
from svc_tui.models.media import MediaFolder, MediaItem, MediaListParams
from tests.fakes import BASE, drops, html_answer, json_answer, sent_json

ROOT = {"media": {"items": [{"id": 5}]}, "folders": [{"id": 1}], "parent_folder": None}


class Halfway(httpx.AsyncBaseTransport):
    """A connection that breaks after two pieces of a request."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        assert isinstance(request.stream, httpx.AsyncByteStream)
        pieces = aiter(request.stream)
        await anext(pieces)
        await anext(pieces)
        raise httpx.WriteError("broken pipe")


@pytest.fixture
def media(fetch: SvcFetch) -> MediaApi:
    return MediaApi(fetch)


async def test_the_root_is_the_folders_collection(media, backend):
    backend.on("GET", "/api/media-folders/", ROOT)
    explorer = await media.explorer(None, MediaListParams(page=2, mime="image/*"))

    assert dict(backend.last.url.params) == {"page": "2", "mime": "image/*"}
    assert [item.id for item in explorer.items] == [5]


async def test_a_folder_is_asked_by_its_id_and_not_by_a_query(media, backend):
    backend.on("GET", "/api/media-folders/7/", {**ROOT, "parent_folder": {"id": 7, "name": "a"}})

    assert (await media.explorer(7)).parent_folder == MediaFolder(7, "a")
    assert backend.last.url.query == b""


async def test_a_detail_asks_for_its_language(media, backend):
    backend.on("GET", "/api/media/5/", {"id": 5, "links": []})

    assert await media.detail(5, "it") == MediaItem(5)
    assert dict(backend.last.url.params) == {"language_code": "it"}


async def test_an_upload_tells_percent_and_gives_the_item(media, backend, tmp_path: Path):
    path = tmp_path / "big.bin"
    path.write_bytes(b"x" * (4 * PIECE))
    backend.on("POST", "/api/media/", json_answer({"id": 9, "title": "A"}, 201))
    heard: list[int] = []

    item = await media.upload(path, title="A", folder=3, on_progress=heard.append)

    assert item == MediaItem(9, title="A")
    assert heard == [25, 50, 75, 99, 100]
    assert b'name="title"\r\n\r\nA\r\n' in backend.last.content
    assert b'name="folder"\r\n\r\n3\r\n' in backend.last.content
    assert b'filename="big.bin"' in backend.last.content
    assert b"alt_text" not in backend.last.content


@pytest.mark.parametrize("second", [drops(), json_answer({}, 500), html_answer(200)])
async def test_a_file_that_has_arrived_is_no_failure_where_the_second_look_at_it_is(
    fetch, backend, second
):
    media = MediaApi(
        fetch, dialect=replace(REST, capabilities=Capabilities(completes_uploads_late=True))
    )
    backend.on("OPTIONS", "/api/media/", {})
    backend.on("POST", "/api/media/", json_answer({"id": 9, "title": "A"}, 201))
    backend.on("GET", "/api/media/9/", second)

    assert await media.upload(io.BytesIO(b"1"), title="A") == MediaItem(9, title="A")


async def test_an_upload_to_the_root_sends_an_empty_folder(media, backend):
    backend.on("POST", "/api/media/", {"id": 9})
    await media.upload(io.BytesIO(b"1"), alt_text="b", description="c")

    assert b'name="folder"\r\n\r\n\r\n' in backend.last.content
    assert b'name="alt_text"\r\n\r\nb\r\n' in backend.last.content
    assert b'name="description"\r\n\r\nc\r\n' in backend.last.content


async def test_an_upload_without_a_title_sends_none(media, backend):
    backend.on("POST", "/api/media/", {"id": 9})
    await media.upload(io.BytesIO(b"1"))
    assert b"title" not in backend.last.content


async def test_without_its_last_byte_an_upload_is_not_in_doubt():
    media = MediaApi(SvcFetch(BASE, transport=Halfway()))
    with pytest.raises(Unreachable) as caught:
        await media.upload(io.BytesIO(b"x" * (4 * PIECE)))
    assert not caught.value.may_have_been_applied


async def test_a_failed_upload_is_never_a_hundred_percent(media, backend):
    heard: list[int] = []
    backend.on("POST", "/api/media/", json_answer({"file": ["Too big."]}, 400))

    with pytest.raises(ValidationFailed) as caught:
        await media.upload(io.BytesIO(b"123"), on_progress=heard.append)

    assert caught.value.errors == {"file": ["Too big."]}
    assert heard == [99]


async def test_an_empty_file_reaches_a_hundred_percent(media, backend):
    heard: list[int] = []
    backend.on("POST", "/api/media/", {"id": 9})
    await media.upload(io.BytesIO(b""), on_progress=heard.append)

    assert heard[-1] == 100


async def test_a_vanished_file_is_said(media, backend, tmp_path: Path):
    with pytest.raises(UnreadableFile):
        await media.upload(tmp_path / "gone.png")


async def test_an_upload_is_repeated_whole_after_a_renewed_token(media, backend):
    failed = json_answer({"detail": "CSRF Failed: CSRF token missing."}, 403)
    backend.on("POST", "/api/media/", failed, {"id": 9})
    await media.upload(io.BytesIO(b"PNG!"))

    assert [b"PNG!" in request.content for request in backend.requests] == [True, True]


async def test_replacing_sends_the_file_and_the_flag(media, backend):
    backend.on("PATCH", "/api/media/5/", {"id": 5})
    await media.replace(5, io.BytesIO(b"PNG!"), maintain_url=True)

    assert b'name="maintain_url"\r\n\r\ntrue\r\n' in backend.last.content
    assert b"PNG!" in backend.last.content


async def test_texts_are_patched_as_json(media, backend):
    backend.on("PATCH", "/api/media/5/", {"id": 5, "title": "A"})

    assert (await media.patch(MediaItem(5, title="A"))).title == "A"
    assert sent_json(backend.last) == {
        "title": "A",
        "alt_text": "",
        "description": "",
        "translations": {},
    }


async def test_an_item_can_be_moved(media, backend):
    backend.on("PATCH", "/api/media/5/", {"id": 5, "folder": None})

    assert (await media.move(5, None)).folder is None
    assert sent_json(backend.last) == {"folder": None}


PAGE = html_answer(200, "<html><h1>Sign in</h1></html>")
"""What a proxy answers in the backend's place, with a status of success."""


@pytest.mark.parametrize(
    ("method", "path", "call"),
    [
        ("DELETE", "/api/media/5/", lambda media: media.delete(5)),
        ("DELETE", "/api/media-folders/7/", lambda media: media.delete_folder(7)),
        ("PATCH", "/api/media/5/", lambda media: media.move(5, 7)),
        ("PATCH", "/api/media-folders/7/", lambda media: media.update_folder(7, parent=1)),
        ("PATCH", "/api/media-folders/7/", lambda media: media.update_folder(7, name="b")),
        ("POST", "/api/media-folders/", lambda media: media.create_folder("b")),
        ("PATCH", "/api/media/5/", lambda media: media.patch(MediaItem(5, title="b"))),
        ("PATCH", "/api/media/5/", lambda media: media.replace(5, io.BytesIO(b"1"))),
        ("POST", "/api/media/", lambda media: media.upload(io.BytesIO(b"1"))),
    ],
)
async def test_a_web_page_is_no_success_of_any_change(media, backend, method, path, call):
    backend.on(method, path, PAGE)
    with pytest.raises(InvalidResponse) as caught:
        await call(media)
    assert caught.value.may_have_been_applied


@pytest.mark.parametrize("body", [{"id": 5, "folder": 3}, {"id": 5, "folder": None}, {"id": 6}])
async def test_a_move_that_moved_nothing_is_no_success(media, backend, body):
    backend.on("PATCH", "/api/media/5/", body)
    with pytest.raises(InvalidResponse):
        await media.move(5, 7)


async def test_a_folder_that_was_not_moved_is_no_success(media, backend):
    backend.on("PATCH", "/api/media-folders/7/", {"id": 7, "name": "a", "parent": 3})
    for parent in (1, None):
        with pytest.raises(InvalidResponse):
            await media.update_folder(7, parent=parent)


@pytest.mark.parametrize("body", [{"id": 5}, {"id": "5", "folder": "7"}])
async def test_a_move_whose_answer_says_nothing_against_it_is_done(media, backend, body):
    backend.on("PATCH", "/api/media/5/", body)
    await media.move(5, 7)


@pytest.mark.parametrize("answer", [json_answer(None, 204), json_answer({}), json_answer(None)])
async def test_what_a_change_came_to_is_read_where_its_answer_is_empty(media, backend, answer):
    backend.on("PATCH", "/api/media/5/", answer).on("GET", "/api/media/5/", {"id": 5, "folder": 7})
    assert (await media.move(5, 7)).folder == 7
    with pytest.raises(InvalidResponse):
        await media.move(5, 8)

    here = {**ROOT, "parent_folder": {"id": 7, "name": "b", "parent": 1}}
    backend.on("PATCH", "/api/media-folders/7/", answer).on("GET", "/api/media-folders/7/", here)
    assert (await media.update_folder(7, name="b")).name == "b"

    backend.on("GET", "/api/media/5/", drops())
    with pytest.raises(Unreachable) as caught:
        await media.move(5, 7)
    assert caught.value.may_have_been_applied


async def test_items_and_folders_are_deleted(media, backend):
    backend.on("DELETE", "/api/media/5/", json_answer(None, 204))
    backend.on("DELETE", "/api/media-folders/7/", json_answer(None, 204))
    await media.delete(5)
    await media.delete_folder(7)

    assert backend.calls == ["DELETE /api/media/5/", "DELETE /api/media-folders/7/"]


async def test_folders_are_created_and_patched(media, backend):
    backend.on("POST", "/api/media-folders/", json_answer({"id": 7, "name": "a", "parent": 1}, 201))
    backend.on("PATCH", "/api/media-folders/7/", {"id": 7, "name": "b"})

    assert await media.create_folder("a", 1) == MediaFolder(7, "a", 1)
    assert sent_json(backend.last) == {"name": "a", "parent": 1}
    assert (await media.update_folder(7, name="b")).name == "b"
    assert sent_json(backend.last) == {"name": "b"}


async def test_an_adapter_translates_both_ways(fetch, backend):
    def canonical(body):
        folders = [
            {"id": f["id"], "name": f["title"], "parent": f["updir"]} for f in body["folders"]
        ]
        return {**body, "folders": folders}

    adapter = MediaAdapter().merge(
        build_list_params=lambda params: {"items": 18, "page": params.page},
        parse_root_response=canonical,
        build_folder_payload=lambda folder: {"title": folder["name"]},
        build_replace_file_payload=lambda file, keep: {"file": file, "same_url": keep},
    )
    media = MediaApi(fetch, adapter, "/cms/media/", "/cms/folders/", multipart="envelope")
    row = {"id": 1, "title": "Photos", "updir": {"id": 4}}
    backend.on("GET", "/cms/folders/", {"media": None, "folders": [row]})
    backend.on("POST", "/cms/folders/", row).on("PATCH", "/cms/media/5/", {"id": 5})

    assert (await media.explorer()).folders == (MediaFolder(1, "Photos", 4),)
    assert dict(backend.last.url.params) == {"items": "18"}
    assert await media.create_folder("Photos") == MediaFolder(1, "Photos", 4)
    assert sent_json(backend.last) == {"title": "Photos"}
    await media.replace(5, io.BytesIO(b"1"), maintain_url=True)
    assert b'{"same_url":true}' in backend.last.content


async def test_files_of_another_shape_are_parsed_by_one_method_everywhere(fetch, backend):
    def from_asset(asset: Any) -> Any:
        return {"id": asset["uuid"], "file": asset["links"]["self"], "title": asset["label"]}

    media = MediaApi(
        fetch, MediaAdapter().merge(parse_media=from_asset), "/api/media/", "/api/media-folders/"
    )
    asset = {"uuid": "a-1", "links": {"self": "/files/quay.jpg"}, "label": "Quay"}
    backend.on("GET", "/api/media-folders/", {"folders": [], "media": {"items": [asset]}})
    backend.on("GET", "/api/media/a-1/", asset).on("PATCH", "/api/media/a-1/", asset)
    backend.on("POST", "/api/media/", asset)

    [listed] = (await media.explorer()).items
    assert (listed.id, listed.title, listed.filename) == ("a-1", "Quay", "quay.jpg")
    assert await media.detail("a-1") == listed
    assert await media.patch(listed.with_text("title", "Quay"), None) == listed
    assert await media.upload(io.BytesIO(b"1")) == listed


async def test_an_adapter_that_fails_after_a_write_says_nothing_of_the_write(fetch, backend):
    adapter = MediaAdapter().merge(parse_media=lambda asset: {"id": asset["uuid"]})
    media = MediaApi(fetch, adapter, "/api/media/", "/api/media-folders/")
    backend.on("POST", "/api/media/", {"stored": 1}).on("GET", "/api/media/1/", {"stored": 1})

    with pytest.raises(PartFailed, match="parse_media") as written:
        await media.upload(io.BytesIO(b"1"))
    with pytest.raises(PartFailed, match="parse_media") as read:
        await media.detail("1")

    assert written.value.may_have_been_applied and not read.value.may_have_been_applied


@pytest.mark.parametrize("given", [{"title": "no id"}, None])
async def test_a_wrong_shape_of_one_file_names_the_method(fetch, backend, given):
    adapter = MediaAdapter().merge(parse_media=lambda asset: given)
    backend.on("GET", "/api/media-folders/", {"folders": [], "media": {"items": [{"id": 1}]}})

    with pytest.raises(PartFailed, match="parse_media"):
        await MediaApi(fetch, adapter, "/api/media/", "/api/media-folders/").explorer()


@pytest.mark.parametrize("given", [{"media": [1, 2]}, None])
async def test_a_method_of_a_program_that_gives_a_wrong_shape_is_named(fetch, backend, given):
    adapter = MediaAdapter().merge(parse_root_response=lambda body: given)
    backend.on("GET", "/api/media-folders/", {"folders": []})

    with pytest.raises(PartFailed, match="parse_root_response"):
        await MediaApi(fetch, adapter, "/api/media/", "/api/media-folders/").explorer()


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (json_answer([1]), InvalidResponse),
        (json_answer({"media": {"items": [{"title": "no id"}]}}), InvalidResponse),
        (html_answer(200), InvalidResponse),
        (html_answer(500), ServerError),
    ],
)
async def test_an_explorer_or_an_error(media, backend, answer, kind):
    backend.on("GET", "/api/media-folders/", answer)

    with pytest.raises(kind):
        await media.explorer()


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ({"titel": "A"}, 'a file has no key "titel"; did you mean "title"'),
        ({"altText": "A"}, 'did you mean "alt_text"'),
        ({"mimetype": "image/png"}, 'did you mean "mime_type"'),
    ],
)
async def test_a_misspelt_key_of_an_adapter_is_named(fetch, backend, own, words):
    backend.on("GET", "/api/media/5/", {"id": 5, "titles": ["A"]})
    adapter = MediaAdapter().merge(parse_media=lambda asset: {**asset, **own})
    media = MediaApi(fetch, adapter, "/api/media/", "/api/media-folders/")

    with pytest.raises(PartFailed, match=words):
        await media.detail(5)


async def test_a_misspelt_key_of_a_folder_is_named(fetch, backend):
    backend.on("GET", "/api/media-folders/", {"files": [], "dirs": []})
    adapter = MediaAdapter().merge(
        parse_root_response=lambda body: {"media": {"items": body["files"]}, "folder": body["dirs"]}
    )
    media = MediaApi(fetch, adapter, "/api/media/", "/api/media-folders/")

    with pytest.raises(PartFailed, match='did you mean "folders"'):
        await media.explorer()


async def test_keys_that_the_backend_has_itself_are_left_alone(fetch, backend):
    backend.on("GET", "/api/media/5/", {"id": 5, "titles": ["A"], "links_count": 2})
    adapter = MediaAdapter().merge(parse_media=lambda asset: {**asset, "owner": "ada"})
    media = MediaApi(fetch, adapter, "/api/media/", "/api/media-folders/")

    assert (await media.detail(5)).id == 5
