"""Values from a command line, a file or another program: refused where the form would refuse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from svc_tui.models import exact_json
from svc_tui.models.field_types import FIELD_TYPES, default_registry
from svc_tui.models.fields import FieldDescriptor
from svc_tui.widgets.form.given_values import refused_value

Case = tuple[Mapping[str, Any], list[Any], list[Any]]

PEOPLE = {"endpoint": "/api/people"}
NAN = exact_json.read("NaN")
NO_STRING: list[Any] = [True, ["a"], {"a": "b"}]

CASES: dict[str, Case] = {
    "text": ({}, ["Harbour", 12], NO_STRING),
    "email": ({}, ["clerk@example.org"], ["clerk", 3, *NO_STRING]),
    "url": ({}, ["https://example.org"], ["example", 3, *NO_STRING]),
    "slug": ({}, ["harbour", 12], ["a b", *NO_STRING]),
    "number": ({"max": 99}, [12.5, "12.50"], [100, "words", *NO_STRING]),
    "slider": ({"min": 0, "max": 10}, [7], [11, "words", *NO_STRING]),
    "color": ({}, ["#2f6f9f"], ["reddish", 3, *NO_STRING]),
    "textarea": ({"max_length": 5}, ["a\nb"], ["longer", *NO_STRING]),
    "json": ({}, [{"a": [1]}, "a", 3, True], [NAN, {"a": [NAN]}]),
    "date": ({}, ["2026-05-31"], ["2026-5-31", "31.5.2026", 20260531, *NO_STRING]),
    "time": ({}, ["18:30", "18:30:05"], ["1830", "9:30", 1830, *NO_STRING]),
    "datetime": (
        {},
        ["2026-05-31T18:30:00Z", "2026-05-31 18:30"],
        ["2026-05-31", "2026-W01-1T10:00", 3, *NO_STRING],
    ),
    "boolean": ({}, [True, 0], ["true", 2, ["a"]]),
    "switch": ({}, [False, 1], ["no", 2, {}]),
    "editor": ({}, ["<p>a</p>"], NO_STRING),
    "markdown": ({}, ["**a**"], NO_STRING),
    "seo": ({}, [{"title": "a"}, {}], ["a", 3, ["a"]]),
    "map": (
        {},
        [{"lat": 45.4, "lng": 12}, {"lat": "45.4", "lng": "12"}],
        [{"lat": "x"}, {"lat": "x", "lng": 1}, {"lat": "95", "lng": "1"}, {"lat": 95, "lng": 1},
         {}, "45, 12", [45, 12]],
    ),
    "repeater": ({}, [[{"name": "Bow"}], []], ["a", {"name": "Bow"}, ["a"], [{"name": ["a"]}]]),
    "select": ({"items": ["draft", "sold"]}, ["draft"], ["lost", ["draft"], {"draft": 1}]),
    "select, several": (
        {"items": ["draft", "sold"], "multiple": True},
        [["draft"], []],
        ["draft", ["lost"], {"draft": 1}],
    ),
    "select, of numbers": ({"items": [1.0, 2]}, [1, "2"], [3, [1]]),
    "fks": (PEOPLE, [1, "u-1", {"id": 1}], [True, 1.5, [1], {"name": "Ada"}]),
    "fks, several": (
        {**PEOPLE, "multiple": True},
        [[1, {"id": 2}], []],
        [1, "1", [[1]], {"id": 1}],
    ),
    "fks, by name": ({**PEOPLE, "item_value": "slug"}, ["ada", {"slug": "ada"}], [{"id": 1}]),
    "m2m": (PEOPLE, [[1, {"id": 2}], []], [1, "1", [None], [{"name": "Ada"}]]),
    "media": ({}, [3, {"id": 3}], [True, [3], {"alt": "a"}]),
    "media-m2m": ({}, [[3, {"id": 4}], []], [3, "3", {"id": 3}, [[3]]]),
    "enhanced-media": ({}, [{"media": 3, "alt": "a"}], [3, "a", {"alt": "a"}, {"media": []}]),
    "file": ({}, ["/media/a.pdf", {"url": "/media/a.pdf"}], [3, True, ["/a.pdf"], {"id": 3}]),
}  # fmt: skip


def refused(name: str, value: Any) -> str:
    attrs = CASES[name][0]
    within = (FieldDescriptor(key="name"),) if name == "repeater" else ()
    kind = name.partition(",")[0]
    field = FieldDescriptor(key="it", type=kind, attrs=attrs, fields=within)
    return refused_value({"it": value}, {}, [field], default_registry())


def each(which: int) -> list[Any]:
    return [
        pytest.param(name, value, id=f"{name} {value!r}")
        for name, case in CASES.items()
        for value in case[which]
    ]


def test_every_type_is_tried() -> None:
    missing = FIELD_TYPES.keys() ^ {name.partition(",")[0] for name in CASES}
    assert not missing, "CASES has a row for each type: its settings, right values, wrong values"


@pytest.mark.parametrize(("name", "value"), each(1))
def test_a_value_of_its_type_is_accepted(name: str, value: Any) -> None:
    assert refused(name, value) == ""


@pytest.mark.parametrize(("name", "value"), each(2))
def test_a_value_that_its_form_could_not_make_is_refused(name: str, value: Any) -> None:
    assert refused(name, value)


TITLE = FieldDescriptor(key="title", translatable=True)
LATITUDE = FieldDescriptor(key="place.lat", type="number")


@pytest.mark.parametrize(
    ("changes", "base", "said"),
    [
        ({"translations": None}, {}, "translations: This should be an object, not null."),
        ({"translations": "a"}, {}, "translations: This should be an object, not a string."),
        ({"translations.it": None}, {}, "translations.it: This should be an object, not null."),
        ({"translations": {"it": ["a"]}}, {}, "translations.it: This should be an object"),
        ({"translations": {"it": {"title": "Molo"}}}, {}, ""),
        ({"translations": None}, {"translations": None}, ""),
        ({"place": "here"}, {}, "place: This should be an object, not a string."),
        ({"place": None}, {"place": {"lat": 1}}, ""),
        ({"place": {"lat": 1}}, {}, ""),
    ],
)
def test_a_value_around_fields_is_an_object(
    changes: dict[str, Any], base: dict[str, Any], said: str
) -> None:
    found = refused_value(changes, base, [TITLE, LATITUDE], default_registry())

    assert found.startswith(said) and bool(found) is bool(said)


def test_a_text_that_the_record_has_as_a_list_may_be_another_list() -> None:
    field, base = FieldDescriptor(key="it"), {"it": ["a"]}

    assert refused_value({"it": ["a", "b"]}, base, [field], default_registry()) == ""
    assert refused_value({"it": {"a": 1}}, base, [field], default_registry())


def test_a_record_that_came_with_no_number_may_keep_it() -> None:
    field, base = FieldDescriptor(key="it", type="json"), {"it": {"a": NAN, "b": 1}}

    assert refused_value({"it.b": 2}, base, [field], default_registry()) == ""


def test_items_that_were_there_may_stay_as_they_are() -> None:
    berth = FieldDescriptor(key="name")
    field = FieldDescriptor(key="it", type="repeater", fields=(berth,))
    odd = {"name": ["a"]}

    def refused_items(*items: Any) -> str:
        return refused_value({"it": [*items]}, {"it": [odd]}, [field], default_registry())

    assert refused_items(odd, {"name": "Bow"}) == ""
    assert "item 2, name: This should be a string, not a list." in refused_items(odd, {"name": []})
    assert "item 2: This should be an object, not a string." in refused_items(odd, "Bow")
