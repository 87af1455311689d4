"""A query as a typed line: read, shown again, and completed."""

from __future__ import annotations

from datetime import date

import pytest

from svc_tui.models.listing import FilterDescriptor
from svc_tui.stores.listing.date_spans import PHRASES, day_span, is_relative
from svc_tui.stores.listing.filter_choices import FilterOption
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.query_parser import (
    ParsedQuery,
    QueryLineError,
    complete,
    line_of,
    parse,
)

TODAY = date(2026, 3, 31)

FILTERS = (
    FilterDescriptor(
        value="status",
        multiple=True,
        choices=["draft", {"value": "review", "text": "In review"}, "published"],
    ),
    FilterDescriptor(value="author", endpoint="/api/authors"),
    FilterDescriptor(value="created", text="Made", datepicker=True),
    FilterDescriptor(value="featured", choices=[{"value": True, "text": "Yes"}]),
    FilterDescriptor(value="place", text="Place"),
)
KNOWN = {
    "author": (
        FilterOption("7", "Anna Rossi"),
        FilterOption("8", "Bo Lind"),
        FilterOption("9", "Bea Lund"),
    )
}


def read(line: str) -> ParsedQuery:
    found = parse(line, FILTERS, known=KNOWN, today=TODAY)
    assert isinstance(found, ParsedQuery), found
    return found


def problem(line: str) -> QueryLineError:
    found = parse(line, FILTERS, known=KNOWN, today=TODAY)
    assert isinstance(found, QueryLineError), found
    return found


def test_a_line_is_filters_and_words() -> None:
    changes = read("status:draft author:rossi created:>-7d  old harbour")

    assert changes.search == "old harbour"
    assert changes.filters == {"status": ("draft",), "author": ("7",), "created": (">-7d",)}


@pytest.mark.parametrize(
    ("line", "filters"),
    [
        ("status:draft,review", {"status": ("draft", "review")}),
        ("status:draft status:review", {"status": ("draft", "review")}),
        ('status:"in review"', {"status": ("review",)}),
        ("STATUS:Pub", {"status": ("published",)}),
        ("featured:yes", {"featured": ("true",)}),
        ("featured:true", {"featured": ("true",)}),
        ("author:7", {"author": ("7",)}),
        ("author:lind", {"author": ("8",)}),
        ('place:"New York"', {"place": ("New York",)}),
        ("made:2026-03-31", {"created": ("2026-03-31", "2026-03-31")}),
        ("made:today", {"created": ("today",)}),
        ('made:"last month"', {"created": ("last month",)}),
        ("made:last month", {"created": ("last month",)}),
        ("made:last 7 days status:draft", {"created": ("last 7 days",), "status": ("draft",)}),
        ("made:last_week", {"created": ("last week",)}),
        ("made:>-30d made:<=yesterday", {"created": ("2026-03-01", "2026-03-30")}),
        ("created:>=2026-01-01 created:<2026-02-01", {"created": ("2026-01-01", "2026-01-31")}),
    ],
)
def test_values_are_read_by_value_or_by_words(line: str, filters: object) -> None:
    assert read(line).filters == filters


@pytest.mark.parametrize("words", ["12:30", "http://a.test/x", '"status:draft"', "a-b:c", ":x"])
def test_a_colon_alone_makes_no_filter(words: str) -> None:
    assert read(words) == ParsedQuery(search=words.strip('"'))


def test_sorting_is_a_word_too() -> None:
    changes = read("sort:-created,title sea")

    assert changes.over(ListQuery()).params() == {
        "search": "sea",
        "ordering": ("-created", "title"),
        "page": 1,
        "page_size": 20,
    }


@pytest.mark.parametrize(
    ("line", "said", "start"),
    [
        ("sea statu:draft", "There is no filter statu", 4),
        ("status:old", "Status has no “old”. Available: Draft", 0),
        ("created:soon", "Made: “soon” is not a date: write a date such as 2026-01-31, or last", 0),
        ("sea created:last harbour", "“last” is not a date", 4),
        ("featured:true,false", "Featured accepts one value", 0),
        ("status:", "needs a value", 0),
        ("a\x1b[31m status:\x1b[31m", "has no “␛[31m”", 7),
    ],
)
def test_what_makes_no_sense_is_told_with_its_place(line: str, said: str, start: int) -> None:
    found = problem(line)

    assert said in found.sentence
    assert "\x1b" not in found.sentence
    assert found.start == start


def test_words_for_choices_that_are_not_fetched_are_left_to_find() -> None:
    changes = read("author:verdi")

    assert (changes.filters, changes.to_find) == ({"author": ()}, {"author": ("verdi",)})
    found = changes.resolved("author", ("12",))
    assert (found.filters, found.to_find) == ({"author": ("12",)}, {})


def test_two_who_could_be_meant_are_not_guessed() -> None:
    assert read("author:l").to_find == {"author": ("l",)}


def test_a_line_adds_filters_and_replaces_the_search() -> None:
    before = ListQuery(filters={"place": ("Rome",)}, search="x", tab="draft", ordering=("id",))

    after = read("status:draft").over(before.at(3))

    assert after.filters == {"place": ("Rome",), "status": ("draft",)}
    assert (after.search, after.page, after.tab, after.ordering) == ("", 1, "draft", ("id",))


@pytest.mark.parametrize(
    "line",
    [
        "status:draft,review sea",
        'author:"Anna Rossi"',
        "created:2026-01-01..",
        "created:..2026-01-31",
        "created:2026-01-01..2026-01-31 old harbour",
        "created:2026-01-01",
        'created:"last 7 days" sea',
        "created:>-7d",
        'place:"New York" "status:draft"',
    ],
)
def test_a_query_is_shown_as_the_line_that_asks_for_it(line: str) -> None:
    query = read(line).over(ListQuery().knowing(FILTERS))

    shown = line_of(query, FILTERS, known=KNOWN)

    assert shown == line
    assert read(shown).over(ListQuery().knowing(FILTERS)) == query


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("", ["status:", "author:", "created:", "featured:", "place:"]),
        ("sea st", ["status:"]),
        ("mad", ["created:"]),
        ("status:", ["draft", "review", "published"]),
        ("status:draft,p", ["published"]),
        ("author:b", ['"Bo Lind"', '"Bea Lund"']),
        ("created:>-", [">-7d"]),
        ("created:last m", ['"last month"']),
        ("created:last 7 ", ['"last 7 days"']),
        ('created:"last w', ['"last week"']),
        ("created:today st", ["status:"]),
        ("nothing:x", []),
    ],
)
def test_what_could_come_next_is_offered(line: str, offered: list[str]) -> None:
    found = complete(line, len(line), FILTERS, known=KNOWN)

    assert [one.text for one in found] == offered


def test_a_completion_replaces_the_word_at_the_cursor() -> None:
    line = "status:draft,pu sea"
    only = complete(line, 15, FILTERS)[0]

    assert line[: only.start] + only.text + line[only.end :] == "status:draft,published sea"


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("2026-02-28", ("2026-02-28", "2026-02-28")),
        ("2026-02", ("2026-02-01", "2026-02-28")),
        ("2025", ("2025-01-01", "2025-12-31")),
        ("yesterday", ("2026-03-30", "2026-03-30")),
        ("-1m", ("2026-02-28", "2026-02-28")),
        ("-1y", ("2025-03-31", "2025-03-31")),
        (">-2w", ("2026-03-17", "")),
        (">2026-01-01", ("2026-01-02", "")),
        (">=2026-01-01", ("2026-01-01", "")),
        ("<2026", ("", "2025-12-31")),
        ("<=2026-01", ("", "2026-01-31")),
        ("-7d..today", ("2026-03-24", "2026-03-31")),
        ("2026-02-01..2026-01-01", ("2026-01-01", "2026-02-01")),
        ("..2026-01-01", ("", "2026-01-01")),
        ("", None),
        ("..", None),
        (">", None),
        ("2026-02-30", None),
        ("2026-13", None),
        ("-9999y", None),
        ("x..y", None),
        ("0000", None),
        ("this week", ("2026-03-30", "2026-04-05")),
        ("last week", ("2026-03-23", "2026-03-29")),
        ("Last  Month", ("2026-02-01", "2026-02-28")),
        ("next_month", ("2026-04-01", "2026-04-30")),
        ("last quarter", ("2025-10-01", "2025-12-31")),
        ("this year", ("2026-01-01", "2026-12-31")),
        ("last 7 days", ("2026-03-25", "2026-03-31")),
        ("last 1 day", ("2026-03-31", "2026-03-31")),
        ("past 2 weeks", ("2026-03-18", "2026-03-31")),
        ("next 3 days", ("2026-03-31", "2026-04-02")),
        (">=last month", ("2026-02-01", "")),
        ("last month..today", ("2026-02-01", "2026-03-31")),
        ("last month .. today", ("2026-02-01", "2026-03-31")),
        ("last 0 days", None),
        ("last 9999 years", None),
        ("last", None),
        ("last fortnight", None),
    ],
)
def test_days_are_read_as_people_write_them(text: str, span: object) -> None:
    assert day_span(text, TODAY) == span


def test_what_depends_on_the_day_is_known_from_what_does_not() -> None:
    assert all(map(is_relative, (*PHRASES, ">-7d", "2026-01-01..today")))
    assert not any(map(is_relative, ("2026-01", "2026-01-01..2026-02-01", ">2026", "soon", "")))


def test_the_days_meant_are_told_when_few_are_left_to_choose() -> None:
    hints = [one.hint for one in complete("made:last mo", 12, FILTERS, today=TODAY)]

    assert hints == ["2026-02-01 – 2026-02-28"]
