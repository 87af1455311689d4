"""A list claims a count, a last page or a filter only where the backend has shown it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from svc_tui.stores.listing.ignored_params import NotCounted
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.listing.row_sources import ServerSource
from tests.wires.test_wire import ROWS, Backend


def page_of(request: httpx.Request, size: int, name: str = "page") -> list[dict[str, Any]]:
    first = (int(request.url.params.get(name, 1)) - 1) * size
    return ROWS[first : first + size]


DIALECTS = pytest.mark.parametrize("dialect", ["rest", "drf", "directus"])


def body(dialect: str, rows: list[Any], count: int) -> dict[str, Any]:
    if dialect == "directus":
        return {"data": rows, "meta": {"filter_count": count}}
    return {"results": rows, "meta": {"total_count": count}}


@DIALECTS
@pytest.mark.parametrize("size", [10, 30])
async def test_a_page_size_that_is_ignored_changes_the_number_of_pages(
    dialect: str, size: int
) -> None:
    backend = Backend(lambda request: body(dialect, page_of(request, size), 45))
    async with backend.svc(dialect) as svc:
        first = await ServerSource(svc.crud("/rows"), ahead=0).page(ListQuery())
        reader = PageReader(ServerSource(svc.crud("/rows"), ahead=0), ListQuery())
        read = [row["id"] async for page in reader.pages() for row in page.results]

    assert (first.count, first.pages, len(first.results)) == (45, -(-45 // size), size)
    assert read == [row["id"] for row in ROWS]


@DIALECTS
async def test_a_page_that_shows_the_rows_of_the_first_again_is_not_shown_as_another(
    dialect: str,
) -> None:
    backend = Backend(lambda request: body(dialect, ROWS[:20], 45))
    async with backend.svc(dialect) as svc:
        source = ServerSource(svc.crud("/rows"), ahead=0)
        await source.page(ListQuery())
        second = await source.page(ListQuery(page=2))
        reader = PageReader(source, ListQuery())
        read = [page async for page in reader.pages()]

    assert (second.page, second.pages) == (1, 1)
    assert "the same rows for page 2" in second.note
    assert len(read) == 1 and "rows that were already read" in reader.note


@pytest.mark.parametrize("dialect", ["rest", "fastapi"])
async def test_an_array_of_a_hundred_may_be_cut(dialect: str) -> None:
    backend = Backend(lambda request: [{"id": n} for n in range(100)])
    async with backend.svc(dialect) as svc:
        source = ServerSource(svc.crud("/rows"), ahead=0)
        page = await source.page(ListQuery())
        with pytest.raises(NotCounted, match="at least 100"):
            await source.count(ListQuery())

    assert (page.count, page.at_least) == (100, True)


@pytest.mark.parametrize("header", ["X-Total-Count: 45", "Content-Range: items 0-19/45"])
@pytest.mark.parametrize("dialect", ["rest", "drf"])
async def test_a_total_in_a_header_is_a_count(dialect: str, header: str) -> None:
    name, _, value = header.partition(": ")
    backend = Backend(lambda request: httpx.Response(200, json=ROWS[:20], headers={name: value}))
    async with backend.svc(dialect) as svc:
        page = await ServerSource(svc.crud("/rows"), ahead=0).page(ListQuery())

    assert (page.count, page.pages, page.at_least) == (45, 3, False)


@DIALECTS
async def test_a_search_and_a_filter_that_are_ignored_are_known_after_one_try(dialect: str) -> None:
    backend = Backend(lambda request: body(dialect, page_of(request, 20), 45))
    async with backend.svc(dialect) as svc:
        source = ServerSource(svc.crud("/rows"), ahead=0)
        query = ListQuery(search="Row", filters={"status": ("open",)})
        first = await source.ignored(query)
        asked = len(backend.requests)
        again = await source.ignored(query)

    assert first == again == ("search", "status")
    assert len(backend.requests) == asked
