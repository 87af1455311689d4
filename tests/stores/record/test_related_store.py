"""What a relation can point to: searched, paged, named."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui.api.crud import Crud
from svc_tui.api.fetch import SvcFetch
from svc_tui.stores.record.related_store import Picks, RelatedStore, recently
from tests.fakes import BASE, FakeBackend, json_answer, refuses

ADA, BOB, EVE = ({"id": n, "name": name} for n, name in enumerate(("Ada", "Bob", "Eve"), 1))


def store_of(fake: FakeBackend) -> RelatedStore:
    return RelatedStore(Crud(SvcFetch(BASE, transport=fake.transport), "/api/authors"))


def pages(*results: list[Any]) -> Any:
    """Answers with the page asked for; a search finds names that begin with it."""

    def answer(request: Any) -> Any:
        import httpx

        number, search = int(request.url.params["page"]), request.url.params.get("search", "")
        rows = [row for row in results[number - 1] if row["name"].startswith(search)]
        count = sum(map(len, results))
        following = f"{BASE}/?page={number + 1}" if number < len(results) else None
        body = {"results": rows, "count": len(rows) if search else count, "next": following}
        return httpx.Response(200, json=body)

    return answer


async def test_pages_are_read_one_after_the_other_and_a_row_stands_there_once():
    store = store_of(FakeBackend().on("GET", "/api/authors/", pages([ADA, BOB], [BOB, EVE])))
    await store.find()
    assert store.state.more
    await store.more()
    assert [row["name"] for row in store.state.rows] == ["Ada", "Bob", "Eve"]
    assert not store.state.more
    await store.more()
    assert store.state.page == 2


async def test_a_search_is_asked_of_the_server():
    fake = FakeBackend().on("GET", "/api/authors/", pages([ADA, BOB]))
    store = store_of(fake)
    await store.find(" B ")
    assert fake.last.url.params["search"] == "B"
    assert store.state.rows == (BOB,)


@pytest.mark.parametrize(
    "body",
    [
        [ADA, BOB],
        {"results": [ADA, BOB], "count": 2},
        {"items": [ADA, BOB], "paginator": {"count": 2, "page": 1, "pages": 1}},
    ],
)
async def test_answers_of_every_shape_are_lists(body: Any):
    store = store_of(FakeBackend().on("GET", "/api/authors/", body))
    await store.find()
    assert store.state.rows == (ADA, BOB)
    assert store.state.count == 2


async def test_a_server_that_does_not_search_is_searched_here():
    store = store_of(FakeBackend().on("GET", "/api/authors/", [ADA, BOB]))
    await store.find("bo")
    assert store.state.rows == (BOB,)
    assert store.state.searched_here


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (json_answer({"detail": "No."}, 403), "don't have permission to see this list"),
        (json_answer({"detail": "No."}, 404), "This list"),
        (json_answer({"what": 1}), "Your choice is kept"),
        (refuses(), "Your choice is kept"),
    ],
)
async def test_a_list_that_cannot_be_had_says_why(answer: Any, said: str):
    store = store_of(FakeBackend().on("GET", "/api/authors/", answer))
    await store.find()
    assert said in str(store.state.problem)
    assert not store.state.loading


async def test_the_page_after_a_failure_is_asked_for_again_and_the_rows_before_it_stay():
    first = {"results": [ADA], "count": 2, "next": "x"}
    second = {"results": [BOB], "count": 2, "next": None}
    answers = [json_answer(first), json_answer({}, 500), json_answer(second)]
    store = store_of(FakeBackend().on("GET", "/api/authors/", *answers))
    await store.find()
    await store.more()
    assert store.state.problem and store.state.rows == (ADA,)
    await store.more()
    assert store.state.rows == (ADA, BOB)
    assert store.state.problem is None


async def test_one_name_is_asked_for_by_its_id_and_many_by_one_page_first():
    fake = FakeBackend().on("GET", "/api/authors/", [ADA, BOB]).on("GET", "/api/authors/3/", EVE)
    store = store_of(fake)
    await store.learn([3])
    assert fake.calls == ["GET /api/authors/3/"]
    await store.learn([1, 2, 3, {"id": 9}, None, ""])
    assert fake.calls[1:] == ["GET /api/authors/"]
    assert store.row("2") == BOB


async def test_an_id_that_is_gone_is_not_asked_for_twice():
    fake = FakeBackend()
    store = store_of(fake)
    await store.learn([7])
    await store.learn([7])
    assert store.state.nameless == {"7"}
    assert len(fake.calls) == 1


def test_the_newest_picks_come_first_and_few_are_remembered():
    kept = {"/a": [1, 2, 3, 4, 5], "/b": "odd"}
    assert recently(kept, "/a", [4, 9])["/a"] == [4, 9, 1, 2, 3]
    assert recently(kept, "/b", [1, {"x": 1}])["/b"] == [1]


def test_picks_toggle_and_move():
    picks = Picks(("a", "b", "c"), True)
    assert picks.toggled("b").keys == ("a", "c")
    assert picks.toggled("d").keys == ("a", "b", "c", "d")
    assert picks.moved(2, -1).keys == ("a", "c", "b")
    assert picks.moved(0, -1) is picks
    assert Picks(("a",)).toggled("b").keys == ("b",)


async def test_a_record_without_an_id_is_not_offered_and_is_said():
    rows = [ADA, {"name": "noid"}, {"id": None, "name": "null"}, None]
    store = store_of(FakeBackend().on("GET", "/api/authors/", {"results": rows, "count": 4}))
    await store.find()

    assert store.state.rows == (ADA,)
    assert (store.state.count, store.state.without_id) == (1, 3)


async def test_a_name_of_another_record_is_not_taken_for_the_one_that_was_asked_for():
    store = store_of(FakeBackend().on("GET", "/api/authors/1/", BOB))
    await store.learn([1])

    assert store.row(1) is None and store.state.nameless == {"1"}
