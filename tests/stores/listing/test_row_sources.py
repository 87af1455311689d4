"""Rows from a backend, fetched once, or given: asked for once, remembered a little, never more."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from typing import Any

import httpx
import pytest

from svc_tui.api.errors import ApiError, InvalidResponse, NotFound
from svc_tui.app.context import Svc
from svc_tui.stores.listing.ignored_params import NotCounted
from svc_tui.stores.listing.list_adapters import LIMIT_OFFSET, ListAdapter, adapter_for
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_sources import (
    PAGES_KEPT,
    HybridSource,
    OfflineSource,
    RowSource,
    ServerSource,
)
from tests.fakes import FakeBackend, json_answer, waits_for
from tests.rest import begin_tasks_at_once
from tests.stores.fake_list import ROWS, FakeList, until


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def source_of(svc: Svc, **options: Any) -> ServerSource:
    return ServerSource(svc.crud("/api/articles"), **{"rest": 0, **options})


def ids(page: Any) -> list[int]:
    return [row["id"] for row in page.results]


async def test_rows_are_sorted_by_numbers_of_any_length():
    source = OfflineSource([{"id": 1, "n": 10**400}, {"id": 2, "n": 5}, {"id": 3, "n": -(10**400)}])

    assert ids(await source.page(ListQuery(ordering=("n",)))) == [3, 2, 1]


async def test_the_next_page_is_there_before_it_is_wanted(svc: Svc, backend: FakeBackend) -> None:
    backend_list, source, query = FakeList(backend), source_of(svc), ListQuery()
    await source.page(query)
    await until(lambda: source.has(query.at(2)))

    page = await source.page(query.at(2))

    assert ids(page) == [*range(21, 41)]
    assert backend_list.asked == [(1, 20), (2, 20)]
    await until(lambda: source.has(query.at(3)))
    source.close()


async def test_no_page_is_asked_for_twice(svc: Svc, backend: FakeBackend) -> None:
    backend_list, source, query = FakeList(backend), source_of(svc), ListQuery()

    for number in (1, 2, 3, 2, 1):
        await source.page(query.at(number))
        await until(lambda number=number: source.has(query.at(number + 1)))

    assert len(backend_list.asked) == len(set(backend_list.asked))
    source.close()


async def test_an_answer_that_comes_at_once_is_cached_and_a_failure_is_not(
    svc: Svc, backend: FakeBackend
) -> None:
    begin_tasks_at_once()
    backend.on("GET", ROWS, json_answer({}, 500), [{"id": 1}], [{"id": 2}])
    source, query = source_of(svc), ListQuery()
    with pytest.raises(ApiError):
        await source.page(query)

    assert ids(await source.page(query)) == [1]
    assert source.has(query)
    source.changed()
    assert ids(await source.page(query)) == [2]


async def test_two_who_want_one_page_share_the_request(svc: Svc, backend: FakeBackend) -> None:
    held = asyncio.Event()
    backend.on("GET", ROWS, waits_for(held, [{"id": 1}]))
    source = source_of(svc)

    both = asyncio.gather(source.page(ListQuery()), source.page(ListQuery()))
    await until(lambda: backend.requests)
    held.set()
    one, other = await both

    assert one == other
    assert len(backend.requests) == 1


async def test_a_page_on_its_way_ahead_is_joined(svc: Svc, backend: FakeBackend) -> None:
    backend_list, source, query = FakeList(backend), source_of(svc), ListQuery()
    await source.page(query)
    held = asyncio.Event()
    backend.on("GET", ROWS, waits_for(held, backend_list._list))
    await until(lambda: len(backend.requests) == 2)

    wanted = asyncio.create_task(source.page(query.at(2)))
    await asyncio.sleep(0)
    held.set()

    assert ids(await wanted) == [*range(21, 41)]
    assert backend_list.asked == [(1, 20), (2, 20)]
    source.close()


async def test_a_held_key_fetches_nothing_ahead(svc: Svc, backend: FakeBackend) -> None:
    backend_list, source = FakeList(backend), source_of(svc, rest=60)

    for number in range(1, 6):
        await source.page(ListQuery().at(number))

    assert backend_list.asked == [(number, 20) for number in range(1, 6)]
    source.close()


async def test_pages_are_remembered_up_to_a_few(svc: Svc, backend: FakeBackend) -> None:
    FakeList(backend, 400)
    source = source_of(svc, ahead=0)

    for number in range(1, 12):
        await source.page(ListQuery().at(number))

    kept = [number for number in range(1, 12) if source.has(ListQuery().at(number))]
    assert kept == [*range(12 - PAGES_KEPT, 12)]


async def test_a_page_remembered_for_long_is_asked_for_again(
    svc: Svc, backend: FakeBackend
) -> None:
    backend_list, clock = FakeList(backend), Clock()
    source = source_of(svc, ahead=0, clock=clock)
    await source.page(ListQuery())

    clock.now = 61
    await source.page(ListQuery())

    assert backend_list.asked == [(1, 20), (1, 20)]


async def test_an_answer_from_before_a_change_is_not_kept(svc: Svc, backend: FakeBackend) -> None:
    held = asyncio.Event()
    backend.on("GET", ROWS, waits_for(held, [{"id": 1}]))
    source = source_of(svc)
    old = asyncio.create_task(source.page(ListQuery()))
    await until(lambda: backend.requests)

    source.changed()
    held.set()
    await old

    assert not source.has(ListQuery())


async def test_a_question_that_nobody_waits_for_is_given_up(svc: Svc, backend: FakeBackend) -> None:
    backend.on("GET", ROWS, waits_for(asyncio.Event()))
    source = source_of(svc)
    asked = asyncio.create_task(source.page(ListQuery()))
    await until(lambda: svc.fetch.loading)

    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)

    await until(lambda: not svc.fetch.loading)


async def test_who_asks_in_the_same_breath_is_not_given_up_too(
    svc: Svc, backend: FakeBackend
) -> None:
    held = asyncio.Event()
    backend.on("GET", ROWS, waits_for(held, []), [{"id": 1}])
    source = source_of(svc)
    first = asyncio.create_task(source.page(ListQuery()))
    await until(lambda: backend.requests)

    first.cancel()
    second = asyncio.create_task(source.page(ListQuery()))

    assert ids(await second) == [1]
    assert first.cancelled()


async def test_a_failure_ahead_is_no_failure(svc: Svc, backend: FakeBackend) -> None:
    backend_list, source = FakeList(backend), source_of(svc)
    backend.on("GET", ROWS, backend_list._list, json_answer({}, 500), backend_list._list)
    await source.page(ListQuery())
    await until(lambda: len(backend.requests) == 2 and not svc.fetch.loading)

    assert ids(await source.page(ListQuery().at(2))) == [*range(21, 41)]
    source.close()


async def test_two_hundred_page_turns_leave_memory_flat(svc: Svc, backend: FakeBackend) -> None:
    FakeList(backend, 5000)
    source = source_of(svc, ahead=0)

    async def turn(times: int) -> int:
        for number in range(times):
            await source.page(ListQuery().at(number % 250 + 1))
            backend.requests.clear()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        before = await turn(50)
        after = await turn(200)
    finally:
        tracemalloc.stop()

    assert after - before < 200_000


async def test_a_backend_that_sends_all_rows_is_paged_here(svc: Svc, backend: FakeBackend) -> None:
    backend.on("GET", ROWS, [{"id": id} for id in range(50)])
    source = source_of(svc)

    first = await source.page(ListQuery())
    second = await source.page(ListQuery().at(2))

    assert (len(first.results), first.count, first.pages) == (20, 50, 3)
    assert ids(second) == [*range(20, 40)]
    assert len(backend.requests) == 1


async def test_a_page_size_that_the_backend_caps_is_followed_ahead(
    svc: Svc, backend: FakeBackend
) -> None:
    backend_list, source = FakeList(backend, 100, most=30), source_of(svc)

    await source.page(ListQuery().sized(50))
    await until(lambda: len(backend.requests) == 2)

    assert backend_list.asked[1] == (2, 30)
    source.close()


async def test_limit_and_offset_stand_in_for_pages(svc: Svc, backend: FakeBackend) -> None:
    rows = [{"id": n} for n in range(41, 46)]
    backend.on("GET", ROWS, {"count": 45, "next": None, "results": rows})
    source = source_of(svc, adapter=LIMIT_OFFSET, ahead=0)

    page = await source.page(ListQuery(search="x").at(3))

    assert dict(backend.last.url.params) == {"limit": "20", "offset": "40", "search": "x"}
    assert (page.page, page.pages, page.count) == (3, 3, 45)


async def test_an_adapter_reads_answers_of_any_shape(svc: Svc, backend: FakeBackend) -> None:
    backend.on("GET", ROWS, {"data": {"hits": [{"id": 1}], "sum": 41}})
    adapter = ListAdapter(response_adapter=lambda raw: (raw["data"]["hits"], raw["data"]["sum"]))

    page = await source_of(svc, adapter=adapter, ahead=0).page(ListQuery())

    assert (page.results, page.count, page.pages) == ([{"id": 1}], 41, 3)


async def test_a_total_with_a_point_counts_rows(svc: Svc, backend: FakeBackend) -> None:
    backend.on("GET", ROWS, {"rows": [{"id": 1}], "total": 41.0})
    adapter = ListAdapter(response_adapter=lambda raw: (raw["rows"], raw["total"]))

    page = await source_of(svc, adapter=adapter, ahead=0).page(ListQuery())

    assert (page.count, page.pages) == (41, 3)


async def test_an_adapter_that_does_not_fit_is_an_error_with_words(
    svc: Svc, backend: FakeBackend
) -> None:
    backend.on("GET", ROWS, {"rows": []})
    adapter = ListAdapter(response_adapter=lambda raw: (raw["data"], 0))

    with pytest.raises(InvalidResponse, match="list adapter"):
        await source_of(svc, adapter=adapter).page(ListQuery())


@pytest.mark.parametrize(
    ("pagination", "more", "sent"),
    [
        ("cursor", "https://x/?cursor=abc&page_size=1", ("cursor", "abc")),
        ("cursor", "https://x/?after=abc", ("after", "abc")),
        ("cursor", "YWJj/w==", ("cursor", "YWJj/w==")),
        (None, "YWJj/w==", ("cursor", "YWJj/w==")),
        (None, "https://x/?after=abc&page_size=1", ("after", "abc")),
        ("cursor", "http://[?after=abc", ("after", "abc")),
    ],
)
async def test_cursors_are_learnt_from_page_to_page(
    svc: Svc, backend: FakeBackend, pagination: str | None, more: str, sent: tuple[str, str]
) -> None:
    first = {"next": more, "results": [{"id": 1}]}
    backend.on("GET", ROWS, first, {"next": None, "results": [{"id": 2}]})
    source = source_of(svc, adapter=adapter_for(pagination), ahead=0)
    query = ListQuery().sized(1)

    one = await source.page(query)
    two = await source.page(query.at(2))

    assert (one.at_least, one.pages, one.count) == (True, 2, 1)
    assert (two.at_least, two.pages, two.count, ids(two)) == (False, 2, 2, [2])
    assert sent in backend.last.url.params.items()
    assert "page" not in backend.last.url.params


async def test_rows_behind_a_page_that_names_no_cursor_are_told(
    svc: Svc, backend: FakeBackend
) -> None:
    backend.on("GET", ROWS, {"count": 63, "results": [{"id": 1}, {"id": 2}]})

    page = await source_of(svc, adapter=adapter_for("cursor")).page(ListQuery().sized(2))

    said = "The backend reports 61 rows more, but no next page: check `pagination`."
    assert page.note == said


async def test_cursors_outlive_a_count(svc: Svc, backend: FakeBackend) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        id = 2 if "cursor" in request.url.params else 1
        more = {"next": "https://x/?cursor=abc", "results": [{"id": id}]}
        return httpx.Response(200, json=more)

    backend.on("GET", ROWS, answer)
    source = source_of(svc, adapter=adapter_for("cursor"), ahead=0)
    await source.page(ListQuery())

    with pytest.raises(NotCounted, match="at least 1"):
        await source.count(ListQuery(tab="draft"))

    assert (await source.page(ListQuery().at(2))).page == 2


async def test_a_page_without_a_known_cursor_is_the_first_one(
    svc: Svc, backend: FakeBackend
) -> None:
    backend.on("GET", ROWS, {"next": None, "results": [{"id": 1}]})

    page = await source_of(svc, adapter=adapter_for("cursor")).page(ListQuery().at(7))

    assert page.page == 1
    assert "cursor" not in backend.last.url.params


async def test_hybrid_fetches_everything_once(svc: Svc, backend: FakeBackend) -> None:
    backend_list = FakeList(backend, 250)
    source = HybridSource(svc.crud("/api/articles"))

    page = await source.page(ListQuery(ordering=("-id",)).at(2))
    drafts = await source.count(ListQuery(filters={"status": ("draft",)}))

    assert backend_list.asked == [(1, 100), (2, 100), (3, 100)]
    assert ids(page) == [*range(230, 210, -1)]
    assert (page.count, drafts) == (250, 83)


async def test_hybrid_ends_with_a_backend_that_repeats_itself(
    svc: Svc, backend: FakeBackend
) -> None:
    backend.on("GET", ROWS, {"next": "/more", "results": [{"id": 1}]})

    page = await HybridSource(svc.crud("/api/articles")).page(ListQuery())

    assert page.results == [{"id": 1}]
    assert len(backend.requests) == 2


async def test_hybrid_changes_the_backend_too(svc: Svc, backend: FakeBackend) -> None:
    backend_list = FakeList(backend, 10)
    source = HybridSource(svc.crud("/api/articles"))
    await source.page(ListQuery())

    await source.update_order("1", "3")
    await source.delete("2")

    assert ids(await source.page(ListQuery())) == backend_list.ids == [3, 1, 4, 5, 6, 7, 8, 9, 10]


PEOPLE = [
    {"id": 1, "name": "Ada", "born": "1815-12-10", "team": {"id": 7, "name": "Engines"}},
    {"id": 2, "name": "grace", "born": "1906-12-09", "team": None},
    {"id": 3, "name": {"en": "Mary"}, "born": None, "team": {"id": 8, "name": "Rovers"}},
    {"id": 4, "name": None, "born": "1936-08-17T10:00:00Z", "tags": ["moon", "code"]},
]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (ListQuery(search="ADA"), [1]),
        (ListQuery(search="rovers"), [3]),
        (ListQuery(filters={"team": ("7", "8")}), [1, 3]),
        (ListQuery(filters={"tags": ("code",)}), [4]),
        (ListQuery(filters={"born": ("1900-01-01", "1936-08-17")}), [2, 4]),
        (ListQuery(filters={"born": ("1900-01-01", "")}, spans={"born": ("born", "born")}), [2, 4]),
        (ListQuery(filters={"no.such.path": ("x",)}), []),
        (ListQuery(ordering=("name",)), [1, 2, 3, 4]),
        (ListQuery(ordering=("-name",)), [3, 2, 1, 4]),
        (ListQuery(ordering=("-born", "id")), [4, 2, 1, 3]),
    ],
)
async def test_given_rows_are_searched_filtered_and_sorted(
    query: ListQuery, found: list[int]
) -> None:
    assert ids(await OfflineSource(PEOPLE).page(query)) == found


async def test_given_rows_can_be_searched_in_some_columns_only() -> None:
    source = OfflineSource(PEOPLE, searched=["name"])

    assert ids(await source.page(ListQuery(search="engines"))) == []


async def test_given_rows_move_within_the_whole_list() -> None:
    source = OfflineSource([{"id": id, "position": id * 10} for id in range(1, 6)])

    await source.update_order("5", "2")
    page = await source.page(ListQuery(ordering=("position",)))

    assert ids(page) == [1, 5, 2, 3, 4]
    assert [row["position"] for row in page.results] == [10, 20, 30, 40, 50]


async def test_a_given_row_that_is_not_there_can_not_go() -> None:
    with pytest.raises(NotFound):
        await OfflineSource([]).delete("1")


async def test_every_kind_is_a_source(svc: Svc) -> None:
    crud = svc.crud("/api/articles")

    for source in (ServerSource(crud), HybridSource(crud), OfflineSource([])):
        assert isinstance(source, RowSource)
    assert not isinstance(crud, RowSource)


async def test_a_failed_question_may_be_asked_again(svc: Svc, backend: FakeBackend) -> None:
    backend.on("GET", ROWS, json_answer({}, 500), [{"id": 1}])
    source = source_of(svc)
    with pytest.raises(ApiError):
        await source.page(ListQuery())

    assert ids(await source.page(ListQuery())) == [1]
