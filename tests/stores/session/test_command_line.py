"""What is typed behind a colon."""

from __future__ import annotations

import pytest

from svc_tui.models.listing import FilterChoice, FilterDescriptor
from svc_tui.stores.session.command_line import (
    UnknownCommand,
    common_prefix,
    completions,
    line_completions,
    parse_command,
)

REVIEW = FilterChoice(value="review", text="In review")

FILTERS = {
    "articles": (
        FilterDescriptor(value="status", choices=("draft", REVIEW)),
        FilterDescriptor(value="created", text="Made", datepicker=True),
        FilterDescriptor(value="author", endpoint="/api/authors"),
    ),
    "authors": (),
}
PAGES = {"home": "/", "articles": "/articles", "authors": "/authors", "media": "/media"}


@pytest.mark.parametrize(
    ("typed", "location"),
    [
        ("articles", "/articles"),
        ("  articles  ", "/articles"),
        ("home", "/"),
        ("articles status=draft", "/articles?status=draft"),
        ("articles status=draft status=review", "/articles?status=draft,review"),
        ("articles old harbour", "/articles?search=old%20harbour"),
        ("articles 'old harbour' page=2", "/articles?page=2&search=old%20harbour"),
        ("articles author='Ada Moretti'", "/articles?author=Ada%20Moretti"),
        ("articles it's", "/articles?search=it%27s"),
        ("articles a=b=c", "/articles?a=b%3Dc"),
        ("articles/42", "/articles/42"),
        ("articles?page=2&search=old harbour", "/articles?page=2&search=old%20harbour"),
        ("open /articles?page=2", "/articles?page=2"),
        ("open media", "/media"),
        ("articles/new", "/articles/new"),
        ("/articles?page=2&tab=draft", "/articles?page=2&tab=draft"),
    ],
)
def test_a_page_and_what_to_look_for_there(typed: str, location: str) -> None:
    assert str(parse_command(typed, PAGES).location) == location


@pytest.mark.parametrize(
    ("typed", "location"),
    [
        ("articles status:draft old harbour", "/articles?f_status=draft&search=old%20harbour"),
        ("articles status:Rev page=2", "/articles?f_status=review&page=2"),
        ('articles created:"last month"', "/articles?f_created=last%20month"),
        ("articles created:last 7 days sea", "/articles?f_created=last%207%20days&search=sea"),
        ("articles created:>=2026-01-01", "/articles?f_created=2026-01-01,"),
        ("articles sort:-title status:draft", "/articles?f_status=draft&ordering=-title"),
        ("articles 12:30", "/articles?search=12:30"),
        ("articles status=draft", "/articles?status=draft"),
        ("articles status='In review',Draft", "/articles?status=review,draft"),
        (
            "articles f_status=rev created:2026",
            "/articles?f_status=review&f_created=2026-01-01,2026-12-31",
        ),
        ("media status:draft", "/media?search=status:draft"),
    ],
)
def test_behind_a_list_one_types_its_query_line(typed: str, location: str) -> None:
    command = parse_command(typed, PAGES, FILTERS)

    assert (str(command.location), command.line) == (location, "")


@pytest.mark.parametrize("typed", ["author:rossi status:draft", "author:rossi sea"])
def test_what_has_to_be_found_out_first_is_left_to_the_list(typed: str) -> None:
    command = parse_command(f"articles {typed}", PAGES, FILTERS)

    assert (str(command.location), command.line) == ("/articles", typed)


def test_a_list_whose_filters_are_not_learnt_yet_reads_the_line_itself() -> None:
    assert parse_command("authors name:rossi", PAGES, FILTERS).line == "name:rossi"
    assert parse_command("authors rossi", PAGES, FILTERS).line == ""


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("articles statu:draft", "There is no filter statu. Available: status, created, author."),
        ("articles status:old", "Status has no “old”"),
        ("articles status=old", "Status has no “old”. Available: Draft, In review."),
        ("articles status=draft,old sea", "Status has no “old”"),
        ("articles created:2026 status=old", "Status has no “old”"),
        ("articles created:soon", "write a date such as 2026-01-31, or last month"),
    ],
)
def test_a_query_line_that_makes_no_sense_is_told_before_the_page_is_left(
    typed: str, said: str
) -> None:
    with pytest.raises(UnknownCommand) as told:
        parse_command(typed, PAGES, FILTERS)
    assert said in str(told.value)


def test_what_a_tab_takes_is_not_for_a_filter_of_its_name_to_say() -> None:
    command = parse_command("articles status=old", PAGES, FILTERS, {"articles": "status"})
    assert str(command.location) == "/articles?status=old"


def test_filters_and_their_values_are_completed_behind_a_list() -> None:
    assert [one.offer for one in line_completions("articles st", FILTERS)] == ["status: Status"]
    value = line_completions("articles status:draft created:last mo", FILTERS)[0]
    assert value.put_into("articles status:draft created:last mo") == (
        'articles status:draft created:"last month" '
    )
    assert line_completions("authors na", FILTERS) == []
    assert line_completions("articles", FILTERS) == []


def test_a_short_name_stands_for_a_key() -> None:
    assert parse_command("w", PAGES).bindings[0] == "detail.save"
    assert parse_command("q", PAGES).bindings == ("page.close",)
    assert parse_command("quit", PAGES).location is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type a page"),
        ("artcles", "Did you mean “articles”?"),
        ("xyzzy", "There is no page or command “xyzzy”."),
        ("w now", "takes no arguments"),
        ("https://elsewhere.test/x", "There is no page"),
        ("//elsewhere.test/x", "without a host"),
    ],
)
def test_what_means_nothing_is_told_with_what_would(typed: str, said: str) -> None:
    with pytest.raises(UnknownCommand) as told:
        parse_command(typed, PAGES)
    assert said in str(told.value)


def test_names_are_offered_by_their_beginning() -> None:
    assert completions("a", PAGES) == ["articles", "authors"]
    assert completions("articles s", PAGES) == []
    assert common_prefix(["articles", "authors"]) == "a"
    assert common_prefix(["articles"]) == "articles"
