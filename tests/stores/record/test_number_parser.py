"""Numbers as they are typed: read, stepped, checked without loss."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svc_tui.stores.record.number_parser import (
    exact,
    number_problem,
    parsed,
    plain,
    stepped,
    why_no_number,
)

decimals = st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**12), max_value=10**12)


@given(st.integers())
def test_every_whole_number_comes_back_as_it_was(number: int):
    assert parsed(plain(number)) == number


@given(decimals.map(lambda one: format(one, "f")))
def test_every_decimal_is_read_as_the_number_that_stands_there(text: str):
    if parsed(text) is not None:  # -0 and 007 are not how one writes numbers
        assert Decimal(str(parsed(text))) == Decimal(text)


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e15, max_value=1e15))
def test_a_float_is_written_so_that_it_can_be_read_again(number: float):
    if "e" in plain(number):  # So small that its digits would fill lines: it is only shown.
        return
    read = parsed(plain(number))
    assert read is not None
    assert float(read) == number


@given(decimals, st.integers(-50, 50), st.decimals("0.01", "99", places=2))
def test_steps_up_and_the_same_steps_down_come_back(number: Decimal, by: int, step: Decimal):
    text = format(number, "f")
    if parsed(text) is None:
        return
    there = stepped(text, by, {"step": step})
    assert there is not None
    back = stepped(there, -by, {"step": step})
    assert back is not None
    assert Decimal(back) == number


@given(st.integers(-99, 99), st.integers(-30, 30))
def test_a_step_never_leaves_the_bounds(number: int, by: int):
    after = stepped(str(number), by, {"min": -99, "max": 99})
    assert after is not None
    assert -99 <= int(after) <= 99


@pytest.mark.parametrize(
    ("text", "by", "attrs", "after"),
    [
        ("12.50", 1, {"step": 0.01}, "12.51"),
        ("12.50", 1, {}, "13.50"),
        ("0.1", 2, {"step": 0.1}, "0.3"),
        ("", 1, {"min": 3}, "3"),
        ("", -1, {}, "0"),
        ("4", 10, {"max": 5}, "5"),
        ("9" * 40, 1, {}, "1" + "0" * 40),
        ("7", 1, {"max": 5}, "7"),
        ("abc", 1, {}, None),
        ("1e5", 1, {}, None),
    ],
)
def test_a_step_keeps_the_decimals_that_stand_there(
    text: str, by: int, attrs: dict[str, Any], after: str | None
):
    assert stepped(text, by, attrs) == after


def test_what_lies_between_two_steps_is_told_with_both_of_them():
    said = number_problem({"step": 0.25, "min": 0}, 1.3)
    assert said == "Use steps of 0.25: 1.25 and 1.5 are the nearest."
    assert number_problem({"step": "0.01"}, "12.50") is None
    assert number_problem({"step": 5, "min": 2}, 7) is None
    assert number_problem({"step": 5}, -7) == ("Use steps of 5: -10 and -5 are the nearest.")


def test_a_comma_is_told_apart_from_nonsense():
    assert "use a decimal point, as in 1.5" in why_no_number("1,5")
    assert "-1234.5" in why_no_number("abc")
    assert "300" in why_no_number("1" * 301)


@pytest.mark.parametrize(
    ("attrs", "example"),
    [
        ({}, "-1234.5"),
        ({"min": 0}, "1234.5"),
        ({"min": 0, "step": 1}, "1234"),
        ({"min": 1, "max": 5}, "1"),
        ({"max": -2000}, "-2000"),
    ],
)
def test_the_example_of_a_number_would_itself_be_taken(attrs: dict[str, int], example: str):
    assert why_no_number("abc", attrs) == f"This is not a number: use a format such as {example}."
    assert number_problem(attrs, parsed(example)) is None


def test_truth_and_infinity_are_no_numbers():
    assert exact(True) is None
    assert exact("inf") is None
    assert number_problem({}, True) == "This is not a number."
