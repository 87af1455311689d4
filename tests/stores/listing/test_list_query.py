"""What a list is asked for is also its location, there and back."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svc_tui.models.listing import FilterDescriptor
from svc_tui.models.location import Location
from svc_tui.stores.listing.list_query import FILTER_PREFIX, ListQuery
from svc_tui.stores.listing.memory_query import filter_and_sort
from svc_tui.stores.listing.selection import Selection

WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1)
NAMES = st.from_regex(r"-?[a-z][a-z_]{0,12}", fullmatch=True)
QUERIES = st.builds(
    ListQuery,
    page=st.integers(1, 10**8),
    page_size=st.integers(1, 1000),
    search=WORDS.map(str.strip) | st.just(""),
    ordering=st.lists(NAMES, max_size=3).map(tuple),
    filters=st.dictionaries(NAMES, st.lists(WORDS, min_size=1, max_size=3).map(tuple), max_size=3),
    tab=WORDS | st.just(""),
    tab_param=st.sampled_from(["tab", "status", "f"]),
)
DEFAULTS = st.sampled_from(
    [
        ListQuery(),
        ListQuery(ordering=("position",), default_ordering=("position",)),
        ListQuery(tab="draft", default_tab="draft"),
        ListQuery(page_size=50, default_size=50),
    ]
)


def at(text: str) -> ListQuery:
    """A list's query as a location restores it."""
    return ListQuery(tab_param="status").restored(Location.parse(text))


@given(QUERIES, DEFAULTS)
def test_a_location_restores_the_query_that_it_shows(query: ListQuery, start: ListQuery) -> None:
    start = replace(start, tab_param=query.tab_param)
    query = replace(
        query,
        default_size=start.default_size,
        default_tab=start.default_tab,
        default_ordering=start.default_ordering,
    )

    shown = query.located(Location("/articles"))

    assert start.restored(shown) == query
    assert start.restored(Location.parse(str(shown))) == query


@given(DEFAULTS)
def test_the_location_of_a_list_as_it_starts_is_its_path_alone(start: ListQuery) -> None:
    assert str(start.located(Location("/articles"))) == "/articles"


def test_a_location_reads_as_one_would_write_it() -> None:
    query = ListQuery(tab_param="status").on_tab("draft").searching("harbour")
    query = query.sorted_by("title").filtered("category", ("1", "4")).at(2)

    shown = str(query.located(Location("/articles")))

    assert shown == "/articles?status=draft&f_category=1,4&search=harbour&ordering=title&page=2"


def test_other_words_of_the_location_stay() -> None:
    here = Location.parse("/articles?lang=it&page=3&f_old=1")

    assert str(ListQuery().located(here)) == "/articles?lang=it"


@pytest.mark.parametrize(
    "nonsense",
    ["page=x", "page=-1", "page=0", "page=", "page=٣", "page=1e3", "page=99999999999999999999"],
)
def test_a_page_that_is_none_is_the_first_one(nonsense: str) -> None:
    assert at(f"/articles?{nonsense}").page == 1


@pytest.mark.parametrize("nonsense", ["x", "0", "-5", "100000", "", "²"])
def test_a_page_size_that_is_none_is_passed_over(nonsense: str) -> None:
    assert at(f"/articles?page_size={nonsense}").page_size == ListQuery().page_size


@pytest.mark.parametrize("nonsense", ["ordering=", "ordering=,,", "f_=1", "f_category=", "other=1"])
def test_empty_words_ask_for_nothing(nonsense: str) -> None:
    assert at(f"/articles?{nonsense}") == ListQuery(tab_param="status")


def test_the_tab_wins_over_a_filter_of_the_same_name() -> None:
    query = ListQuery(tab_param="status", filters={"status": ("published",)})

    assert query.params()["status"] == ("published",)
    assert query.on_tab("draft").params()["status"] == "draft"


def test_an_empty_tab_and_an_empty_search_are_not_sent() -> None:
    assert ListQuery().params() == {"page": 1, "page_size": 20}


def test_the_prefix_of_filters_is_never_sent() -> None:
    sent = at("/articles?f_category=1,2").params()

    assert sent["category"] == ("1", "2")
    assert not any(name.startswith(FILTER_PREFIX) for name in sent)


@pytest.mark.parametrize(
    "change",
    [
        lambda query: query.searching("x"),
        lambda query: query.sorted_by("title"),
        lambda query: query.filtered("category", ("1",)),
        lambda query: query.on_tab("draft"),
        lambda query: query.sized(50),
    ],
)
def test_every_other_question_begins_at_the_first_page(change: object) -> None:
    assert callable(change)
    assert change(ListQuery().at(7)).page == 1


def test_sorting_by_a_column_goes_up_then_down_then_away() -> None:
    query = ListQuery()

    turns = []
    for _ in range(3):
        query = query.sorted_by("title")
        turns.append(query.ordering)

    assert turns == [("title",), ("-title",), ()]


def test_pages_begin_at_one() -> None:
    assert ListQuery().at(0).page == ListQuery().at(-3).page == 1


def test_a_filter_without_values_is_taken_away() -> None:
    assert ListQuery(filters={"category": ("1",)}).filtered("category", ()).filters == {}


def test_a_location_may_name_a_known_filter_as_people_write_it() -> None:
    known = ListQuery().knowing([FilterDescriptor(value="status", text="Status")])
    query = known.restored(Location.parse("/articles?status=draft,review&page=2&colour=red"))
    assert query.filters == {"status": ("draft", "review")}
    assert str(query.located(Location.parse("/articles?status=draft"))) == (
        "/articles?f_status=draft,review&page=2"
    )


def test_a_query_that_hears_of_no_further_filters_forgets_none() -> None:
    when = FilterDescriptor(
        value="when", text="When", datepicker=True, from_param="after", to_param="before"
    )
    query = ListQuery().knowing([when]).knowing(())
    assert query.restored(Location.parse("/x?f_when=2026-01-02,2026-02-03")).criteria() == {
        "after": "2026-01-02",
        "before": "2026-02-03",
    }


MADE = FilterDescriptor(value="made", datepicker=True, from_param="after", to_param="before")


def made(words: str) -> ListQuery:
    """What was made on days in words, on the first of March."""
    return ListQuery(today=lambda: date(2026, 3, 1)).knowing([MADE]).filtered("made", (words,))


def test_days_in_words_are_read_anew_on_every_day() -> None:
    query = made("last month")
    later = replace(query, today=lambda: date(2026, 4, 1))

    assert str(query.located(Location("/a"))) == "/a?f_made=last%20month"
    assert query.criteria() == {"after": "2026-02-01", "before": "2026-02-28"}
    assert later.criteria() == {"after": "2026-03-01", "before": "2026-03-31"}
    assert later.restored(Location.parse("/a?made=last month")).criteria() == later.criteria()


def test_everything_that_matches_stays_what_it_was_on_the_day_it_was_marked() -> None:
    query = made("today")

    frozen = Selection().of_everything(query, 3).everything

    assert frozen is not None
    assert frozen.query.filters == {"made": ("2026-03-01", "2026-03-01")}


def test_rows_at_hand_are_narrowed_by_days_in_words() -> None:
    query = made("yesterday")
    rows = [{"id": 1, "made": "2026-02-28"}, {"id": 2, "made": "2026-03-01"}]

    assert filter_and_sort(rows, query, None) == rows[:1]
