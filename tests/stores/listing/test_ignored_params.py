"""A list never lies: what a backend ignores, cuts or repeats is noticed and said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from svc_tui.app.context import Svc
from svc_tui.models.listing import ActionDescriptor
from svc_tui.stores.listing.action_store import ActionStore
from svc_tui.stores.listing.ignored_params import NotCounted, order_problem
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.listing.offline_sources import HybridSource
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.listing.selection import Selection
from tests.fakes import FakeBackend, json_answer

ROWS = "/api/articles/"

Shape = Callable[[list[dict[str, Any]], httpx.QueryParams], Any]


def rows(count: int, first: int = 1) -> list[dict[str, Any]]:
    return [{"id": id, "title": f"Title {id}"} for id in range(first, first + count)]


def array(found: list[dict[str, Any]], asked: httpx.QueryParams) -> Any:
    """A bare array, paged by `page` and `page_size`."""
    size, page = int(asked["page_size"]), int(asked["page"])
    return found[(page - 1) * size : page * size]


def whole_array(found: list[dict[str, Any]], asked: httpx.QueryParams) -> Any:
    return found


def counted(found: list[dict[str, Any]], asked: httpx.QueryParams) -> Any:
    return {"results": array(found, asked), "count": len(found)}


class Careless:
    """A backend that takes notice of some parameters only."""

    def __init__(
        self, backend: FakeBackend, count: int, shape: Shape, heeds: tuple[str, ...] = ()
    ) -> None:
        self.shape, self.heeds, self.rows = shape, heeds, rows(count)
        self.backend = backend
        backend.on("GET", ROWS, self._answer)

    @property
    def asked(self) -> list[dict[str, str]]:
        return [dict(one.url.params) for one in self.backend.requests]

    def _answer(self, request: httpx.Request) -> httpx.Response:
        asked, found = request.url.params, self.rows
        if asked.get("search") and "search" in self.heeds:
            found = [row for row in found if asked["search"] in row["title"]]
        if asked.get("tab") and "tab" in self.heeds:
            found = [row for row in found if asked["tab"] == "odd" and row["id"] % 2]
        return httpx.Response(200, json=self.shape(found, asked))


def store_on(svc: Svc, **query: Any) -> ListStore:
    return ListStore(ServerSource(svc.crud("/api/articles"), ahead=0), query=ListQuery(**query))


# How many there are


@pytest.mark.parametrize(("count", "size"), [(20, 20), (100, 20), (100, 100), (200, 50)])
async def test_an_array_that_may_be_cut_holds_at_least_its_rows(
    svc: Svc, backend: FakeBackend, count: int, size: int
) -> None:
    Careless(backend, count, whole_array)
    store = store_on(svc, page_size=size)
    await store.refresh()

    assert (store.state.count, store.state.at_least) == (count, True)
    assert not await store.select_all()
    assert store.state.selection.everything is None
    note = store.state.note or ""
    assert note.startswith("Not everything could be marked.") and f"at least {count}" in note


async def test_an_array_of_any_other_length_is_everything(svc: Svc, backend: FakeBackend) -> None:
    Careless(backend, 47, whole_array)
    store = store_on(svc)
    await store.refresh()

    assert (store.state.count, store.state.at_least, store.state.pages) == (47, False, 3)
    assert await store.select_all()
    assert len(store.state.selection) == 47


async def test_paged_arrays_are_counted_when_their_end_was_seen(
    svc: Svc, backend: FakeBackend
) -> None:
    Careless(backend, 45, array)
    store = store_on(svc)
    await store.refresh()
    assert (store.state.count, store.state.at_least) == (20, True)
    await store.go_to(2)
    await store.go_to(3)
    assert (store.state.count, store.state.at_least, store.state.pages) == (45, False, 3)
    await store.go_to(1)
    assert (store.state.count, store.state.at_least, store.state.pages) == (45, False, 3)


async def test_an_array_that_ends_with_a_full_page_ends_there(
    svc: Svc, backend: FakeBackend
) -> None:
    Careless(backend, 20, array)
    store = store_on(svc)
    await store.refresh()
    await store.go_to(2)

    assert (store.state.query.page, store.state.count, store.state.at_least) == (1, 20, False)


async def test_a_page_that_shows_the_first_ones_rows_again_is_not_taken_for_another(
    svc: Svc, backend: FakeBackend
) -> None:
    """The backend reads `page_size` and not `page`."""
    Careless(backend, 300, lambda found, asked: found[: int(asked["page_size"])])
    store = store_on(svc)
    await store.refresh()
    await store.go_to(2)

    state = store.state
    assert (state.query.page, state.pages, state.at_least) == (1, 1, True)
    assert state.rows == tuple(rows(20))
    assert state.note == "The backend returns the same rows for page 2, so paging doesn't work."


async def test_a_location_of_page_two_does_not_make_a_small_array_longer(
    svc: Svc, backend: FakeBackend
) -> None:
    Careless(backend, 7, whole_array)
    store = store_on(svc, page=2)
    await store.refresh()

    assert (store.state.query.page, store.state.count) == (1, 7)


@pytest.mark.parametrize(
    "around",
    [
        {"meta": {"total_count": 81}},
        {"meta": {"total": 81}},
        {"meta": {"pagination": {"total": 81}}},
        {"total": 81},
        {"count": 81},
        {"count": 20, "total": 81},
    ],
)
async def test_the_number_of_all_rows_is_found_in_an_envelope(
    svc: Svc, backend: FakeBackend, around: dict[str, Any]
) -> None:
    Careless(backend, 81, lambda found, asked: {"items": array(found, asked), **around})
    store = store_on(svc)
    await store.refresh()

    assert (store.state.count, store.state.at_least, store.state.pages) == (81, False, 5)
    assert await store.select_all()


@pytest.mark.parametrize("header", ["X-Total-Count: 81", "Content-Range: items 0-19/81"])
async def test_the_number_of_all_rows_is_found_in_a_header(
    svc: Svc, backend: FakeBackend, header: str
) -> None:
    name, _, value = header.partition(": ")
    backend.on("GET", ROWS, json_answer(rows(20), headers={name: value}))
    store = store_on(svc)
    await store.refresh()

    assert (store.state.count, store.state.at_least, store.state.pages) == (81, False, 5)


async def test_an_envelope_without_a_number_is_as_uncertain_as_an_array(
    svc: Svc, backend: FakeBackend
) -> None:
    Careless(backend, 81, lambda found, asked: {"items": array(found, asked)})
    store = store_on(svc)
    await store.refresh()

    assert (store.state.count, store.state.at_least) == (20, True)


async def test_what_was_fetched_at_once_is_not_everything_where_it_may_be_cut(
    svc: Svc, backend: FakeBackend
) -> None:
    Careless(backend, 100, whole_array)
    source = HybridSource(svc.crud("/api/articles"))

    assert (await source.page(ListQuery())).at_least
    with pytest.raises(NotCounted, match="at least 100"):
        await source.count(ListQuery())


# What is ignored


async def test_a_search_that_is_ignored_is_said_and_nothing_can_stand_on_it(
    svc: Svc, backend: FakeBackend
) -> None:
    Careless(backend, 4, counted)
    store = store_on(svc)
    await store.refresh()
    await store.search("crime")
    await store.prove()

    assert store.state.ignored == ("search",)
    assert store.state.note == (
        "The backend ignores the search: rows that don't match it are also shown."
    )
    assert not await store.select_all()
    assert store.state.note == (
        "Not everything can be marked: the backend ignores the search, so the matches are unknown."
    )


async def test_an_ignored_search_is_proven_with_one_question_and_kept(
    svc: Svc, backend: FakeBackend
) -> None:
    careless = Careless(backend, 4, counted)
    store = store_on(svc)
    await store.refresh()
    await store.search("crime")
    before = len(careless.asked)
    await store.prove()
    assert len(careless.asked) == before + 1
    assert careless.asked[-1]["page_size"] == "1"

    other = store_on(svc, search="love")
    await other.refresh()
    assert other.state.ignored == ("search",) and not other.unproven


async def test_a_search_that_narrows_costs_no_question(svc: Svc, backend: FakeBackend) -> None:
    careless = Careless(backend, 40, counted, heeds=("search",))
    store = store_on(svc)
    await store.refresh()
    await store.search("Title 1")
    before = len(careless.asked)
    await store.prove()

    assert store.state.ignored == () and len(careless.asked) == before


async def test_a_search_that_matches_everything_is_not_taken_for_ignored(
    svc: Svc, backend: FakeBackend
) -> None:
    Careless(backend, 40, counted, heeds=("search",))
    store = store_on(svc)
    await store.refresh()
    await store.search("Title")
    await store.prove()

    assert store.state.ignored == () and await store.select_all()


async def test_an_ignored_tab_has_no_number_of_its_own(svc: Svc, backend: FakeBackend) -> None:
    Careless(backend, 50, counted)
    store = store_on(svc)
    await store.refresh()
    await store.counts(["", "draft", "review"])
    assert store.state.tab_counts == {"": 50}

    await store.select_tab("draft")
    await store.prove()
    assert store.state.ignored == ("tab",)
    assert "ignores the tab" in (store.state.note or "")


@pytest.mark.parametrize(
    ("tabs", "numbers"),
    [(("draft", "review", ""), {"": 50}), (("draft", ""), {"": 50}), (("draft", "review"), {})],
)
async def test_an_ignored_tab_has_no_number_wherever_it_stands(
    svc: Svc, backend: FakeBackend, tabs: tuple[str, ...], numbers: dict[str, int]
) -> None:
    Careless(backend, 50, counted)
    store = store_on(svc)
    await store.refresh()
    await store.counts(tabs)

    assert store.state.tab_counts == numbers


async def test_tabs_that_are_heeded_have_their_numbers(svc: Svc, backend: FakeBackend) -> None:
    careless = Careless(backend, 50, counted, heeds=("tab",))
    store = store_on(svc)
    await store.refresh()
    await store.counts(["", "odd", "even"])

    assert store.state.tab_counts == {"": 50, "odd": 25, "even": 0}
    assert len(careless.asked) == 3


async def test_an_action_over_all_is_refused_where_a_filter_is_ignored(
    svc: Svc, backend: FakeBackend
) -> None:
    Careless(backend, 4, counted)
    backend.on("POST", f"{ROWS}bulk_publish/", {})
    action = ActionDescriptor(
        label="Publish",
        request={"path": "{endpoint}/bulk_publish/", "per": "selection"},
        handle_all=True,
    )
    query = ListQuery(filters={"author": ("3",)})
    state = await ActionStore(svc.crud("/api/articles")).run(
        action, Selection().of_everything(query, 4)
    )

    assert state.problem == (
        "Nothing was done: the backend ignores the filter author, so the matches are unknown."
    )
    assert not [one for one in backend.requests if one.method == "POST"]


async def test_a_filter_that_the_backend_refuses_to_read_is_heeded(
    svc: Svc, backend: FakeBackend
) -> None:
    def strict(request: httpx.Request) -> httpx.Response:
        if request.url.params.get("status") not in (None, "draft"):
            return httpx.Response(400, json={"status": ["Not one of the choices."]})
        return httpx.Response(200, json=counted(rows(4), request.url.params))

    backend.on("GET", ROWS, strict)
    store = store_on(svc, filters={"status": ("draft",)})
    await store.refresh()
    await store.prove()

    assert store.state.ignored == () and await store.select_all()


async def test_a_backend_that_breaks_on_the_question_proves_nothing(
    svc: Svc, backend: FakeBackend
) -> None:
    def brittle(request: httpx.Request) -> httpx.Response:
        if request.url.params.get("search") not in (None, "crime"):
            return httpx.Response(500)
        return httpx.Response(200, json=counted(rows(4), request.url.params))

    backend.on("GET", ROWS, brittle)
    store = store_on(svc, search="crime")
    await store.refresh()
    await store.prove()

    assert store.state.ignored == () and store.state.note is None


@pytest.mark.parametrize(
    ("values", "name", "sorted_by_it"),
    [
        ([1, 2, 2, 10], "n", True),
        ([10, 2, None, 1], "-n", True),
        ([2, 1, 3], "n", False),
        (["b", "A", "c"], "n", False),
        (["A", "b", "C"], "n", True),
        (["B", "a"], "n", True),
        (["Éa", "eb", "é c"], "n", True),
        (["low", "low", "high", "mid", "mid"], "n", True),
        (["low", "high", "low"], "n", False),
        ([{"id": 2}, {"id": 1}], "n", True),
        ([2, 1], "inner__n", False),
        ([1], "nope", False),
        ([], "nope", True),
    ],
)
def test_rows_tell_whether_they_were_sorted(
    values: list[object], name: str, sorted_by_it: bool
) -> None:
    rows = [{"n": one, "inner": {"n": one}} for one in values]
    said = order_problem(rows, name)
    assert bool(said) is not sorted_by_it
    assert not said or "The backend may ignore --order." in said
