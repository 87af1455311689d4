"""Lists are read in every accepted shape, and everything else is named for what it is."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from svc_tui.api.errors import InvalidResponse, NotFound
from svc_tui.api.responses import raise_for_status, read_json, read_object, read_page
from svc_tui.models.records import PaginatedList


def answer(body: Any = None, *, method: str = "GET", status: int = 200, **words: Any):
    request = httpx.Request(method, "https://cms.test/api/x/?token=secret")
    if not words:
        words = {"json": body}
    return httpx.Response(status, request=request, **words)


def page_of(body: Any, **query: Any) -> PaginatedList[Any]:
    return read_page(answer(body), query)


ROWS = [{"id": 1}, {"id": 2}]


def test_results_and_count():
    body = {"count": 41, "next": "https://cms.test/?page=3", "previous": None, "results": ROWS}

    assert page_of(body, page="2", page_size="2") == PaginatedList(ROWS, 41, 2, 21, 2)


def test_a_bare_array_is_all_there_is():
    assert page_of(ROWS) == PaginatedList(ROWS, 2, 1, 1)


def test_items_and_a_paginator_tell_the_page_themselves():
    paginator = {"count": 250, "page": 10, "pages": 10, "page_size": 25, "has_next": False}

    assert page_of({"items": ROWS, "paginator": paginator}, page="99") == PaginatedList(
        ROWS, 250, 10, 10, 25
    )


def test_an_empty_list_is_one_page():
    assert page_of({"results": [], "count": 0}, page="1", page_size="20") == PaginatedList(
        [], 0, 1, 1, 20
    )


def test_a_full_page_tells_a_smaller_size_than_was_asked_for():
    body = {"count": 10, "next": "x", "results": ROWS}

    assert page_of(body, page_size="1000").pages == 5


def test_the_last_page_is_counted_by_what_was_asked_for():
    body = {"count": 41, "next": None, "results": ROWS[:1]}

    assert page_of(body, page="3", page_size="20") == PaginatedList(ROWS[:1], 41, 3, 3, 20)


def test_the_page_we_are_on_is_never_beyond_the_last():
    body = {"count": 3, "next": None, "results": ROWS[:1]}

    assert page_of(body, page="2").pages == 2


@pytest.mark.parametrize(
    ("rows", "query", "pages"),
    [
        ([], {"page": "99", "page_size": "2"}, 2),
        ([], {"page": "99"}, 1),
        (ROWS, {"page": "99", "page_size": "2"}, 2),  # The backend ignores the page.
        (ROWS * 2, {"page": "3"}, 1),
        (ROWS[:1], {"page": "3", "page_size": "1000"}, 3),  # It returns fewer rows per page.
    ],
)
def test_a_page_that_the_count_has_no_room_for_is_not_counted(
    rows: list[Any], query: dict[str, str], pages: int
):
    page = page_of({"count": 4, "next": None, "results": rows}, **query)

    assert (page.count, page.page, page.pages) == (4, int(query["page"]), pages)


def test_a_size_is_guessed_from_a_first_page_that_is_not_all():
    assert page_of({"count": 10, "results": ROWS}).pages == 5


def test_a_number_that_counts_nothing_is_no_count():
    page = page_of({"count": 10**21, "pages": 10**30, "results": ROWS}, page="1", page_size="20")

    assert page.count == len(ROWS) and page.pages == 1


def test_a_list_without_a_count_counts_itself():
    assert page_of({"results": ROWS}).count == 2


@pytest.mark.parametrize("count", [None, "many", -1, True, 1.5])
def test_a_count_that_is_none_is_the_number_of_rows(count: object):
    assert page_of({"results": ROWS, "count": count}).count == 2


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"data": [], "total": 3}, "an object with the keys data, total"),
        ({"results": {"a": 1}}, "its results should be a list, but that is an object"),
        ({"count": 3, "items": None}, "its items should be a list, but that is null"),
        ({"value": 3}, "an object with the keys value"),
        ({}, "is {}"),
        ("text", "should be a list, but it is a string"),
        (3, "should be a list, but it is a number"),
        (True, "is true or false"),
        ({str(n): n for n in range(99)}, "0, 1, 2, 3, 4, 5, 6, 7, …"),
    ],
)
def test_anything_else_is_named(body: object, why: str):
    with pytest.raises(InvalidResponse) as caught:
        page_of(body)

    assert why in str(caught.value)
    assert "secret" not in str(caught.value)


def test_no_answer_is_no_list():
    with pytest.raises(InvalidResponse, match="is empty"):
        read_page(answer(status=204, content=b""), {})


@pytest.mark.parametrize(
    ("content", "kind", "why"),
    [
        (b"<!doctype html><p>hi", "text/html", "a web page instead of data"),
        (b"  <html>", "application/json", "a web page instead of data"),
        (b'{"results": [{"id": 1}, {', "application/json", "its JSON is cut off"),
        (b'{"a": nul', "application/json", "its JSON is cut off"),
        (b'[{"title": "Harb', "application/json", "its JSON is cut off"),
        (b'{"a": 1', "text/plain", "its JSON is cut off"),
        ('{"title": "Порт'.encode()[:-1], "application/json", "its JSON is cut off"),
        (b'{"title": "\\u041f\\u04', "application/json", "its JSON is cut off"),
        (b'{"title": "\\u04zz"}', "application/json", "JSON is broken"),
        (b'{"a": 1,}', "application/json", "JSON is broken"),
        (b"{not json", "application/json", "JSON is broken"),
        (b"\xff\xfe\x00", "application/json", "JSON is broken"),
        (b"[" * 100_000, "application/json", "nested more than 100 levels"),
        (b"OK", "text/plain; charset=utf-8", "it is text/plain, not JSON"),
        (b"OK", "", "it is not JSON"),
    ],
)
def test_what_is_no_json_says_what_it_is(content: bytes, kind: str, why: str):
    with pytest.raises(InvalidResponse, match=why):
        read_json(answer(content=content, headers={"content-type": kind}))


def test_json_under_any_name_is_json():
    assert read_json(answer(content=b"[1]", headers={"content-type": "text/plain"})) == [1]


@pytest.mark.parametrize("status", [200, 201, 204])
def test_an_empty_answer_is_nothing(status: int):
    assert read_json(answer(status=status, content=b"")) is None


def test_a_record_is_an_object():
    assert read_object(answer({"id": 1})) == {"id": 1}
    with pytest.raises(InvalidResponse, match="one record, but it is a list"):
        read_object(answer([1]))


def test_an_odd_answer_to_a_change_says_that_it_may_have_been_made():
    with pytest.raises(InvalidResponse, match="check before you try") as caught:
        read_object(answer([1], method="POST"))

    assert caught.value.may_have_been_applied


def test_a_status_is_raised_or_passed():
    ok = answer({})
    assert raise_for_status(ok) is ok
    with pytest.raises(NotFound):
        raise_for_status(answer({}, status=404))
    with pytest.raises(InvalidResponse, match="status 304"):
        raise_for_status(answer({}, status=304))


def test_huge_numbers_do_not_stop_the_reading():
    assert page_of(json.loads('{"results": [], "count": 99999999999999999999}')).pages == 1
    with pytest.raises(InvalidResponse):
        read_json(answer(content=b"1" * 5000, headers={"content-type": "application/json"}))


def test_a_page_with_a_next_one_is_not_the_last_though_nobody_counts() -> None:
    rows = [{"id": id} for id in range(5)]
    first = read_page(httpx.Response(200, json={"next": "/x", "results": rows}), {"page": 1})
    query = {"page": 3, "page_size": 5}
    last = read_page(httpx.Response(200, json={"next": None, "results": rows[:2]}), query)

    assert (first.count, first.pages, first.at_least) == (5, 2, True)
    assert (last.count, last.pages, last.at_least) == (12, 3, False)
