"""Learning a backend: bounded, once, and never an error on the screen."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from svc_tui.api.dialects import REST
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.urls import Endpoint
from svc_tui.introspect.paging import paging_of
from svc_tui.models.resource import Resource
from svc_tui.stores.rows import key_of
from svc_tui.stores.session.description_store import DescriptionStore
from svc_tui.stores.session.discovery_store import DiscoveryStore

Answer = Callable[[httpx.Request], httpx.Response]


def store(answer: Answer, **more: Any) -> DiscoveryStore:
    fetch = SvcFetch("http://cms.test", transport=httpx.MockTransport(answer))
    return DiscoveryStore(fetch, REST, **more)


def collection(rows: list[Any], metadata: Any = None, **more: Any) -> Answer:
    """A backend with one collection, which answers whatever it is asked with these rows."""

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "OPTIONS":
            return httpx.Response(200, json=metadata, headers=more)
        return httpx.Response(200, json={"count": len(rows), "next": None, "results": rows})

    return answer


THINGS = Resource(name="things", endpoint="/api/things/")


async def test_a_filter_that_changes_nothing_is_not_offered() -> None:
    schema = {"properties": {"kind": {"enum": ["a", "b"]}, "live": {"type": "boolean"}}}
    rows = [{"id": n, "title": str(n), "kind": "a", "live": True} for n in range(3)]

    told = await store(collection(rows, {"schema": schema})).describe(THINGS, whole=True)

    assert told.resource.filters == ()
    assert [one.key for one in told.resource.columns if one.sortable] == []
    assert told.resource.fields[0].key == "kind"


SCHEMA = {
    "properties": {
        "title": {"type": "string", "maxLength": 80},
        "kind": {"enum": ["a", "b"]},
        "live": {"type": "boolean"},
        "day": {"type": "string", "format": "date"},
    }
}
ACTIONS = {
    "POST": {
        "title": {"type": "string", "max_length": 80},
        "kind": {
            "type": "choice",
            "choices": [{"value": one, "display_name": one} for one in ("a", "b")],
        },
        "live": {"type": "boolean"},
        "day": {"type": "date"},
    }
}


@pytest.mark.parametrize("metadata", [{"schema": SCHEMA}, {"actions": ACTIONS}])
async def test_a_collection_without_rows_has_the_columns_and_filters_of_its_fields(
    metadata: Any,
) -> None:
    told = await store(collection([], metadata)).describe(THINGS, whole=True)

    assert [one.key for one in told.resource.columns] == ["title", "kind", "live", "day"]
    filters = {one.value: one for one in told.resource.filters}
    assert filters.keys() == {"kind", "live"}
    assert not filters["kind"].multiple
    assert told.sources["filters"] == "fields, not tried: there are no rows"
    assert not any(one.sortable for one in told.resource.columns)


async def test_a_collection_that_could_not_be_read_is_offered_no_filters() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "OPTIONS":
            return httpx.Response(200, json={"schema": SCHEMA})
        return httpx.Response(500, json={"detail": "Broken."})

    told = await store(answer).describe(THINGS, whole=True)

    assert told.problem and told.resource.filters == ()


async def test_guessed_columns_of_a_declared_resource_sort_where_the_backend_does() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        asked = request.url.params.get("ordering", "")
        rows = [{"id": n, "title": f"{n}", "kind": "a"} for n in range(3)]
        rows = rows[::-1] if asked == "-title" else rows
        return collection(rows, {})(request)

    columns = (await store(answer).describe(THINGS)).resource.columns
    declared = Resource(name="other", endpoint="/api/other/", columns=("title",))

    assert {one.key: one.sortable for one in columns} == {"title": True, "kind": False}
    (kept,) = (await store(answer).describe(declared)).resource.columns
    assert not kept.sortable


async def test_a_filter_that_is_refused_with_a_reason_is_one_that_is_understood() -> None:
    schema = {"properties": {"kind": {"enum": ["a", "b"]}}}

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "OPTIONS":
            return httpx.Response(200, json={"schema": schema})
        wanted = request.url.params.get("kind")
        if wanted not in (None, "a", "b"):
            return httpx.Response(400, json={"kind": [f"{wanted} is no choice."]})
        rows = [{"id": n, "kind": "ab"[n % 2]} for n in range(6)]
        rows = [row for row in rows if wanted in (None, row["kind"])]
        return httpx.Response(200, json={"count": len(rows), "next": None, "results": rows})

    (kind,) = (await store(answer).describe(THINGS, whole=True)).resource.filters

    assert (kind.value, kind.multiple) == ("kind", False)


async def test_what_takes_too_long_stays_open() -> None:
    released = asyncio.Event()
    rows = [{"id": n, "title": str(n)} for n in range(3)]

    async def answer(request: httpx.Request) -> httpx.Response:
        if "ordering" in request.url.params:
            await released.wait()
        return collection(rows, {})(request)

    fetch = SvcFetch("http://cms.test", transport=httpx.MockTransport(answer))
    told = await DiscoveryStore(fetch, REST, patience=0.05).describe(THINGS, whole=True)

    assert [one.sortable for one in told.resource.columns] == [False]


async def test_several_who_ask_at_once_ask_once() -> None:
    sent: Counter[str] = Counter()

    def answer(request: httpx.Request) -> httpx.Response:
        sent[request.method] += 1
        return collection([{"id": 1}], {})(request)

    discovery = store(answer)
    await asyncio.gather(*(discovery.describe(THINGS) for _ in range(5)))
    first = sent["OPTIONS"]
    await discovery.describe(THINGS)

    assert first == sent["OPTIONS"] == 2  # the collection, and its first record


@pytest.mark.parametrize(
    "metadata",
    [
        None,
        [],
        "<html>",
        {"actions": []},
        {"actions": {"POST": {"a\x1b[2J": {"type": ["?"]}, "b": {"type": "choice", "choices": 3}}}},
        {"schema": {"$ref": "#"}, "lang_info": {"languages": "en"}},
        {"schema": {"properties": {f"k{n}": {"enum": [[n]]} for n in range(5000)}}},
    ],
)
async def test_whatever_the_metadata_is_the_rows_still_make_a_list(metadata: Any) -> None:
    told = await store(collection([{"id": 1, "title": "A"}], metadata)).describe(THINGS, whole=True)

    assert told.problem == ""
    assert [one.key for one in told.resource.columns] == ["title"]
    assert all("\x1b" not in one.key for one in told.resource.fields)


async def test_metadata_of_endless_depth_is_passed_over() -> None:
    deep = json.loads('{"properties":{"a":' * 200 + "{}" + "}}" * 200)

    told = await store(collection([{"id": 1, "title": "A"}], {"schema": deep})).describe(THINGS)

    assert told.resource.columns


@pytest.mark.parametrize("status", [403, 404, 405, 500])
async def test_a_collection_that_cannot_be_read_says_why_and_stays_as_it_was(status: int) -> None:
    told = await store(lambda _: httpx.Response(status, json={"detail": "No."})).describe(THINGS)

    assert told.problem
    assert told.resource.columns == THINGS.columns
    assert told.resource.methods is None


async def test_a_list_that_refuses_its_parameters_is_told_which_and_where_to_name_them() -> None:
    def strict(request: httpx.Request) -> httpx.Response:
        return httpx.Response(400, json={"detail": "page_size isn't a valid field name."})

    told = await store(strict).describe(THINGS)

    assert told.problem == (
        "The server did not accept the values: page_size isn't a valid field name. The list was "
        "requested with page, page_size. Check the parameters of lists in [svc.wire]."
    )


async def test_the_file_wins_over_what_is_learnt() -> None:
    said = Resource(
        name="things", endpoint="/api/things/", columns=("id",), methods=("POST",), lookup="slug"
    )
    rows = [{"id": 1, "slug": "a", "title": "A"}]

    told = await store(collection(rows, {}, Allow="GET, PUT, DELETE")).describe(said)

    assert [one.key for one in told.resource.columns] == ["id"]
    assert (told.resource.methods, told.resource.lookup) == (("POST",), "slug")
    assert [one.key for one in told.resource.fields] == ["id", "slug", "title"]


async def test_rows_without_an_id_are_known_by_what_differs() -> None:
    rows = [{"slug": "a", "kind": 1}, {"slug": "b", "kind": 1}]

    assert (await store(collection(rows, {})).describe(THINGS)).resource.lookup == "slug"


async def test_the_first_root_that_names_anything_counts() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/":
            return httpx.Response(200, json={"things": "http://elsewhere.test/things/"})
        return httpx.Response(404, json={"detail": "Not found."})

    discovery = store(answer)

    assert [one.endpoint for one in await discovery.find()] == ["/things/"]
    assert paging_of({"results": [], "next": None}) == "cursor"


async def test_a_backend_that_is_gone_says_so_and_what_to_do() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    discovery = store(answer)
    await discovery.find()

    assert "Could not reach cms.test" in (discovery.state.problem or "")
    assert "resources=[Resource(name=…" in (discovery.state.problem or "")


async def test_collections_without_slashes_are_asked_without() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        if request.url.path == "/api/":
            return httpx.Response(200, json={"things": "http://cms.test/api/things"})
        return collection([{"id": 7}], {})(request)

    discovery = store(answer)
    await discovery.find()
    await discovery.describe(THINGS)

    assert {"/api/things", "/api/things/7"} <= set(asked)
    assert "/api/things/" not in asked


async def test_what_one_user_still_waits_for_is_not_what_the_next_one_sees() -> None:
    """The first one's answer comes when somebody else has signed in."""
    held, asked = asyncio.Event(), asyncio.Event()
    rows = [{"id": 1, "title": "a", "salary": 10}]

    async def answer(request: httpx.Request) -> httpx.Response:
        theirs = list(rows)
        asked.set()
        if not held.is_set():
            await held.wait()
        return collection(theirs, {})(request)

    learning = DiscoveryStore(
        SvcFetch("http://cms.test", transport=httpx.MockTransport(answer)), REST
    )
    first = asyncio.create_task(learning.describe(THINGS))
    await asked.wait()
    learning.forget()
    rows[:] = [{"id": 1, "title": "a"}]
    second = asyncio.create_task(learning.describe(THINGS))
    held.set()
    await first

    told = await second

    assert "salary" not in {one.key for one in told.resource.columns}
    assert learning.state.described == {"things": told}


def addressed(rows: list[Any], by: str, asked: list[str] | None = None) -> Answer:
    """A backend whose records are found by one of their keys only."""

    def answer(request: httpx.Request) -> httpx.Response:
        step = request.url.path.removeprefix("/api/things/").strip("/")
        if asked is not None and step and request.method == "GET":
            asked.append(step)
        if request.method == "OPTIONS":
            return httpx.Response(200, json={})
        if not step:
            return httpx.Response(200, json={"count": len(rows), "next": None, "results": rows})
        found = [row for row in rows if str(row.get(by, "")).rstrip("/").endswith(step)]
        return httpx.Response(200, json=found[0]) if found else httpx.Response(404)

    return answer


async def test_the_slug_beside_an_id_is_found_to_be_what_opens_a_record() -> None:
    asked: list[str] = []
    rows = [{"id": 7, "slug": "boat", "title": "A"}, {"id": 8, "slug": "ship", "title": "B"}]

    told = await store(addressed(rows, "slug", asked)).describe(THINGS)

    assert told.resource.lookup == "slug" and asked[:2] == ["7", "boat"]
    assert told.sources["lookup"] == "the first row, requested by each of its keys"


async def test_an_id_that_opens_a_record_stays_the_lookup() -> None:
    asked: list[str] = []
    rows = [{"id": 7, "slug": "boat"}, {"id": 8, "slug": "ship"}]

    told = await store(addressed(rows, "id", asked)).describe(THINGS)

    assert told.resource.lookup == "id" and asked == ["7"]


async def test_a_record_without_an_id_is_opened_at_its_own_address() -> None:
    rows = [
        {"url": f"http://cms.test/api/things/{one}/", "title": one.title()}
        for one in ("a%20b", "c")
    ]

    told = await store(collection(rows, {})).describe(THINGS)

    assert told.resource.lookup == "url"
    assert [key_of(row, "url") for row in rows] == ["a b", "c"]


async def test_an_address_on_the_public_site_is_no_lookup() -> None:
    rows = [{"url": f"http://www.test/blog/{one}/", "title": one} for one in "ab"]

    assert (await store(collection(rows, {})).describe(THINGS)).resource.lookup == "id"


async def test_what_a_file_says_of_the_lookup_is_not_tried() -> None:
    asked: list[str] = []
    rows = [{"id": 7, "slug": "boat"}]
    things = Resource(name="things", endpoint="/api/things/", lookup="id")

    told = await store(addressed(rows, "slug", asked)).describe(things)

    assert told.resource.lookup == "id" and asked == []


async def test_an_address_of_its_own_tells_which_key_opens_a_record() -> None:
    rows = [
        {"id": n, "slug": f"s{n}", "code": f"c{n}", "url": f"/api/things/s{n}/"} for n in (1, 2)
    ]
    by_slug = await store(collection(rows, {})).describe(THINGS)
    by_url = await store(collection([{**row, "slug": "x"} for row in rows], {})).describe(THINGS)

    assert (by_slug.resource.lookup, by_url.resource.lookup) == ("slug", "url")


async def test_what_one_user_was_answered_late_is_not_kept_for_the_next_one() -> None:
    held = asyncio.Event()

    async def answer(request: httpx.Request) -> httpx.Response:
        await held.wait()
        if request.url.path == "/api/":
            return httpx.Response(200, json={"salaries": "http://cms.test/api/salaries/"})
        rows = [{"id": 1, "title": "of Ann"}]
        return httpx.Response(200, json={"count": 1, "next": None, "results": rows})

    fetch = SvcFetch("http://cms.test", transport=httpx.MockTransport(answer))
    discovery = DiscoveryStore(fetch, REST, roots=("/api/",))
    discovery.load_for_user("ann")
    late = asyncio.gather(discovery.glance(THINGS, 20), discovery.find())
    await asyncio.sleep(0)

    discovery.forget()
    discovery.load_for_user("bob")
    held.set()
    glance, _ = await late

    assert glance is None and discovery.first_page(THINGS, 20) is None
    asked = len(fetch.history)
    await discovery.find()
    assert len(fetch.history) == asked + 1


async def test_a_description_that_names_no_collections_is_named_itself() -> None:
    document = {"openapi": "3.1.0", "info": {"title": "x", "version": "1"}, "paths": {}}

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/openapi.json":
            return httpx.Response(200, json=document)
        return httpx.Response(404, json={"detail": "Not Found"})

    fetch = SvcFetch("http://cms.test", transport=httpx.MockTransport(answer))
    discovery = DiscoveryStore(fetch, REST, description=DescriptionStore(fetch, "/openapi.json"))
    await discovery.find()

    assert discovery.state.problem is not None
    assert discovery.state.problem.startswith(
        "The OpenAPI document at /openapi.json lists no collections."
    )
    assert discovery.description.problem == ""


ROWS = {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "integer"}}}}
DOCUMENT = {
    "openapi": "3.1.0",
    "paths": {
        "/things": {
            "get": {"responses": {"200": {"content": {"application/json": {"schema": ROWS}}}}}
        }
    },
}


@pytest.mark.parametrize(
    ("body", "found"), [({"version": "2"}, "/things"), ({"books": "/api/books"}, "/api/books")]
)
async def test_a_root_points_to_its_description(body: Any, found: str) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/spec/api.json":
            return httpx.Response(200, json=DOCUMENT)
        if request.url.path == "/api/":
            link = '</spec/api.json>; rel="service-desc"'
            return httpx.Response(200, json=body, headers={"Link": link})
        return httpx.Response(404)

    known = store(answer)

    assert [one.endpoint for one in await known.find()] == [found]
    assert known.description.address == "http://cms.test/spec/api.json"
    description = await known.description.load()
    assert description is not None and description.collection_facts("/things") is not None


async def test_a_description_that_a_root_names_is_never_a_file_of_this_machine(
    tmp_path: Path,
) -> None:
    private = tmp_path / "private.json"
    private.write_text(json.dumps(DOCUMENT))
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        link = f'<{private}>; rel="service-desc"'
        status = 200 if request.url.path == "/api/" else 404
        return httpx.Response(status, json={"version": "2"}, headers={"Link": link})

    known = store(answer)

    assert await known.find() == ()
    assert str(private) in asked


async def test_addresses_with_and_without_a_slash_are_asked_as_described() -> None:
    answer = {"200": {"content": {"application/json": {"schema": ROWS}}}}
    paths = {path: {"get": {"responses": answer}} for path in ("/tags/", "/tags/{id}", "/things")}
    document = {"openapi": "3.1.0", "info": {"title": "x", "version": "1"}, "paths": paths}

    def strict(request: httpx.Request) -> httpx.Response:
        known = {"/openapi.json": document, **{key: [{"id": 1}] for key in paths}, "/tags/1": [1]}
        found = known.get(request.url.path)
        return httpx.Response(200 if found else 404, json=found or {})

    fetch = SvcFetch("http://cms.test", transport=httpx.MockTransport(strict))
    discovery = DiscoveryStore(fetch, REST, description=DescriptionStore(fetch, "/openapi.json"))
    for one in await discovery.find():
        await fetch("GET", Endpoint.parse(one.endpoint).collection)
    await fetch("GET", Endpoint.parse("/tags/").item(1))

    assert [entry.status for entry in fetch.history] == [200, 200, 200, 200]
