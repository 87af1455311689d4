"""A collection's calls: right method, right path, right body, typed result or typed error."""

from __future__ import annotations

import io
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import BaseModel

from svc_tui import Svc
from svc_tui.api.crud import Crud, FetchConfig
from svc_tui.api.dialects import Dialect
from svc_tui.api.dialects.camomilla import CAMOMILLA
from svc_tui.api.dialects.wire import wire_dialect
from svc_tui.api.errors import (
    BadUrl,
    Conflict,
    ForeignOrigin,
    HtmlResponse,
    InvalidResponse,
    NotFound,
    PartiallySaved,
    ServerError,
    Unconfirmed,
    Unreachable,
    UnreadableFile,
    ValidationFailed,
)
from svc_tui.api.fetch import SvcFetch
from svc_tui.models import exact_json
from svc_tui.models.wire import Wire
from tests.fakes import BASE, broken_json, html_answer, json_answer, refuses, sent_json, text_answer

UUID = "5f0c1b1e-0000-4000-8000-000000000000"


class Article(BaseModel):
    id: int | None = None
    title: str
    published: date | None = None


@pytest.fixture
def articles(fetch: SvcFetch) -> Crud[dict[str, Any]]:
    return Crud(fetch, "/api/articles")


async def test_list_asks_the_collection_and_gives_a_page(articles, backend):
    backend.on("GET", "/api/articles/", {"count": 41, "next": "x", "results": [{"id": 1}]})

    page = await articles.list(
        page=2, search="harbour", ordering="-id", status=["draft", "new"], featured=True, tag=None
    )

    assert dict(backend.last.url.params) == {
        "page": "2",
        "search": "harbour",
        "ordering": "-id",
        "status": "draft,new",
        "featured": "true",
    }
    assert (page.results, page.count, page.page, page.pages) == ([{"id": 1}], 41, 2, 41)


async def test_a_query_in_the_endpoint_goes_into_lists_only(fetch, backend):
    crud = Crud(fetch, "api/articles?status=draft&page=9")
    backend.on("GET", "/api/articles/", []).on("GET", "/api/articles/7/", {"id": 7})
    await crud.list(page=1)
    listed = backend.last
    await crud.detail(7)

    assert dict(listed.url.params) == {"status": "draft", "page": "1"}
    assert backend.last.url == f"{BASE}/api/articles/7/"


async def test_an_endpoint_on_another_origin_is_refused_at_once(fetch):
    with pytest.raises(ForeignOrigin):
        Crud(fetch, "https://evil.test/api/articles")


async def test_an_absolute_endpoint_on_our_origin_is_fine(fetch, backend):
    backend.on("GET", "/api/articles/a%2Fb/", {"id": "a/b"})

    assert await Crud(fetch, f"{BASE}/api/articles").detail("a/b") == {"id": "a/b"}


async def test_an_id_that_leads_elsewhere_is_never_sent(articles, backend):
    for id in ("", "..", "."):
        with pytest.raises(BadUrl):
            await articles.delete(id)

    assert backend.requests == []


async def test_each_change_has_its_method_path_and_body(articles, backend):
    backend.on("POST", "/api/articles/", json_answer({"id": 7}, 201))
    backend.on("PUT", "/api/articles/7/", {"id": 7, "title": "a"})
    backend.on("PATCH", "/api/articles/7/", {"id": 7, "title": "b"})
    backend.on("DELETE", "/api/articles/7/", json_answer(None, 204))

    assert await articles.create({"title": "é"}) == {"id": 7}
    assert sent_json(backend.last) == {"title": "é"}
    assert backend.last.headers["content-type"] == "application/json"
    assert await articles.update(7, {"title": "a"}) == {"id": 7, "title": "a"}
    assert await articles.partial_update(7, {"title": "b"}) == {"id": 7, "title": "b"}
    assert sent_json(backend.last) == {"title": "b"}
    assert await articles.delete(7) is None
    assert backend.calls == [
        "POST /api/articles/",
        "PUT /api/articles/7/",
        "PATCH /api/articles/7/",
        "DELETE /api/articles/7/",
    ]


async def test_values_that_json_lacks_are_written_as_text(articles, backend):
    backend.on("POST", "/api/articles/", {"id": 1})
    await articles.create({"on": date(2026, 11, 20), "price": Decimal("1.50"), "tags": {"b", "a"}})

    assert sent_json(backend.last) == {"on": "2026-11-20", "price": "1.50", "tags": ["a", "b"]}


async def test_an_update_without_an_answer_reads_the_record(articles, backend):
    backend.on("PATCH", "/api/articles/7/", json_answer(None, 204))
    backend.on("GET", "/api/articles/7/", {"id": 7, "title": "stored"})

    assert await articles.partial_update(7, {"title": "x"}) == {"id": 7, "title": "stored"}


NO_RECORD = [
    json_answer(None, 204),
    text_answer("null"),
    json_answer({}),
    json_answer({"detail": "Not now."}),
    json_answer({"task": "abc"}, 202),
]


@pytest.mark.parametrize("answer", NO_RECORD)
async def test_an_update_that_names_no_record_gives_the_one_that_is_stored(
    articles, backend, answer
):
    backend.on("PATCH", "/api/articles/7/", answer)
    backend.on("GET", "/api/articles/7/", {"id": 7, "title": "stored"})

    assert await articles.partial_update(7, {"title": "x"}) == {"id": 7, "title": "stored"}


@pytest.mark.parametrize("answer", NO_RECORD)
async def test_a_creation_that_is_answered_with_nothing_is_unknown(articles, backend, answer):
    backend.on("POST", "/api/articles/", answer)

    with pytest.raises(Unconfirmed, match="it has no id for the new record") as caught:
        await articles.create({"title": "x"})

    assert caught.value.may_have_been_applied


@pytest.mark.parametrize(
    ("id", "record", "is_another"),
    [
        (1, {"id": 99, "title": "B"}, True),
        (UUID, {"id": UUID.replace("0", "1")}, True),
        (1, {"id": "01"}, False),
        (9780000000002, {"id": 5, "isbn": "978-0-000-00000-2"}, False),
        (1, {"id": 99, "book": {"number": 1}}, False),
        (1, {"id": "book_1"}, False),
        (1, {"title": "no id"}, False),
        ("me", {"id": 99}, False),
        ("dune", {"id": 99}, False),
    ],
)
async def test_a_record_that_is_another_one_is_never_returned(
    articles, backend, id, record, is_another
):
    backend.on("GET", f"/api/articles/{id}/", record)
    backend.on("PATCH", f"/api/articles/{id}/", record)
    backend.on("PUT", f"/api/articles/{id}/", record)
    calls = (
        lambda: articles.detail(id),
        lambda: articles.partial_update(id, {"title": "B"}),
        lambda: articles.update(id, {"title": "B"}),
    )

    for number, call in enumerate(calls):
        if not is_another:
            assert await call() == record
            continue
        with pytest.raises(InvalidResponse, match="it describes another record") as caught:
            await call()
        assert caught.value.may_have_been_applied is (number > 0)


async def test_a_change_of_the_number_that_a_record_is_opened_by_returns_it(articles, backend):
    backend.on("PATCH", "/api/articles/2024/", {"id": 5, "number": "2025"})
    backend.on("GET", "/api/articles/2024/", json_answer({}, 404))

    changed = await articles.partial_update(2024, {"number": "2025"})

    assert changed == {"id": 5, "number": "2025"}


async def test_an_address_that_leads_to_another_record_returns_that(articles, backend):
    moved = json_answer(None, 301, headers={"Location": f"{BASE}/api/articles/99/"})
    backend.on("GET", "/api/articles/1/", moved).on("GET", "/api/articles/99/", {"id": 99})

    assert await articles.detail(1) == {"id": 99}


@pytest.mark.parametrize("answer", [{"data": [1]}, {"data": "saved"}, {"data": None}, {"data": {}}])
async def test_what_is_no_record_at_the_path_of_a_wire_is_not_taken_for_it(fetch, backend, answer):
    crud = Crud(fetch, "/api/articles", dialect=wire_dialect("w", "W", Wire(record="data")))
    backend.on("POST", "/api/articles/", answer).on("PATCH", "/api/articles/1/", answer)

    with pytest.raises(Unconfirmed):
        await crud.create({"title": "x"})
    backend.on("GET", "/api/articles/1/", {"data": {"id": 1}})
    assert await crud.partial_update(1, {"title": "x"}) == {"id": 1}
    backend.on("GET", "/api/articles/1/", answer)
    with pytest.raises(InvalidResponse, match="it should be one record"):
        await crud.detail(1)


async def test_a_wire_takes_a_record_with_an_id_as_it_is(fetch, backend):
    crud = Crud(fetch, "/api/articles", dialect=wire_dialect("w", "W", Wire(record="data")))
    backend.on("GET", "/api/articles/1/", {"id": 1, "data": [1]})

    assert await crud.detail(1) == {"id": 1, "data": [1]}


async def test_an_update_that_was_accepted_but_not_read_again_may_have_been_made(articles, backend):
    backend.on("PATCH", "/api/articles/7/", json_answer(None, 204))
    backend.on("GET", "/api/articles/7/", refuses())

    with pytest.raises(Unreachable) as caught:
        await articles.partial_update(7, {"title": "x"})

    assert caught.value.may_have_been_applied


@pytest.mark.parametrize(
    "page", [html_answer(200), text_answer("\n<html>Sign in", 200, "application/json")]
)
async def test_a_page_is_no_confirmation_of_a_change(articles, backend, page):
    backend.on("DELETE", "/api/articles/7/", page).on("PATCH", "/api/articles/7/", page)
    backend.on("POST", "/api/articles/", page).on("POST", "/api/articles/update_order/", page)
    calls = (
        lambda: articles.delete(7),
        lambda: articles.partial_update(7, {"title": "x"}),
        lambda: articles.create({"title": "x"}),
        lambda: articles.update_order(7, 3),
        lambda: articles.request("POST", "/api/articles/"),
    )
    for call in calls:
        with pytest.raises(HtmlResponse, match="a web page instead of data") as caught:
            await call()
        assert caught.value.may_have_been_applied


@pytest.mark.parametrize("answer", [text_answer("OK"), text_answer("", 204, "text/html")])
async def test_a_deletion_may_be_confirmed_by_any_text_or_none(articles, backend, answer):
    backend.on("DELETE", "/api/articles/7/", answer)

    assert await articles.delete(7) is None


async def test_a_deletion_is_not_confirmed_by_broken_json(articles, backend):
    broken = text_answer('{"id": 1, "ti', 200, "application/json")
    backend.on("DELETE", "/api/articles/7/", broken)

    with pytest.raises(InvalidResponse, match="its JSON is cut off") as caught:
        await articles.delete(7)

    assert caught.value.may_have_been_applied


async def test_a_record_without_any_value_is_no_record(articles, backend):
    backend.on("GET", "/api/articles/7/", {})

    with pytest.raises(InvalidResponse, match="it should be one record"):
        await articles.detail(7)


async def test_a_tag_read_with_a_record_guards_its_write(articles, backend):
    backend.on("GET", "/api/articles/7/", json_answer({"id": 7}, headers={"ETag": '"v1"'}))
    backend.on("PATCH", "/api/articles/7/", json_answer({"detail": "changed"}, 412))
    record, tag = await articles.detail_with_etag(7)

    assert (record, tag) == ({"id": 7}, '"v1"')
    with pytest.raises(Conflict):
        await articles.partial_update(7, {"a": 1}, if_match=tag)
    assert backend.last.headers["if-match"] == '"v1"'


@pytest.mark.parametrize("call", ["update", "delete"])
async def test_every_write_takes_a_tag(articles, backend, call):
    backend.on("PUT", "/api/articles/7/", {"id": 7})
    backend.on("DELETE", "/api/articles/7/", json_answer())
    arguments = (7, {}) if call == "update" else (7,)
    await getattr(articles, call)(*arguments, if_match="x")

    assert backend.last.headers["if-match"] == "x"


async def test_a_record_without_a_tag_has_none(articles, backend):
    backend.on("GET", "/api/articles/7/", {"id": 7})

    assert await articles.detail_with_etag(7) == ({"id": 7}, None)


@pytest.mark.parametrize("id", [0, 7, "a b"])
async def test_update_or_create_puts_what_has_an_id(articles, backend, id):
    path = {0: "0", 7: "7", "a b": "a%20b"}[id]
    backend.on("PUT", f"/api/articles/{path}/", {"id": id})
    data = {"id": id, "title": "x"}
    await articles.update_or_create(data)

    assert sent_json(backend.last) == {"title": "x"}
    assert data == {"id": id, "title": "x"}


@pytest.mark.parametrize(
    "data", [{"title": "x"}, {"id": None, "title": "x"}, {"id": "", "title": "x"}]
)
async def test_update_or_create_posts_what_has_none(articles, backend, data):
    backend.on("POST", "/api/articles/", {"id": 1})
    await articles.update_or_create(data)

    assert sent_json(backend.last) == {"title": "x"}


@pytest.mark.parametrize(
    ("answer", "reordered"),
    [
        (json_answer({"moved": [], "reordered": True}), True),
        (json_answer({"reordered": False}), False),
        (json_answer(None, 204), False),
        (text_answer("done"), False),
        (json_answer(["reordered"]), False),
    ],
)
async def test_update_order_says_whether_all_was_renumbered(articles, backend, answer, reordered):
    backend.on("POST", "/api/articles/update_order/", answer)

    assert await articles.update_order(7, 3) is reordered
    assert sent_json(backend.last) == {"startId": 7, "endId": 3}


async def test_a_row_moved_onto_itself_sends_nothing(articles, backend):
    assert await articles.update_order(7, "7") is False
    assert backend.requests == []


async def test_options_gives_the_metadata_and_the_allowed_methods(articles, backend):
    body = {"name": "Articles", "lang_info": {"languages": ["en"]}}
    backend.on("OPTIONS", "/api/articles/", json_answer(body, headers={"Allow": "GET, POST"}))
    meta = await articles.options()

    assert meta.name == "Articles"
    assert meta.extra["lang_info"] == {"languages": ["en"]}
    assert meta.allow == {"GET", "POST"}


@pytest.mark.parametrize("status", [404, 405])
async def test_a_collection_without_metadata_is_asked_once(articles, backend, status):
    backend.on("OPTIONS", "/api/articles/", json_answer({}, status))

    assert [await articles.metadata(), await articles.metadata()] == [None, None]
    assert [one.method for one in backend.requests] == ["OPTIONS"]


async def test_empty_options_are_empty_metadata(articles, backend):
    backend.on("OPTIONS", "/api/articles/", json_answer(None, 204))

    assert (await articles.options()).name == ""


async def test_odd_options_are_a_bad_answer(articles, backend):
    backend.on("OPTIONS", "/api/articles/", json_answer(["GET"]))

    with pytest.raises(InvalidResponse, match="metadata"):
        await articles.options()


async def test_what_a_call_adds_counts_more_than_what_the_repository_adds(fetch, backend):
    config = FetchConfig(headers={"X-A": "1", "X-B": "1"}, params={"fields": "id", "all": True})
    crud = Crud(fetch, "/api/articles", config=config)
    backend.on("GET", "/api/articles/", []).on("GET", "/api/articles/7/", {"id": 7})
    nearer = FetchConfig(headers={"X-B": "2"}, params={"fields": "title"}, timeout=1.5)
    await crud.list(config=nearer, page=1)
    listed = backend.last
    await crud.detail(7)

    assert (listed.headers["x-a"], listed.headers["x-b"]) == ("1", "2")
    assert dict(listed.url.params) == {"fields": "title", "all": "true", "page": "1"}
    assert listed.extensions["timeout"]["read"] == 1.5
    assert dict(backend.last.url.params) == {"fields": "id", "all": "true"}


async def test_rows_become_models(fetch, backend):
    crud = Crud(fetch, "/api/articles", Article)
    backend.on("GET", "/api/articles/", [{"id": 1, "title": "a", "published": "2026-11-20"}])
    backend.on("GET", "/api/articles/1/", {"id": 1, "title": "a"})

    assert (await crud.list()).results == [Article(id=1, title="a", published=date(2026, 11, 20))]
    assert await crud.detail(1) == Article(id=1, title="a")


async def test_a_model_is_sent_with_the_values_it_was_given(fetch, backend):
    crud = Crud(fetch, "/api/articles", Article)
    backend.on("POST", "/api/articles/", {"id": 1, "title": "a"})
    await crud.update_or_create(Article(title="a", published=date(2026, 11, 20)))

    assert sent_json(backend.last) == {"title": "a", "published": "2026-11-20"}


async def test_a_row_that_is_no_model_names_the_field_and_hides_the_value(fetch, backend):
    crud = Crud(fetch, "/api/articles", Article)
    backend.on("GET", "/api/articles/", [{"title": "a"}, {"title": {"hash": "s3cret"}}])
    backend.on("GET", "/api/articles/1/", {"id": 1})

    with pytest.raises(InvalidResponse, match=r"1\.title: ") as caught:
        await crud.list()
    with pytest.raises(InvalidResponse, match="title: Field required"):
        await crud.detail(1)

    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (json_answer({"detail": "No."}, 404), NotFound),
        (json_answer({"title": ["No."]}, 400), ValidationFailed),
        (html_answer(500), ServerError),
        (html_answer(200), InvalidResponse),
        (broken_json(), InvalidResponse),
        (json_answer([1]), InvalidResponse),
    ],
)
async def test_a_record_or_an_error(articles, backend, answer, kind):
    backend.on("GET", "/api/articles/7/", answer)

    with pytest.raises(kind):
        await articles.detail(7)


@pytest.mark.parametrize(
    ("slash", "path", "other"),
    [
        (True, "/api/nope/", "end without a slash"),
        (False, "/api/nope", "need a trailing slash"),
    ],
)
async def test_a_missing_collection_names_the_endpoint_and_the_slash(backend, slash, path, other):
    backend.on("GET", path, json_answer({"detail": "Not Found"}, 404))
    fetch = SvcFetch(BASE, transport=backend.transport, trailing_slash=slash)
    with pytest.raises(NotFound, match=f"Check the endpoint. .*{other} .*trailing_slash"):
        await Crud(fetch, "/api/nope").list()
    await fetch.aclose()


async def test_a_list_of_another_shape_names_its_keys(articles, backend):
    backend.on("GET", "/api/articles/", {"data": [], "total": 3})

    with pytest.raises(InvalidResponse, match="keys data, total"):
        await articles.list()


async def test_a_file_makes_the_request_a_form(articles, backend, tmp_path: Path):
    (tmp_path / "a.png").write_bytes(b"PNG!")
    backend.on("POST", "/api/articles/", {"id": 1})
    heard: list[tuple[int, int]] = []
    await articles.create(
        {"title": "x", "file": tmp_path / "a.png"}, on_progress=lambda *at: heard.append(at)
    )

    assert backend.last.headers["content-type"].startswith("multipart/form-data")
    assert b'name="file"; filename="a.png"' in backend.last.content
    assert heard == [(4, 4)]


async def test_multipart_can_be_forced_and_forbidden(articles, backend):
    backend.on("PATCH", "/api/articles/7/", {"id": 7})
    await articles.partial_update(7, {"title": "x"}, multipart="force")
    forced = backend.last
    await articles.partial_update(7, {"title": "x"}, multipart="disable")

    assert b'name="title"\r\n\r\nx\r\n' in forced.content
    assert sent_json(backend.last) == {"title": "x"}
    with pytest.raises(TypeError, match=r"`cover\.file` is a file"):
        await articles.create({"cover": {"file": io.BytesIO(b"")}}, multipart="disable")


async def test_the_dialect_decides_how_a_form_is_written(fetch, backend):
    crud = Crud(fetch, "/api/articles", dialect=Dialect("cms", multipart="envelope"))
    backend.on("POST", "/api/articles/", {"id": 1})
    await crud.create({"title": "x", "file": io.BytesIO(b"1")})

    assert b'name="data"' in backend.last.content
    assert b'{"title":"x"}' in backend.last.content


async def test_a_file_that_is_gone_sends_nothing(articles, backend, tmp_path: Path):
    with pytest.raises(UnreadableFile, match=r"gone\.png can't be read: No such file"):
        await articles.create({"file": tmp_path / "gone.png"})

    assert backend.requests == []


async def test_an_answer_of_another_shape_can_be_had_as_it_came(articles, backend):
    backend.on("GET", "/api/articles/", {"data": [1]})

    assert await articles.list_raw(offset=20) == {"data": [1]}
    assert dict(backend.last.url.params) == {"offset": "20"}


async def test_anything_else_can_be_called(fetch, backend):
    backend.on("POST", "/api/articles/7/publish/", json_answer({"done": 1}))
    backend.on("DELETE", "/api/cache/", json_answer(None, 204))
    articles = Crud(fetch, "/api/articles?status=draft", config=FetchConfig(params={"a": 1}))

    assert await articles.request("POST", "/api/articles/7/publish/", json={"x": 1}) == {"done": 1}
    assert (sent_json(backend.last), str(backend.last.url.params)) == ({"x": 1}, "")
    assert await articles.request("DELETE", "/api/cache/") is None


@pytest.mark.parametrize("id", [None, "", "..", {"number": 1}])
async def test_a_new_record_without_a_usable_id_is_saved_all_the_same(fetch, backend, id: Any):
    forms = {"parses": ["application/x-www-form-urlencoded"]}
    backend.on("OPTIONS", "/api/things/", forms)
    backend.on("POST", "/api/things/", json_answer({"id": id, "title": "A"}, 201))

    with pytest.raises(PartiallySaved) as caught:
        await Crud(fetch, "/api/things", dialect=CAMOMILLA).create(
            {"title": "A", "manual": io.BytesIO(b"1")}
        )

    assert "The values are saved, but manual is not." in str(caught.value)
    assert sum(call.startswith("POST") for call in backend.calls) == 1


@pytest.mark.parametrize(
    ("method", "times"),
    [("GET", 1), ("POST", 2), ("PATCH", 2), ("PUT", 2)],
    ids=["read", "create", "change", "replace"],
)
async def test_an_answer_is_parsed_once_and_that_of_a_write_once_more_as_a_refusal(
    articles, backend, monkeypatch, method, times
):
    stored = {"id": 7, "title": "Harbour"}
    place = "/api/articles/" if method == "POST" else "/api/articles/7/"
    backend.on(method, place, json_answer(stored, headers={"location": "/api/articles/7/"}))
    read, parsed = exact_json.read, []

    def counted(text: str | bytes, **how: Any) -> Any:
        found = read(text, **how)
        parsed.append(found)
        return found

    monkeypatch.setattr(exact_json, "read", counted)
    send = {
        "GET": lambda: articles.detail(7),
        "POST": lambda: articles.create({"title": "Harbour"}),
        "PATCH": lambda: articles.partial_update(7, {"title": "Harbour"}),
        "PUT": lambda: articles.update(7, {"title": "Harbour"}),
    }

    assert await send[method]() == stored

    assert parsed.count(stored) == times


async def test_rows_that_are_no_objects_and_a_record_without_an_id_come_as_they_are() -> None:
    bodies = iter([[1, "a"], {"title": "Emma"}])
    transport = httpx.MockTransport(lambda request: httpx.Response(200, json=next(bodies)))
    async with Svc("https://cms.test", transport=transport) as svc:
        assert (await svc.crud("/api/books").list()).results == [1, "a"]
        assert await svc.crud("/api/books").detail(1) == {"title": "Emma"}
