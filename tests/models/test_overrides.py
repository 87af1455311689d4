"""Subclasses of a consumer are checked when they are made."""

from __future__ import annotations

from functools import cached_property, partialmethod
from typing import Any

import pytest

from svc_tui import ConfigError, SvcField, TextField
from svc_tui.models.overrides import meant_name


def of_one(self: Any) -> Any: ...


def of_two(self: Any, value: Any) -> Any: ...


async def waits(*args: Any) -> Any: ...


def yields(*args: Any) -> Any:
    yield


class Rule:
    """An object that is called as a check."""

    def __call__(self, descriptor: Any, attrs: Any, value: Any) -> None: ...


class SlowRule:
    """An object that nothing awaits."""

    async def __call__(self, descriptor: Any, attrs: Any, value: Any) -> None: ...


def made(name: str, value: Any, base: type = TextField) -> type:
    return type("Isbn", (base,), {name: value})


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("check", of_two, "check should be a classmethod: write @classmethod above it"),
        ("check", waits, "check should be a classmethod"),
        ("check", classmethod(waits), "check must not be async"),
        ("check", staticmethod(waits), "check must not be async"),
        ("check", SlowRule(), "check must not be async"),
        ("check", classmethod(yields), "check must not be a generator function"),
        ("check", "13 digits", "check should be a method, not a string"),
        ("check", classmethod(of_two), "check has the wrong parameters: of_two(value) would be"),
        ("check_given", of_two, "check_given should be a classmethod"),
        ("problem_within", of_two, "problem_within should be a classmethod"),
        ("read", waits, "read must not be async"),
        ("read", of_one, "read has the wrong parameters: of_one(self) would be called with (self,"),
        ("words", property(of_one), "words should be a method: remove the @property above it"),
        ("words", "minutes", "words should be a method, not a string"),
        ("learn", of_two, "learn should be async: it is awaited"),
        ("type_hint", of_one, "type_hint should be a property: write @property above it"),
        ("type_hint", property(waits), "type_hint must not be async"),
        ("attrs", {"strict"}, '"attrs" is not used; did you mean "ATTRS"?'),
        ("ATRS", {"strict"}, '"ATRS" is not used; did you mean "ATTRS"?'),
        ("chek", classmethod(of_two), '"chek" is not used; did you mean "check"?'),
        ("ATTRS", "most", 'ATTRS should be a set of names, such as {"most"}, not a string'),
        ("ATTRS", ("most",), 'ATTRS should be a set of names, such as {"most"}, not a tuple'),
        ("ATTRS", {3}, 'ATTRS should be a set of names, such as {"most"}'),
        ("edtable", False, '"edtable" is not used; did you mean "editable"?'),
        ("makeEditor", of_one, '"makeEditor" is not used; did you mean "make_editor"?'),
    ],
)
def test_a_field_type_that_could_not_work_is_refused_when_it_is_made(
    name: str, value: Any, told: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        made(name, value)
    assert str(refused.value).startswith(f"Isbn(…): {told}")
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("check", Rule()),
        ("check", staticmethod(lambda descriptor, attrs, value: None)),
        ("read", partialmethod(lambda self, unit, value: value, "cm")),
        ("type_hint", "13 digits."),
        ("type_hint", cached_property(of_one)),
        ("read", lambda self, *args: None),
        ("ready", True),
        ("checks", ()),
        ("country", "it"),
        ("_chek", 1),
    ],
)
def test_what_works_is_taken(name: str, value: Any) -> None:
    made(name, value)


def test_all_that_is_wrong_with_a_class_is_told_at_once_and_what_a_mixin_brings_too() -> None:
    class Mixin:
        check = of_two

    with pytest.raises(ConfigError) as refused:
        type("Isbn", (Mixin, SvcField), {"ATRS": {"strict"}, "read": waits})
    assert len(refused.value.problems) == 3


@pytest.mark.parametrize(
    ("name", "meant"),
    [("contnet", "content"), ("cehck", "check"), ("clear", None), ("ready", None)],
)
def test_only_what_is_nearly_the_same_word_is_a_misspelling(name: str, meant: str | None) -> None:
    assert meant_name(name, ["check", "content", "learn", "read"]) == meant
