from __future__ import annotations

import pytest

from svc_tui.models.dotted_path import path_exists, value_at


def test_a_value_behind_a_gap_is_none() -> None:
    assert value_at({"a": {"b": 1}}, "a.b") == 1
    assert value_at({"a": None}, "a.b") is None
    assert value_at({}, "a.b.c") is None
    assert value_at({"a": 1}, "a.b", "gap") == "gap"


def test_an_empty_path_is_the_whole_and_a_key_with_dots_goes_before() -> None:
    assert value_at([1], "") == [1]
    assert value_at({"a.b": 1, "a": {"b": 2}}, "a.b") == 1


def test_a_number_is_a_position_in_a_list() -> None:
    row = {"tags": [{"name": "sea"}, {"name": "boat"}], "days": {"1": "Monday"}}
    assert value_at(row, "tags.1.name") == "boat"
    assert value_at(row, "days.1") == "Monday"
    assert value_at(row, "tags.2.name", "gap") == "gap"
    assert value_at(row, "tags.²", "gap") == "gap"


@pytest.mark.parametrize(
    ("row", "there"),
    [
        ({"a": {"b": {"c": None}}}, True),
        ({"a": None}, True),
        ({"a.b.c": 1}, True),
        ({"a": {"b": 1}}, False),
        ({"a": {}}, False),
        ({}, False),
    ],
)
def test_what_is_null_may_hide_a_path(row: object, there: bool) -> None:
    assert path_exists(row, "a.b.c") is there
