"""Fields read both spellings, make their labels, and know when they are there."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui.models import foreign_code
from svc_tui.models.base import camel, label_from
from svc_tui.models.conditions import Matcher, is_found
from svc_tui.models.fields import Accessor, ColumnSpan, FieldDescriptor
from svc_tui.widgets.form.text import text_problem


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("title", "Title"),
        ("published_at", "Published At"),
        ("author.name", "Author Name"),
        ("seo-title", "Seo Title"),
        ("translations.it.short_title", "Short Title"),
        ("translations.pt-br.title", "Title"),
        ("metaURL", "MetaURL"),
    ],
)
def test_a_label_is_made_from_the_key(key: str, label: str) -> None:
    assert label_from(key) == label
    assert FieldDescriptor(key=key).label == label


def test_a_label_that_is_given_stays() -> None:
    assert FieldDescriptor(key="cta", label="Call to action").label == "Call to action"
    assert FieldDescriptor(key="cta", label="").label == ""


@pytest.mark.parametrize(
    ("name", "spelling"),
    [("edit_fields", "editFields"), ("synci18n", "synci18n"), ("key", "key"), ("a_b_c", "aBC")],
)
def test_the_specifications_spelling_of_a_key(name: str, spelling: str) -> None:
    assert camel(name) == spelling


def test_every_key_is_read_in_both_spellings() -> None:
    snake = FieldDescriptor.model_validate(
        {"key": "a", "no_draft": True, "validate_async_debounce": 5, "when_not": {"b": 1}}
    )
    spec = FieldDescriptor.model_validate(
        {"key": "a", "noDraft": True, "validateAsyncDebounce": 5, "whenNot": {"b": 1}}
    )

    assert snake == spec
    assert (snake.no_draft, snake.validate_async_debounce) == (True, 5)


def test_a_field_says_what_it_was_told() -> None:
    field = FieldDescriptor.model_validate(
        {
            "key": "seo.title", "type": "textarea", "help": "Short.", "required": True,
            "readonly": True, "translatable": True, "synci18n": True, "group": "SEO",
            "tab": "Content/More", "subtab": "First", "cols": 6, "expandable": True,
            "debounce": 0, "whole": True, "attrs": {"rows": 3},
            "fields": [{"key": "inner"}],
        }
    )  # fmt: skip

    assert field.tabs == ("Content", "More")
    assert field.fields[0].label == "Inner"
    assert (field.cols, field.debounce, field.whole) == (6, 0, True)


def test_tabs_come_as_text_list_or_not_at_all() -> None:
    assert FieldDescriptor(key="a").tabs == ()
    assert FieldDescriptor(key="a", tab="One").tabs == ("One",)
    assert FieldDescriptor(key="a", tab=("One", "Two/Three")).tabs == ("One", "Two/Three")


def test_attrs_are_read_in_snake_case_whatever_they_were_written_in() -> None:
    field = FieldDescriptor(key="a", attrs={"maxItems": 3, "min": 1, "item_text": "name"})

    assert field.attrs == {"max_items": 3, "min": 1, "item_text": "name"}


def test_a_repeaters_templates_are_checked_wherever_they_stand() -> None:
    inside = FieldDescriptor(key="a", attrs={"templates": {"quote": [{"key": "text"}]}})

    assert inside.templates["quote"][0].label == "Text"
    assert "templates" not in inside.attrs
    with pytest.raises(ValueError, match="kee"):
        FieldDescriptor(key="a", attrs={"templates": {"quote": [{"kee": "text"}]}})


@pytest.mark.parametrize("cols", [0, 13, -1])
def test_a_field_keeps_to_twelve_columns(cols: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 12"):
        FieldDescriptor(key="a", cols=cols)


def test_columns_may_depend_on_the_width() -> None:
    field = FieldDescriptor.model_validate({"key": "a", "cols": {"sm": 12, "lg": 4}})

    assert field.cols == ColumnSpan(sm=12, md=12, lg=4)


def test_programs_may_give_callables() -> None:
    def even(val: int, model: object) -> str | None:
        return None if val % 2 == 0 else "odd"

    field = FieldDescriptor(key="a", validate=even, visible=lambda model: True)

    assert field.validate_ is not None
    assert field.validate_(3, {}) == "odd"


def test_a_descriptor_does_not_change() -> None:
    field = FieldDescriptor(key="a")

    with pytest.raises(ValueError, match="frozen"):
        field.key = "b"  # type: ignore[misc]


def test_an_accessor_keeps_its_own_half() -> None:
    def one(**given: Any) -> str:
        return str(given["val"])

    def other(**given: Any) -> float:
        return float(given["val"])

    own, typical = Accessor(get=one), Accessor(get=other, set=other)

    assert own.over(typical) == Accessor(get=one, set=other)
    assert own.over(None) == own


@pytest.mark.parametrize(
    ("matcher", "holds", "fails"),
    [
        ({"equals": "draft"}, ["draft"], ["Draft", None, ""]),
        ({"equals": 1}, [1, 1.0], [True, "1", 2]),
        ({"equals": True}, [True], [1, "true", False]),
        ({"one_of": ["a", 2]}, ["a", 2], ["b", None]),
        ({"none_of": ["a"]}, ["b", None], ["a"]),
        ({"empty": True}, [None, "", [], {}], [0, False, "x"]),
        ({"empty": False}, [0, False, "x", [1]], [None, "", []]),
        ({"greater_than": 3}, [4, 3.5], [3, "4", None, True]),
        ({"less_than": 3}, [2, -1.5], [3, None, "1", False]),
        ({"matches": "^a.c$"}, ["abc"], ["xabc", None, 5]),
        ({"greater_than": 1, "less_than": 5}, [2], [1, 5, 9]),
    ],
)
def test_a_matcher_knows_its_values(
    matcher: dict[str, object], holds: list[object], fails: list[object]
) -> None:
    asked = Matcher.model_validate(matcher)

    assert [asked.holds(value) for value in holds] == [True] * len(holds)
    assert [asked.holds(value) for value in fails] == [False] * len(fails)


def test_an_expression_that_backtracks_without_end_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(foreign_code, "LIMIT", 0.05)
    text = "a" * 27 + "!"
    assert is_found("^(a+)+$", text, otherwise=True)
    assert not Matcher(matches="^(a+)+$").holds(text)
    assert text_problem({"pattern": "^(a+)+$"}, text) is None


def test_a_field_is_there_while_its_conditions_hold() -> None:
    field = FieldDescriptor.model_validate(
        {
            "key": "a",
            "when": {"status": "draft", "author.name": {"empty": False}},
            "when_any": {"kind": {"one_of": ["x", "y"]}, "featured": True},
            "when_not": {"locked": True},
        }
    )
    record = {"status": "draft", "author": {"name": "Ada"}, "kind": "x", "locked": False}

    assert field.applies_to(record)
    assert field.applies_to({**record, "kind": "z", "featured": True})
    assert not field.applies_to({**record, "kind": "z"})
    assert not field.applies_to({**record, "status": "published"})
    assert not field.applies_to({**record, "author": None})
    assert not field.applies_to({**record, "locked": True})


def test_a_field_without_conditions_is_always_there() -> None:
    assert FieldDescriptor(key="a").applies_to({})


def test_an_empty_or_broken_matcher_is_refused() -> None:
    with pytest.raises(ValueError, match="has no condition"):
        Matcher.model_validate({})
    with pytest.raises(ValueError, match="not a regular expression"):
        Matcher(matches="(")


@pytest.mark.parametrize("name", ["visible", "show", "on_change", "validate", "validate_async"])
def test_a_function_that_takes_other_arguments_is_refused_where_it_is_given(name: str) -> None:
    def wants_three(a: object, b: object, c: object) -> None: ...

    with pytest.raises(
        ValueError, match=r"has the wrong parameters: wants_three\(a, b, c\) would be"
    ):
        FieldDescriptor.model_validate({"key": "title", name: wants_three})


@pytest.mark.parametrize("name", ["visible", "show", "on_change", "validate", "validate_async"])
def test_a_generator_is_refused_where_it_would_never_run(name: str) -> None:
    def yields(*args: object) -> object:
        yield

    with pytest.raises(ValueError, match="must not be a generator function"):
        FieldDescriptor.model_validate({"key": "title", name: yields})


def test_a_function_that_does_not_say_what_it_takes_is_taken() -> None:
    class Undescribed:
        __signature__ = "of another program"

        def __call__(self, model: object) -> bool:
            return True

    visible = Undescribed()
    assert FieldDescriptor(key="title", visible=visible).visible is visible
