"""What a program passes to a call and can't be sent: one sentence, and no request."""

from __future__ import annotations

import io
from datetime import date
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any, cast
from uuid import UUID

import pytest

from svc_tui.api.crud import Crud, FetchConfig
from svc_tui.api.errors import BadId, NotSent, WrongArgument
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.media import MediaApi
from svc_tui.config.errors import ConfigError
from tests.fakes import sent_json

WRONG: Any = object()
KEY = UUID("5f0c1b1e-0000-4000-8000-000000000000")


class Status(Enum):
    DRAFT = "draft"

    def __str__(self) -> str:
        return self.value


@pytest.fixture
def books(fetch: SvcFetch) -> Crud[dict[str, Any]]:
    return Crud(fetch, "/api/books")


@pytest.fixture
def media(fetch: SvcFetch) -> MediaApi:
    return MediaApi(fetch)


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"status": WRONG}, "status should be text, a number, .* not an object"),
        ({"status": {"a": 1}}, "status should be .* not a dict"),
        ({"status": ["new", len]}, "status should be .* not a builtin_function"),
        ({"status": b"new"}, "status should be .* not bytes"),
        ({"search": WRONG}, "search should be .* not an object"),
        ({"ordering": 5}, 'ordering should be "title", "-title" or a list of these, not a whole'),
        ({"ordering": ["title", 5]}, "ordering should be .* not a whole number"),
        ({"config": 3}, r"config should be FetchConfig\(…\), not a whole number"),
    ],
)
async def test_a_parameter_that_is_no_text_is_never_sent(books, backend, params, words):
    for call in (books.list, books.list_raw):
        with pytest.raises(WrongArgument, match=words) as caught:
            await call(**params)
        assert str(caught.value).endswith("Nothing was sent.")
    assert not backend.requests


async def test_parameters_with_a_text_of_their_own_are_sent(books, backend):
    backend.on("GET", "/api/books/", [])

    await books.list(
        status=Status.DRAFT, key=KEY, price=Decimal("1.10"), since=date(2026, 3, 1), tags={"new"}
    )

    assert dict(backend.last.url.params) == {
        "status": "draft",
        "key": str(KEY),
        "price": "1.10",
        "since": "2026-03-01",
        "tags": "new",
    }


@pytest.mark.parametrize("id", [1.5, {"a": 1}, [1], True, None, b"1", WRONG, ""])
async def test_an_id_is_text_or_a_whole_number(books, media, backend, id):
    for call in (
        books.detail(id),
        books.partial_update(id, {}),
        books.update(id, {}),
        books.delete(id),
        books.update_order(id, 1),
        books.update_order(1, id),
        media.detail(id),
        media.replace(id, Path(__file__)),
        media.delete(id),
        media.update_folder(id, name="A"),
        media.delete_folder(id),
    ):
        with pytest.raises(BadId):
            await call
    assert not backend.requests


async def test_a_uuid_is_an_id(books, backend):
    backend.on("GET", f"/api/books/{KEY}/", {"id": str(KEY)})

    assert await books.detail(cast(Any, KEY)) == {"id": str(KEY)}


@pytest.mark.parametrize("data", [None, [{"title": "A"}], "title", 5, dict, WRONG])
async def test_a_record_is_a_dict_or_a_model(books, backend, data):
    for call in (
        books.create(data),
        books.update(1, data),
        books.partial_update(1, data),
        books.update_or_create(data),
    ):
        with pytest.raises(WrongArgument, match="the record should be a dict or a pydantic model"):
            await call
    assert not backend.requests


async def test_a_value_that_json_lacks_is_named_by_its_key(books, backend):
    with pytest.raises(WrongArgument, match="price: JSON can't represent a value of type object"):
        await books.create({"title": "A", "price": WRONG})
    with pytest.raises(WrongArgument, match="JSON can't represent"):
        await books.request("POST", "/api/books/all/", json=WRONG)
    assert not backend.requests


async def test_the_options_of_a_write_are_checked(books, backend):
    for options, words in [
        ({"multipart": "yes"}, 'multipart = "yes" is not valid'),
        ({"on_progress": 5}, "on_progress should be a function"),
        ({"if_match": 5}, "if_match should be a string"),
    ]:
        with pytest.raises(WrongArgument, match=words):
            await books.partial_update(1, {"title": "A"}, **cast(Any, options))
    with pytest.raises(ConfigError, match=r"FetchConfig\(…\): headers should be a dict"):
        FetchConfig(headers=cast(Any, 5))
    assert not backend.requests


@pytest.mark.parametrize(
    ("method", "path", "words"),
    [
        (5, "/x", "method should be a string"),
        ("MOVE IT", "/x", 'method should be an HTTP method such as "POST"'),
        ("GET", 5, "path should be a string"),
    ],
)
async def test_a_request_has_a_method_and_a_path(books, backend, method, path, words):
    with pytest.raises(WrongArgument, match=words):
        await books.request(method, path)
    assert not backend.requests


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("/tmp/a.png", r'not a string: Path\("/tmp/a.png"\)'),
        (b"png", r"not bytes: io.BytesIO"),
        (io.StringIO("text"), "opened as text"),
        (None, "not None"),
        (5, "not a whole number"),
    ],
)
async def test_only_a_file_is_uploaded(media, backend, file, words):
    for call in (media.upload(file), media.replace(1, file)):
        with pytest.raises(WrongArgument, match=words):
            await call
    assert not backend.requests


async def test_what_comes_with_a_file_or_a_folder_is_checked(media, backend):
    file = Path(__file__)
    for call, words in [
        (media.upload(file, title=WRONG), "title should be a string"),
        (media.upload(file, on_progress=WRONG), "on_progress should be a function"),
        (media.upload(file, folder=1.5), "not 1.5"),
        (media.move(1, WRONG), "not an object"),
        (media.patch({"id": 1}), r"item should be MediaItem\(…\), not a dict"),
        (media.create_folder(None), "name should be a string, not None"),
        (media.create_folder("A", 1.5), "not 1.5"),
        (media.update_folder(1, nam="A"), 'a folder has no "nam", only name and parent'),
        (media.explorer(None, 5), r"params should be MediaListParams"),
        (media.detail(1, 5), "lang should be a string"),
    ]:
        with pytest.raises(NotSent, match=words):
            await call
    assert not backend.requests


async def test_keys_that_are_numbers_are_sent_as_text(books, backend):
    backend.on("POST", "/api/books/", {"id": 1})

    await books.create({"stock": {1: "one"}})

    assert sent_json(backend.last) == {"stock": {"1": "one"}}
