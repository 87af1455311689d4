"""A location is written, copied and read again without a change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svc_tui.models.location import NEW, BadLocation, Location, is_new
from svc_tui.routing.route import Route

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
STEP = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
QUERY = st.lists(st.tuples(TEXT.filter(bool), TEXT), max_size=4).map(tuple)
DETAIL = Route("/articles/{id}", page="pages:Page")


@given(st.lists(STEP, max_size=3), QUERY)
def test_what_is_printed_is_what_is_read(
    steps: list[str], query: tuple[tuple[str, str], ...]
) -> None:
    location = Location()
    for step in steps:
        location = location.child(step)
    location = Location(location.path, query)

    assert Location.parse(str(location)) == location


@given(STEP)
def test_any_id_comes_back_as_it_was(id: str) -> None:
    location = Location("/articles").child(id)

    assert DETAIL.match(location.path) == {"id": id}
    assert DETAIL.match(Location.parse(str(location)).path) == {"id": id}


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        location = Location.parse(text)
    except BadLocation:
        return
    assert location.path.startswith("/") and not location.path.startswith("//")


@pytest.mark.parametrize(
    ("id", "path"),
    [
        ("a/b", "/articles/a%2Fb"),
        ("a?b", "/articles/a%3Fb"),
        ("a#b", "/articles/a%23b"),
        ("a b", "/articles/a%20b"),
        ("100%", "/articles/100%25"),
        ("перо", "/articles/%D0%BF%D0%B5%D1%80%D0%BE"),
        ("\ud800", "/articles/%3F"),
    ],
)
def test_an_id_is_one_step_of_the_path(id: str, path: str) -> None:
    assert str(Location("/articles/").child(id)) == path


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", "/"),
        ("/", "/"),
        ("articles", "/articles"),
        ("/articles/", "/articles"),
        ("/articles//42/", "/articles/42"),
        (" /articles?page=2 ", "/articles?page=2"),
        ("/articles#top", "/articles"),
        ("/articles?a=1&a=2&b=", "/articles?a=1&a=2&b="),
        ("/articles?search=a+b", "/articles?search=a%20b"),
        ("/articles?search=https://example.org/x", "/articles?search=https://example.org/x"),
    ],
)
def test_people_write_locations_in_many_ways(text: str, meant: str) -> None:
    assert str(Location.parse(text)) == meant


@pytest.mark.parametrize(
    "text",
    [
        "https://evil.test/articles",
        "//evil.test",
        " //evil.test",
        "javascript://%0aalert(1)",
        "/articles\x1b]0;pwn\x07",
        "/articles\nSet-Cookie: x",
        "/\x7f",
        "/\x9b31m",
    ],
)
def test_addresses_of_other_hosts_and_controls_are_refused(text: str) -> None:
    with pytest.raises(BadLocation):
        Location.parse(text)


def test_a_query_is_changed_key_by_key() -> None:
    location = Location.parse("/articles?page=2&lang=it")

    assert str(location.with_query(page=None, tab="draft")) == "/articles?lang=it&tab=draft"
    assert str(location.with_query(page=3)) == "/articles?lang=it&page=3"
    assert (location.get("page"), location.get("none", "x")) == ("2", "x")


@pytest.mark.parametrize(
    "id", ["new", "7", "a/b", "100%", "%6Eew", "..", ".", "a?b#c", "New", "é "]
)
def test_the_location_of_a_record_leads_back_to_its_id(id: str) -> None:
    location = Location.parse(str(Location("/books").record(id)))
    params = Route("/books/{id}", "svc_tui.screens.home:HomePage").match(location.path)

    assert params == {"id": id}
    assert not is_new(params["id"])


def test_the_word_for_a_new_record_is_no_id_of_one() -> None:
    params = Route("/books/{id}", "svc_tui.screens.home:HomePage").match("/books/new")

    assert params is not None and is_new(params["id"])
    assert str(Location("/books").child(NEW)) == "/books/new"


def test_what_is_no_text_is_no_location() -> None:
    with pytest.raises(
        BadLocation, match="A location should be a string such as /articles/42, not None"
    ):
        Location.parse(None)  # type: ignore[arg-type]
