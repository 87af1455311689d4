"""Backends that give other pages than were asked for: no row is passed over, none read twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from svc_tui import Svc
from svc_tui.api.errors import ValidationFailed
from svc_tui.app.described_options import completed_options
from svc_tui.config.options import AuthOptions, Options
from svc_tui.models.wire import Wire
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.session.discovery_cache import DiscoveryCache
from tests.backends.wires_process import WireProcess
from tests.wires.test_wire import Backend

ROWS = [{"id": n} for n in range(1, 61)]
IDS = [row["id"] for row in ROWS]
OFFSETS = {"paging": {"style": "offset"}}


async def read_all(source: ServerSource) -> tuple[list[int], str]:
    reader = PageReader(source, ListQuery())
    read = [row["id"] async for page in reader.pages() for row in page.results]
    return read, reader.note


def capped(most: int, *, counted: bool) -> Callable[[httpx.Request], Any]:
    def answer(request: httpx.Request) -> Any:
        asked = request.url.params
        first, size = int(asked.get("offset", 0)), min(int(asked["limit"]), most)
        rows = ROWS[first : first + size]
        return {"results": rows, "count": len(ROWS)} if counted else rows

    return answer


@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("most", [7, 25, 60, 100])
async def test_a_cap_on_offsets_costs_no_row(most: int, counted: bool) -> None:
    async with Backend(capped(most, counted=counted)).svc(wire=OFFSETS) as svc:
        read, note = await read_all(ServerSource(svc.crud("/rows"), ahead=0))

    assert (read, note) == (IDS, "")


async def test_a_later_page_that_is_opened_first_begins_where_it_should() -> None:
    backend = Backend(capped(7, counted=True))
    async with backend.svc(wire=OFFSETS) as svc:
        page = await ServerSource(svc.crud("/rows"), ahead=0).page(ListQuery(page=2))

    assert [row["id"] for row in page.results] == list(range(8, 15))
    assert (page.page, page.pages, page.count) == (2, 9, 60)


async def test_the_end_of_a_short_uncounted_list_is_asked_for_once() -> None:
    backend = Backend(lambda request: ROWS[:5] if request.url.params["offset"] == "0" else [])
    async with backend.svc(wire=OFFSETS) as svc:
        source = ServerSource(svc.crud("/rows"), ahead=0)
        page = await source.page(ListQuery())
        await source.ask(ListQuery())

    assert (page.count, page.at_least) == (5, False)
    assert [one.get("offset") for one in backend.queries] == ["0", "5", "0"]


@pytest.mark.parametrize("words", ["limit cannot be higher than 15", "Not so many, please."])
async def test_a_size_that_is_refused_is_asked_for_smaller(words: str) -> None:
    def answer(request: httpx.Request) -> Any:
        if int(request.url.params["limit"]) > 20:
            return httpx.Response(400, json={"message": words})
        return capped(99, counted=True)(request)

    backend = Backend(answer)
    async with backend.svc(wire=OFFSETS) as svc:
        read, note = await read_all(ServerSource(svc.crud("/rows"), ahead=0))

    assert (read, note) == (IDS, "")
    assert [one["limit"] for one in backend.queries].count("100") == 1


async def test_the_most_that_the_file_names_is_never_exceeded() -> None:
    backend = Backend(capped(100, counted=True))
    async with backend.svc(wire={"paging": {"style": "offset", "most": 30}}) as svc:
        read, _ = await read_all(ServerSource(svc.crud("/rows"), ahead=0))

    assert read == IDS
    assert {one["limit"] for one in backend.queries} == {"30"}


async def test_one_count_that_is_newer_than_its_rows_limits_no_page() -> None:
    early = iter([{"results": ROWS[:1], "count": 2}])
    backend = Backend(lambda request: next(early, None) or capped(100, counted=True)(request))
    async with backend.svc(wire=OFFSETS) as svc:
        read, note = await read_all(ServerSource(svc.crud("/rows"), ahead=0))

    assert (read, note) == (IDS, "")
    assert {one["limit"] for one in backend.queries} == {"100"}


async def test_what_was_learnt_is_kept_for_the_backend(tmp_path: Path) -> None:
    backend = Backend(capped(25, counted=True))
    for _ in range(2):
        options = Options(base_url="http://api.test", auth=AuthOptions(kind="none"),
                          wire=Wire.model_validate(OFFSETS))  # fmt: skip
        transport = httpx.MockTransport(backend)
        async with Svc(options=options, transport=transport, state_dir=tmp_path) as svc:
            svc.discovery.load_for_user("nobody")
            await ServerSource(svc.crud("/rows"), ahead=0).ask(ListQuery(page_size=100))

    assert [one["limit"] for one in backend.queries] == ["100", "100", "25", "25"]
    kept = DiscoveryCache(tmp_path / "backends", "http://api.test/")
    kept.load_for_user("nobody")
    assert kept.page_sizes["/rows/"].most == 25


async def test_a_list_that_never_ends_is_told_in_one_sentence() -> None:
    numbers = iter(range(10**9))

    def answer(request: httpx.Request) -> Any:
        return {"results": [{"id": next(numbers)} for _ in range(100)], "count": 250, "next": "/x"}

    async with Backend(answer).svc() as svc:
        read, note = await read_all(ServerSource(svc.crud("/rows"), ahead=0))

    assert len(read) == 300
    assert note == "The backend reports 250 rows but says there are more, so reading stopped there."


async def test_an_endless_list_that_nobody_counts_ends_after_very_many_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("svc_tui.stores.listing.page_reader.MOST_UNCOUNTED", 500)
    numbers = iter(range(10**9))
    backend = Backend(lambda request: [{"id": next(numbers)} for _ in range(100)])
    async with backend.svc(wire=OFFSETS) as svc:
        read, note = await read_all(ServerSource(svc.crud("/rows"), ahead=0))

    assert len(read) == 500
    assert note == (
        "The backend returned 500 rows without a count but says there are more: reading stopped."
    )


async def test_a_cap_of_rest_framework_costs_no_row(
    wires: Callable[[str], WireProcess], tmp_path: Path
) -> None:
    server = wires("swagger")
    bare = Options(base_url=server.url, auth=AuthOptions(kind="none"), openapi="/swagger.json")
    options, _ = completed_options(bare, tmp_path)
    async with Svc(options=options, state_dir=tmp_path) as svc:
        assert await read_all(ServerSource(svc.crud("/v2/books/"), ahead=0)) == (IDS, "")


async def test_wagtails_largest_limit_is_learnt(
    wires: Callable[[str], WireProcess], tmp_path: Path
) -> None:
    server = wires("django")
    options = Options(
        base_url=f"{server.url}/wagtail/api/v2", dialect="wagtail", auth=AuthOptions(kind="none")
    )
    async with Svc(options=options, state_dir=tmp_path) as svc:
        source = ServerSource(svc.crud("/pages/"), ahead=0)
        read, note = await read_all(source)
        count = await source.count(ListQuery())

    assert (len(set(read)), note) == (count, "")
    assert count > 20


async def test_a_page_size_that_is_refused_is_asked_for_smaller_in_plain_rest() -> None:
    def answer(request: httpx.Request) -> Any:
        page, size = (int(request.url.params.get(name, 1)) for name in ("page", "page_size"))
        if size > 50:
            why = {"loc": ["query", "page_size"], "msg": "Input should be less than or equal to 50"}
            return httpx.Response(422, json={"detail": [why]})
        return {"results": ROWS[(page - 1) * size : page * size], "count": len(ROWS)}

    backend = Backend(answer)
    async with backend.svc() as svc:
        assert await read_all(ServerSource(svc.crud("/rows"), ahead=0)) == (IDS, "")

    assert [one["page_size"] for one in backend.queries] == ["100", "50", "50"]


async def test_a_refusal_that_is_about_something_else_is_told_as_it_is() -> None:
    refused = httpx.Response(400, json={"status": ["Select one of the 3 choices."]})
    async with Backend(lambda request: refused).svc(wire=OFFSETS) as svc:
        source = ServerSource(svc.crud("/rows"), ahead=0)
        with pytest.raises(ValidationFailed, match="one of the 3 choices"):
            await source.page(ListQuery(filters={"status": ("no",)}))
        assert svc.fetch.page_sizes.of("/rows/").most > 1000
