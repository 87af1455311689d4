"""What the console finds out of a backend that nobody described, on the demo in its shapes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from svc_tui.app.context import Svc
from svc_tui.app.route_loader import limits_of, resources_of
from svc_tui.config.options import Options
from svc_tui.introspect.discovered import DiscoveredResource
from svc_tui.models.resource import Resource
from svc_tui.stores.listing.list_adapters import adapter_for
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_sources import ServerSource
from tests.backends.demo import DemoProcess

Opened = Callable[..., AbstractAsyncContextManager[Svc]]


@pytest.fixture(scope="module", params=["", "limit-offset", "cursor", "array", "no-slash,auth-403"])
def shape(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[DemoProcess]:
    folder = tmp_path_factory.mktemp("demo")
    with DemoProcess(folder / "backend", rows=60, variant=request.param) as demo:
        demo.variant = request.param  # type: ignore[attr-defined]
        yield demo


@pytest.fixture(scope="module")
def plain(tmp_path_factory: Any) -> Iterator[DemoProcess]:
    with DemoProcess(tmp_path_factory.mktemp("plain") / "backend", rows=60, variant="plain") as it:
        yield it


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    @asynccontextmanager
    async def at(demo: DemoProcess, user: str = "admin") -> AsyncIterator[Svc]:
        async with Svc(options=Options(base_url=demo.url), state_dir=tmp_path) as svc:
            svc.discovery.patience = None
            await svc.auth.login(user, user)
            yield svc

    return at


async def learnt(svc: Svc, name: str) -> DiscoveredResource:
    """A discovered collection."""
    found = resources_of(await svc.discovery.find(), svc.auth.permissions.user.permissions)
    return await svc.discovery.describe(next(one for one in found if one.name == name), whole=True)


async def test_every_collection_of_any_shape_is_found_read_and_opened(
    shape: DemoProcess, opened: Opened
):
    async with opened(shape) as svc:
        found = await svc.discovery.find()
        assert [one.name for one in found] == [
            *("articles", "categories", "authors", "tags", "orders")
        ]
        resource = (await learnt(svc, "articles")).resource
        source = ServerSource(svc.crud(resource.endpoint), adapter_for(resource.pagination))
        first = await source.ask(ListQuery(page_size=10))
        second = await source.ask(ListQuery(page_size=10, page=2))
        record = await svc.crud(resource.endpoint).detail(first.results[0]["id"])

    assert resource.columns[0].key == "title"
    assert len(resource.columns) <= 5
    assert {"title", "status", "author"} <= {one.key for one in resource.fields}
    assert resource.languages == ("en", "it")
    assert resource.methods == ("POST", "PUT", "PATCH", "DELETE")
    assert record["id"] == first.results[0]["id"]
    if shape.variant != "array":  # type: ignore[attr-defined]
        assert first.results[0]["id"] != second.results[0]["id"]


async def test_the_way_to_the_next_page_is_read_off_the_answer(shape: DemoProcess, opened: Opened):
    kinds = {"": "page", "limit-offset": "offset", "cursor": "cursor", "no-slash,auth-403": "page"}

    async with opened(shape) as svc:
        told = (await learnt(svc, "articles")).resource.pagination

    assert told == kinds.get(shape.variant)  # type: ignore[attr-defined]


async def test_the_kind_of_paging_is_found_out_from_the_first_page_without_a_question(
    shape: DemoProcess, opened: Opened
):
    """Of a resource with columns and fields nothing is learnt before it is shown."""
    async with opened(shape) as svc:
        await svc.discovery.find()  # Whether addresses end with a slash.
        whole = ServerSource(svc.crud("/api/articles"))
        sent = len(svc.fetch.history)
        pages = [await whole.ask(ListQuery(page_size=20, page=number)) for number in (1, 2, 3)]
        asked = len(svc.fetch.history) - sent

    ids = [row["id"] for page in pages for row in page.results]
    assert asked == 3
    assert len(set(ids)) == len(ids) == 60
    assert [page.page for page in pages] == [1, 2, 3]


async def test_a_page_opened_directly_is_the_right_one_by_offsets_as_well(
    tmp_path: Path, opened: Opened
):
    with DemoProcess(tmp_path / "backend", rows=60, variant="limit-offset") as demo:
        async with opened(demo) as svc:
            crud = svc.crud("/api/articles")
            straight = await ServerSource(crud).ask(ListQuery(page_size=7, page=3))
            told = ServerSource(crud, adapter_for("offset"))
            known = await told.ask(ListQuery(page_size=7, page=3))

    assert [row["id"] for row in straight.results] == [row["id"] for row in known.results]
    assert (straight.page, straight.pages) == (3, 9)


async def test_only_filters_and_orders_that_the_backend_understands_are_offered(
    plain: DemoProcess, opened: Opened
):
    async with opened(plain) as svc:
        resource = (await learnt(svc, "articles")).resource
        orders = (await learnt(svc, "orders")).resource

    filters = {one.value: one for one in resource.filters}
    assert {"status", "featured", "published_at"} <= filters.keys()
    assert "locked" not in filters
    assert "event_date" not in filters
    assert filters["status"].multiple
    span = filters["published_at"]
    assert (span.from_param, span.to_param) == ("published_at__gte", "published_at__lte")
    assert "title" in [one.key for one in resource.columns if one.sortable]
    assert "paid" in [one.value for one in orders.filters]


async def test_relations_of_plain_metadata_are_found_by_their_names(
    plain: DemoProcess, opened: Opened
):
    async with opened(plain) as svc:
        fields = {one.key: one for one in (await learnt(svc, "articles")).resource.fields}

    assert (fields["category"].type, fields["category"].attrs["endpoint"]) == (
        "fks",
        "/api/categories/",
    )
    assert (fields["author"].type, fields["author"].attrs["item_text"]) == ("fks", "name")
    assert (fields["tags"].type, fields["tags"].readonly) == ("m2m", False)
    assert fields["seo"].type == "seo"


async def test_a_collection_that_can_only_be_read_says_so(plain: DemoProcess, opened: Opened):
    async with opened(plain) as svc:
        resource = (await learnt(svc, "sections")).resource

    assert resource.methods == ()
    assert limits_of(resource) == "Sections is read-only: the backend allows no changes."
    assert resource.lacks("delete") == "the backend allows no DELETE here"


async def test_where_there_is_no_patch_the_whole_record_is_put(plain: DemoProcess, opened: Opened):
    async with opened(plain) as svc:
        resource = (await learnt(svc, "bylines")).resource

    assert resource.methods == ("POST", "PUT")
    assert resource.use_patch is False
    assert limits_of(resource).startswith("Bylines can't be deleted")


async def test_what_a_viewer_is_not_told_is_guessed_from_the_schema(
    shape: DemoProcess, opened: Opened
):
    async with opened(shape, "viewer") as svc:
        resource = (await learnt(svc, "articles")).resource

    assert resource.model == "article"
    assert {one.key: one.type for one in resource.fields}["status"] == "select"


async def test_a_collection_is_asked_once_a_session(plain: DemoProcess, opened: Opened):
    async with opened(plain) as svc:
        first = await learnt(svc, "tags")
        sent = len(svc.fetch.history)
        again = await svc.discovery.describe(first.resource)

        assert again is first
        assert len(svc.fetch.history) == sent


async def test_a_collection_that_is_none_stays_open_with_a_reason(
    plain: DemoProcess, opened: Opened
):
    async with opened(plain) as svc:
        told = await svc.discovery.describe(Resource(name="gone", endpoint="/api/gone"))

    assert told.problem.startswith("Not found: GET /api/gone/")
    assert told.resource.columns == ()
