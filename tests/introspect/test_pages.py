"""Pages of the CMS, whose keys come in another order at every start of the server."""

from __future__ import annotations

import random
from typing import Any

from svc_tui.introspect.columns import guessed_columns
from svc_tui.introspect.fields import guessed_form

TEXTS = ("title", "permalink", "breadcrumbs_title", "og_title", "routerlink", "identifier", "mood")
ROW: dict[str, Any] = {
    "id": 1,
    "status": "PUB",
    "template_data": {},
    **{key: f"a {key}" for key in TEXTS},
}


def shuffled(seed: int, values: dict[str, Any]) -> dict[str, Any]:
    keys = sorted(values)
    random.Random(seed).shuffle(keys)
    return {key: values[key] for key in keys}


def test_the_fields_and_columns_of_a_page_keep_their_order() -> None:
    orders, columns = set(), set()
    for seed in range(20):
        schema = {"properties": shuffled(seed, {key: {"type": "string"} for key in TEXTS})}
        form = guessed_form([shuffled(seed, ROW)], {}, {"schema": schema})
        orders.add(tuple(one.key for one in form.fields))
        columns.add(tuple(one.key for one in guessed_columns([shuffled(seed, ROW)])))

    (order,) = orders
    assert order[:4] == ("id", "title", "status", "identifier")
    assert order.index("mood") < order.index("og_title") < order.index("breadcrumbs_title")
    assert columns == {("title", "status", "identifier", "permalink", "mood")}


def test_a_page_in_several_languages_shows_where_it_is_out() -> None:
    row = {**ROW, "translations": {"en": {"published_at": None}, "it": {"published_at": None}}}

    columns = guessed_columns([row])

    assert [one.key for one in columns[:2]] == ["title", "translations"]
    assert columns[1].format == "publishing"
    assert "status" not in [one.key for one in columns] and len(columns) <= 5


def test_what_search_engines_read_stands_under_a_heading() -> None:
    form = guessed_form([ROW])

    assert [one.key for one in form.fields if one.group == "Search engines"] == ["og_title"]


def test_the_keys_of_anything_else_stay_as_they_come() -> None:
    row = {"zeta": "z", "title": "t", "alpha": "a"}

    assert [one.key for one in guessed_form([row]).fields] == ["zeta", "title", "alpha"]
