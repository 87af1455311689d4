"""Routes and bases of records that could never work are refused when the app is made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from svc_tui import ConfigError, ConsoleConfig, Options, Plugin, Resource, Route, SvcApp, SvcPage
from svc_tui.app.assembly import assemble

BASE = "https://cms.test"


class Board(SvcPage):
    """Takes any props."""


class Report(SvcPage):
    """Names one of its props."""

    def __init__(self, visit: Any, *, author: str = "", **more: Any) -> None:
        super().__init__(visit, **more)


class Strict(SvcPage):
    """Takes one prop alone."""

    def __init__(self, visit: Any, *, author: str = "", slots: Any = None) -> None:
        super().__init__(visit, slots=slots)


def books(**more: Any) -> Resource:
    return Resource(name="books", endpoint="/api/books", columns=["title"], **more)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            {"routes": [Route("/x", Board, label="Report {id}")]},
            'the route /x: the label "Report {id}" contains {id}, which has no value here',
        ),
        (
            {"routes": [Route("/x/{id}", Board, label="Report")]},
            "the route /x/{id} has a label, but the sidebar can't fill in {id}; remove the label",
        ),
        (
            {"routes": [Route("/a", Board, parent="/b"), Route("/b", Board, parent="a")]},
            "the route /a: a > b > a contain each other; remove one parent",
        ),
        (
            {"routes": [Route("/a", Board, parent="/a")]},
            "the route /a: a > a contain each other; remove one parent",
        ),
        (
            {"routes": [Route("/a", Board, parent="books")], "resources": [books(parent="a")]},
            "the route /a: a > books > a contain each other",
        ),
        (
            {"routes": [Route("/a", Board, props={"visit": 1})]},
            'the route /a: props can\'t have "visit", which every page receives anyway',
        ),
        (
            {"routes": [Route("/a/{id}", Board, props={"id": 1})]},
            'the route /a/{id}: props has "id", which its path sets too; keep one of them',
        ),
        (
            {"routes": [Route("/a", Report, props={"auhtor": "Ada"})]},
            'props has "auhtor", which its page does not take; did you mean "author"?',
        ),
        (
            {"routes": [Route("/a", Strict, props={"colour": "red"})]},
            'props has "colour", which its page does not take',
        ),
        (
            {"resources": [books(detail_base="/nope")]},
            'the detail_base of "books" is "/nope", but no route is /nope/{id}; the bases here are',
        ),
        (
            {"resources": [books(detail_base="/boks")]},
            'but no route is /boks/{id}; did you mean "/books"?',
        ),
        (
            {"resources": [books(detail_base="books")]},
            'the detail_base of "books" should begin with a slash, not "books"',
        ),
    ],
)
def test_what_could_never_work_is_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError) as refused:
        SvcApp(Options(base_url=BASE), **given)
    assert told in str(refused.value)
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize(
    "given",
    [
        {"routes": [Route("/x/{id}", Board, label="Report", hidden=True)]},
        {"routes": [Route("/a", Board, props={"author": 1, "colour": 2})]},
        {"routes": [Route("/a", Report, props={"author": "Ada", "colour": "red"})]},
        {"routes": [Route("/a", Strict, props={"author": "Ada"})]},
        {"routes": [Route("/a", lambda visit, **props: Board(visit, **props), props={"a": 1})]},
        {"routes": [Route("/d/{id}", Board)], "resources": [books(detail_base="/d")]},
        {"routes": [Route("/d/{a}/{id}", Board)], "resources": [books(detail_base="/d/7/")]},
        {"resources": [books(detail_base="/books")]},
        {"routes": [Route("/a", Board, parent="/b"), Route("/b", Board, parent="books")],
         "resources": [books()]},
    ],
)  # fmt: skip
def test_what_works_is_taken(given: dict[str, Any]) -> None:
    SvcApp(Options(base_url=BASE), **given)


def test_a_base_in_a_file_that_no_page_serves_is_told_when_the_console_is_made(
    tmp_path: Path,
) -> None:
    config = ConsoleConfig(Options(base_url=BASE), resources=(books(detail_base="/nope"),))
    console = assemble(config, state_dir=tmp_path)
    assert any('detail_base of "books" is "/nope"' in said for said in console.warnings)


def test_a_slash_at_the_end_of_a_route_is_left_out() -> None:
    assert [Route(one, SvcPage).pattern for one in ("/desk/", "/desk", "/")] == [
        "/desk", "/desk", "/",
    ]  # fmt: skip
    assert Route("/desk/", SvcPage) == Route("/desk", SvcPage)


@pytest.mark.parametrize("start", ["/zzz", "/books/1/2", "/library"])
def test_a_start_that_no_route_has_is_refused(start: str) -> None:
    with pytest.raises(ConfigError, match=f'start = "{start}" is not a page .* its pages are /'):
        SvcApp(Options(base_url=BASE), resources=[books()], start=start)


@pytest.mark.parametrize(
    ("start", "parts"),
    [
        ("/books/new?tab=x", {"resources": [books()]}),
        ("/media", {"resources": [books()]}),
        ("/authors", {}),  # The backend may have them.
        ("/added", {"resources": [books()], "plugins": [Plugin("50.a", 50, lambda svc: None)]}),
        ("/reports/7", {"resources": [books()], "routes": [Route("/reports/{id}", Board)]}),
    ],
)
def test_a_start_that_may_have_a_page_is_taken(start: str, parts: dict[str, Any]) -> None:
    SvcApp(Options(base_url=BASE), start=start, **parts)
