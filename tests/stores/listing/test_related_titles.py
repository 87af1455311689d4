"""Titles of the records that a page of rows names by their ids."""

from __future__ import annotations

import httpx
import pytest

from svc_tui.api.crud import Crud
from svc_tui.api.fetch import SvcFetch
from svc_tui.stores.listing.related_titles import RelatedTitles

BOOKS = [{"id": number, "title": f"Book {number}"} for number in range(1, 31)]


def backend(taken: str, asked: list[str], else_: str = "all", ids_param: str = "") -> RelatedTitles:
    """Return titles of a backend that takes ids under one name.

    With any other it gives all records, refuses, or finds none, as `else_` says.
    """

    def answer(request: httpx.Request) -> httpx.Response:
        query = dict(request.url.params)
        size = int(query.pop("page_size", 20))
        asked.append(",".join(query))
        rows = BOOKS
        if taken in query:
            rows = [one for one in BOOKS if str(one["id"]) in query[taken].split(",")]
        elif query and else_ == "refuses":
            return httpx.Response(400, json={"detail": "unknown filter"})
        elif query and else_ == "none":
            rows = []
        return httpx.Response(200, json={"count": len(rows), "results": rows[:size]})

    fetch = SvcFetch("http://cms.test", transport=httpx.MockTransport(answer))
    return RelatedTitles(Crud(fetch, "/api/books"), item_text="title", ids_param=ids_param)


@pytest.mark.parametrize("else_", ["all", "refuses"])
@pytest.mark.parametrize(
    ("taken", "first", "later"),
    [
        ("id__in", ["id__in"], ["id__in"]),
        ("id", ["id__in", "id"], ["id"]),
        ("other", ["id__in", "id", ""], []),
    ],
)
async def test_the_ids_of_a_page_are_named_by_one_request(
    taken: str, first: list[str], later: list[str], else_: str
) -> None:
    asked: list[str] = []
    titles = backend(taken, asked, else_)

    await titles.learn(["7", "25"])
    assert asked == first
    named = {"7": "Book 7"} if taken == "other" else {"7": "Book 7", "25": "Book 25"}
    assert {key: titles.known[key] for key in ("7", "25") if key in titles.known} == named
    assert not titles.lacks(["7", "25"])

    asked.clear()
    if titles.lacks(["7", "26", "27"]):
        await titles.learn(["7", "26", "27"])
    assert asked == later


async def test_a_parameter_that_finds_nothing_is_told_and_another_can_be_named(
    caplog: pytest.LogCaptureFixture,
) -> None:
    asked: list[str] = []
    titles = backend("ids", asked, "none")
    await titles.learn(["7", "25"])
    await titles.learn(["26"])
    assert asked == ["id__in", "id", "", "id__in", "id"]
    assert titles.known["7"] == "Book 7" and "25" not in titles.known
    said = "/api/books/: ?id__in= and ?id= found no titles for 25; attrs.ids_param of the field"
    assert [said in one for one in caplog.messages if "no titles" in one] == [True]

    asked.clear()
    titles = backend("ids", asked, "none", ids_param="ids")
    await titles.learn(["25"])
    assert asked == ["ids"] and titles.known == {"25": "Book 25"}


async def test_a_lost_answer_costs_the_titles_of_one_page() -> None:
    lost = [True]

    def answer(request: httpx.Request) -> httpx.Response:
        if lost:
            lost.clear()
            raise httpx.ReadError("lost")
        rows = [one for one in BOOKS if str(one["id"]) in request.url.params["id__in"].split(",")]
        return httpx.Response(200, json={"count": len(rows), "results": rows})

    fetch = SvcFetch("http://cms.test", transport=httpx.MockTransport(answer))
    titles = RelatedTitles(Crud(fetch, "/api/books"), item_text="title")
    await titles.learn(["1"])
    assert not titles.known and not titles.lacks(["1"])
    await titles.learn(["2"])
    assert titles.known == {"2": "Book 2"}


async def test_a_collection_that_is_refused_is_not_asked_again() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        return httpx.Response(403, json={"detail": "no"})

    fetch = SvcFetch("http://cms.test", transport=httpx.MockTransport(answer))
    titles = RelatedTitles(Crud(fetch, "/api/books"))
    await titles.learn(["1"])

    assert len(asked) == 3 and titles.known == {} and not titles.lacks(["2"])
