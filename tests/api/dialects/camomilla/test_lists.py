"""A list's query in the CMS's words; what it would silently leave out is never sent."""

from __future__ import annotations

import pytest

from svc_tui.api.dialects import Span
from svc_tui.api.dialects.camomilla import CAMOMILLA
from svc_tui.api.dialects.camomilla.filters import containing, probe
from svc_tui.api.errors import NotSent
from svc_tui.api.urls import query_of


def fltr(**filters: object) -> list[str]:
    return list(CAMOMILLA.params_of(filters).get("fltr", ()))


def test_a_list_always_says_how_many_rows_it_wants():
    assert CAMOMILLA.params_of({}) == {"items": 20}
    assert CAMOMILLA.params_of({"page": 2, "page_size": 50}) == {"items": 50, "page": 2}


def test_ordering_becomes_sort_with_django_names():
    asked = CAMOMILLA.params_of({"ordering": ("-category.name", "id")})

    assert asked["sort"] == "-category__name,id"


def test_each_filter_is_a_condition_of_its_own():
    asked = query_of(
        CAMOMILLA.params_of({"status": "active", "price__gte": 5, "category.slug": "x"})
    )

    assert asked["fltr"] == ["status='active'", "price__gte='5'", "category__slug='x'"]


def test_several_choices_are_a_list_and_one_is_not():
    assert fltr(status=("active", "draft")) == ["status__in='[active,draft]'"]
    assert fltr(status=("active",)) == ["status='active'"]
    assert fltr(status=()) == []


def test_a_span_reaches_to_the_end_of_its_last_day():
    assert fltr(released_on=Span(("2026-01-05", "2026-01-31"))) == [
        "released_on__gte='2026-01-05'",
        "released_on__lt=2026-02-01",
    ]
    assert fltr(released_on=Span(("", "2026-12-31"))) == ["released_on__lt=2027-01-01"]


def test_nothing_is_asked_for_in_the_one_way_that_works():
    assert fltr(category="null") == ["category__isnull=true"]


@pytest.mark.parametrize("value", ["it's", "a=b", '"quoted"', "[list]", "007", "²"])
def test_a_value_that_would_arrive_as_another_is_refused(value: str):
    with pytest.raises(NotSent, match="the CMS can't filter by name"):
        fltr(name=value)


def test_a_comma_among_several_values_is_refused_and_alone_is_fine():
    assert fltr(name="a, b") == ["name='a, b'"]
    with pytest.raises(NotSent, match="in a list can't have a comma"):
        fltr(name=("a, b", "c"))


def test_a_name_that_the_parser_cannot_read_is_refused():
    with pytest.raises(NotSent, match="letters, digits and _"):
        fltr(**{"attributes.my-key": "x"})


def test_what_the_cms_itself_calls_its_params_passes():
    asked = CAMOMILLA.params_of({"fltr": "status=draft", "items": 5, "language": "it", "x": "1"})

    assert asked == {"items": 5, "language": "it", "fltr": ("status=draft", "x='1'")}


def test_a_search_in_several_fields_is_one_condition():
    assert containing(("title", "file"), "sea") == "title__icontains='sea' OR file__icontains='sea'"
    assert probe("a='1'") == "(a='1') AND pk__isnull=true"
