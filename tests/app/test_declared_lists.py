"""What contradicts itself beside the fields, or has no effect, is refused when the app is made."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui import (
    ActionDescriptor,
    ConfigError,
    DetailPage,
    Dialect,
    FieldDescriptor,
    FilterDescriptor,
    ListPage,
    ListTabItem,
    Options,
    Resource,
    ResourceCard,
    Route,
    SvcApp,
    SvcList,
    SvcPage,
    SvcSidebar,
    Wire,
)
from svc_tui.api.auth.base import Auth

BASE = "https://cms.test"
TAB = {"value": "new"}


class Board(SvcPage):
    """A page."""


class Reader(ListPage):
    """A list that reads a word of its location itself."""

    READS = ("depth",)


def nothing(*args: Any) -> None: ...


def books(**more: Any) -> dict[str, Any]:
    given = {"name": "books", "endpoint": "/api/books", "columns": ["title"], **more}
    return {"resources": [Resource(**given)]}


def by(**more: Any) -> dict[str, Any]:
    item = FilterDescriptor(**{"value": "state", **more})
    return books(filters=[item])


def acts(*given: dict[str, Any]) -> dict[str, Any]:
    return books(actions=[ActionDescriptor(**{"label": "Lend", **one}) for one in given])


def has(**given: Any) -> dict[str, Any]:
    return books(fields=[FieldDescriptor(key="a", **given), FieldDescriptor(key="title")])


def usual(**attrs: Any) -> Options:
    return Options(base_url=BASE, uikit={"form": {"attrs": attrs}})  # type: ignore[arg-type]


STATE = FilterDescriptor(value="state", choices=["in", "lent"])
SELECT = FieldDescriptor(key="state", type="select", attrs={"items": ["in", "out"]})


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (by(endpoint="/api/{id}"), "endpoint contains a placeholder, which has no value here"),
        (by(datepicker=True, default_choice="tomorrowish"), 'is "tomorrowish"; write a date such'),
        (by(choices=["a", "b"], default_choice="a,b"), "which need multiple = true"),
        (
            books(filters=[FilterDescriptor(value="state")], tabs=[TAB], tab_query_param="state"),
            'tabs and the filter "state" set the same parameter, so the filter has no effect',
        ),
        (books(columns=[]), '"books": columns is empty; remove it to use the backend\'s'),
        (books(fields=[]), '"books": fields is empty; remove it to use the backend\'s'),
        (
            by(choices=[]),
            'the filter "state" of "books": choices is empty; remove it for a text filter',
        ),
        (by(multiple=True), "multiple has no effect without choices or an endpoint"),
        (has(required=True, readonly=True), "required has no effect on a readonly field"),
        (by(value="page", choices=["a"]), 'value is "page", which the list sends itself'),
        (
            by(datepicker=True, from_param="a", to_param="a"),
            'to_param is the same as from_param ("a")',
        ),
        (
            acts(
                {"handler": nothing, "inputs": [{"key": "a", "required": True, "readonly": True}]}
            ),
            'the field "a" of "books": required has no effect on a readonly field',
        ),
        (books(list_page=DetailPage), 'the list_page of "books" is DetailPage, which is made for'),
        (books(detail_page=ListPage), 'the detail_page of "books" is ListPage, which is made for'),
        (books(ordering=["title", "-title"]), '"books": ordering has "title" twice; keep one'),
        (books(languages=["en", "en"]), '"books": languages has "en" twice; keep one of them'),
        (
            acts({"id": "a", "handler": nothing}, {"id": "b", "handler": nothing}),
            'two actions of "books" have the label "Lend"; rename one',
        ),
        (
            acts({"handler": nothing, "handle_all": True, "handle_multiple": False}),
            'the action "Lend" of "books" has handle_all, which needs handle_multiple',
        ),
        (
            acts({"request": {"method": "GET", "path": "/x/{id}", "body": {"a": 1}}}),
            'the action "Lend" of "books" has a body, but a GET request has none',
        ),
        (has(fields=[FieldDescriptor(key="b")]), "fields has no effect: only a repeater has fie"),
        (has(subtab="More"), "subtab has no effect without a group"),
        (has(tab="a//b"), 'tab has an empty name; a tab inside a tab is "a/b"'),
        (has(type="select", attrs={"items": ["x", "x"]}), "attrs \"items\" has 'x' twice; keep"),
        (has(type="select", attrs={"items": [{"lable": "X"}]}), 'has an item without "value": lab'),
        (
            has(type="select", attrs={"items": ["x"], "options": ["y"]}),
            'attrs "options" has no effect together with "items"; keep one of them',
        ),
        (
            has(type="slug", attrs={"from": "titel"}),
            '"from" of the field "a" refers to "titel"; di',
        ),
        (has(type="file", attrs={"max_size": "big"}), '"max_size" should be a number of MB, or "5'),
        (has(type="map", attrs={"default_lat": 200}), '"default_lat" should be from -90 to 90'),
        (has(type="datetime", attrs={"tz": "UTC"}), 'attrs "tz" is "UTC"; did you mean "utc"?'),
        (has(type="fks", attrs={"endpoint": "/x/{id}"}), '"endpoint" contains a placeholder'),
        (
            books(fields=[SELECT, FieldDescriptor(key="due", when={"state": "lent"})]),
            "has a condition on state, but 'lent' is not one of its items: 'in', 'out'",
        ),
        (
            {"routes": [Route("/x", Board, label="X", order=-1)]},
            "the route /x has the order -1; places are counted from 0",
        ),
        (
            {"routes": [Route("/x", Board, order=1)]},
            "the route /x has an order, which has no effect without a label",
        ),
        (
            {"routes": [Route("/x", Board, name="a"), Route("/y", Board, name="a")]},
            'the routes /x and /y both have the name "a"; rename one',
        ),
        (
            {"components": {"sidebar": SvcSidebar, "SvcSidebar": SvcSidebar}},
            'components: "sidebar" is given under two names; keep one of them',
        ),
        (
            {"options": Options(base_url=BASE, restricted=True)},
            "restricted has no effect in a program: set it in the system's console file, or start",
        ),
        (
            {**books(), "start": "/boks"},
            'start = "/boks" is not a page of the console; did you mean',
        ),
        (
            {
                "options": Options(base_url=BASE, wire=Wire(items="rows")),
                "dialect": Dialect("mine", from_wire=dict),
            },
            "[svc.wire] has no effect on the dialect 'mine', which is defined in Python; use",
        ),
        (
            books(card=ResourceCard(count="status=lent"), filters=[STATE]),
            '"books": card.count: the list has no filter "status"; filters: state',
        ),
        (
            books(card=ResourceCard(count="sttae=lent"), filters=[STATE]),
            'card.count: the list has no filter "sttae"; did you mean "state"?',
        ),
        (
            books(card=ResourceCard(count="tab=old"), tabs=[TAB]),
            'card.count: the list has no tab "old"; tabs: new',
        ),
        (
            {**books(filters=[STATE]), "start": "/books?sort=title"},
            'start = "/books?sort=title": the list has no filter "sort"; did you mean "ordering"?',
        ),
        ({**books(), "start": "books?page=0"}, 'start = "/books?page=0": "0" is not a page number'),
        ({**books(), "start": "/books?page_size=5000"}, '"5000" is not a page size from 1 to 1,0'),
        (
            books(tabs=[TAB], tab_query_param="page"),
            '"books": tab_query_param is "page", which the list sends itself, so only one of them',
        ),
        (
            {**books(), "routes": [Route("/books/new", Board)]},
            'the route /books/new hides the page of a new record of "books"; choose another path',
        ),
        (
            {**books(), "routes": [Route("/books/1", Board)]},
            'the route /books/1 hides pages of records of "books"; choose another path',
        ),
        (
            {**books(), "routes": [Route("/{page}", Board)]},
            'the route /{page} hides /books, the list of "books"; begin its path with a word',
        ),
        (
            {"routes": [Route("/settings/{name}", Board)]},
            "the route /settings/{name} hides /settings/pictures, a built-in page; choose another",
        ),
        (
            {"routes": [Route("/reports/{id}", Board), Route("/reports/new", Board)]},
            "the route /reports/new is never reached, because /reports/{id} comes first",
        ),
        ({"options": usual(txet={"rows": 3})}, 'uikit.form.attrs: unknown type "txet"; did you m'),
        (
            {"options": usual(text={"max_lenght": 3})},
            'uikit.form.attrs of "text": unknown attrs "max_lenght"; did you mean "max_length"?',
        ),
    ],
)
def test_what_could_never_do_what_it_says_is_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError) as refused:
        SvcApp(**{"options": Options(base_url=BASE), **given})
    assert told in str(refused.value)
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize(
    "given",
    [
        by(datepicker=True, default_choice="last 7 days"),
        by(choices=["a", "b"], multiple=True, default_choice="a,b"),
        books(fields=[SELECT, FieldDescriptor(key="due", when={"state": "out"})]),
        has(type="file", attrs={"max_size": "500 KB"}),
        has(group="G", subtab="More", tab="a/b"),
        books(card=ResourceCard(count="state=lent&page_size=5&f_other=1"), filters=[STATE]),
        {**books(filters=[STATE], tabs=[TAB]), "start": "/books?state=in&tab=new&ordering=-made"},
        {**books(list_page=Reader, filters=[STATE]), "start": "/books?depth=3"},
        {
            **books(card=ResourceCard(count="depth=3"), filters=[STATE]),
            "components": {"list": Reader},
            "start": "/books?depth=3",
        },
        {**books(), "start": "/books?status=draft"},  # It may be a filter of the backend.
        books(card=ResourceCard(count="status=draft")),
        {**books(), "start": "/books?ordering=-titel&page="},  # The backend may sort by it.
        {"routes": [Route("/reports/new", Board), Route("/reports/{id}", Board)]},
        {**books(), "routes": [Route("/books/calendar", Board)]},
        {"options": usual(All={"placeholder": "…"}, text={"maxLength": 3})},
    ],
)
def test_what_does_what_it_says_is_taken(given: dict[str, Any]) -> None:
    SvcApp(**{"options": Options(base_url=BASE), **given})


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ({"sing_in": nothing}, '"sing_in" is not used; did you mean "sign_in"?'),
        ({"sign_in": nothing}, "sign_in should be async: it is awaited"),
    ],
)
def test_a_sign_in_that_could_not_work_is_refused_when_it_is_made(
    own: dict[str, Any], told: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        type("Badge", (Auth,), {"__module__": __name__, **own})
    assert told in str(refused.value)


@pytest.mark.parametrize("name", ["when", "when_any", "when_not"])
@pytest.mark.parametrize("path", ["title", "title.en"])
def test_a_field_can_not_depend_on_its_own_value(name: str, path: str) -> None:
    with pytest.raises(ConfigError, match=rf'depends on its own value \("{path}"\)'):
        FieldDescriptor(key="title", **{name: {path: "Book 1"}})  # type: ignore[arg-type]


def test_tabs_of_a_list_alone_can_not_set_what_the_list_sends() -> None:
    with pytest.raises(ConfigError, match='tab_query_param is "search", which the list sends'):
        SvcList("/api/books", tabs=[ListTabItem(value="new")], tab_query_param="search")
