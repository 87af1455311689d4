"""`[svc.wire]`: its keys word requests and read answers, over those of the named dialect."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from svc_tui import ConfigError, Dialect, Svc
from svc_tui.api.dialects import Exchange, dialect_named
from svc_tui.api.dialects.wire import wire_dialect, with_wire
from svc_tui.api.errors import (
    ApiError,
    InvalidResponse,
    NotFound,
    TooManyRequests,
    ValidationFailed,
)
from svc_tui.api.responses import raise_for_status
from svc_tui.config.load import load_console
from svc_tui.config.options import AuthOptions, Options
from svc_tui.models.resource import Resource
from svc_tui.models.wire import Wire, WireErrors, WireOrder
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_sources import ServerSource

ROWS = [{"id": n, "title": f"Row {n}"} for n in range(1, 46)]


class Backend:
    """Answers in memory, without HTTP, as a function says, and keeps the requests."""

    def __init__(self, answer: Any) -> None:
        self.answer, self.requests = answer, []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        found = self.answer(request)
        return found if isinstance(found, httpx.Response) else httpx.Response(200, json=found)

    def svc(self, dialect: str = "rest", wire: dict[str, Any] | None = None) -> Svc:
        given = {} if wire is None else {"wire": Wire.model_validate(wire)}
        options = Options(
            base_url="http://api.test", dialect=dialect, auth=AuthOptions(kind="none"), **given
        )
        return Svc(options=options, transport=httpx.MockTransport(self))

    @property
    def queries(self) -> list[dict[str, str]]:
        return [dict(request.url.params) for request in self.requests]


def cut(request: httpx.Request, first: int, size: int) -> list[dict[str, Any]]:
    return ROWS[first : first + size]


@pytest.mark.parametrize("time", ["", "T12:30:00.000Z"])
async def test_orders_and_filters_are_tried_in_the_words_of_the_wire(time: str) -> None:
    rows = [{"id": n, "title": f"Row {n}", "sold": f"2026-01-{n:02}{time}"} for n in range(1, 29)]

    def answer(request: httpx.Request) -> Any:
        asked = request.url.params
        if unknown := {name for name in asked if name.startswith("filter")} - {
            "filter[sold][_gte]"
        }:
            return httpx.Response(400, json={"detail": f"No filter {unknown}."})
        found = [row for row in rows if row["sold"] >= asked.get("filter[sold][_gte]", "")]
        found = found[::-1] if asked.get("by") == "-title" else found
        page = {"lines": found[: int(asked["page_size"])], "hits": len(found)}
        return page if request.method == "GET" else httpx.Response(405)

    wire = {
        "items": "lines", "total": "hits", "order": {"param": "by"},
        "filter": "filter[{key}][_in]={values}",
    }  # fmt: skip
    async with Backend(answer).svc(wire=wire) as svc:
        svc.discovery.patience = None
        found = await svc.discovery.describe(Resource(name="rows", endpoint="/rows"), whole=True)

    assert [one.key for one in found.resource.columns if one.sortable] == ["title"]
    [span] = found.resource.filters
    assert (span.from_param, span.to_param) == ("filter[sold][_gte]", "filter[sold][_lte]")
    assert span.with_time is bool(time)  # Else a comparison would end at the day's midnight.


async def test_a_list_under_an_unknown_key_names_the_setting() -> None:
    async with Backend(lambda request: {"lines": ROWS}).svc() as svc:
        with pytest.raises(InvalidResponse, match=r"keys lines .*set `items` under \[svc.wire\]"):
            await svc.crud("/rows").list()


async def test_an_offset_is_counted_in_rows_under_its_names() -> None:
    def answer(request: httpx.Request) -> Any:
        asked = request.url.params
        rows = cut(request, int(asked["skip"]), int(asked["take"]))
        return {"rows": {"all": rows}, "about": {"n": 45}}

    backend = Backend(answer)
    wire = {
        "items": "rows.all",
        "total": "about.n",
        "paging": {"style": "offset", "page": "skip", "size": "take"},
    }
    async with backend.svc(wire=wire) as svc:
        page = await ServerSource(svc.crud("/rows"), ahead=0).page(ListQuery(page=3))

    assert backend.queries == [{"skip": "40", "take": "20"}]
    assert (page.count, page.page, page.pages, len(page.results)) == (45, 3, 3, 5)


async def test_pages_follow_the_link_header_to_the_end() -> None:
    def answer(request: httpx.Request) -> Any:
        first = int(request.url.params.get("after", 0))
        more = f'<http://api.test/rows/?after={first + 20}>; rel="next"' if first < 40 else ""
        return httpx.Response(200, json=cut(request, first, 20), headers={"Link": more})

    backend = Backend(answer)
    async with backend.svc(wire={"items": "", "paging": {"style": "link"}}) as svc:
        source = ServerSource(svc.crud("/rows"), ahead=0)
        pages = [await source.page(ListQuery(page=number)) for number in (1, 2, 3)]

    assert [(page.count, page.at_least) for page in pages] == [(20, True), (40, True), (45, False)]
    assert [page.results[0]["id"] for page in pages] == [1, 21, 41]


async def test_a_token_of_the_page_before_is_sent_with_the_same_query() -> None:
    def answer(request: httpx.Request) -> Any:
        first = int(request.url.params.get("from", 0))
        return {
            "data": cut(request, first, 20),
            "meta": {"more": first + 20 if first < 40 else None},
        }

    backend = Backend(answer)
    paging = {"style": "cursor", "page": "from", "size": "n", "next": "meta.more"}
    async with backend.svc(wire={"items": "data", "paging": paging}) as svc:
        source = ServerSource(svc.crud("/rows"), ahead=0)
        for number in (1, 2, 3):
            page = await source.page(ListQuery(page=number, search="Row"))

    assert backend.queries[1] == {"n": "20", "search": "Row", "from": "20"}
    assert (page.count, page.at_least, len(page.results)) == (45, False, 5)


@pytest.mark.parametrize("page", ["Range", "range"])
async def test_a_range_of_rows_is_asked_for_and_its_total_is_read(page: str) -> None:
    def answer(request: httpx.Request) -> Any:
        rows = cut(request, 20, 20)
        return httpx.Response(206, json=rows, headers={"Content-Range": "items 20-39/45"})

    backend = Backend(answer)
    wire = {
        "items": "",
        "total": "header:Content-Range",
        "paging": {"style": "range", "page": page},
    }
    async with backend.svc(wire=wire) as svc:
        found = await ServerSource(svc.crud("/rows"), ahead=0).page(ListQuery(page=2))

    [sent] = backend.requests
    asked = sent.headers.get("Range") or sent.url.params["range"]
    assert asked == ("items=20-39" if page == "Range" else "[20,39]")
    assert (found.count, found.page, found.pages) == (45, 2, 3)


async def test_a_total_that_does_not_come_is_not_made_up() -> None:
    backend = Backend(lambda request: {"results": ROWS[:20]})
    async with backend.svc(wire={"total": "header:X-Total-Count"}) as svc:
        page = await ServerSource(svc.crud("/rows"), ahead=0).page(ListQuery())

    assert (page.count, page.at_least, page.told) == (20, True, False)


async def test_directus_is_worded_as_its_documentation_has_it() -> None:
    def answer(request: httpx.Request) -> Any:
        if request.method == "PATCH":
            return {"data": {"id": 1, **json.loads(request.content)}}
        return {"data": ROWS[:20], "meta": {"filter_count": 45}}

    backend = Backend(answer)
    async with backend.svc("directus") as svc:
        crud = svc.crud("/items/rows")
        query = ListQuery(search="x", ordering=("-title",), filters={"status": ("a", "b")})
        page = await ServerSource(crud, ahead=0).page(query)
        changed = await crud.partial_update(1, {"title": "New"})

    assert backend.queries[0] == {
        "meta": "filter_count", "page": "1", "limit": "20", "search": "x", "sort": "-title",
        "filter[status][_in]": "a,b",
    }  # fmt: skip
    assert backend.requests[1].url.path == "/items/rows/1"
    assert page.count == 45 and changed == {"id": 1, "title": "New"}


async def test_strapi_is_worded_as_its_documentation_has_it() -> None:
    rows = [{"id": n, "documentId": f"d{n}", "title": f"Row {n}"} for n in range(20)]

    def answer(request: httpx.Request) -> Any:
        if request.method == "PUT":
            return {"data": {"id": 9, "documentId": "d1", **json.loads(request.content)["data"]}}
        return {"data": rows, "meta": {"pagination": {"page": 1, "pageSize": 20, "total": 45}}}

    backend = Backend(answer)
    async with backend.svc("strapi") as svc:
        crud = svc.crud("/api/articles")
        query = ListQuery(search="x", ordering=("-title",), filters={"status": ("a", "b")})
        page = await ServerSource(crud, ahead=0).page(query)
        changed = await crud.partial_update("d1", {"title": "New"})
        rows_of = {"name": "rows", "endpoint": "/api/rows"}
        whole = Resource(**rows_of, use_patch=False)
        assert svc.takes_patch(Resource(**rows_of)) and not svc.takes_patch(whole)

    sent = backend.requests[0].url.params
    assert sent.get_list("filters[status][$in]") == ["a", "b"]
    assert (sent["sort"], sent["_q"], sent["pagination[pageSize]"]) == ("title:desc", "x", "20")
    assert page.count == 45 and svc.dialect.lookup == "documentId"
    assert (backend.requests[1].method, backend.requests[1].url.path) == ("PUT", "/api/articles/d1")
    assert json.loads(backend.requests[1].content) == {"data": {"title": "New"}}
    assert changed["title"] == "New"


async def test_keys_of_the_file_go_over_those_of_the_named_dialect(tmp_path: Path) -> None:
    file = tmp_path / "svc.toml"
    file.write_text(
        '[svc]\nbase_url = "http://api.test"\ndialect = "json-server"\n'
        '[svc.wire]\nitems = "data"\ntotal = "items"\npaging = { size = "_per_page" }\n'
        'order = { direction = "", ascending = "{}", descending = "-{}" }\n'
    )
    options = load_console(file, environ={}).options
    backend = Backend(lambda request: {"data": ROWS[:20], "items": 45})
    async with Svc(options=options, transport=httpx.MockTransport(backend)) as svc:
        query = ListQuery(ordering=("-title",), search="x")
        page = await ServerSource(svc.crud("/rows"), ahead=0).page(query)

    assert backend.queries[-1] == {"_page": "1", "_per_page": "20", "q": "x", "_sort": "-title"}
    assert page.count == 45


def test_an_order_over_a_named_dialect_still_names_the_field() -> None:
    with pytest.raises(ConfigError, match='ascending = "asc" should have one'):
        with_wire(dialect_named("json-server"), Wire(order=WireOrder(direction="")))


def test_a_direction_without_words_is_asc_or_desc() -> None:
    order = WireOrder(param="sort", direction="dir")
    hooks = with_wire(dialect_named("rest"), Wire(order=order))

    assert hooks.list_query(ordering=("-title", "id")) == {"sort": "title,id", "dir": "desc,asc"}


async def test_an_endpoints_own_query_stays_in_the_words_of_the_backend() -> None:
    backend = Backend(lambda request: {"data": ROWS[:2]})
    async with backend.svc("jsonapi") as svc:
        await svc.crud("/rows?include=author").list(page=1, status="open")

    assert backend.queries[0] == {
        "include": "author", "page[number]": "1", "filter[status]": "open"
    }  # fmt: skip


async def test_errors_are_read_at_the_places_that_the_wire_names() -> None:
    refusal = {"reason": "No.", "problems": {"title": ["Too short."]}}
    backend = Backend(lambda request: httpx.Response(422, json=refusal))
    wire = {"errors": {"fields": "problems", "detail": "reason"}, "body": "data"}
    async with backend.svc(wire=wire) as svc:
        with pytest.raises(ValidationFailed) as refused:
            await svc.crud("/rows").create({"title": ""})

    assert json.loads(backend.requests[0].content) == {"data": {"title": ""}}
    assert (refused.value.detail, refused.value.errors) == ("No.", {"title": ["Too short."]})


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 409, 422, 429, 500])
async def test_the_sentence_of_every_refusal_is_read_where_the_wire_names_it(status: int) -> None:
    answer = {"told": {"why": "The shop is closed"}, "message": "E_17"}
    backend = Backend(lambda request: httpx.Response(status, json=answer))
    async with backend.svc(wire={"errors": {"detail": "told.why"}}) as svc:
        for refused in (svc.crud("/rows").list(), svc.fetch("GET", "/account")):
            with pytest.raises(ApiError) as error:
                raise_for_status(await refused)  # type: ignore[arg-type]
            assert error.value.detail == "The shop is closed"


async def test_a_429_is_waited_for_and_a_long_wait_is_told() -> None:
    created = httpx.Response(201, json={"id": 1})
    answers = [httpx.Response(429, headers={"Retry-After": "0"}), created]
    backend = Backend(lambda request: answers.pop(0))
    async with backend.svc() as svc:
        await svc.crud("/rows").create({"title": "New"})
        answers.append(httpx.Response(429, headers={"Retry-After": "90"}))
        with pytest.raises(TooManyRequests, match="wait 90 seconds"):
            await svc.crud("/rows").list()

    assert [request.method for request in backend.requests] == ["POST", "POST", "GET"]


@pytest.mark.parametrize(
    ("location", "follows"),
    [("/rows", True), ("http://api.test/rows", True), ("/other", False),
     ("http://evil.test/rows", False), ("/rows?all=1", False)],
)  # fmt: skip
async def test_a_redirect_of_a_write_is_followed_for_a_slash_alone(
    location: str, follows: bool
) -> None:
    def answer(request: httpx.Request) -> Any:
        if request.url.path.endswith("/"):
            return httpx.Response(307, headers={"Location": location})
        return httpx.Response(201, json=json.loads(request.content))

    backend = Backend(answer)
    async with backend.svc() as svc:
        try:
            made = await svc.crud("/rows").create({"title": "New"})
        except Exception as error:
            assert not follows, error
        else:
            assert follows and made == {"title": "New"}

    assert len(backend.requests) == 1 + follows


async def test_what_a_redirect_shows_of_a_slash_holds_for_the_session() -> None:
    def answer(request: httpx.Request) -> Any:
        path = request.url.path
        if path.endswith("/") != path.startswith("/rows/all"):
            there = path.rstrip("/") if path.endswith("/") else f"{path}/"
            return httpx.Response(307, headers={"Location": there})
        return [] if (request.method, path) == ("GET", "/rows") else {"id": 1}

    backend = Backend(answer)
    async with backend.svc() as svc:
        for _ in range(2):
            await svc.crud("/rows").list()
        await svc.crud("/rows").create({})  # Sent once, as reads have shown where.
        for path in ("/rows/1/", "/rows/2/", "/rows/all/", "/rows/1/", "/rows/all/"):
            await svc.fetch("GET", path)

    asked = [f"{one.method} {one.url.path}" for one in backend.requests]
    assert asked == [
        *("GET /rows/", "GET /rows", "GET /rows", "POST /rows"),
        *("GET /rows/1/", "GET /rows/1", "GET /rows/2"),
        *("GET /rows/all", "GET /rows/all/", "GET /rows/1", "GET /rows/all/"),
    ]


async def test_a_neighbour_that_wants_no_slash_is_still_found() -> None:
    def answer(request: httpx.Request) -> Any:
        path = request.url.path
        if path in ("/rows/", "/tags"):
            return []
        missing = path != "/rows"
        return httpx.Response(404 if missing else 308, headers={"Location": "/rows/"})

    backend = Backend(answer)
    async with backend.svc() as svc:
        svc.fetch.slashes.trailing = False
        for path in ("/rows", "/tags", "/tags"):
            await svc.fetch("GET", path)
        await svc.fetch("POST", "/tags", json={})
        with pytest.raises(NotFound):
            await svc.crud("/none").list()

    asked = [f"{one.method} {one.url.path}" for one in backend.requests]
    assert asked == [
        *("GET /rows", "GET /rows/", "GET /tags/", "GET /tags", "GET /tags", "POST /tags"),
        *("GET /none/", "GET /none"),
    ]


async def test_a_redirect_to_what_is_not_there_shows_nothing() -> None:
    def answer(request: httpx.Request) -> Any:
        slash = request.url.path.endswith("/")
        return httpx.Response(307 if slash else 404, headers={"Location": "/rows"})

    backend = Backend(answer)
    async with backend.svc() as svc:
        for _ in range(2):
            await svc.fetch("GET", "/rows/")

    assert [one.url.path for one in backend.requests] == ["/rows/", "/rows"] * 2


@pytest.mark.parametrize(
    ("wire", "words"),
    [
        ({"filter": "key=value"}, "should have {key}"),
        ({"headers": {"Authorization": "Bearer x"}}, r"\[svc.auth\] sets it"),
        ({"headers": {"X-API-Key": "k"}}, r"\[svc.auth\] sets it"),
        ({"headers": {"Host": "other.example.org"}}, "it is set for each request"),
        ({"headers": {"content-length": "3"}}, "it is set for each request"),
        ({"headers": {"Bad Header": "x"}}, "invalid characters"),
        ({"paging": {"style": "pages"}}, "page"),
        ({"itemz": ""}, "itemz"),
    ],
)
def test_an_impossible_wire_is_refused_with_its_key(wire: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Wire.model_validate(wire)


def test_keys_of_the_wire_are_refused_beside_a_dialect_that_is_code() -> None:
    with pytest.raises(ValueError, match="no effect"):
        Options(base_url="http://api.test", dialect="camomilla", wire=Wire(search="q"))


WAYS = {
    "wire_dialect": lambda wire, **own: wire_dialect("mine", "Mine", wire, **own),
    "replace": lambda wire, **own: replace(wire_dialect("mine", "Mine", wire), **own),
    "Dialect": lambda wire, **own: Dialect("mine", wire=wire, **own),
}
"""The ways to give hooks beside a wire."""

in_each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
with_and_without_keys = pytest.mark.parametrize("keys", [None, Wire(search="q")], ids=["", "keys"])


@in_each_way
@with_and_without_keys
async def test_hooks_beside_a_wire_go_before_its_own_and_keys_of_a_file_leave_them(
    way: Callable[..., Dialect], keys: Wire | None
) -> None:
    def answer(request: httpx.Request) -> Any:
        if request.method == "GET":
            return {"lines": [{"ref": "a"}]}
        return httpx.Response(422, json={"wrong": {"Titel": ["Too short."]}})

    dialect = way(
        Wire(items="lines", update="PUT", body="line", errors=WireErrors(fields="wrong")),
        error_keys=lambda errors: {"title": errors["Titel"]},
        from_wire=lambda row: {"id": row["ref"]},
        to_wire=lambda values, metadata: {"sent": values},
        change_method="POST",
        headers={"X-Tenant": "north"},
    )
    backend = Backend(answer)
    options = Options(base_url="http://api.test", auth=AuthOptions(kind="none"), wire=keys)
    transport = httpx.MockTransport(backend)
    async with Svc(options=options, dialect=dialect, transport=transport) as svc:
        crud = svc.crud("/rows")
        rows = (await crud.list(search="x")).results
        with pytest.raises(ValidationFailed) as refused:
            await crud.partial_update("a", {"title": ""})

    asked, sent = backend.requests
    assert (rows, refused.value.errors) == ([{"id": "a"}], {"title": ["Too short."]})
    assert asked.url.params["search" if keys is None else "q"] == "x"
    assert (sent.method, json.loads(sent.content)) == ("POST", {"sent": {"title": ""}})
    assert sent.headers["X-Tenant"] == "north"


@in_each_way
def test_another_wire_sets_anew_what_the_wire_before_had_set(way: Callable[..., Dialect]) -> None:
    dialect = replace(way(Wire(update="PUT", id="ref"), lookup="key"), wire=Wire(search="q"))

    assert (dialect.saves_whole, dialect.lookup) == (False, "key")
    assert dialect.list_query(search="x") == {"q": "x"}
    assert replace(dialect, wire=Wire(id="slug"), called="Mine").lookup == "key"


@in_each_way
def test_a_default_may_be_given_in_place_of_what_a_wire_has_set(
    way: Callable[..., Dialect],
) -> None:
    """As `replace` does; a constructor can't tell a default from what is not given."""
    partly = replace(way(Wire(update="PUT")), saves_whole=False)

    assert not partly.saves_whole
    assert not with_wire(partly, Wire(search="q")).saves_whole


@in_each_way
def test_a_dialect_without_its_wire_has_none_of_its_hooks(way: Callable[..., Dialect]) -> None:
    own = way(Wire(items="lines", search="q", update="PUT"), lookup="key")

    bare = replace(own, wire=None)

    assert bare.list_query(search="x") == Dialect("plain").list_query(search="x")
    assert bare.read_list is None and not bare.saves_whole
    assert bare.lookup == "key"


@in_each_way
def test_a_dialect_has_the_hooks_of_its_wire_from_the_start(way: Callable[..., Dialect]) -> None:
    dialect = way(Wire(items="lines", search="q", update="PUT"))

    assert dialect.saves_whole and dialect.list_query(search="x") == {"q": "x"}
    assert dialect.list_of({"lines": ROWS}, Exchange("GET", "/rows"))["results"] == ROWS
